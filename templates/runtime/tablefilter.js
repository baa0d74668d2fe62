// tablefilter.js: which columns show, and one filter for each: words, a choice, or a range of numbers.
// needs: dom.js value.js columns.js parts.js tableparts.js

const RANGE = /^\s*([<>=≤≥]=?)?\s*(-?\d[\d.]*)\s*(?:(?:\.\.|–|-|to)\s*(-?\d[\d.]*))?\s*$/;

/** A text typed into a column's filter as a test of its values. */
function columnTest(column) {
  const { filter, choices, numeric } = column;
  if (choices) return (value) => filter === textOf(value);
  const [, way = "=", low, high] = (numeric && RANGE.exec(filter)) || [];
  if (!low) return (value) => cellWords(value, column).includes(plainWords(filter));
  return (value) =>
    isNumber(value) &&
    (high ? value >= low && value <= high : [/[<≤]/, /[=≤≥]/, /[>≥]/][Math.sign(value - low) + 1].test(way));
}

/**
 * What is looked for in single columns and in `whole` rows, as tests of rows by their index. The words of a row are made
 * when it is first looked at.
 */
const columnTests = (list, columns, { filter, words }) => {
  const wordsOfCell = (index) => (column) => cellWords(pointer(list[index], column.key), column);
  const wanted = filter && plainWords(filter);
  const tests = columns.filter((column) => column.filter).map((column) => {
    const test = columnTest(column);
    return (index) => test(pointer(list[index], column.key));
  });
  if (wanted) tests.push((index) => (words[index] ??= columns.map(wordsOfCell(index)).join("\n")).includes(wanted));
  return tests;
};

/** The button Columns and its pane: whether each column shows, and of many rows a filter for each. */
function columnPane(list, columns, many, draw, arrange) {
  const filterOf = (column) => {
    const { key, label, numeric, kind } = column;
    const values = [...new Set(valuesAt(list, key).map(textOf))];
    column.choices = /category|flag/.test(kind) && values.length <= 30 && list.length <= SAMPLE;
    const oninput = ({ target }) => {
      column.filter = target.value;
      arrange();
    };
    const attrs = { "aria-label": "Filter " + label, oninput, placeholder: numeric ? "10–20 or > 10" : "Filter" };
    const option = (value) => h("option", { value }, value || "Any");
    return column.choices
      ? h("select", attrs, ["", ...values.filter(Boolean).sort()].map(option))
      : h("input", { type: "search", ...attrs });
  };
  const fieldOf = (column) => {
    const onchange = ({ target }) => {
      column.hidden = !target.checked;
      draw();
    };
    const box = h("input", { type: "checkbox", checked: !column.hidden, onchange });
    return h("div", h("label.check", box, column.label), many && filterOf(column));
  };
  const pane = h("div.pane", { role: "group", "aria-label": "Columns" });
  return [foldButton("sm", "Columns", pane, { make: () => h("div.cards", columns.map(fieldOf)) }), pane];
}
