// tablefilter.js: which columns show, and one filter for each: words, a choice, or a range of numbers.

import { SAMPLE, valuesAt } from "./columns.js";
import { h } from "./dom.js";
import { isNumber, pointer, textOf } from "./format.js";
import { plainWords } from "./order.js";
import { foldButton } from "./parts.js";
import { cellWords } from "./tableparts.js";
import { findField } from "./value.js";

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
