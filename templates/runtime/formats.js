// formats.js: the formats that only a spec asks for, by name.

import {
  compactText, formatDate, NUMBER_FORMATS, numberText, plainNumber, relativeDay, TEXT_FORMATS, textOf,
} from "./format.js";

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

Object.assign(NUMBER_FORMATS, {
  currency: (value, { currency, digits }) =>
    styledText(
      value,
      {
        style: "currency",
        currency,
        currencyDisplay: "narrowSymbol",
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      },
      currency,
    ),
  unit: (value, { unit, digits = 2 }) => styledText(value, { style: "unit", unit, maximumFractionDigits: digits }, unit),
  duration: durationText,
  compact: compactText,
});

Object.assign(TEXT_FORMATS, {
  time: (value, options) => (/^\d\d:\d\d/.test(value) ? value : formatDate(value, "time", options)),
  relative: relativeDay,
});
