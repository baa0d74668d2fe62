// tabletools.js: what stands around a table: search, filters, which columns show, pages, downloads.

import { SAMPLE } from "./columns.js";
import { button, copyText, foldButton, h, handOver, hostCan, say } from "./dom.js";
import { dayText, formatter, formatValue, isNested, isNumber, keptIn, numberText, pointer, present, pretty, textOf } from "./format.js";
import { plainWords } from "./order.js";
import { note } from "./states.js";

export const MANY_ROWS = 1000;
/** So many rows fit into one page without holding anybody up. */
export const WHOLE_ROWS = 2000;

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
    const nextSlice = () => performance.now() + 8;
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

/** Hand a text file to the host, or to the clipboard where the host takes no files. */
function saveFile(name, mimeType, text, toggle, context) {
  if (!hostCan(context, "downloadFile")) return copyText(text, toggle);
  return handOver({ uri: "file:///" + encodeURIComponent(name), mimeType, text }, context).catch(() => copyText(text, toggle));
}

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

/** "> 10", "<= 3", "10–20" */
const RANGE = /^([<>=]+)? *(-?\d[\d.]*)(?: *(?:\.\.|–|-|to) *(-?\d[\d.]*))?$/;

const AS = { __proto__: null, measure: "range", temporal: "dates" };
const textsOf = (value) => [value].flat().filter(present).map(textOf);

/** A filter of rows by a column, {key, label, as, kind, format, chosen, choices}; `told` is what is said of it. It offers [text, how many rows], most first. */
export function filterOf(column, rows, told) {
  const filter = { as: AS[column.kind] ?? "facet", ...column, ...told, chosen: [] };
  const counted = Map.groupBy(/facet|choice/.test(filter.as) ? rows.flatMap((row) => textsOf(pointer(row, filter.key))) : [], (text) => text);
  filter.choices = [...counted].map(([text, { length }]) => [text, length]).sort(([, a], [, b]) => b - a);
  return filter;
}

/** A value as its column shows it. */
const tell = (text, { format }) => (format ? formatValue(text, format) : text);

/** What takes over the value of a field. */
const taker = ({ chosen }, at, changed) => ({ target }) => {
  chosen[at] = target.value;
  changed();
};

function choiceButtons({ choices, chosen, ...filter }, changed) {
  const press = ({ currentTarget: button }, text) => {
    const at = chosen.indexOf(text);
    at < 0 ? chosen.push(text) : chosen.splice(at, 1);
    button.setAttribute("aria-pressed", at < 0);
    changed();
  };
  return choices.map(([text, count]) =>
    h(
      "button.btn sm chip",
      { "aria-pressed": "false", onclick: (event) => press(event, text) },
      say("span", tell(text, filter) || "–"),
      " ",
      h("span.dim", String(count)),
    ),
  );
}

function choiceSelect(filter, changed) {
  const options = filter.choices.map(([text, count]) => h("option", { value: text }, `${tell(text, filter)} (${count})`));
  return h("select.find", { "aria-label": filter.label, oninput: taker(filter, 0, changed) }, h("option", { value: "" }, "Any"), options);
}

const ends = (type) => (filter, changed) =>
  h(
    "span.row",
    ["from", "to"].map((end, at) =>
      h("input.find end", { type, step: "any", "aria-label": `${filter.label}, ${end}`, placeholder: end, oninput: taker(filter, at, changed) }),
    ),
  );

const typedField = (filter, changed) =>
  h("input.find", { type: "search", "aria-label": filter.label, placeholder: filter.kind === "measure" ? "10–20 or > 10" : "Filter", oninput: taker(filter, 0, changed) });

/** What one chooses with, by what a filter is. */
const CONTROLS = {
  // More than six would be a wall of buttons.
  facet: (filter, changed) => (filter.choices[6] ? choiceSelect : choiceButtons)(filter, changed),
  choice: choiceSelect,
  range: ends("number"),
  dates: ends("date"),
  typed: typedField,
};

/** What was chosen, as a test of values. */
const TESTS = {
  facet: ({ chosen }) => (value) => textsOf(value).some((text) => chosen.includes(text)),
  choice: (filter) => TESTS.facet(filter),
  range: ({ chosen: [low, high] }) => (value) => isNumber(value) && value >= (low || -Infinity) && value <= (high || Infinity),
  dates: ({ chosen: [from, to] }) => (value) => {
    const day = dayText(value);
    return day >= (from || "") && day <= (to || "9999") && day !== "";
  },
  typed: (filter) => {
    const text = filter.chosen[0].trim().toLowerCase();
    const wanted = plainWords(text);
    const [, way = "=", low, high] = (filter.kind === "measure" && RANGE.exec(text)) || [];
    if (high) return TESTS.range({ chosen: [low, high] });
    if (low) return (value) => isNumber(value) && way.includes("<=>"[Math.sign(value - low) + 1]);
    return (value) => plainWords(cellWords(value, filter)).includes(wanted);
  },
};

/** The words of a row, by its index: made when it is first looked at. */
export function rowWords(list, columns) {
  const words = [];
  const wordsOf = (row) => columns.map((column) => cellWords(pointer(row, column.key), column)).join("\n");
  return (index) => (words[index] ??= plainWords(wordsOf(list[index])));
}

/** What is chosen in filters and looked for in whole rows, as tests of rows by their index. */
export function rowTests(list, filters, query, wordsAt) {
  const wanted = plainWords(query);
  const tests = filters.filter(({ chosen }) => chosen.some(Boolean)).map((filter) => {
    const test = TESTS[filter.as](filter);
    return (index) => test(pointer(list[index], filter.key));
  });
  return wanted ? [...tests, (index) => wordsAt(index).includes(wanted)] : tests;
}

/** The filters above a table in a row. */
export const filterBar = (filters, changed) =>
  h(
    "div.row filters",
    filters.map((filter) =>
      h("div.row", { role: "group", "aria-label": filter.label }, say("span.small dim", filter.label), CONTROLS[filter.as](filter, changed)),
    ),
  );

/** The filter of a column: a choice of up to thirty values, else a field for words or a range of numbers. */
function columnFilter(column, list) {
  const label = "Filter " + column.label;
  const choice = filterOf(column, list, { label, as: column.kind === "category" && list.length <= SAMPLE ? "choice" : "typed" });
  return choice.choices[30] ? { ...choice, as: "typed" } : choice;
}

/** The button Columns and its pane: whether each column shows, and of many rows a filter for each, which goes to `filters`. */
export function columnPane(list, columns, filters, draw, arrange) {
  const fieldOf = (column) => {
    const onchange = ({ target }) => {
      column.hidden = !target.checked;
      draw();
    };
    const box = h("input", { type: "checkbox", checked: !column.hidden && column.place !== "away", onchange });
    const filter = filters && columnFilter(column, list);
    filters?.push(filter);
    return h("div", h("label.check", box, column.label), filter && CONTROLS[filter.as](filter, arrange));
  };
  const pane = h("div.pane");
  return [foldButton("sm", "Columns", pane, { make: () => h("div.cards", columns.map(fieldOf)) }), pane];
}
