// tablefilter.js: one filter for each column: words, a choice, or a range of numbers.
// needs: dom.js value.js columns.js parts.js tableparts.js

const RANGE = /^\s*(?:(<=?|>=?|=|≤|≥)\s*)?(-?\d[\d.]*)\s*(?:(?:\.\.|–|-|to)\s*(-?\d[\d.]*))?\s*$/;

/** A text typed into a column's filter as a test of its values. */
function columnTest(column, text) {
  if (column.choices) return (value) => text === (present(value) ? textOf(value) : "");
  const [, way = "", low, high] = (column.numeric && RANGE.exec(text)) || [];
  if (low === undefined) return (value) => cellWords(value, column).includes(plainWords(text));
  const [from, to] = [Number(low), Number(high ?? low)];
  return (value) =>
    typeof value === "number" &&
    (high !== undefined || !way
      ? value >= from && value <= to
      : /[<≤]/.test(way)
        ? value < from || (way !== "<" && value === from)
        : /[>≥]/.test(way)
          ? value > from || (way !== ">" && value === from)
          : value === from);
}

/** The filters that are set, as [key, test]. */
const columnTests = (columns) =>
  columns.filter((column) => column.filter).map((column) => [column.key, columnTest(column, column.filter)]);

/** The button Filter and its pane with a field for every column that shows. */
function columnFilters(list, columns, arrange) {
  const pane = h("div", { class: "pane", role: "group", "aria-label": "Filter" });
  const fieldOf = (column) => {
    const values = new Set(valuesAt(list, column.key).map((value) => (present(value) ? textOf(value) : "")));
    column.choices = /category|flag/.test(column.kind) && values.size <= 30 && list.length <= SAMPLE;
    const oninput = ({ target }) => {
      column.filter = target.value;
      arrange();
    };
    const attrs = { "aria-label": "Filter " + column.label, oninput, placeholder: column.numeric ? "10–20 or > 10" : null };
    const option = (value, label) => h("option", { value }, label);
    const control = column.choices
      ? h("select", attrs, option("", "Any"), [...values].filter(Boolean).sort().map((value) => option(value, valueText(value))))
      : h("input", { type: "search", ...attrs });
    return h("label", { class: "small" }, column.label, control);
  };
  const make = () => h("div", { class: "cards" }, columns.filter((column) => !column.hidden).map(fieldOf));
  return [foldButton("sm", "Filter", pane, { make }), pane];
}
