// format.js: values as people write them, in the host's locale and time zone.

import { attempt, isMonth, isoOf, isNumber, isText, isWords, keptIn, readDate, textOf, calendar, DAY_MS, today } from "./values.js";
import { counted, PLAIN_FORMATS } from "./words.js";

export * from "./values.js";

/** `used`: some value shown was taken to the host's time zone. */
export const locality = { locale: undefined, timeZone: undefined, used: false };
const formatters = new Map();

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
export const plural = (...told) => written(counted(...told));

/** The time zone that a date as readDate reads it is told in. */
function zoneOf({ local }) {
  if (!local) return "UTC";
  locality.used = true;
  return locality.timeZone;
}

/** " GMT+01:00" as the host's time zone has it at a moment. */
function hostOffset(moment) {
  const at = new Date(moment);
  const parts = isNaN(at) ? [] : formatter("DateTimeFormat", { timeZone: locality.timeZone, timeZoneName: "longOffset" }, "en").formatToParts(at);
  return " " + minus(parts.find(({ type }) => type === "timeZoneName")?.value ?? "");
}

/** The offset that a moment was written with, "" where the host's clock shows the same. */
function offsetOf(value, { offset }) {
  if (!offset) return "";
  if (offset !== hostOffset(value)) return offset;
  locality.used = true;
  return "";
}

/**
 * `parts`: date, time or datetime; `written`: the day as the text has it, in no zone; `year`: false leaves out the current year; `between`: the first and the last of the
 * dates that it stands among, of which all have a year or none; `weekday`: as Intl has it.
 */
export function formatDate(value, parts, { between, year = !between, seconds, weekday, written } = {}) {
  if (written) value = (isText(value) ? isoOf(value) : readDate(value).date.toISOString()).slice(0, 10);
  const read = readDate(value);
  const { date, day } = read;
  if (isNaN(date)) return textOf(value);
  const timeZone = zoneOf(read);
  const month = isMonth(value);
  const dated = (parts !== "time" || day) && {
    weekday: weekday === true ? "short" : weekday,
    month: "short",
    day: month ? undefined : "numeric",
    year: year || month || !(between ?? [value]).every(thisYear) ? "numeric" : undefined,
  };
  const timed = parts !== "date" && !day && { hour: "numeric", minute: "numeric", second: seconds ? "numeric" : undefined };
  return intlText("DateTimeFormat", { timeZone, ...dated, ...timed }, date) + (timed ? offsetOf(value, read) : "");
}

/** The day that a moment has in a time zone, as "2026-11-22". */
const calendarDay = (date, timeZone) => formatter("DateTimeFormat", { timeZone }, "en-CA").format(date);

calendar.today = (days) => calendarDay(Date.now() + days * DAY_MS, locality.timeZone);

/** The day of a value, as "2026-11-22"; "" where it is no date. */
export function dayText(value) {
  const read = readDate(value);
  return isNaN(read.date) ? "" : calendarDay(read.date, zoneOf(read));
}

/** Has this date, where it is told, the year that it is now? */
const thisYear = (value) => dayText(value).slice(0, 4) === today().slice(0, 4);

/** How many days ago a date was; not a number where it is none. */
export function daysAgo(read) {
  if (isNaN(read.date)) return NaN;
  return (Date.parse(today()) - Date.parse(calendarDay(read.date, zoneOf(read)))) / DAY_MS;
}

/** "Today" and "Yesterday" for moments that are. */
export const nearDay = (read) => ["Today", "Yesterday"][daysAgo(read)];

/** A part of a date, in the host's language. */
export function datePart(value, parts) {
  const read = readDate(value);
  return isNaN(read.date) ? textOf(value) : intlText("DateTimeFormat", { timeZone: zoneOf(read), ...parts }, read.date);
}

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

/** Ways to write any value; formats.js enters more. */
export const TEXT_FORMATS = {
  __proto__: null,
  date: (value, options) => formatDate(value, "date", options),
  datetime: (value, options) => formatDate(value, "datetime", options),
};

/** A text of the outline with its values written. */
export const written = (text) =>
  isWords(text) ? text.parts.map((part) => (isText(part) ? part : formatValue(part.value, part.format))).join("") : text;

/** The text of a value in a format: a name, or {name, …options}. Values that do not fit the format are shown as they are. */
export function formatValue(value, format, options) {
  const { name, ...all } = { ...(isText(format) ? { name: format } : format), ...options };
  if (value === undefined || value === null) return "–";
  const number = NUMBER_FORMATS[name];
  if (!number) return written((TEXT_FORMATS[name] ?? PLAIN_FORMATS[name] ?? textOf)(value, all));
  const amount = isText(value) && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return isNumber(amount) ? number(amount, all) : textOf(value);
}
