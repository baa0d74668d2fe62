// facets.js: what a reader can filter rows by: values, a range of numbers, a span of dates.

import { pointer, present } from "./expressions.js";
import { isNumber, textOf } from "./values.js";

const AS = { __proto__: null, measure: "range", temporal: "dates" };
const textsAt = (row, key) => [pointer(row, key)].flat().filter(present).map(textOf);

/** A filter as a spec tells it, with its label and kind, and the values that it offers: [text, how many rows], most first. */
export function filterOf(told, column, rows) {
  const filter = { chosen: [], ...told, label: told.label ?? column.label, format: column.format, as: told.as ?? AS[column.kind] ?? "facet" };
  const counted = Map.groupBy(rows.flatMap((row) => textsAt(row, filter.key)), (text) => text);
  const choices = [...counted].map(([text, { length }]) => [text, length]).sort(([, a], [, b]) => b - a);
  return { ...filter, choices: filter.as === "facet" ? choices : [] };
}

const TESTS = {
  facet: ({ key, chosen }) => (row) => textsAt(row, key).some((text) => chosen.includes(text)),
  range: ({ key, chosen: [low, high] }) => (row) => {
    const value = pointer(row, key);
    return isNumber(value) && value >= (low || -Infinity) && value <= (high || Infinity);
  },
  dates: ({ key, chosen: [from, to] }, dayOf) => (row) => {
    const day = dayOf(pointer(row, key));
    return day >= (from || "") && day <= (to || "9999") && day !== "";
  },
};

/** What rows must hold by the filters for which something was chosen; `dayOf`: a value → "2026-11-22". */
export const filterTests = (filters, dayOf) =>
  filters.filter(({ chosen }) => chosen.some(Boolean)).map((filter) => TESTS[filter.as](filter, dayOf));
