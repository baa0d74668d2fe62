// values.js: what values are, what of them can be reached, how dates are read, and texts that are made of them. No Intl: outlines are made where there is none;
// how a value in a text is written is named, and done by the page.

import { labelOf } from "./labels.js";

/** What a map has for a key, made when it is first asked for. */
export function keptIn(map, key, make) {
  if (!map.has(key)) map.set(key, make());
  return map.get(key);
}

/** What a function returns, undefined where it fails. */
export const attempt = (make) => {
  try {
    return make();
  } catch {}
};

/** A text with values that are yet to be written: its parts are texts and {value, format}. To all but the page it is a text. */
export class Words {
  constructor(parts) {
    this.parts = parts;
  }
  toString() {
    return this.parts.map((part) => (isText(part) ? part : textOf(part.value))).join("");
  }
  toJSON() {
    return this.parts[1] === undefined ? this.parts[0] : this.parts;
  }
}

export const isText = (value) => typeof value === "string";
export const isWords = (value) => value instanceof Words;
export const isList = Array.isArray;
export const isNumber = Number.isFinite;
export const isNested = (value) => value !== null && typeof value === "object" && !isWords(value);
/** The names that rows had in the map that they come from. */
const rowKeys = new WeakMap();
export const keyOf = (row) => rowKeys.get(row);
export function keyed(row, name) {
  if (isNested(row) && name !== undefined) rowKeys.set(row, name);
  return row;
}

export const isPlain = (value) => isNested(value) && !isList(value);
/** Neither undefined nor null. */
export const present = (value) => value != null;

export const { entries: entriesOf, values: valuesOf, fromEntries: objectOf } = Object;
export const keys = (value) => Object.keys(Object(value));
export const has = (value, name) => Object.hasOwn(Object(value), name);
/** Are two values the same, whatever the order of their members? */
export const same = (a, b) =>
  a === b ||
  (isNested(a) &&
    isNested(b) &&
    isList(a) === isList(b) &&
    keys(a).length === keys(b).length &&
    keys(a).every((name) => has(b, name) && same(a[name], b[name])));

export const pointerName = (raw) => raw.replaceAll("~1", "/").replaceAll("~0", "~");
export const escapePointer = (name) => "/" + String(name).replaceAll("~", "~0").replaceAll("/", "~1");

const paths = new Map();
/** The names that a path is made of: the same few are asked for in each of many rows. */
export const namesOf = (path) => keptIn(paths, path, () => path.slice(1).split("/").map(pointerName));

/** The value at a JSON Pointer, through own members only; undefined when there is none. */
export function pointer(value, path) {
  if (path === "") return value;
  if (!isText(path) || path[0] !== "/") return undefined;
  for (const name of namesOf(path)) {
    // What a list has of its own besides its entries is no data.
    if (!isNested(value) || !Object.hasOwn(value, name) || (name === "length" && isList(value))) return undefined;
    value = value[name];
  }
  return value;
}

// Binary fractions: 0.1 + 0.2 is 0.3 to a person, and nobody reads more than twelve digits.
export const rounded = (value) => Number(value.toPrecision(12));

