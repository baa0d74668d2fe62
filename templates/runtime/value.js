// value.js: one value drawn in place, in a cell or after its name; what is drawn rather than written: code, progress, a line of numbers, boxes.

import { asWords, gistOf, memberWords } from "./brief.js";
import { INLINE, isBadge, isSaid, isTelling, nameOfFormat } from "./columns.js";
import { badge, clipped, dotAt, externalLink, foldButton, h, inTurns, s, say, signOf, stretched } from "./dom.js";
import { draw } from "./draw.js";
import { amountOf, extentOf, linePath, percentOf } from "./figures.js";
import {
  bytesText, checksOf, cut, entriesOf, formatValue, isDateText, isList, isNested, isNumber, isText, isUrl, joined, numberText, reflowed, shortUrl, textOf, valuesOf, written,
} from "./format.js";
import { anyOutline } from "./outline.js";

/** What programs call things by: its first figures are enough for people, and all of it is there to copy. */
const HASH = /^[\da-f]{32,128}$/i;

/** A person with an address, as mail has it: the name says enough. */
const PERSON = /^"?([^<>"]+?)"? <\S+@[^\s>]+>$/;

/** A field {value, format, tone, href} as it is told, in its tone, and leading to its address. */
export function fieldNode({ tone, value, href, ...column }, context) {
  if (tone && isBadge(column.format)) return badge(value, tone);
  const shown = valueNode(value, column, context);
  const node = isUrl(href) && isSaid(value) && !isUrl(value) ? externalLink(href, shown, context) : shown;
  return tone ? h("span.toned", { "data-tone": tone }, typeof value !== "boolean" && signOf(tone), node) : node;
}

/** What stands below a title: small print, members with their labels, and a longer text. */
export function belowNode({ meta, fields = [], body }, context) {
  const text = written(meta);
  // A dot that would begin a line lies outside of it.
  const part = (dot, ...told) => h("span", h("i", dot), told);
  const members = fields.map((field, at) => part(at || text ? " · " : "", field.label && field.label + " ", fieldNode(field, context)));
  const line = members[0] ? h("p.small dim meta", text && part("", say("span", text)), members) : text && say("p.small dim", text);
  return [line, isSaid(body) && h("div.body", valueNode(body, {}, context))];
}

/** `column`: {format, kind} as columns.js finds them, and `more` options of the format. */
export function valueNode(given, column = {}, context = {}) {
  const value = written(given);
  if (!isSaid(value)) return h("span.dim", { title: value === "" ? "Empty text" : value === null && "None (null)" }, "–");
  if (isNested(value) && !column.format) return nestedNode(value, context);
  const name = nameOfFormat(column.format);
  // In a column a mark is seen at once, and a word is not.
  if (typeof value === "boolean" && context.openBelow && name !== "badge") return h("span", { role: "img", "aria-label": textOf(value), title: String(value) }, value ? "✓" : "–");
  if (name === "badge") return badge(value);
  const drawn = CELLS[name]?.(value, isText(column.format) ? { name } : column.format);
  if (drawn) return drawn;
  const [, person] = PERSON.exec(value) ?? [];
  if (person) return h("span", { title: value }, person);
  if (HASH.test(value)) return say("span.mono hash", { title: value }, value);
  if (isUrl(value)) return externalLink(value, shortUrl(value), context);
  if (context.render && value.length > 300 && !/\s/.test(value))
    return openingNode(value, bytesText(value.length), context);
  const told = name ? formatValue(value, column.format, column.more) : written(asWords(value));
  // What is written another way than it came says on demand what exactly came.
  if (told !== String(value) && !isNested(value)) return h("span", { title: String(value) }, told);
  return isText(value) ? longText(told) : told;
}

/** What a search engine marks in its snippets. */
const EMPHASIS = /<(b|em|mark|strong)>([^<]*)<\/\1>/gi;

/** Text cut at three lines, with the rest behind "more". */
function longText(given) {
  const text = reflowed(given.replace(EMPHASIS, "$2"));
  const body = say(text.includes("\n") ? "span.lines" : "span", cut(text, 1e5));
  if (text.length <= 240 && text.split("\n", 4).length < 4) return body;
  return h("div", clipped(body));
}

