// tabletools.js: what stands around a table: search, filters, which columns show, pages, downloads.

import { SAMPLE, valuesAt } from "./columns.js";
import { button, foldButton, h, saveFile, say } from "./dom.js";
import { dayText, formatter, formatValue, isNested, isNumber, keptIn, numberText, pointer, present, pretty, textOf } from "./format.js";
import { plainWords } from "./order.js";
import { note } from "./states.js";
import { findField } from "./value.js";

export const MANY_ROWS = 1000;
/** So many rows fit into one page without holding anybody up. */
export const WHOLE_ROWS = 2000;
const SLICE_MS = 8;

/**
 * Call `found` with the indices that pass all tests and whether there may be more. Long lists are read in slices, so
 * that typing is never held up; what is found meanwhile is told ever more seldom, since telling costs more than
 * finding, and painted before more is looked for; a newer call ends an older one.
 */
export function createFinder(found) {
  let latest;
  return async (all, tests) => {
    latest = tests;
    if (!tests[0]) return found(all);
    const kept = [];
    const nextSlice = () => performance.now() + SLICE_MS;
    let until = nextSlice();
    let slices = 0;
    for (const index of all) {
      if (tests.every((test) => test(index))) kept.push(index);
      if (index % 50 || performance.now() < until) continue;
      const telling = !(slices & ++slices);
      if (telling) found(kept, true);
      await new Promise((resolve) => (telling ? requestAnimationFrame(() => setTimeout(resolve)) : setTimeout(resolve)));
      if (latest !== tests) return;
      until = nextSlice();
    }
    found(kept);
  };
}

/** A value as it came and as it is shown, to be searched; each distinct value is formatted once. */
function cellWords(value, column) {
  const text = textOf(value);
  const { format } = column;
  if (!format || format.name === "text") return text;
  return keptIn((column.said ??= new Map()), text, () => text + "\n" + formatValue(value, format));
}

/** The order of texts in the host's language. */
export const inLanguage = () => ({ keyOf: (text) => text, compare: formatter("Collator", { numeric: true }).compare });

/** What of a large answer shows, and that nothing of it is lost. */
export const largeNote = (shown, total) =>
  note("", { "data-component": "large" }, `Showing ${numberText(shown)} rows at a time of ${numberText(total)}`, [
    "Search, sort, filter and download use all rows.",
  ]);

/** "1–25 of 248", Show all, Previous and Next; nothing of it when one page holds all. `turn(0)` asks for all. */
export function tablePager(turn) {
  const told = h("span.small dim", { role: "status" });
  const all = button("sm quiet", "Show all", () => turn(0), { "data-more": "" });
  const previous = button("sm", "Previous", () => turn(-1), { "data-previous": "" });
  const next = button("sm", "Next", () => turn(1), { "data-next": "" });
  const steps = h("div.row push", previous, next);
  const node = h("div.row", told, all, steps);
  const update = (from, to, count, total) => {
    previous.disabled = !from;
    next.disabled = to >= count;
    const whole = (steps.hidden = !from && to >= count);
    all.hidden = whole || count > WHOLE_ROWS;
    node.hidden = whole && count === total;
    const some = count < total ? `, ${numberText(total)} in all` : "";
    told.textContent = count ? `${numberText(from + 1)}–${numberText(to)} of ${numberText(count)}${some}` : "No row matches.";
  };
  return { node, told, update };
}

export const shownOf = (columns) => columns.filter(({ hidden }) => !hidden);

/** Cells that a spreadsheet would run as a formula are quoted. */
const csvCell = (value) => {
  const text = isNested(value) ? JSON.stringify(value) : String(value ?? "");
  const safe = /^[=+@\t\r]|^-[^\d.]/.test(text) ? "'" + text : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const csvText = (list, columns) =>
  [columns.map(({ label }) => label), ...list.map((row) => columns.map(({ key }) => pointer(row, key)))]
    .map((line) => line.map(csvCell).join(",") + "\r\n")
    .join("");

/** CSV of the columns that show, JSON of the rows as they came; both of all rows that were found. */
export function downloadButtons(found, columns, name, context) {
  const file = name.replace(/[^\p{L}\p{N}]+/gu, "-") + ".";
  const download = (kind, type, write) => {
    const save = () => saveFile(file + kind.toLowerCase(), type, write(found(), shownOf(columns)), toggle, context);
    const toggle = button("sm", kind, save);
    return toggle;
  };
  return [download("CSV", "text/csv", csvText), download("JSON", "application/json", pretty)];
}

const RANGE = /^([<>=]+)? *(-?\d[\d.]*)(?: *(?:\.\.|–|-|to) *(-?\d[\d.]*))?$/;

/** A text typed into a column's filter as a test of its values. */
function columnTest(column) {
  const { filter, choices, kind } = column;
  const [, way = "=", low, high] = (kind === "measure" && RANGE.exec(filter)) || [];
  const wanted = plainWords(filter);
  const fits = (value) =>
    high ? value >= low && value <= high : way.includes("<=>"[Math.sign(value - low) + 1]);
  return (value) =>
    choices ? textOf(value) === filter : low ? isNumber(value) && fits(value) : plainWords(cellWords(value, column)).includes(wanted);
}

/** The words of a row, by its index: made when it is first looked at. */
export function rowWords(list, columns) {
  const words = [];
  const wordsOf = (row) => columns.map((column) => cellWords(pointer(row, column.key), column)).join("\n");
  return (index) => (words[index] ??= plainWords(wordsOf(list[index])));
}

/** What is looked for in single columns and in whole rows, as tests of rows by their index. */
export function rowTests(list, columns, query, wordsAt) {
  const wanted = plainWords(query);
  const tests = columns.filter(({ filter }) => filter).map((column) => {
    const test = columnTest(column);
    return (index) => test(pointer(list[index], column.key));
  });
  return wanted ? [...tests, (index) => wordsAt(index).includes(wanted)] : tests;
}

/** The filter of a column: a choice of few values, else a field for words or a range of numbers. */
function filterField(column, list, arrange) {
  const { key, kind } = column;
  const label = "Filter " + column.label;
  const take = (text) => {
    column.filter = text;
    arrange();
  };
  const values = [...new Set(valuesAt(list, key).map(textOf))];
  column.choices = kind === "category" && values.length <= 30 && list.length <= SAMPLE;
  if (!column.choices) return findField(label, take, kind === "measure" ? "10–20 or > 10" : "Filter");
  const options = ["", ...values.filter(Boolean).sort()].map((value) => h("option", { value }, value || "Any"));
  return h("select.find", { "aria-label": label, oninput: ({ target }) => take(target.value) }, options);
}

/** The button Columns and its pane: whether each column shows, and of many rows a filter for each. */
export function columnPane(list, columns, many, draw, arrange) {
  const fieldOf = (column) => {
    const onchange = ({ target }) => {
      column.hidden = !target.checked;
      draw();
    };
    const box = h("input", { type: "checkbox", checked: !column.hidden && column.place !== "away", onchange });
    return h("div", h("label.check", box, column.label), many && filterField(column, list, arrange));
  };
  const pane = h("div.pane");
  return [foldButton("sm", "Columns", pane, { make: () => h("div.cards", columns.map(fieldOf)) }), pane];
}

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
