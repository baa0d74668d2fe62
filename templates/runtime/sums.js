// sums.js: figures of the rows of a table: its totals and its summary.

import { aggregate } from "./transforms.js";

const figureOf = (rows, { op, key, format }) => ({
  op,
  value: aggregate(rows, { op, key }),
  format: /^(count|distinct)$/.test(op) ? "integer" : format,
});

/** {op, value, format} for each column that is told how it is summed; undefined for the others. */
export const totalsOf = (rows, columns) =>
  columns.map(({ aggregate: op, key, format }) => op && figureOf(rows, { op, key, format }));

/** {value, format, label} for each figure of a summary, in the singular where there is one. */
export const figuresOf = (rows, summary) =>
  summary.map(({ label, one, ...figure }) => {
    const found = figureOf(rows, figure);
    return { ...found, label: found.value === 1 ? (one ?? label) : label };
  });
