// draw-values.js: single values, and rows of them one below or beside the other.

import { rowActions } from "./actions.js";
import { draws } from "./components.js";
import { draw } from "./draw.js";
import { h, say, uid } from "./dom.js";
import { formatValue, isDateText, isNumber, textOf, written } from "./format.js";
import { badge } from "./parts.js";
import { changeNode } from "./trend.js";
import { inSteps, keyValue, tagRow, valueNode } from "./value.js";

const LIST_STEP = 50;
const CARDS_STEP = 24;

draws.value = ({ value }, context) => h("p", valueNode(value, {}, context));
draws.tags = ({ values }) => tagRow(values);
draws["key-value"] = ({ fields }, context) => keyValue(fields, context);
draws.badges = ({ badges }) => h("div.row", badges.map(({ text, tone }) => [tone ? badge(written(text)) : say("span.badge tag", text), " "]));

draws.list = ({ items, values }, context) =>
  inSteps(h("ul.rows"), items ?? values, LIST_STEP, items ? (item) => itemNode(item, context) : (value) => h("li", valueNode(value, {}, context)));

const itemNode = ({ title, meta }, context) =>
  h("li", h("div", valueNode(title, {}, context)), meta && say("p.small dim", meta));

draws.cards = ({ strip, cards }, context) =>
  inSteps(h("ul.cards " + (strip ? "strip" : "wide")), cards, CARDS_STEP, (card, index) => cardNode(card, index, context));

function cardNode({ title, subtitle, image, fields, row }, index, context) {
  const [actions, place] = rowActions(row, { ...context.scope, index }, context);
  return h(
    "li.card",
    image && draw(image, context),
    say("h" + context.headingLevel, title),
    subtitle && say("p.dim", subtitle),
    fields.map((field) => h("p.small", h("span.dim", field.label, " "), valueNode(field.value, field, context))),
    place && [h("div.row", actions), place],
  );
}

draws["stat-cards"] = ({ stats }, context) => h("ul.stats", stats.map((stat) => statNode(stat, "h" + context.headingLevel)));

/** A figure on a card: {label, value, format, change, good, trend}. */
function statNode({ label, value: given, format, ...more }, tag) {
  const value = written(given);
  const found = isNumber(value) ? "compact" : isDateText(value) && "datetime";
  return h(
    "li.card stat",
    say(tag + ".small dim", label),
    say("b", { title: textOf(value) }, formatValue(value, format ?? found)),
    changeNode(more),
  );
}

draws["progress-bar"] = ({ label, value, max, told }) => {
  const id = uid();
  return h(
    "div.near",
    h("div.row", h("span", { id }, label), h("span.push small dim", told)),
    h("progress", { max, value: Math.max(0, Math.min(value, max)), "aria-labelledby": id }),
  );
};
