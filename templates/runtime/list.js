// list.js: lists of lines, rows of badges, and how far something has come.
// needs: dom.js value.js columns.js result.js

const LIST_STEP = 50;

components.list = (props, scope, context) => {
  const rows = listOf(evaluate(props.rows, scope));
  if (!rows) return null;
  const line = (row, index) => {
    const at = { ...scope, item: row, index };
    const title = evaluate(props.title ?? { $item: "" }, at);
    const meta = valueText(evaluate(props.meta, at));
    return h(
      "li",
      {},
      h("div", {}, isNested(title) ? valueNode(title, {}, context) : valueNode(title, {}, context)),
      meta ? h("p", { class: "small dim", dir: "auto" }, meta) : null,
    );
  };
  return inSteps(h("ul", { class: "rows" }), rows, LIST_STEP, line);
};

components.badges = (props, scope) => {
  const value = evaluate(props.of, scope);
  const words = Array.isArray(value) ? value : present(value) ? [value] : [];
  return words.length
    ? h(
        "div",
        { class: "row" },
        words.map((word) => badge(textOf(word))),
      )
    : null;
};

components["progress-bar"] = (props, scope) => {
  const [value, max] = [evaluate(props.value, scope), evaluate(props.max, scope) ?? 100];
  if (!Number.isFinite(value) || !(max > 0)) return null;
  const label = textOf(evaluate(props.label, scope));
  const told = max === 100 ? formatValue(value, "percent") : `${plainNumber(value)} of ${plainNumber(max)}`;
  const id = uid();
  return h(
    "div",
    { class: "near" },
    h("div", { class: "row" }, h("span", { id }, label || "Progress"), h("span", { class: "push small dim" }, told)),
    h("progress", { max, value: Math.max(0, Math.min(value, max)), "aria-labelledby": id }),
  );
};
