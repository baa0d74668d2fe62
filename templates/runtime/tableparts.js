// tableparts.js: a table's toolbar, pager, sorting and search.
// needs: dom.js icons.js format.js value.js columns.js parts.js states.js tablefilter.js

const SEARCH_FROM = 8;
const MANY_ROWS = 1000;

const SLICE_MS = 20;

/**
 * Call `found` with the indices that pass, again and again as more are found, the last time with all of them. Long
 * lists are read in slices, so that typing is never held up; a newer call ends an older one.
 */
function createFinder(found) {
  let latest = 0;
  return async (all, passes) => {
    const mine = ++latest;
    if (!passes) return found(all);
    const kept = [];
    let until = performance.now() + SLICE_MS;
    for (const [at, index] of all.entries()) {
      if (passes(index)) kept.push(index);
      if (at % 50 || performance.now() < until) continue;
      found(kept);
      await new Promise((resolve) => setTimeout(resolve));
      if (mine !== latest) return;
      until = performance.now() + SLICE_MS;
    }
    found(kept);
  };
}

/** The words of a row by its index, each row's made once; those of long lists while nothing else is to be done. */
function wordIndex(list, columns) {
  const made = [];
  const wordsOf = (index) =>
    (made[index] ??= columns.map((column) => cellWords(pointer(list[index], column.key), column)).join("\n"));
  let at = 0;
  const ahead = (idle) => {
    while (at < list.length && idle.timeRemaining() > 1) wordsOf(at++);
    if (at < list.length) requestIdleCallback(ahead);
  };
  if (list.length > MANY_ROWS) requestIdleCallback(ahead);
  return wordsOf;
}

/** A value as it came and as it is shown, to be searched; each distinct value is formatted once. */
function cellWords(value, column) {
  const text = plainWords(isNested(value) ? JSON.stringify(value) : textOf(value));
  if (!column.format) return text;
  const said = (column.said ??= new Map());
  if (!said.has(text)) said.set(text, text + "\n" + plainWords(formatValue(value, column.format)));
  return said.get(text);
}

const plainWords = (text) => {
  const lower = text.toLowerCase().trim();
  return /[^\0-\x7f]/.test(lower) ? lower.normalize("NFD").replace(/\p{M}/gu, "") : lower;
};

/** Indices in the order of a column; missing values last, whichever way. */
function sorted(order, list, columns, sort) {
  if (!sort) return order;
  const collator = new Intl.Collator(locality.locale, { numeric: true, sensitivity: "base" });
  const keys = new Map(order.map((index) => [index, sortKey(pointer(list[index], sort.key))]));
  const way = sort.descending ? -1 : 1;
  return [...order].sort((a, b) => {
    const [x, y] = [keys.get(a), keys.get(b)];
    if (x === null || y === null) return (x === null) - (y === null) || a - b;
    return (
      way * (typeof x === "number" && typeof y === "number" ? x - y : collator.compare(String(x), String(y))) || a - b
    );
  });
}

function sortKey(value) {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return Number(value);
  if (isNested(value)) return Array.isArray(value) ? value.length : Object.keys(value).length;
  return isDateText(value) ? readDate(value).date.getTime() : value;
}

/** What of a large answer shows, and that nothing of it is lost. */
const largeNote = (shown, total, bytes) =>
  note("", { "data-component": "large" }, `Showing ${numberText(shown)} rows at a time of ${numberText(total)}`, [
    `The result is ${formatValue(bytes, "bytes")}. Search, sorting, filters and download cover all rows.`,
  ]);

/** So many rows fit into one page without holding anybody up. */
const WHOLE_ROWS = 2000;

/** "1–25 of 248", Show all, Previous and Next; nothing of it when one page holds all. */
function tablePager(told, turn) {
  const previous = button("sm", [icon("previous"), "Previous"], () => turn(-1), { "data-previous": "" });
  const next = button("sm", ["Next", icon("next")], () => turn(1), { "data-next": "" });
  const all = button("sm quiet", "Show all", () => turn(0), { "data-more": "" });
  const node = h("div.row", h("div.row", told, all), h("div.row push", previous, next));
  const update = (from, to, count, total) => {
    previous.disabled = !from;
    next.disabled = to >= count;
    previous.hidden = next.hidden = !from && to >= count;
    all.hidden = previous.hidden || count > WHOLE_ROWS;
    const of = count < total ? `${numberText(count)} of ${numberText(total)}` : numberText(count);
    told.textContent = count
      ? previous.hidden && count === total
        ? ""
        : `${numberText(from + 1)}–${numberText(to)} of ${of}`
      : "No row matches.";
    node.hidden = previous.hidden && !told.textContent;
  };
  return { node, update };
}

/** Title or search at the left, then Columns and CSV; only what applies. */
function tableTools({ list, columns, state, search, arrange, draw, context, name, title }) {
  const bar = h("div", { class: "bar" });
  if (title) bar.append(h("h" + (context.heading ?? 2), { class: "wide", dir: "auto" }, title));
  if (search ?? list.length >= SEARCH_FROM) bar.append(searchField(list, state, arrange));
  if (columns.length > 3 && (list.length >= SEARCH_FROM || columns.length > 8))
    bar.append(...columnChooser(columns, draw));
  if (list.length >= SEARCH_FROM)
    bar.append(...columnFilters(list, columns, arrange), ...downloadButtons(list, columns, state, name, context));
  return bar;
}

function searchField(list, state, arrange) {
  const label = `Search ${plural(list.length, "row")}`;
  const onchange = (event) => {
    state.query = event.target.value;
    arrange();
  };
  return h("input", { class: "find", type: "search", "aria-label": label, placeholder: label, oninput: onchange });
}

function columnChooser(columns, draw) {
  const pane = h("div", { class: "pane", role: "group", "aria-label": "Columns" });
  const boxes = () =>
    columns.map((column) => {
      const toggle = (event) => {
        column.hidden = !event.target.checked;
        draw();
      };
      return h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", checked: !column.hidden, onchange: toggle }),
        column.label,
      );
    });
  return [foldButton("sm", "Columns", pane, { make: () => h("div", { class: "row" }, boxes()) }), pane];
}

/** Cells that a spreadsheet would run as a formula are quoted. */
const csvCell = (value) => {
  const text = isNested(value)
    ? JSON.stringify(value)
    : value === true || value === false
      ? String(value)
      : textOf(value);
  const safe = /^[=+@\t\r]|^-[^\d.]/.test(text) ? "'" + text : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const csvText = (list, columns) =>
  [
    columns.map((column) => csvCell(column.label)),
    ...list.map((row) => columns.map((column) => csvCell(pointer(row, column.key)))),
  ]
    .map((line) => line.join(","))
    .join("\r\n") + "\r\n";

/** CSV of the columns that show, JSON of the rows as they came; both of all rows that were found. */
function downloadButtons(list, columns, state, name, context) {
  const found = () => state.order.map((index) => list[index]);
  const kinds = {
    CSV: ["text/csv", () => csvText(found(), columns.filter((column) => !column.hidden))],
    JSON: ["application/json", () => pretty(found())],
  };
  return Object.entries(kinds).map(([kind, [type, make]]) => {
    const file = name.replace(/[^\p{L}\p{N}]+/gu, "-") + "." + kind.toLowerCase();
    const save = () => saveFile(file, type, make(), toggle, context);
    const toggle = button("sm", kind, save, { title: `Download or copy these rows as ${kind}` });
    return toggle;
  });
}
