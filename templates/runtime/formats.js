// formats.js: the formats that only a spec asks for, by name.

import { checksOf } from "./cells.js";
import {
  compactText, datePart, daysAgo, formatDate, formatter, NUMBER_FORMATS, numberText, plainNumber, relativeDay, TEXT_FORMATS,
} from "./format.js";
import { converted } from "./units.js";
import { attempt, isList, isNumber, readDate, textOf } from "./values.js";

/** A number in a style of Intl; what the browser does not know is named behind the number. */
function styledText(value, options, name) {
  try {
    return numberText(value, options);
  } catch {
    return `${plainNumber(value, { digits: options.maximumFractionDigits ?? 3 })} ${textOf(name)}`.trim();
  }
}

function durationText(value, { unit }) {
  const seconds = unit === "ms" ? value / 1000 : value;
  if (Math.abs(seconds) < 1) return numberText(seconds * 1000, { maximumFractionDigits: 1 }) + " ms";
  let left = seconds < 60 ? Math.round(seconds * 10) / 10 : Math.round(seconds);
  const told = [];
  for (const [size, name] of [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]]) {
    const count = size > 1 ? Math.floor(left / size) : left;
    left -= count * size;
    if (count) told.push(numberText(count, { maximumFractionDigits: 1 }) + " " + name);
  }
  return told.slice(0, 2).join(" ");
}

/** Money; `minor`: the amount counts the smallest coins of its currency. */
function moneyText(value, { currency, digits, minor }) {
  const style = { style: "currency", currency };
  const coins = minor && attempt(() => formatter("NumberFormat", style).resolvedOptions().maximumFractionDigits);
  const shown = { ...style, currencyDisplay: "narrowSymbol", minimumFractionDigits: digits, maximumFractionDigits: digits };
  return styledText(value / 10 ** (coins || 0), shown, currency);
}

function unitText(value, { unit, to, digits = 2 }) {
  const other = converted(value, unit, to);
  const [amount, name] = isNumber(other) ? [other, to] : [value, unit];
  return styledText(amount, { style: "unit", unit: name, maximumFractionDigits: digits }, name);
}

/** "in 20 min", "in 2 h", "Tomorrow", "in 3 days" for what is to come within a week; else nothing. */
function aheadText(value) {
  const read = readDate(value);
  if (isNaN(read.date)) return undefined;
  const minutes = Math.ceil((read.date - Date.now()) / 6e4);
  const days = -daysAgo(read);
  if (!read.day && minutes > 0 && minutes < 1440) return minutes < 60 ? `in ${minutes} min` : `in ${Math.round(minutes / 60)} h`;
  if (days > 1 && days < 7) return `in ${days} days`;
  return days === 1 ? "Tomorrow" + (read.day ? "" : ", " + formatDate(value, "time")) : undefined;
}

const ORDINALS = { one: "st", two: "nd", few: "rd" };

Object.assign(NUMBER_FORMATS, {
  currency: moneyText,
  unit: unitText,
  ordinal: (value) => numberText(value) + (ORDINALS[formatter("PluralRules", { type: "ordinal" }, "en").select(value)] ?? "th"),
  progress: (value, { max = 100 }) => numberText(value / max, { style: "percent" }),
  duration: durationText,
  compact: compactText,
});

Object.assign(TEXT_FORMATS, {
  time: (value, options) => (/^\d\d:\d\d/.test(value) ? value : formatDate(value, "time", options)),
  relative: (value) => aheadText(value) ?? relativeDay(value),
  weekday: (value, { short }) => datePart(value, { weekday: short ? "short" : "long" }),
  month: (value, { year = true }) => datePart(value, { month: "long", year: year ? "numeric" : undefined }),
  year: (value) => datePart(value, { year: "numeric" }),
  sparkline: (value) => (isList(value) && isNumber(value[0]) ? [value[0], value.at(-1)].map((each) => textOf(each)).join(" → ") : textOf(value)),
  checklist: (value) => `${checksOf(value).filter(({ done }) => done).length} of ${checksOf(value).length} done`,
});
