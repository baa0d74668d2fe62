// format.js: values as people write them, in the host's locale and time zone.
// needs: labels.js

/** `used`: some value shown was taken to the host's time zone. */
const locality = { locale: undefined, timeZone: undefined, used: false };
const formatters = new Map();

/** Take over locale and time zone from the host; what the browser does not know is ignored. */
function setLocale({ locale, timeZone } = {}) {
  const known = (make, old) => {
    try {
      return make();
    } catch {
      return old;
    }
  };
  if (locale) locality.locale = known(() => Intl.getCanonicalLocales(locale)[0], locality.locale);
  if (timeZone)
    locality.timeZone = known(
      () => new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone,
      locality.timeZone,
    );
  formatters.clear();
  locality.by24 = undefined;
}

/** A formatter of the host's locale or another; making one costs a hundred times what using it does. */
function formatter(kind, options, locale = locality.locale) {
  const key = kind + locale + JSON.stringify(options);
  if (!formatters.has(key)) formatters.set(key, new Intl[kind](locale, options));
  return formatters.get(key);
}

const intlText = (kind, options, value) => formatter(kind, options).format(value);

const numberText = (value, options) => intlText("NumberFormat", options, value).replace("-", "−");
const plural = (count, one, many = one + "s") => `${numberText(count)} ${count === 1 ? one : many}`;

const isText = (value) => typeof value === "string";
const isList = Array.isArray;
const isNumber = Number.isFinite;
const isNested = (value) => value !== null && typeof value === "object";
const isPlain = (value) => isNested(value) && !isList(value);

const MONTH = /^\d{4}-(0\d|1[0-2])$/;
const DAY = /^(\d{4})-(0\d|1[0-2])-([0-2]\d|3[01])$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?\s?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i;
const isMonth = (text) => typeof text === "string" && MONTH.test(text);
const isDay = (text) => typeof text === "string" && DAY.test(text) && !Number.isNaN(Date.parse(text));
const isMoment = (text) =>
  typeof text === "string" && MOMENT.test(text) && !Number.isNaN(Date.parse(MOMENT.exec(text)[1]));
const isDateText = (text) => isDay(text) || isMoment(text) || isMonth(text);
const isUrl = (text) => typeof text === "string" && /^https?:\/\/[^\s<>"]+$/i.test(text);

/**
 * A date text or an epoch as {date, timeZone, offset, day}. Days and times without a zone keep the figures they were
 * written with; a time with its own offset keeps its wall clock and names the offset; the rest go to the host's zone.
 */
function readDate(value) {
  if (typeof value === "number")
    return { date: new Date(Math.abs(value) < 1e11 ? value * 1000 : value), timeZone: locality.timeZone };
  if (isMonth(value) || isDay(value)) return { date: new Date(value.slice(0, 10)), timeZone: "UTC", day: true };
  const [, day, time, zone] = MOMENT.exec(value) ?? [];
  if (!day) return { date: new Date(NaN) };
  const wall = new Date(`${day}T${time}Z`);
  if (!zone) return { date: wall, timeZone: "UTC" };
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)?/.exec(zone) ?? [, "+", 0, 0];
  const offset = (sign + 1) * (hours * 60 + Number(minutes ?? 0));
  if (offset)
    return {
      date: wall,
      timeZone: "UTC",
      offset: `GMT${sign === "-" ? "−" : "+"}${Number(hours)}${Number(minutes) ? ":" + minutes : ""}`,
    };
  locality.used = true;
  return { date: wall, timeZone: locality.timeZone };
}

const by24Hours = () =>
  (locality.by24 ??= Boolean(
    formatter("DateTimeFormat", { hour: "numeric" }).resolvedOptions().hourCycle?.startsWith("h2"),
  ));

/** `parts`: date, time or datetime; `year`: false leaves out the current year. */
function formatDate(value, parts, { year = true, seconds } = {}) {
  const { date, timeZone, offset, day } = readDate(value);
  if (Number.isNaN(date.getTime())) return textOf(value);
  const options = { timeZone };
  if (parts !== "time")
    Object.assign(options, { month: "short" }, isMonth(value) ? { year: "numeric" } : { day: "numeric" });
  if (parts !== "time" && (year || !thisYear(value))) options.year = "numeric";
  if (parts !== "date" && !day)
    Object.assign(
      options,
      { hour: by24Hours() ? "2-digit" : "numeric", minute: "2-digit" },
      seconds && { second: "2-digit" },
    );
  return intlText("DateTimeFormat", options, date) + (offset && parts !== "date" ? " " + offset : "");
}

const yearOf = (date, timeZone) => formatter("DateTimeFormat", { year: "numeric", timeZone }, "en").format(date);
const thisYear = (value) => {
  const { date, timeZone } = readDate(value);
  return !Number.isNaN(date.getTime()) && yearOf(date, timeZone) === yearOf(new Date(), locality.timeZone);
};

function relativeDay(value) {
  const { date, timeZone, day } = readDate(value);
  if (Number.isNaN(date.getTime())) return textOf(value);
  const dayOf = (at, zone) => Date.parse(formatter("DateTimeFormat", { timeZone: zone }, "en-CA").format(at)) / 864e5;
  const ago = dayOf(new Date(), locality.timeZone) - dayOf(date, timeZone);
  if (ago !== 0 && ago !== 1) return formatDate(value, "datetime", { year: false });
  return (ago ? "Yesterday" : "Today") + (day ? "" : ", " + formatDate(value, "time"));
}

