// table.js: the rows that a spec names as a table.

import { toldColumnsOf } from "./columns.js";
import { components } from "./components.js";
import { h } from "./dom.js";
import { evaluate, pointer } from "./expressions.js";
import { isList, isNested, isPlain, isText, keyed, textOf } from "./format.js";
import { asRows, createTable } from "./grid.js";
import { leftOut } from "./planned.js";
import { dataOfText } from "./shapes.js";
import { groupRows } from "./table-groups.js";
import { sorted } from "./tableparts.js";

components.table = (props, scope, context) => {
  const found = evaluate(props.rows, scope);
  const rows = isNested(found) ? rowsOf(found) : strayRows(found ?? scope.result, props.columns);
  if (!rows) return null;
  if (!rows.length) return h("p.dim", { "data-empty": "" }, textOf(evaluate(props.empty, scope)) || "No rows.");
  return plannedTable({ ...props, ...plannedRows(rows, props.columns, context) }, scope, context);
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

/** A table with its title, of no more rows than asked for. */
export function plannedTable(table, scope, context) {
  const { list, columns, sort, limit, group, pageSize } = table;
  const isThere = (row, { key }) => ![undefined, null, ""].includes(pointer(row, key));
  for (const column of columns) column.hidden ||= table.hideEmpty && !list.some((row) => isThere(row, column));
  const all = limit && sorted([...list.keys()], list, sort).slice(0, limit);
  const size = pageSize && Math.min(500, pageSize);
  const groups = group && groupRows(list, columns, group, context);
  const title = textOf(evaluate(context.component?.title, scope));
  return createTable({ ...table, all, size, groups, title }, { ...context, scope });
}

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
