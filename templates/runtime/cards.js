// cards.js: rows as cards; a strip is a series of peers, hairline rows where it is narrow.

import { rowActions } from "./actions.js";
import { toldColumnsOf } from "./columns.js";
import { components } from "./components.js";
import { h, say } from "./dom.js";
import { evaluate, pointer, present } from "./expressions.js";
import { textOf } from "./format.js";
import { inSteps, listOf, valueNode, valueText } from "./value.js";

const CARDS_STEP = 24;

components.cards = (props, scope, context) => {
  const rows = listOf(evaluate(props.rows, scope));
  if (!rows) return null;
  const columns = toldColumnsOf(rows, props.fields ?? []);
  const node = h("ul.cards " + (evaluate(props.strip, scope) ? "strip" : "wide"));
  return inSteps(node, rows, CARDS_STEP, (row, index) =>
    card(props, columns, row, { ...scope, item: row, index }, context),
  );
};

function card(props, columns, row, scope, context) {
  const subtitle = valueText(textOf(evaluate(props.subtitle, scope)));
  const image = props.image && evaluate(props.image, scope);
  const [actions, place] = rowActions(row, scope, context);
  return h(
    "li.card",
    image && components.image?.({ src: { $item: "" }, alt: "" }, { ...scope, item: image }, context),
    say("h" + context.headingLevel, valueText(evaluate(props.title, scope))),
    subtitle && say("p.dim", subtitle),
    columns.map((column) => {
      const value = pointer(row, column.key);
      return present(value) && h("p.small", h("span.dim", column.label + " "), valueNode(value, column, context));
    }),
    place && [h("div.row", actions), place],
  );
}
