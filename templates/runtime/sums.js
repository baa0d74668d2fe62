// sums.js: figures of the rows of a table: its totals and its summary.

import { moneyIn, nameOfFormat } from "./columns.js";
import { aggregate } from "./transforms.js";
import { pointer } from "./values.js";

function figureOf(rows, { op, key, format }, scope) {
  // Money of several currencies has no sum.
  const mixed = nameOfFormat(format) === "currency" && !format.currency && aggregate(rows, { op: "distinct", key: "/currency" }) > 1;
  return {
    op,
    value: mixed ? null : aggregate(rows, { op, key }),
    format: /^(count|distinct)$/.test(op) ? "integer" : moneyIn(format, pointer(rows[0], key), rows[0], scope),
  };
}

/** {op, value, format} for each column that is told how it is summed; undefined for the others. */
export const totalsOf = (rows, columns, scope) =>
  columns.map(({ aggregate: op, key, format }) => op && figureOf(rows, { op, key, format }, scope));

/** {value, format, label} for each figure of a summary, in the singular where there is one. */
export const figuresOf = (rows, summary, scope) =>
  summary.map(({ label, one, ...figure }) => {
    const found = figureOf(rows, figure, scope);
    return { ...found, label: found.value === 1 ? (one ?? label) : label };
  });
