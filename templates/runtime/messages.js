// messages.js: a transcript: who said what, and when.
// needs: dom.js result.js format.js expressions.js value.js markdown.js

components["message-list"] = (props, scope, context) => {
  const rows = listOf(evaluate(props.rows, scope));
  return (
    rows &&
    inSteps(h("ol", { class: "talk" }), rows, 50, (row, index) =>
      messageNode(props, { ...scope, item: row, index }, context),
    )
  );
};

/** One message; its text is drawn by what this page has for it. */
function messageNode({ role, text, at }, scope, context) {
  const [who, said, when] = [role, text, at].map((each) => evaluate(each, scope));
  const time =
    present(when) && when !== ""
      ? h(
          "time",
          { class: "small dim" },
          formatValue(when, isDateText(when) || Number.isFinite(when) ? "relative" : "text"),
        )
      : null;
  const type = components.auto ? "auto" : "markdown";
  const body = present(said)
    ? context.render(
        { type, props: { of: { $item: "" } } },
        { ...scope, item: said },
        { heading: Math.min(6, context.heading + 1) },
      )
    : null;
  return h(
    "li",
    { class: "near" },
    h("div", { class: "row" }, h("b", { dir: "auto" }, textOf(who) || "–"), time),
    body,
  );
}
