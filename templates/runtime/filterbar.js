// filterbar.js: the filters that a spec offers above a table.

import { h, say } from "./dom.js";
import { filterOf, filterTests } from "./facets.js";
import { dayText, formatValue } from "./format.js";

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
