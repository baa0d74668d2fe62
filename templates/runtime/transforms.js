// transforms.js: the steps that make other rows of rows before a component draws them, named as in Vega-Lite.

import { memberLabel, nameOf } from "./columns.js";
import { evaluate } from "./expressions.js";
import {
  entriesOf, escapePointer, isList, isNested, isNumber, keyed, keyOf, namesOf, objectOf, pointer, present, rounded, textOf, valuesOf,
} from "./values.js";
import { rising, sumOf } from "./figures.js";
import { compared, sorted } from "./order.js";

/** Of texts alone there is no sum, of nothing it is 0. */
function sum(values) {
  const numbers = values.filter(isNumber);
  return values[0] === undefined || present(numbers[0]) ? rounded(sumOf(numbers)) : undefined;
}

const mean = (values) => (values[0] === undefined ? undefined : rounded(sum(values) / values.length));

function median(values) {
  const ordered = values.toSorted(rising);
  return mean(ordered.slice(Math.ceil(ordered.length / 2) - 1, Math.floor(ordered.length / 2) + 1));
}

/** What several values become; absent ones and null were left out before. */
const OPS = {
  count: (values) => values.length,
  distinct: (values) => new Set(values.map(textOf)).size,
  sum,
  mean: (values) => mean(values.filter(isNumber)),
  median: (values) => median(values.filter(isNumber)),
  min: (values) => values.toSorted(compared)[0],
  max: (values) => values.toSorted(compared).at(-1),
  first: (values) => values[0],
};

/** What an operation makes of a member of the rows, or of the rows themselves. */
export const aggregate = (rows, { op, key }) =>
  OPS[op](key === undefined ? rows : rows.map((row) => pointer(row, key)).filter(present));

/** [values at the keys, rows that have them], in the order in which the values first come. */
function grouped(rows, keys = []) {
  const valuesIn = (row) => keys.map((key) => pointer(row, key));
  const groups = Map.groupBy(rows, (row) => JSON.stringify(valuesIn(row)));
  return [...groups.values()].map((each) => [valuesIn(each[0]), each]);
}

/** One row for each value of `row`; all have the same cells, in the order in which their names first come. */
function pivot({ row, column, value, op = "sum" }, rows) {
  const names = new Set(rows.map((each) => textOf(pointer(each, column))));
  return grouped(rows, [row]).map(([[head], each]) => {
    const cells = Map.groupBy(each, (one) => textOf(pointer(one, column)));
    const cellOf = (name) => [name, cells.has(name) ? aggregate(cells.get(name), { op, key: value }) : null];
    return { row: head, cells: objectOf([...names].map(cellOf)) };
  });
}

/** What each number of a group becomes among them: the numbers in the order of the rows → the numbers learned. */
const WINDOWS = {
  rank(values) {
    const places = new Map();
    values.toSorted((a, b) => b - a).forEach((value, at) => places.has(value) || places.set(value, at + 1));
    return values.map((value) => places.get(value));
  },
  sum(values) {
    let total = 0;
    return values.map((value) => rounded((total += value)));
  },
  delta: (values) => values.map((value, at) => (at ? rounded(value - values[at - 1]) : undefined)),
  share(values) {
    const total = sum(values);
    return values.map((value) => (total ? rounded(value / total) : undefined));
  },
};

function learn({ op, key, as, groupby }, rows) {
  const learned = new Map();
  for (const [, each] of grouped(rows, groupby)) {
    const numbered = each.filter((row) => isNumber(pointer(row, key)));
    WINDOWS[op](numbered.map((row) => pointer(row, key))).forEach((value, at) => learned.set(numbered[at], value));
  }
  return rows.map((row) => withMember(row, [as], learned.get(row)));
}

/** A copy of a row with another value at a path. */
function withMember(row, [name, ...rest], value) {
  const inner = rest[0] === undefined ? value : withMember(row[name], rest, value);
  return keyed(isList(row) ? row.with(name, inner) : { ...row, [name]: inner }, keyOf(row));
}

function flatten(path, rows) {
  const names = namesOf(path);
  const entriesIn = (row) => valuesOf(Object(pointer(row, path)));
  return rows.flatMap((row) => entriesIn(row).map((each) => withMember(row, names, each)));
}

/** The row of a scope with more members; each may use those before it. */
function calculated(members, scope) {
  for (const [name, expression] of entriesOf(members))
    scope.item = withMember(scope.item, [name], evaluate(expression, scope));
  return keyed(scope.item, scope.key);
}

const aggregated = ({ groupby = [], fields }, rows) =>
  grouped(rows, groupby).map(([values, each]) => ({
    ...objectOf(values.map((value, at) => [nameOf(groupby[at]), value])),
    ...objectOf(fields.map((field) => [field.as, aggregate(each, field)])),
  }));

/** step → (its value, rows, row → scope) → rows. */
const STEPS = {
  flatten,
  filter: (condition, rows, scopeOf) => rows.filter((row, at) => evaluate(condition, scopeOf(row, at))),
  calculate: (members, rows, scopeOf) => rows.map((row, at) => calculated(members, scopeOf(row, at))),
  aggregate: aggregated,
  pivot,
  window: learn,
  sort: (keys, rows) =>
    keys
      .toReversed()
      .reduce((order, key) => sorted(order, rows, key), [...rows.keys()])
      .map((index) => rows[index]),
  limit: (count, rows) => rows.slice(0, count),
};

/** Rows after all steps; of a map, `$key` is known until other rows are made of them. */
export function transform(rows, steps, scope) {
  const first = valuesOf(rows);
  const names = isList(rows) ? [] : Object.keys(rows);
  names.forEach((name, at) => keyed(first[at], name));
  return steps.reduce((list, step) => {
    const [[name, value]] = entriesOf(step);
    const scopeOf = (item, index) => ({ ...scope, item, index, key: list === first ? (names[index] ?? keyOf(item)) : keyOf(item) });
    return STEPS[name](value, list, scopeOf);
  }, first);
}

/** The columns of a pivoted table: the rows' own first, then one for each cell, all in the format of `/cells`. */
function pivoted(rows, { row }, columns = [{ key: "/row" }, { key: "/cells" }]) {
  const cells = Object.keys(Object(rows[0]?.cells));
  const label = memberLabel(nameOf(row));
  return columns.flatMap((column) => {
    if (column.key === "/row") return { label, ...column };
    return column.key === "/cells" ? cells.map((name) => ({ ...column, key: "/cells" + escapePointer(name), label: name })) : column;
  });
}

/** The props of a component and the scope that they are read in, its rows transformed where there are any. */
export function transformed(props, scope) {
  const rows = props.transform && evaluate(props.rows, scope);
  if (!isNested(rows)) return [props, scope];
  const list = transform(rows, props.transform, scope);
  const last = props.transform.at(-1).pivot;
  const columns = last ? pivoted(list, last, props.columns) : props.columns;
  return [{ ...props, rows: { $path: "/rows" }, columns }, { ...scope, rows: list }];
}
