// data.js: what a tool result holds: its data, the words around it, and every item of content that is not text.

import { attempt, entriesOf, isList, isNested, isNumber, isPlain, isText, keys, textOf, valuesOf } from "./values.js";
import { readLiterals } from "./literals.js";

let literals = true;

/** Components that draw no data found in text: words, media and what holds others. */
const NO_DATA = /^(text|markdown|code-block|diff|image|audio|video|links|header|section|tabs|divider)$/;
const typesIn = (components) => components.flatMap(({ type, children }) => [type, ...typesIn(children ?? [])]);

/** Look for literals among the words of a text too, or for JSON alone: where no component draws them, or a schema has told the structure. */
export function lookForLiterals(components = [{ type: "auto" }], tool) {
  literals = typesIn(components).some((type) => /^(auto|rows)$/.test(type) || (!tool.outputSchema && !NO_DATA.test(type)));
}

/** A number as it was written; as text where it is too large to be exact. */
export const exactNumber = (source, value = Number(source)) =>
  isNumber(value) && (Number.isSafeInteger(value) || !/^-?\d{16,}$/.test(source)) ? value : source;

/** {data} of a text that is JSON as a whole, seen through strings that hold JSON; big integers stay exact, as text. */
export function readJson(text, depth) {
  if (depth > 3 || !/^\s*[[{"]/.test(text)) return undefined;
  const exact = (_, value, { source } = {}) => (isNumber(value) ? exactNumber(source, value) : value);
  const data = attempt(() => JSON.parse(text, /[^.\d]\d{16}/.test(text) && exact));
  if (data === undefined) return undefined;
  return (isText(data) && readJson(data, (depth ?? 0) + 1)) || { data };
}

/** What a text says: data found in it, with its `source` where it is no plain JSON; else the text itself. */
export function readText(text) {
  const long = text.length >= 5e7;
  const json = !long && readJson(text);
  if (json || long || !literals) return json || { data: text };
  const found = readLiterals(text);
  return found ? { ...found, source: text } : { data: text };
}

const isTextItem = (item) => item?.type === "text" && isText(item.text);

/**
 * A CallToolResult as {state, data, lead, trail, source, content, blocks, text, bytes}: `data` is structuredContent exactly, else
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
  const bytes = text.length + (structured ? JSON.stringify(structured).length : 0);
  // Some hosts leave the structured content empty and keep the text.
  const bare = (structured ?? null) === null || (text && isPlain(structured) && !keys(structured)[0]);
  const found = { lead: "", trail: "", ...(bare ? readTexts(texts, text) : { data: structured }) };
  if (isMirror(found.data, blocks)) found.data = undefined;
  const empty = isEmpty(found.data) && !(blocks[0] || found.lead || found.trail);
  const failed = whole.isError === true || (!blocks[0] && tellsFailure(found.data?.result ?? found.data));
  const state = failed ? "error" : empty ? "empty" : "result";
  return { ...found, state, structured, content, blocks, text, bytes };
}

const FAULT = /^(ok|success|error|message|code|status|type|detail|hint|(request|trace)_?id)/i;

/** Data that says it failed, and holds nothing else; a short text that begins so. */
const tellsFailure = (data) =>
  isPlain(data)
    ? (valuesOf(data).some((each) => each === false || /^(error|fail)/.test(each)) || data.error || data.errors?.[0]) &&
      entriesOf(data).every(([name, each]) => FAULT.test(name) || isEmpty(each))
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

/** So many levels of lists and objects with nothing in them are an envelope; more are data, whatever they hold. */
const EMPTY_DEPTH = 50;

/** Nothing to show: no value, an empty list, or an envelope of empty lists that says no more than that. */
export function isEmpty(value, depth = 0) {
  if (!isNested(value)) return !depth && /^(null|None)?$/.test(textOf(value).trim());
  if (depth > EMPTY_DEPTH) return false;
  const members = valuesOf(value);
  const inner = (each) => isEmpty(each, depth + 1);
  if (isList(value)) return members.every(inner);
  if (keys(value).join() === "result") return isEmpty(value.result, depth);
  const isQuiet = ([name, each]) =>
    isNested(each) ? inner(each) : !each || each === true || /(^|_)(count|total|size|length|status|message|query|source_id)$/i.test(name);
  return entriesOf(value).every(isQuiet) && (!members.length || members.some(isNested));
}

export const MEDIUM = /^(image|audio|video)(?=\/|$)/;
