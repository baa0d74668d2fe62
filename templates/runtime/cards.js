// cards.js: rows as cards; a strip is a series of peers, hairline rows where it is narrow.

import { rowActions } from "./actions.js";
import { toldColumnsOf } from "./columns.js";
import { components } from "./components.js";
import { h, say } from "./dom.js";
import { evaluate, pointer, present } from "./expressions.js";
import { textOf } from "./format.js";
import { signOf } from "./parts.js";
import { toneIn } from "./tones.js";
import { inSteps, memberNode, scopesOf, valueText } from "./value.js";

const CARDS_STEP = 24;

components.cards = (props, scope, context) => {
  const rows = scopesOf(evaluate(props.rows, scope), scope);
  if (!rows) return null;
  const columns = toldColumnsOf(rows.map(({ item }) => item), props.fields ?? []);
  const node = h("ul.cards " + (evaluate(props.strip, scope) ? "strip" : "wide"));
  return inSteps(node, rows, CARDS_STEP, (at) => card(props, columns, at.item, at, context));
};

function card(props, columns, row, scope, context) {
  const subtitle = valueText(textOf(evaluate(props.subtitle, scope)));
  const image = props.image && evaluate(props.image, scope);
  const [actions, place] = rowActions(row, scope, context);
  const tone = toneIn(props.tone, undefined, scope);
  return h(
    "li.card",
    { "data-tone": tone },
    image && components.image?.({ src: { $item: "" }, alt: "" }, { ...scope, item: image }, context),
    say("h" + context.headingLevel, signOf(tone), valueText(evaluate(props.title, scope))),
    subtitle && say("p.dim", subtitle),
    columns.map((column) => {
      return present(pointer(row, column.key)) && h("p.small", h("span.dim", column.label + " "), memberNode(row, column, context));
    }),
    place && [h("div.row", actions), place],
  );
}
