// value.js: one value drawn in place, in a cell or after its name.

import { keys } from "./checks.js";
import { describeValues, labelWithUnit, wordsOf } from "./columns.js";
import { entriesOf, valuesOf } from "./data.js";
import { h, say } from "./dom.js";
import { pointer } from "./expressions.js";
import {
  bytesText, cut, formatValue, isDateText, isList, isMonth, isNested, isNumber, isPlain, isText, isUrl, numberText, plainNumber,
  plural, reflowed, shortUrl, textOf,
} from "./format.js";
import { badge, externalLink, foldButton, inTurns } from "./parts.js";
import { drawAny } from "./result.js";
import { arranged } from "./roles.js";
import { sparkline } from "./spark.js";

export const INLINE = 60;
/** What programs call things by: its first figures are enough for people, and all of it is there to copy. */
const HASH = /^[\da-f]{32,128}$/i;

/** `column`: {format, kind} as columns.js finds them, and `more` options of the format. */
export function valueNode(value, column = {}, context = {}) {
  if (value === null || value === undefined) return h("span.dim", { title: value === null && "None (null)" }, "–");
  if (value === "") return h("span.dim", { title: "Empty text" }, "–");
  if (isNested(value) && !column.format) return nestedNode(value, context);
  const name = column.format?.name ?? column.format;
  if (name === "badge") return badge(value);
  if (HASH.test(value)) return say("span.mono hash", { title: value }, value);
  if (isUrl(value)) return externalLink(value, shortUrl(value), context);
  if (context.render && value.length > 300 && !/\s/.test(value))
    return openingNode(value, bytesText(value.length), context);
  const told = name ? formatValue(value, column.format, column.more) : plainText(value);
  // What is written another way than it came says on demand what exactly came.
  if (told !== String(value) && !isNested(value)) return h("span", { title: String(value) }, told);
  return isText(value) ? longText(told) : told;
}

const plainText = (value) =>
  isNumber(value) ? plainNumber(value) : isDateText(value) && !isMonth(value) ? formatValue(value, "datetime") : textOf(value);

/** Text cut at three lines, with the rest behind "more". */
function longText(given) {
  const text = reflowed(given);
  const body = say(text.includes("\n") ? "span.lines" : "span", cut(text, 1e5));
  if (text.length <= 240 && text.split("\n", 4).length < 4) return body;
  const onclick = () => {
    const shut = body.classList.toggle("clip");
    more.textContent = shut ? "more" : "less";
    more.setAttribute("aria-expanded", !shut);
  };
  const more = h("button.link small", { type: "button", onclick });
  onclick();
  return h("div", body, more);
}

export const memberText = ([key, each]) => {
  const { format } = describeValues(key, [each]);
  return `${labelWithUnit(key, format?.name)} ${each === "" ? '""' : format ? formatValue(each, format) : plainText(each) || "–"}`;
};

/** What rows are called, the first three of them; how many there are where they have no names. */
function gistOf(value) {
  const names = isList(value) ? value.map(nameIn) : [];
  if (!names[0] || !names.every(Boolean)) return sizeOf(value);
  return cut(names.slice(0, 3).join(", "), INLINE) + (names[3] ? ` and ${numberText(names.length - 3)} more` : "");
}

/** What an object is called, "" where none of its members says. */
function nameIn(row) {
  const entries = isPlain(row) ? entriesOf(row) : [];
  const [lead = 0] = arranged(entries.map(([name, each]) => ({ words: wordsOf(name), kind: isText(each) && !isDateText(each) ? "text" : isNested(each) ? "nested" : "number" })));
  return isText(entries[lead]?.[1]) ? entries[lead][1] : "";
}

export const sizeOf = (value) =>
  isList(value) ? plural(value.length, "item") : plural(keys(value).length, "member");

/** Small nested values are told in one line; larger ones become a button that opens them below. */
function nestedNode(value, context) {
  const list = isList(value);
  const members = valuesOf(value);
  if (!members.length) return h("span.dim", list ? "none" : "{}");
  if (list && members.every(isNumber)) return trendNode(value, context);
  const told = !members.some(isNested) && (list ? members.map(plainText) : entriesOf(value).map(memberText)).join(" · ");
  if (told && list && told.length <= INLINE) return tagRow(members);
  if (told && (told.length <= (list ? 160 : 80) || !context.render)) return say("span", { title: JSON.stringify(value) }, told);
  return openingNode(value, gistOf(value), context);
}

/** Numbers that a cell holds: their line, and the numbers where they are few. */
function trendNode(value, context) {
  const few = value.length <= 12 && say("span", value.map(plainText).join(" · "));
  return h("div.row", value.length > 3 && h("span.trend", sparkline(value)), few || openingNode(value, `${plainText(value[0])} → ${plainText(value.at(-1))}`, context));
}

/** A button that opens a value below: what is nested as a tree, words without end as whatever they are. */
function openingNode(value, label, context) {
  const { openBelow, ...inner } = context;
  const make = () => drawAny(value, inner, [isNested(value) ? "tree" : "auto"]);
  if (openBelow) return openBelow(label, make);
  const pane = h("div.near");
  return h("div", foldButton("sm", label, pane, { make }), pane);
}

/** Up to 12 bare values, each short enough to stand beside others in one line. */
export const fitsInLine = (list) => list.length <= 12 && list.every((item) => !isNested(item) && !/\n/.test(item) && textOf(item).length <= SHORT);
const SHORT = 30;

/** Short values one beside the other; `type` where they are a component of their own. */
export const tagRow = (members, type) =>
  h(
    "div.row",
    { "data-component": type },
    members.map((each) => [say("span.badge tag", plainText(each) || '""'), " "]),
  );

/** Members of an object, name beside value; `columns` say what each member is called and how it is written. */
export const keyValue = (value, columns, context) =>
  h(
    "dl.kv",
    columns.map((column) => {
      const at = { ...column, more: { year: true } };
      return [say("dt", column.label), h("dd", valueNode(pointer(value, column.key), at, context))];
    }),
  );

/** Any value as words in running text: dates and numbers as people write them. */
export const valueText = (value) => (isNested(value) ? cut(JSON.stringify(value), 160) : plainText(value));

/** A list as it is, the values of a map, or null. */
export const listOf = (value) => (isNested(value) ? valuesOf(value) : null);

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
