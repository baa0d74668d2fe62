// filterbar.js: the filters that a spec offers above a table: values, a range of numbers, a span of dates.

import { h, say } from "./dom.js";
import { dayText, formatValue, isNumber, pointer, present, textOf } from "./format.js";

/** So many values are buttons; more are a select. */
const BUTTONS = 6;

/** A value as its column shows it. */
const tell = (text, { format }) => (format ? formatValue(text, format) : text);

/** What takes over the value of a field. */
const taker = (chosen, at, changed) => ({ target }) => {
  chosen[at] = target.value;
  changed();
};

function facetButtons({ choices, chosen, ...filter }, changed) {
  const press = ({ currentTarget: button }, text) => {
    const at = chosen.indexOf(text);
    at < 0 ? chosen.push(text) : chosen.splice(at, 1);
    button.setAttribute("aria-pressed", at < 0);
    changed();
  };
  return choices.map(([text, count]) =>
    h(
      "button.btn sm chip",
      { type: "button", "aria-pressed": "false", onclick: (event) => press(event, text) },
      say("span", tell(text, filter) || "–"),
      " ",
      h("span.dim", String(count)),
    ),
  );
}

function facetSelect({ label, choices, chosen, ...filter }, changed) {
  const options = [["", "Any"], ...choices.map(([text, count]) => [text, `${tell(text, filter)} (${count})`])];
  return h("select.find", { "aria-label": label, oninput: taker(chosen, 0, changed) }, options.map(([value, text]) => h("option", { value }, text)));
}

const ends = ({ label, as, chosen }, changed) =>
  h(
    "span.row",
    ["from", "to"].map((end, at) => {
      const about = { "aria-label": `${label}, ${end}`, placeholder: end, oninput: taker(chosen, at, changed) };
      return h("input.find end", { type: as === "range" ? "number" : "date", step: "any", ...about });
    }),
  );

const fieldsOf = (filter, changed) =>
  filter.as !== "facet" ? ends(filter, changed) : (filter.choices[BUTTONS] ? facetSelect : facetButtons)(filter, changed);

/** {node, tests()}: the filters in a row, and what the rows must hold by them. */
export function filterBar(told, rows, columns, changed) {
  const columnAt = (key) => columns.find((column) => column.key === key) ?? { label: key.slice(1) };
  const filters = told.map((filter) => filterOf(filter, columnAt(filter.key), rows));
  const box = (filter) =>
    h("div.row", { role: "group", "aria-label": filter.label }, say("span.small dim", filter.label), fieldsOf(filter, changed));
  return { node: h("div.row filters", filters.map(box)), tests: () => filterTests(filters, dayText) };
}

const AS = { __proto__: null, measure: "range", temporal: "dates" };
const textsAt = (row, key) => [pointer(row, key)].flat().filter(present).map(textOf);

/** A filter as a spec tells it, with its label and kind, and the values that it offers: [text, how many rows], most first. */
function filterOf(told, column, rows) {
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
const filterTests = (filters, dayOf) =>
  filters.filter(({ chosen }) => chosen.some(Boolean)).map((filter) => TESTS[filter.as](filter, dayOf));
