// format.js: values as people write them, in the host's locale and time zone.

import { labelOf } from "./labels.js";

/** `used`: some value shown was taken to the host's time zone. */
export const locality = { locale: undefined, timeZone: undefined, used: false };
const formatters = new Map();

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

/** Take over locale and time zone from the host; what the browser does not know is ignored. */
export function setLocale({ locale, timeZone }) {
  const take = (told) => attempt(() => new Intl.DateTimeFormat(told.locale, told)) && Object.assign(locality, told);
  if (locale) take({ locale });
  if (timeZone) take({ timeZone });
  formatters.clear();
}

/** A formatter of the host's locale or another; making one costs a hundred times what using it does. */
export function formatter(kind, options, locale = locality.locale) {
  return keptIn(formatters, kind + locale + JSON.stringify(options), () => new Intl[kind](locale, options));
}

export const intlText = (kind, options, value) => formatter(kind, options).format(value);
const minus = (text) => text.replace("-", "−");
export const numberText = (value, options) => minus(intlText("NumberFormat", options, value));
export const plural = (count, one, many = one + "s") => `${numberText(count)} ${count === 1 ? one : many}`;

export const isText = (value) => typeof value === "string";
export const isList = Array.isArray;
export const isNumber = Number.isFinite;
export const isNested = (value) => value !== null && typeof value === "object";
/** The names that rows had in the map that they come from. */
const rowKeys = new WeakMap();
export const keyOf = (row) => (isNested(row) ? rowKeys.get(row) : undefined);
export function keyed(row, name) {
  if (isNested(row) && name !== undefined) rowKeys.set(row, name);
  return row;
}

export const isPlain = (value) => isNested(value) && !isList(value);

