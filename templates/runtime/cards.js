// cards.js: rows as cards; a strip is a series of peers, hairline rows where it is narrow.
// needs: dom.js value.js columns.js result.js actions.js

const CARDS_STEP = 24;

components.cards = (props, scope, context) => {
  const rows = listOf(evaluate(props.rows, scope));
  if (!rows) return null;
  const columns = props.fields && columnsOf(rows, props.fields);
  const node = h("ul", { class: "cards " + (evaluate(props.strip, scope) ? "strip" : "wide") });
  return inSteps(node, rows, CARDS_STEP, (row, index) =>
    card(props, columns, row, { ...scope, item: row, index }, context),
  );
};

function card(props, columns, row, scope, context) {
  const subtitle = textOf(evaluate(props.subtitle, scope));
  const image = props.image && evaluate(props.image, scope);
  const picture =
    image && components.image
      ? components.image({ src: { $item: "" }, alt: "" }, { ...scope, item: image }, context)
      : null;
  const place = h("div", { class: "near" });
  const actions = actionButtons(row, scope, context, place);
  const fields = (columns ?? []).filter((column) => present(pointer(row, column.key)));
  return h(
    "li",
    { class: "card" },
    picture,
    h("h" + context.heading, { dir: "auto" }, valueText(evaluate(props.title, scope))),
    subtitle ? h("p", { class: "dim", dir: "auto" }, valueText(subtitle)) : null,
    fields.map((column) =>
      h(
        "p",
        { class: "small" },
        h("span", { class: "dim" }, column.label + " "),
        valueNode(pointer(row, column.key), column, context),
      ),
    ),
    actions.length ? [h("div", { class: "row" }, actions), place] : null,
  );
}