/** Small nested values are told in one line; larger ones become a button that opens them below. */
function nestedNode(value, context) {
  const list = isList(value);
  const members = valuesOf(value);
  if (!members.length) return h("span.dim", list ? "none" : "{}");
  if (list && members.every(isNumber)) return trendNode(value, context);
  const parts = members.some(isNested) ? [] : list || isTelling(value) ? members.map(asWords) : entriesOf(value).map(memberWords);
  const told = written(joined(parts, isTelling(value) ? ", " : " · "));
  if (told && list && told.length <= INLINE) return tagRow(members);
  if (told && (told.length <= (list ? 160 : 80) || !context.render)) return say("span", { title: JSON.stringify(value) }, told);
  return openingNode(value, written(gistOf(value)), context);
}

/** Numbers that a cell holds: their line, and the numbers where they are few. */
function trendNode(value, context) {
  const told = (number) => written(asWords(number));
  const few = value.length <= 12 && say("span", value.map(told).join(" · "));
  return h("div.row", value.length > 3 && h("span.trend", sparkline(value)), few || openingNode(value, `${told(value[0])} → ${told(value.at(-1))}`, context));
}

/** A button that opens a value below: what is nested as a tree, words without end as whatever they are. */
function openingNode(value, label, context) {
  const { openBelow, ...inner } = context;
  const make = () => draw(anyOutline(value, inner, [isNested(value) ? "tree" : "auto"]), inner);
  if (openBelow) return openBelow(label, make);
  const pane = h("div.near");
  return h("div", foldButton("sm", label, pane, { make }), pane);
}

/** Short values one beside the other; `type` where they are a component of their own. */
export const tagRow = (members, type) =>
  h(
    "div.row",
    { "data-component": type },
    members.map((each) => [say("span.badge tag", asWords(each) || '""'), " "]),
  );

/** Letters of a label and of a value beside which another pair fits. */
const SHORT = [14, 18];

const lengthOf = ({ value, format }) => (isNested(value) ? Infinity : formatValue(value, format ?? (isDateText(value) && "datetime")).length);

/** Members of an object, {label, value, format}: name beside value; where most are short, two pairs a line. */
export function keyValue(fields, context) {
  const isShort = (field) => field.label.length <= SHORT[0] && lengthOf(field) <= SHORT[1];
  const two = fields[2] && 2 * fields.filter(isShort).length > fields.length;
  return h(
    two ? "dl.kv two" : "dl.kv",
    fields.map((field) => [say(two && !isShort(field) ? "dt.long" : "dt", field.label), h(two && isShort(field) ? "dd.one" : "dd", fieldNode({ ...field, more: { year: true } }, context))]),
  );
}

/** Fill `node` with the first `step` entries; a button below brings as many again, so that all come in a few clicks. */
export function inSteps(node, rows, step, draw) {
  let shown = 0;
  return inTurns(node, () => {
    for (const row of rows.slice(shown, shown * 2 || step)) node.append(draw(row, shown++));
    return shown < rows.length && numberText(rows.length - shown);
  });
}

/** A search field; `onquery` gets what was typed, trimmed and in lower case. */
export const findField = (label, onquery, placeholder = label) =>
  h("input.find", {
    type: "search",
    "aria-label": label,
    placeholder,
    oninput: ({ target }) => onquery(target.value.trim().toLowerCase()),
  });

/** A box that tells and takes no click. */
export const doneBox = (done, label = done ? "Done" : "To do") => h("input", { type: "checkbox", disabled: true, checked: done, "aria-label": label });

/** Ways to draw a value by the name of its format: (value, options) → node, or nothing where it does not fit. */
const CELLS = {
  __proto__: null,
  code: (value) => say("code", textOf(value)),
  progress: (value, options) => {
    const told = formatValue(value, options);
    return isNumber(value) && h("span.gauge", h("progress", { max: options.max ?? 100, value, "aria-label": told }), told);
  },
  sparkline: (value) => h("span", { role: "img", "aria-label": formatValue(value, "sparkline") }, sparkline(value)),
  checklist: (value) => h("ul", checksOf(value).map(({ done, label }) => h("li.check", doneBox(done, label), say("span", label)))),
};

/** A small line through numbers with a dot at the last one; null for fewer than two numbers. */
export function sparkline(values) {
  const amounts = Array.from(values ?? [], amountOf).slice(-1000);
  const range = extentOf(amounts);
  const points = amounts.map((amount, i) => [
    percentOf(i, [0, amounts.length - 1]),
    amount === null ? null : 95 - 0.9 * percentOf(amount, range),
  ]);
  const there = points.filter(([, y]) => y !== null);
  return there[1]
    ? s(
        "svg.chart spark",
        { style: "--s:var(--c1)", height: 28, "aria-hidden": "true" },
        stretched(s("path.ln", { d: linePath(points) })),
        dotAt(there.at(-1)),
      )
    : null;
}
