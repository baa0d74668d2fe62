// tableparts.js: a table's toolbar, pager, sorting and search.
// needs: dom.js icons.js value.js columns.js parts.js

const SEARCH_FROM = 8;

/** The indices whose row says the query in any column, case and accents aside. */
function searched(all, list, columns, query) {
  const wanted = plainWords(query);
  if (!wanted) return all;
  return all.filter((index) =>
    columns.some((column) => {
      const value = pointer(list[index], column.key);
      return (
        plainWords(isNested(value) ? JSON.stringify(value) : textOf(value)).includes(wanted) ||
        (column.format && plainWords(formatValue(value, column.format)).includes(wanted))
      );
    }),
  );
}

const plainWords = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").trim();

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

/** "1–25 of 248", Previous and Next; nothing of it when one page holds all. */
function tablePager(told, turn) {
  const previous = button("sm", [icon("previous"), "Previous"], () => turn(-1), { "data-previous": "" });
  const next = button("sm", ["Next", icon("next")], () => turn(1), { "data-next": "" });
  const node = h("div", { class: "row" }, told, h("span", { class: "push" }), previous, next);
  const update = (from, to, count, total) => {
    previous.disabled = !from;
    next.disabled = to >= count;
    previous.hidden = next.hidden = !from && to >= count;
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
  if (list.length >= SEARCH_FROM) bar.append(csvButton(list, columns, state, name, context));
  return bar;
}

function searchField(list, state, arrange) {
  const label = `Search ${plural(list.length, "row")}`;
  let late;
  const onchange = (event) => {
    clearTimeout(late);
    late = setTimeout(
      () => {
        state.query = event.target.value;
        arrange();
      },
      list.length > 2000 ? 200 : 0,
    );
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

function csvButton(list, columns, state, name, context) {
  const save = () => {
    const shown = columns.filter((column) => !column.hidden);
    saveFile(
      name.replace(/[^\p{L}\p{N}]+/gu, "-") + ".csv",
      "text/csv",
      csvText(
        state.order.map((index) => list[index]),
        shown,
      ),
      toggle,
      context,
    );
  };
  const toggle = button("sm", "CSV", save, { title: "Download or copy these rows as CSV" });
  return toggle;
}
