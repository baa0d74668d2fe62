// tablefilter.js: one filter for each column: words, a choice, or a range of numbers.
// needs: dom.js value.js columns.js parts.js tableparts.js

const RANGE = /^\s*([<>=≤≥]=?)?\s*(-?\d[\d.]*)\s*(?:(?:\.\.|–|-|to)\s*(-?\d[\d.]*))?\s*$/;

/** A text typed into a column's filter as a test of its values. */
function columnTest(column) {
  const { filter, choices, numeric } = column;
  if (choices) return (value) => filter === textOf(value);
  const [, way = "=", low, high] = (numeric && RANGE.exec(filter)) || [];
  if (low === undefined) return (value) => cellWords(value, column).includes(plainWords(filter));
  const from = Number(low);
  return (value) =>
    isNumber(value) &&
    (high !== undefined
      ? value >= from && value <= Number(high)
      : (value === from && !/^[<>]$/.test(way)) || (/[<≤]/.test(way) && value < from) || (/[>≥]/.test(way) && value > from));
}

/** The filters that are set, as [key, test]. */
const columnTests = (columns) =>
  columns.filter((column) => column.filter).map((column) => [column.key, columnTest(column)]);

/** The button Filter and its pane with a field for every column that shows. */
const columnFilters = (list, columns, arrange) =>
  barPane("Filter", () => {
    const fieldOf = (column) => {
      const { label, numeric, kind } = column;
      const values = [...new Set(valuesAt(list, column.key).map(textOf))];
      column.choices = /category|flag/.test(kind) && values.length <= 30 && list.length <= SAMPLE;
      const oninput = ({ target }) => {
        column.filter = target.value;
        arrange();
      };
      const attrs = { "aria-label": "Filter " + label, oninput, placeholder: numeric && "10–20 or > 10" };
      const options = [["", "Any"], ...values.filter(Boolean).sort().map((value) => [value, valueText(value)])];
      const control = column.choices
        ? h("select", attrs, options.map(([value, told]) => h("option", { value }, told)))
        : h("input", { type: "search", ...attrs });
      return h("label.small", label, control);
    };
    return h("div.cards", columns.filter(({ hidden }) => !hidden).map(fieldOf));
  });
