// tableparts.js: a table's toolbar, pager, sorting and search.

import { button, h } from "./dom.js";
import { formatter, formatValue, isNested, keptIn, numberText, pointer, pretty, textOf } from "./format.js";
import { saveFile } from "./parts.js";
import { note } from "./states.js";

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
export function cellWords(value, column) {
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