const DATE = /^\d{4}-\d\d(-\d\d([T ](\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?\s?(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?)?$/i;
/** A moment as mail (RFC 5322), git and JavaScript write it. */
const WRITTEN = /^(?:\w{3},? )?(\d\d? \w{3} \d{4} \d\d:\d\d(?::\d\d)?|\w{3} \d\d? \d{4} [\d:]{8}|\w{3} +\d\d? [\d:]{8} \d{4}) (?:UTC|GMT)?([+-]\d{4})?(?: \(.*\))?$/;
/** The same as ISO 8601 has it; any other text as it is. */
export function isoOf(text) {
  const [, wall, zone = "+0000"] = WRITTEN.exec(text) ?? [];
  return (wall && attempt(() => new Date(wall + " UTC").toISOString().slice(0, 19) + zone.replace(/..$/, ":$&"))) || text;
}
/** The match of DATE where a text is a month, a day or a moment; else something false. */
const dateParts = (text) => {
  const parts = isText(text) && DATE.exec(isoOf(text));
  return parts && !isNaN(Date.parse(parts[0].slice(0, 10))) && parts;
};
export const isDateText = (text) => Boolean(dateParts(text));
export const isMoment = (text) => text?.length > 10 && isDateText(text);
export const isMonth = (text) => text?.length === 7 && isDateText(text);
export const isUrl = (text) => isText(text) && /^https?:\/\/[^\s<>"]+$/i.test(text);

/**
 * A date text or an epoch as {date, local, offset, day}. Days and times without a zone keep the figures they were
 * written with; a time with its own offset keeps its wall clock and names the offset; the rest are `local`: they go to
 * the host's zone.
 */
export function readDate(value) {
  // A day written as one number, 20251121, and a count are below this: the first seconds of 1973.
  if (isNumber(value)) return { date: new Date(Math.abs(value) < 1e8 ? NaN : Math.abs(value) < 1e11 ? value * 1000 : value), local: true };
  const [all, , moment, time = "00:00", zone] = dateParts(value) || [];
  const date = new Date(all ? `${all.slice(0, 10)}T${time}Z` : NaN);
  const offset = /[1-9]/.test(zone) && " GMT" + zone.replace("-", "−");
  return { date, local: Boolean(zone && !offset), day: all && !moment, offset };
}

/** A length of time as ISO 8601 has it: "PT3H50M". */
const DURATION = /^P(?=.)(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/;
/** The seconds of such a text; undefined for anything else. */
export function secondsIn(text) {
  const [all, days = 0, hours = 0, minutes = 0, seconds = 0] = (isText(text) && DURATION.exec(text)) || [];
  return all && ((days * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
}

/** What day it is: on this machine's clock, until the page enters the host's. */
export const calendar = {
  today(days) {
    const now = new Date();
    return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days)).toISOString().slice(0, 10);
  },
};

/** The day so many days from now, as "2026-11-22". */
export const today = (days = 0) => calendar.today(days);

export const DAY_MS = 864e5;

/** Is a moment written as midnight, as days are where a program has no type for them? An epoch is at midnight of UTC. */
export const isMidnight = (value) => (isNumber(value) ? readDate(value).date % DAY_MS === 0 : /^00:00(:00)?$/.test(dateParts(value)?.[3]));

/** An address without what all of them begin and end with. */
export const shortUrl = (value) => textOf(value).replace(/^https?:\/\/(www\.)?|\/$/gi, "");

/** Any value as text: booleans as words, dates and numbers as they are, nested values as JSON. */
export function textOf(value) {
  if (!present(value)) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return isNested(value) ? JSON.stringify(value) : String(value);
}

/** Prose that a program has wrapped, with its lines joined: each line is full, so that the next word would not fit. */
export function reflowed(text) {
  const width = Math.max(...text.split("\n").map(({ length }) => length));
  const isFull = (line, next) => next === undefined || line.length + 1 + /^\S*/.exec(next)[0].length > width;
  const isProse = (lines) => lines.every((line, at) => /^[\p{L}"'(“«]/u.test(line) && isFull(line, lines[at + 1]));
  const parts = text.split(/\n{2,}/).map((part) => part.split("\n"));
  const wrapped = width >= 40 && width <= 120 && parts.some((lines) => lines[1]) && parts.every(isProse);
  return wrapped ? parts.map((lines) => lines.join(" ")).join("\n\n") : text;
}

export const pretty = (value) => (isText(value) ? value : isWords(value) ? String(value) : (JSON.stringify(value, null, 2) ?? ""));
/** The first `length` characters, never half a surrogate pair. */
export const cut = (text, length) =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "") + "…";

/** Ways to write a value that are the same everywhere, or come down to other ways. */
export const PLAIN_FORMATS = {
  __proto__: null,
  text: textOf,
  // AAAA, CNAME and HTTPS begin as no word does.
  badge: (value) =>
    /^(?=[AEIOUYS]|.[AEIOUYHLRW])(?!(.)\1\1)[A-Z]{4,}$|_|^[a-z][a-z -]*$/.test(value) ? labelOf(String(value).toLowerCase()) : textOf(value),
  choice: (value) => PLAIN_FORMATS.badge(value),
  truncate: (value, { length = 80 }) => cut(textOf(value), length),
  length: (value) => formatted(value?.length ?? Object.keys(Object(value)).length, "integer"),
  join: (value, { separator = ", " }) => (isList(value) ? value.map(textOf).join(separator) : textOf(value)),
  json: pretty,
  url: shortUrl,
};

/** One text of several parts: a text where no part has a value that is yet to be written. */
export function words(...parts) {
  const all = parts.flatMap((part) => (isWords(part) ? part.parts : [textOf(part)])).filter((part) => part !== "");
  return all.every(isText) ? all.join("") : new Words(all);
}

export const joined = (parts, mark) => words(...parts.flatMap((part, at) => (at ? [mark, part] : [part])));

/** A value in a format: a name, or {name, …options}. */
export function formatted(value, format) {
  const { name, ...options } = isText(format) ? { name: format } : format;
  const write = PLAIN_FORMATS[name];
  return write ? write(value, options) : new Words([{ value, format: { name, ...options } }]);
}

/** "3 rows". */
export const counted = (count, one, many = one + "s") => words(formatted(count, "integer"), ` ${count === 1 ? one : many}`);