const DATE = /^\d{4}-\d\d(-\d\d([T ](\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?\s?(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?)?$/i;
/** The match of DATE where a text is a month, a day or a moment; else something false. */
const dateParts = (text) => {
  const parts = isText(text) && DATE.exec(text);
  return parts && !isNaN(Date.parse(text.slice(0, 10))) && parts;
};
export const isDateText = (text) => Boolean(dateParts(text));
export const isMoment = (text) => text?.length > 10 && isDateText(text);
const isDay = (text) => text?.length === 10 && isDateText(text);
export const isMonth = (text) => text?.length === 7 && isDateText(text);
export const isUrl = (text) => isText(text) && /^https?:\/\/[^\s<>"]+$/i.test(text);

/**
 * A date text or an epoch as {date, timeZone, offset, day}. Days and times without a zone keep the figures they were
 * written with; a time with its own offset keeps its wall clock and names the offset; the rest go to the host's zone.
 */
export function readDate(value) {
  const { timeZone } = locality;
  // A day written as one number, 20251121, and a count are below this: the first seconds of 1973.
  if (isNumber(value)) return { date: new Date(Math.abs(value) < 1e8 ? NaN : Math.abs(value) < 1e11 ? value * 1000 : value), timeZone };
  const [all, , moment, time = "00:00", zone] = dateParts(value) || [];
  const date = new Date(all ? `${value.slice(0, 10)}T${time}Z` : NaN);
  const far = /[1-9]/.test(zone) && " GMT" + minus(zone);
  // Where the host's clock shows the same, the offset says nothing.
  const offset = far && far !== hostOffset(value) && far;
  if (zone && !offset) locality.used = true;
  return { date, timeZone: zone && !far ? timeZone : "UTC", day: all && !moment, offset };
}

/** " GMT+01:00" as the host's time zone has it at a moment. */
function hostOffset(moment) {
  const at = new Date(moment);
  const parts = isNaN(at) ? [] : formatter("DateTimeFormat", { timeZone: locality.timeZone, timeZoneName: "longOffset" }, "en").formatToParts(at);
  return " " + minus(parts.find(({ type }) => type === "timeZoneName")?.value ?? "");
}

/** Is a moment written as midnight, as days are where a program has no type for them? */
export const isMidnight = (text) => /^00:00(:00)?$/.test(dateParts(text)?.[3]);

/** `parts`: date, time or datetime; `written`: the day as the text has it, in no zone; `year`: false leaves out the current year; `weekday`: as Intl has it. */
export function formatDate(value, parts, { year = true, seconds, weekday, written } = {}) {
  if (written) value = value.slice(0, 10);
  const { date, timeZone, offset, day } = readDate(value);
  if (isNaN(date)) return textOf(value);
  const month = isMonth(value);
  const dated = (parts !== "time" || day) && {
    weekday: weekday === true ? "short" : weekday,
    month: "short",
    day: month ? undefined : "numeric",
    year: year || month || !thisYear(value) ? "numeric" : undefined,
  };
  const timed = parts !== "date" && !day && { hour: "numeric", minute: "numeric", second: seconds ? "numeric" : undefined };
  return intlText("DateTimeFormat", { timeZone, ...dated, ...timed }, date) + ((timed && offset) || "");
}

/** The day that a moment has in a time zone, as "2026-11-22". */
const calendarDay = (date, timeZone) => formatter("DateTimeFormat", { timeZone }, "en-CA").format(date);

/** The day so many days from now, as "2026-11-22". */
export const today = (days = 0) => calendarDay(Date.now() + days * 864e5, locality.timeZone);

/** Has this date, where it is told, the year that it is now? */
export function thisYear(value) {
  const { date, timeZone } = readDate(value);
  return calendarDay(date, timeZone).slice(0, 4) === today().slice(0, 4);
}

/** The day of a value, as "2026-11-22"; "" where it is no date. */
export function dayText(value) {
  const { date, timeZone } = readDate(value);
  return isNaN(date) ? "" : calendarDay(date, timeZone);
}

/** How many days ago a date was. */
export function daysAgo({ date, timeZone }) {
  const [now, then] = [today(), calendarDay(date, timeZone)].map(Date.parse);
  return (now - then) / 864e5;
}

/** "Today" and "Yesterday" for moments that are. */
export const nearDay = (read) => ["Today", "Yesterday"][daysAgo(read)];

export function relativeDay(value) {
  const read = readDate(value);
  if (isNaN(read.date)) return textOf(value);
  const named = nearDay(read);
  if (!named) return formatDate(value, "datetime", { year: false });
  return named + (read.day ? "" : ", " + formatDate(value, "time"));
}

/** `unit`: what the number counts, as Intl calls it; `binary`: in steps of 1024. */
export function bytesText(value, { unit, binary } = {}) {
  const step = binary ? 1024 : 1000;
  let power = Math.max(0, ["byte", "kilobyte", "megabyte", "gigabyte"].indexOf(unit));
  for (; Math.abs(value) >= step && power < 5; power++) value /= step;
  const amount = numberText(value, { maximumFractionDigits: Math.min(2, power) });
  return `${amount} ${["bytes", "K", "M", "G", "T", "P"][power]}${power ? (binary ? "iB" : "B") : ""}`;
}

/** Decimals worth showing for a lone number: 2, or four digits where it is small. */
const digitsOf = (value) =>
  Math.abs(value) >= 1 || !value ? 2 : Math.min(20, 3 - Math.floor(Math.log10(Math.abs(value))));

export function plainNumber(value, { digits = digitsOf(value), least = 0, grouping } = {}) {
  if (Math.abs(value) >= 1e15 || (value && Math.abs(value) < 1e-6)) return minus(String(value));
  return numberText(value, { minimumFractionDigits: least, maximumFractionDigits: digits, useGrouping: grouping });
}

export function compactText(value) {
  if (Math.abs(value) < 1e4) return plainNumber(value);
  const brief = numberText(value, { notation: "compact", maximumSignificantDigits: 3 });
  return brief.replace(/[kmbt]n?$/, (unit) => unit[0].toUpperCase());
}

/** Ways to write a number by the name of the format; formats.js enters more. */
export const NUMBER_FORMATS = {
  __proto__: null,
  integer: (value, { grouping }) => plainNumber(value, { digits: 0, grouping }),
  number: plainNumber,
  percent: (value, { ratio, digits = 2 }) =>
    numberText(ratio ? value : value / 100, { style: "percent", maximumFractionDigits: digits }),
  bytes: bytesText,
};

/** An address without what all of them begin and end with. */
export const shortUrl = (value) => textOf(value).replace(/^https?:\/\/(www\.)?|\/$/gi, "");

/** Ways to write any value; formats.js enters more. */
export const TEXT_FORMATS = {
  __proto__: null,
  date: (value, options) => formatDate(value, "date", options),
  datetime: (value, options) => formatDate(value, "datetime", options),
  badge: (value) =>
    /^[A-Z]{4,}$|_|^[a-z][a-z -]*$/.test(value) ? labelOf(String(value).toLowerCase()) : textOf(value),
};

/** Any value as text: booleans as words, dates and numbers as they are, nested values as JSON. */
export function textOf(value) {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const SHORTEST_WRAP = 40;
/** Prose that a program has wrapped, with its lines joined: each line is full, so that the next word would not fit. */
export function reflowed(text) {
  const width = Math.max(...text.split("\n").map(({ length }) => length));
  const isFull = (line, next) => next === undefined || line.length + 1 + /^\S*/.exec(next)[0].length > width;
  const isProse = (lines) => lines.every((line, at) => /^[\p{L}"'(“«]/u.test(line) && isFull(line, lines[at + 1]));
  const parts = text.split(/\n{2,}/).map((part) => part.split("\n"));
  const wrapped = width >= SHORTEST_WRAP && width <= 120 && parts.some((lines) => lines[1]) && parts.every(isProse);
  return wrapped ? parts.map((lines) => lines.join(" ")).join("\n\n") : text;
}

export const pretty = (value) => (isText(value) ? value : (JSON.stringify(value, null, 2) ?? ""));
/** The first `length` characters, never half a surrogate pair. */
export const cut = (text, length) =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "") + "…";

/** The text of a value in a format: a name, or {name, …options}. Values that do not fit the format are shown as they are. */
export function formatValue(value, format, options) {
  const { name, ...all } = { ...(isText(format) ? { name: format } : format), ...options };
  if (value === undefined || value === null) return "–";
  const number = NUMBER_FORMATS[name];
  if (!number) return (TEXT_FORMATS[name] ?? textOf)(value, all);
  const amount = isText(value) && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return isNumber(amount) ? number(amount, all) : textOf(value);
}
