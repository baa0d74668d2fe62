// literals.js: JSON and Python literals found in text, alone, in a fence, in lines or among words.

import { exactNumber } from "./data.js";
import { attempt, isList, isNested, isNumber, keys, objectOf, valuesOf } from "./values.js";
import { typed } from "./shapes.js";

const LITERAL =
  /\s*(?:([[{(\])},:=])|[bruf]{0,2}("""|'''|["'])|(-?(?:\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+|inf(?:inity)?\b))|([a-z_][\w.]*)|<([^<>\n]*)>)/iy;
const CONSTANT = /^(?:(true)|(false)|none|null|undefined|nan|nat)$/i;
const CLOSING = { "[": "]", "(": ")", "{": "}" };
const ESCAPE = /\\(?:U(.{8})|u(.{4})|x(..)|([^]))/gs;
const ESCAPES = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "\n": "" };
const MAX_DEPTH = 400;

const noLiteral = () => {
  throw new SyntaxError("no literal");
};

/** One literal of JSON or Python at `at`, or where it is `loose` of JavaScript: {value, end}; nothing where there is none. */
function readLiteral(text, at, loose) {
  const scan = RegExp(LITERAL);
  scan.lastIndex = at;
  const next = () => scan.exec(text) ?? noLiteral();
  /** Is this the next mark? Then it is taken. */
  const isNext = (mark) => {
    const { lastIndex } = scan;
    const found = scan.exec(text)?.[1] === mark;
    if (!found) scan.lastIndex = lastIndex;
    return found;
  };
  const read = (depth, [, mark, quote, digits, name, angle] = next()) => {
    if (quote) return readString(text, quote, scan);
    if (digits) return exactNumber(digits.replaceAll("_", ""));
    if (depth && angle !== undefined) return angle.replace(/^class '|'$|^[\w.]*\.(\w+):.*/g, "$1");
    const [constant, yes, no] = (name && CONSTANT.exec(name)) || [];
    if (constant) return yes ? true : no ? false : null;
    if (name && isNext("(")) return callValue(name.split(".").at(-1), members("(", depth + 1));
    if (depth && name?.includes(".")) return name;
    const { list, pairs } = members(mark, depth + 1);
    if (mark === "{" && !list.length) return objectOf(pairs);
    return pairs.length ? noLiteral() : list;
  };
  /** What stands between brackets: values, and names or keys with their values. */
  const members = (open, depth) => {
    const [list, pairs] = [[], []];
    if (!CLOSING[open] || depth > MAX_DEPTH) noLiteral();
    for (let more = true; !isNext(CLOSING[open]); more = isNext(",")) {
      if (!more) noLiteral();
      const token = next();
      const named = token[4] && (open === "(" ? isNext("=") : loose && isNext(":"));
      const each = named ? token[4] : read(depth, token);
      if (named || (open === "{" && isNext(":"))) pairs.push([isNested(each) ? JSON.stringify(each) : each, read(depth)]);
      else list.push(each);
    }
    return { list, pairs };
  };
  return attempt(() => ({ value: read(0), end: scan.lastIndex }));
}

function readString(text, quote, scan) {
  const at = scan.lastIndex;
  let end = at - 1;
  do {
    end = text.indexOf(quote, end + 1);
    if (end < 0) noLiteral();
  } while (/\\*$/.exec(text.slice(Math.max(at, end - 99), end))[0].length % 2);
  scan.lastIndex = end + quote.length;
  return text.slice(at, end).replace(ESCAPE, (_, long, short, byte, sign) =>
    sign ? (ESCAPES[sign] ?? sign) : String.fromCodePoint(parseInt(long ?? short ?? byte, 16)),
  );
}

/** What a Python call stands for: dates as ISO text, Decimal as a number, others by their arguments. */
function callValue(name, { list, pairs }) {
  const last = list.at(-1) ?? null;
  if (/^(date|time|datetime|Timestamp)$/.test(name) && isNumber(last)) {
    const parts = list.map((part) => String(part).padStart(2, "0"));
    const day = name === "time" ? "" : parts.splice(0, 3).join("-");
    const zone = pairs.some(([key]) => /^tz/.test(key)) ? "Z" : "";
    return day + (parts[0] ? (day && "T") + parts.slice(0, 3).join(":") + zone : "");
  }
  if (name === "Decimal") return typed(last);
  if (pairs.length && !list.length) return objectOf(pairs);
  if (/dict/i.test(name) && isList(last)) return objectOf(last);
  return list.length === 1 || isNested(last) ? last : list;
}

/** The whole text as one literal. */
function wholeLiteral(text) {
  const body = text.trim();
  const found = /^[[{(]|^\w+\(/.test(body) && readLiteral(body, 0, true);
  return found && found.end === body.length && isNested(found.value) && { data: found.value };
}

/** More than a footnote's [1] or an empty pair of braces. */
const isTelling = (value) =>
  isNested(value) &&
  (keys(value).length > (isList(value) ? 1 : 0) || valuesOf(value).some(isNested));

/** Literals that stand in lines of their own, in a fence or after a colon, among words. */
function embeddedData(text) {
  const found = [];
  const words = [];
  let from = 0;
  let tries = 0;
  for (const { index, 0: before, 1: fence } of text.matchAll(/(?:^|[:=\n])[ \t]*(```(?:\w*json\w*|python|py)?\s*\n\s*)?(?=[[{])/g)) {
    if (index < from || ++tries > 200) continue;
    const at = index + before.length;
    const { value, end } = readLiteral(text, at) ?? {};
    const [after] = /^[ \t.,;)]*(?:\n\s*```|(?=\n|$))/.exec(text.slice(end, end + 40)) ?? [];
    if (after === undefined || !isTelling(value)) continue;
    words.push(text.slice(from, at - (fence ?? "").length).trim());
    found.push(value);
    from = end + after.length;
  }
  if (!found.length) return undefined;
  words.push(text.slice(from).trim());
  const [lead, ...more] = words;
  const alike = found.every((each) => isList(each) === isList(found[0]));
  if (found.length > 1 && (!alike || words.join("").length > 40 * found.length)) return undefined;
  return { data: found.length > 1 ? found : found[0], lead, trail: more.filter(Boolean).join("\n") };
}

/** Nothing but words above empty brackets, nothing but the names of columns. */
const NOTHING = /^(?:((?!```).+?):?\s*\n)?(?:```\w*\s)?\s*[[{]\s*[\]}][`\s]*$|^(?=.*_)([a-z_]+[,;|\t])+[a-z_]+\s*$/i;
function nothingFound(text) {
  const found = text.length < 999 && NOTHING.exec(text);
  return found && { data: found[1] ?? [] };
}

/** Data in a text that is no JSON: {data, lead?, trail?}, or something false. */
export const readLiterals = (text) => nothingFound(text) || wholeLiteral(text) || embeddedData(text);
