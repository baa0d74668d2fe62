// data.js: what a tool result holds: its data, the words around it, and every item of content that is not text; JSON and Python literals found in text, alone,
// in a fence, in lines or among words.

import { typed } from "./shapes.js";
import { attempt, entriesOf, isList, isNested, isNumber, isPlain, isText, keys, objectOf, textOf, valuesOf } from "./values.js";

let literals = true;

/** Components that draw no data found in text: words, media and what holds others. */
const NO_DATA = /^(text|markdown|code-block|diff|image|audio|video|links|header|section|tabs|divider)$/;
const typesIn = (components) => components.flatMap(({ type, children }) => [type, ...typesIn(children ?? [])]);

/** Look for literals among the words of a text too, or for JSON alone: where no component draws them, or a schema has told the structure. */
export function lookForLiterals(components = [{ type: "auto" }], tool) {
  literals = typesIn(components).some((type) => /^(auto|rows)$/.test(type) || (!tool.outputSchema && !NO_DATA.test(type)));
}

/** A number as it was written; as text where it is too large to be exact. */
const exactNumber = (source, value = Number(source)) =>
  isNumber(value) && (Number.isSafeInteger(value) || !/^-?\d{16,}$/.test(source)) ? value : source;

/** {data} of a text that is JSON as a whole, seen through strings that hold JSON, else false; big integers stay exact, as text. */
export function readJson(text, depth = 0) {
  const exact = (_, value, { source } = {}) => (isNumber(value) ? exactNumber(source, value) : value);
  const read = () => JSON.parse(text, /[^.\d]\d{16}/.test(text) && exact);
  const data = depth < 4 && /^\s*[[{"]/.test(text) ? attempt(read) : undefined;
  return (isText(data) && readJson(data, depth + 1)) || (data !== undefined && { data });
}

/** What a text says: data found in it, with its `source` where it is no plain JSON; else the text itself. */
export function readText(text) {
  const json = readJson(text);
  const found = !json && literals && readLiterals(text);
  return json || (found ? { ...found, source: text } : { data: text });
}

const isTextItem = (item) => item?.type === "text" && isText(item.text);

/**
 * A CallToolResult as {state, data, lead, trail, source, content, blocks, text}: `data` is structuredContent exactly, else
 * the JSON found in the text, else the text; `lead` and `trail` are the words around it; `blocks` the content that is not text.
 */
export function readResult(result) {
  const whole = Object(result);
  const listed = isList(whole.content);
  const content = listed ? whole.content : [];
  const structured = whole.structuredContent ?? (listed ? undefined : withoutMeta(whole));
  const texts = content.filter(isTextItem).map((item) => item.text);
  const text = texts.join("\n\n");
  const blocks = content.filter((item) => !isTextItem(item));
  // Some hosts leave the structured content empty and keep the text.
  const bare = (structured ?? null) === null || (text && isPlain(structured) && !keys(structured)[0]);
  const found = { lead: "", trail: "", ...(bare ? readTexts(texts, text) : { data: structured }) };
  if (isMirror(found.data, blocks)) found.data = undefined;
  const empty = isEmpty(found.data) && !(blocks[0] || found.lead || found.trail);
  const failed = whole.isError === true || (!blocks[0] && tellsFailure(found.data?.result ?? found.data));
  const state = failed ? "error" : empty ? "empty" : "result";
  return { ...found, state, structured, content, blocks, text };
}

/** Data that says it failed, and holds nothing else; a short text that begins so. */
const tellsFailure = (data) =>
  isPlain(data)
    ? (valuesOf(data).some((each) => each === false || /^(error|fail)/.test(each)) || data.error || data.errors?.[0]) &&
      entriesOf(data).every(([name, each]) => /^(ok|success|error|message|code|status|type|detail|hint|(request|trace)_?id)/i.test(name) || isEmpty(each))
    : /^(Error( \w+ing .*)?:|Failed to )[^]{0,999}$/.test(data);

function withoutMeta({ _meta, isError, content, ...rest }) {
  return "toolResult" in rest ? rest.toolResult : (content ?? (keys(rest).length ? rest : undefined));
}

/** Several texts that all hold data make one list; words beside data stand around it; else it is one text. */
function readTexts(texts, text) {
  const all = texts.map(readText);
  const held = all.filter(({ data }) => isNested(data));
  if (!texts[1] || !held[0] || (held[1] && held.length < all.length)) return readText(text);
  if (held[1]) return { data: held.map(({ data }) => data) };
  const [one] = held;
  const at = all.indexOf(one);
  const words = (...parts) => parts.filter(Boolean).join("\n\n");
  return { ...one, lead: words(...texts.slice(0, at), one.lead), trail: words(one.trail, ...texts.slice(at + 1)) };
}

/** Is the structured content only a copy of the items of content? */
function isMirror(data, blocks) {
  const kinds = (items) => items.map((item) => item?.type).join();
  return isNested(data) && blocks[0] && kinds(valuesOf(data).flat()) === kinds(blocks);
}

/** Nothing to show: no value, an empty list, or an envelope of empty lists that says no more than that. */
export function isEmpty(value, depth = 0) {
  if (!isNested(value)) return !depth && /^(null|None)?$/.test(textOf(value).trim());
  // So many levels of lists and objects with nothing in them are data, whatever they hold.
  if (depth > 50) return false;
  const members = valuesOf(value);
  const inner = (each) => isEmpty(each, depth + 1);
  if (isList(value)) return members.every(inner);
  if (keys(value).join() === "result") return isEmpty(value.result, depth);
  const isQuiet = ([name, each]) =>
    isNested(each) ? inner(each) : !each || each === true || /(^|_)(count|total|size|length|status|message|query|source_id)$/i.test(name);
  return entriesOf(value).every(isQuiet) && (!members.length || members.some(isNested));
}

export const MEDIUM = /^(image|audio|video)(?=\/|$)/;

const LITERAL =
  /\s*(?:([[{(\])},:=])|[bruf]{0,2}("""|'''|["'])|(-?(?:\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+|inf(?:inity)?\b))|([a-z_][\w.]*)|<([^<>\n]*)>)/iy;
const CONSTANT = /^(?:(true)|(false)|none|null|undefined|nan|nat)$/i;
const CLOSING = { "[": "]", "(": ")", "{": "}" };
const ESCAPE = /\\(?:U(.{8})|u(.{4})|x(..)|([^]))/gs;
const ESCAPES = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "\n": "" };

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
    if (!CLOSING[open] || depth > 400) noLiteral();
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
const readLiterals = (text) => nothingFound(text) || wholeLiteral(text) || embeddedData(text);
