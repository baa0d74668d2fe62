// format.js: values as people write them, in the host's locale and time zone; numbers taken from one unit to another.

import {
  attempt, calendar, counted, DAY_MS, has, isList, isMonth, isNumber, isoOf, isPlain, isText, isWords, keptIn, PLAIN_FORMATS, present, readDate, secondsIn, textOf, today,
} from "./values.js";

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

/** "GMT+01:00" as a time zone has it at a moment. */
export function offsetAt(moment, timeZone) {
  const parts = attempt(() => formatter("DateTimeFormat", { timeZone, timeZoneName: "longOffset" }, "en").formatToParts(new Date(moment))) ?? [];
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** The offset that a moment was written with, "" where the host's clock shows the same. */
export function offsetOf(value, { offset }) {
  if (!offset) return "";
  if (offset !== " " + minus(offsetAt(value, locality.timeZone))) return offset;
  locality.used = true;
  return "";
}

/**
 * `parts`: date, time or datetime; `written`: the day as the text has it, in no zone; `year`: false leaves out the current year; `between`: the first and the last of the
 * dates that it stands among, of which all have a year or none; `weekday`: as Intl has it; `zone`: it is told elsewhere.
 */
export function formatDate(value, parts, { between, year = !between, seconds, weekday, written, zone } = {}) {
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
  return intlText("DateTimeFormat", { timeZone, ...dated, ...timed }, date) + (timed && !zone ? offsetOf(value, read) : "");
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
function daysAgo(read) {
  if (isNaN(read.date)) return NaN;
  return (Date.parse(today()) - Date.parse(calendarDay(read.date, zoneOf(read)))) / DAY_MS;
}

/** "Today", "Yesterday" and "Tomorrow" for moments that are. */
export const nearDay = (read) => ({ 0: "Today", 1: "Yesterday", "-1": "Tomorrow" })[daysAgo(read)];

/** A part of a date, in the host's language. */
function datePart(value, parts) {
  const read = readDate(value);
  return isNaN(read.date) ? textOf(value) : intlText("DateTimeFormat", { timeZone: zoneOf(read), ...parts }, read.date);
}

/** "in 20 min", "in 2 h", "in 3 days" for what is to come within a week, the names of the days around today, else the date. */
export function relativeText(value) {
  const read = readDate(value);
  if (isNaN(read.date)) return textOf(value);
  const minutes = Math.ceil((read.date - Date.now()) / 6e4);
  if (!read.day && minutes > 0 && minutes < 1440) return minutes < 60 ? `in ${minutes} min` : `in ${Math.round(minutes / 60)} h`;
  const days = -daysAgo(read);
  if (days > 1 && days < 7) return `in ${days} days`;
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

/** A number in a style of Intl; what the browser does not know is named behind the number. */
const styledText = (value, options, name) =>
  attempt(() => numberText(value, options)) ?? `${plainNumber(value, { digits: options.maximumFractionDigits ?? 3 })} ${textOf(name)}`.trim();

function durationText(value, { unit }) {
  if (value < 0) return "−" + durationText(-value, { unit });
  const seconds = value * ({ ms: 0.001, min: 60, h: 3600 }[unit] ?? 1);
  if (!seconds) return "0 " + (unit ?? "s");
  if (seconds < 1) return numberText(seconds * 1000, { maximumFractionDigits: 1 }) + " ms";
  let left = seconds < 60 ? Math.round(seconds * 10) / 10 : Math.round(seconds);
  const told = [];
  for (const [size, name] of [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]]) {
    const count = size > 1 ? Math.floor(left / size) : left;
    left -= count * size;
    if (count) told.push(numberText(count, { maximumFractionDigits: 1 }) + " " + name);
  }
  return told.slice(0, seconds < 10 * 86400 ? 2 : 1).join(" ");
}

/** Money; `minor`: the amount counts the smallest coins of its currency; `whole`: no amount of its column has such coins. */
function moneyText(value, { currency, minor, whole, digits = whole && !minor ? 0 : undefined }) {
  const style = { style: "currency", currency };
  const coins = minor && attempt(() => formatter("NumberFormat", style).resolvedOptions().maximumFractionDigits);
  const shown = { ...style, currencyDisplay: "narrowSymbol", minimumFractionDigits: digits, maximumFractionDigits: digits };
  return currency ? styledText(value / 10 ** (coins || 0), shown, currency) : plainNumber(minor ? value / 100 : value, { digits: 2, least: 2 });
}

function unitText(value, { unit, to, digits = 2 }) {
  const other = converted(value, unit, to);
  const [amount, name] = isNumber(other) ? [other, to] : [value, unit];
  return styledText(amount, { style: "unit", unit: name, maximumFractionDigits: digits }, name);
}

const ORDINALS = { one: "st", two: "nd", few: "rd" };

const firstOf = (row, names) => row[names.find((name) => has(row, name))];

/** {done, label} of each entry of a checklist; bare words are yet to be done. */
export const checksOf = (list) =>
  (isList(list) ? list : []).map((each) =>
    isPlain(each)
      ? { done: Boolean(firstOf(each, ["done", "completed", "complete", "checked"])), label: textOf(firstOf(each, ["title", "text", "name", "label", "content"])) }
      : { done: each === true, label: textOf(each) },
  );

/** Ways to write a number by the name of the format. */
export const NUMBER_FORMATS = {
  __proto__: null,
  integer: (value, { grouping }) => plainNumber(value, { digits: 0, grouping }),
  number: plainNumber,
  percent: (value, { ratio, digits = 2, least }) =>
    numberText(ratio ? value : value / 100, { style: "percent", minimumFractionDigits: least, maximumFractionDigits: digits }),
  bytes: bytesText,
  currency: moneyText,
  unit: unitText,
  ordinal: (value) => numberText(value) + (ORDINALS[formatter("PluralRules", { type: "ordinal" }, "en").select(value)] ?? "th"),
  progress: (value, { max = 100 }) => numberText(value / max, { style: "percent" }),
  duration: durationText,
  compact: compactText,
};

/** Ways to write any value. */
export const TEXT_FORMATS = {
  __proto__: null,
  date: (value, options) => formatDate(value, "date", options),
  datetime: (value, { clock, ...options }) => formatDate(value, clock ? "time" : "datetime", options),
  time: (value, options) => (/^\d\d:\d\d/.test(value) ? value : formatDate(value, "time", options)),
  relative: relativeText,
  weekday: (value, { short }) => datePart(value, { weekday: short ? "short" : "long" }),
  month: (value, { year = true }) => datePart(value, { month: "long", year: year ? "numeric" : undefined }),
  year: (value) => datePart(value, { year: "numeric" }),
  sparkline: (value) => (isList(value) && isNumber(value[0]) ? [value[0], value.at(-1)].map((each) => textOf(each)).join(" → ") : textOf(value)),
  checklist: (value) => `${checksOf(value).filter(({ done }) => done).length} of ${checksOf(value).length} done`,
};

/** A text of the outline with its values written. */
export const written = (text) =>
  isWords(text) ? text.parts.map((part) => (isText(part) ? part : formatValue(part.value, part.format))).join("") : text;

/** The text of a value in a format: a name, or {name, …options}. Values that do not fit the format are shown as they are. */
export function formatValue(value, format, options) {
  const { name, ...all } = { ...(isText(format) ? { name: format } : format), ...options };
  if (!present(value)) return "–";
  const number = NUMBER_FORMATS[name];
  if (!number) return written((TEXT_FORMATS[name] ?? PLAIN_FORMATS[name] ?? textOf)(value, all));
  const amount = secondsIn(value) ?? (isText(value) && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value);
  return isNumber(amount) ? number(amount, all) : textOf(value);
}

/** By kind of measure: how many of one of them each unit is. */
const KINDS = [
  { celsius: 9, fahrenheit: 5 },
  { millimeter: 1, centimeter: 10, meter: 1e3, kilometer: 1e6, inch: 25.4, foot: 304.8, mile: 1609344 },
  { gram: 1, kilogram: 1e3, ounce: 28.349523125, pound: 453.59237 },
  { milliliter: 1, liter: 1e3, gallon: 3785.411784 },
  { "meter-per-second": 3.6, "kilometer-per-hour": 1, "mile-per-hour": 1.609344 },
];
const ZEROS = { __proto__: null, fahrenheit: 32 };

/** A number of one unit as one of another; undefined where they measure different things. */
export function converted(value, from, to) {
  const sizes = KINDS.find((each) => has(each, from) && has(each, to));
  return sizes && ((value - (ZEROS[from] ?? 0)) * sizes[from]) / sizes[to] + (ZEROS[to] ?? 0);
}
