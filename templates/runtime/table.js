// table.js: the rows that a spec names as a table.

import { asRows, toldColumnsOf, tonesOf } from "./columns.js";
import { components } from "./components.js";
import { evaluate, pointer } from "./expressions.js";
import { sorted } from "./order.js";
import { note } from "./outline.js";
import { leftOut } from "./planned.js";
import { dataOfText } from "./shapes.js";
import { isList, isNested, isPlain, isText, keyed } from "./values.js";
import { words } from "./words.js";

components.table = (props, scope, context) => {
  const found = evaluate(props.rows, scope);
  const rows = isNested(found) ? rowsOf(found) : strayRows(found ?? scope.result, props.columns);
  if (!rows) return null;
  if (!rows.length) return note("empty", words(evaluate(props.empty, scope)) || "No rows.");
  const title = words(evaluate(context.component?.title, scope));
  return tableOutline({ ...props, ...plannedRows(rows, props.columns, context), title }, context);
};
components.table.titled = true;

/** Rows with something of the planned columns where they were not expected: in a text, or as the whole result. */
function strayRows(value, columns = []) {
  const rows = rowsOf(isText(value) ? dataOfText(value) : value);
  return rows?.some((row) => columns.some(({ key }) => pointer(row, key) !== undefined)) ? rows : null;
}

/** Rows with the columns that are given, and those that these leave out. */
const plannedRows = (list, given, context) =>
  given ? { list, columns: toldColumnsOf(list, [...given, ...leftOut(list, given, context)]) } : asRows(list);

export const SEARCH_FROM = 8;

/** A table of rows with their columns, of no more rows than asked for; `all`: the indices of these; `size`: rows of a page. */
export const tableOutline = ({ list, columns, title, sort, limit, group, pageSize, search, ...more }, context) => ({
  type: "table",
  level: context.headingLevel,
  heading: title || undefined,
  rows: list,
  columns: columns.map((column) => ({ ...column, hidden: column.hidden || (more.hideEmpty && isBlank(list, column)), tones: tonesOf(list, column) })),
  all: limit && sorted([...list.keys()], list, sort).slice(0, limit),
  sort,
  group,
  size: pageSize ? Math.min(500, pageSize) : list.length > 250 ? 50 : 25,
  search: search ?? list.length >= SEARCH_FROM,
  filters: more.filters,
  summary: more.summary,
  detail: more.detail,
  tone: more.tone,
  compact: more.compact,
});

const isBlank = (rows, { key }) => rows.every((row) => [undefined, null, ""].includes(pointer(row, key)));

/** The one list of rows that an object holds. */
export function listIn(value) {
  const lists = Object.values(value).filter((each) => isList(each) && each.some(isPlain));
  return lists.length === 1 ? lists[0] : null;
}

/** A list as it is; the one list of an envelope; a map of peers as rows with their key first. */
export function rowsOf(value) {
  if (!isPlain(value)) return isList(value) ? value : null;
  const row = ([Name, each]) => keyed({ Name, ...(isPlain(each) ? each : { Value: each }) }, Name);
  return listIn(value) ?? Object.entries(value).map(row);
}