function bytesText(value) {
  const power = Math.min(5, Math.max(0, Math.floor(Math.log10(Math.abs(value) || 1) / 3)));
  return (
    numberText(value / 1000 ** power, { maximumFractionDigits: power ? (power > 1 ? 2 : 1) : 0 }) +
    " " +
    ["bytes", "KB", "MB", "GB", "TB", "PB"][power]
  );
}

function durationText(value, { unit = "s" } = {}) {
  const seconds = unit === "ms" ? value / 1000 : value;
  if (Math.abs(seconds) < 1) return numberText(seconds * 1000, { maximumFractionDigits: 1 }) + " ms";
  const parts = [
    [86400, "d"],
    [3600, "h"],
    [60, "min"],
    [1, "s"],
  ];
  let left = Math.round(seconds < 60 ? seconds * 10 : seconds * 1) / (seconds < 60 ? 10 : 1);
  const told = [];
  for (const [size, name] of parts) {
    const count = size === 1 ? left : Math.floor(left / size);
    left -= count * size;
    if (count) told.push(numberText(count, { maximumFractionDigits: 1 }) + " " + name);
  }
  return told.slice(0, 2).join(" ");
}

function currencyText(value, { currency: code, digits }) {
  const options = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  try {
    return numberText(value, { style: "currency", currency: code, currencyDisplay: "narrowSymbol", ...options });
  } catch {
    return `${numberText(value)} ${textOf(code)}`.trim();
  }
}

function unitText(value, { unit, digits = 2 }) {
  try {
    return numberText(value, { style: "unit", unit, maximumFractionDigits: digits });
  } catch {
    return `${numberText(value, { maximumFractionDigits: digits })} ${textOf(unit)}`.trim();
  }
}

/** Decimals worth showing for a lone number: 2, more when it is small. */
const digitsOf = (value) =>
  Math.abs(value) >= 1 || !value ? 2 : Math.min(20, 1 - Math.floor(Math.log10(Math.abs(value))));

function plainNumber(value, { digits, least = 0 } = {}) {
  if (Math.abs(value) >= 1e15) return String(value).replace("-", "−");
  const most = digits ?? digitsOf(value);
  return numberText(value, { minimumFractionDigits: Math.min(least, most), maximumFractionDigits: most });
}

const NUMBER_FORMATS = {
  integer: (value) => plainNumber(value, { digits: 0 }),
  number: plainNumber,
  compact: (value) =>
    numberText(
      value,
      Math.abs(value) < 1e4
        ? { maximumFractionDigits: digitsOf(value) }
        : { notation: "compact", maximumSignificantDigits: 3 },
    ).replace(/(k|m|b|t)n?$/, (_, unit) => unit.toUpperCase()),
  percent: (value, { ratio, digits = 2 }) =>
    numberText(ratio ? value : value / 100, { style: "percent", maximumFractionDigits: digits }),
  currency: currencyText,
  unit: unitText,
  bytes: bytesText,
  duration: durationText,
};

const TEXT_FORMATS = {
  date: (value, options) => formatDate(value, "date", options),
  time: (value, options) => (/^\d\d:\d\d/.test(value) ? value : formatDate(value, "time", options)),
  datetime: (value, options) => formatDate(value, isMonth(value) || isDay(value) ? "date" : "datetime", options),
  relative: relativeDay,
  boolean: (value) => (value === true ? "Yes" : value === false ? "No" : textOf(value)),
  badge: (value) =>
    /^[A-Z]{4,}$|_|^[a-z][a-z -]*$/.test(value) ? labelOf(String(value).toLowerCase()) : textOf(value),
  truncate: (value, { length = 80 }) => cut(textOf(value), length),
  length: (value) => numberText(value?.length ?? Object.keys(Object(value)).length),
  join: (value, { separator = ", " }) => (Array.isArray(value) ? value.map(textOf).join(separator) : textOf(value)),
  json: (value) => pretty(value),
  url: (value) =>
    textOf(value)
      .replace(/^https?:\/\/(www\.)?/i, "")
      .replace(/\/$/, ""),
};

/** Any value as text: booleans as words, dates and numbers as they are, nested values as JSON. */
function textOf(value) {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const pretty = (value) => (typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? ""));
/** The first `length` characters, never half a surrogate pair. */
const cut = (text, length) =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "") + "…";

/** The text of a value in a format: a name, or {name, …options}. Values that do not fit the format are shown as they are. */
function formatValue(value, format, options) {
  const { name, ...own } = typeof format === "string" ? { name: format } : (format ?? {});
  const all = { ...own, ...options };
  if (value === undefined || value === null) return "–";
  if (Object.hasOwn(NUMBER_FORMATS, name ?? "")) {
    const amount = typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
    return typeof amount === "number" && Number.isFinite(amount) ? NUMBER_FORMATS[name](amount, all) : textOf(value);
  }
  return Object.hasOwn(TEXT_FORMATS, name ?? "") ? TEXT_FORMATS[name](value, all) : textOf(value);
}
