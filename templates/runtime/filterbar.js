// filterbar.js: the filters that a spec offers above a table.

import { h, say } from "./dom.js";
import { filterOf, filterTests } from "./facets.js";
import { dayText, formatValue } from "./format.js";

/** So many values are buttons; more are a select. */
const BUTTONS = 6;

/** A value as its column shows it. */
const tell = (text, { format }) => (format ? formatValue(text, format) : text);

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
  const oninput = ({ target }) => {
    chosen[0] = target.value;
    changed();
  };
  return h("select.find", { "aria-label": label, oninput }, options.map(([value, text]) => h("option", { value }, text)));
}

const ends = ({ label, as, chosen }, changed) => {
  const fields = ["from", "to"].map((end, at) => {
    const oninput = ({ target }) => {
      chosen[at] = target.value;
      changed();
    };
    const type = as === "range" ? "number" : "date";
    return h("input.find end", { type, step: "any", "aria-label": `${label}, ${end}`, placeholder: end, oninput });
  });
  return h("span.row", fields);
};

const fieldsOf = (filter, changed) =>
  filter.as !== "facet" ? ends(filter, changed) : (filter.choices[BUTTONS] ? facetSelect : facetButtons)(filter, changed);

/** {node, tests()}: the filters in a row, and what the rows must hold by them. */
export function filterBar(told, rows, columns, changed) {
  const columnAt = (key) => columns.find((column) => column.key === key) ?? { label: key.slice(1) };
  const filters = told.map((filter) => filterOf(filter, columnAt(filter.key), rows));
  const boxes = filters.map((filter) =>
    h("div.row", { role: "group", "aria-label": filter.label }, say("span.small dim", filter.label), fieldsOf(filter, changed)),
  );
  return { node: h("div.row filters", boxes), tests: () => filterTests(filters, dayText) };
}
