// table.js: the rows that a spec names as a table.

import { fieldWords } from "./brief.js";
import { chartOutline } from "./chart-kinds.js";
import { chartFor } from "./chart-rules.js";
import { asRows, columnsOf, fieldsOf, isAlike, isSaid, isTold, memberKeys, nameOf, nameOfFormat, roleAt, toldColumnsOf, tonesOf, valuesAt, wordsOf } from "./columns.js";
import { evaluate } from "./expressions.js";
import { sorted } from "./order.js";
import { components, note } from "./outline.js";
import { besideRows, isAsked, plainly } from "./roles.js";
import { dataOfText } from "./shapes.js";
import { escapePointer, isList, isNested, isNumber, isPlain, isText, joined, keyed, pointer, pointerName, present, words } from "./values.js";

components.table = (props, scope, context) => {
  const found = evaluate(props.rows, scope);
  const rows = isNested(found) ? rowsOf(found) : strayRows(found ?? scope.result, props.columns, context);
  if (!rows) return null;
  if (!rows.length) return note("aside", words(evaluate(props.empty, scope)) || "No rows.");
  const title = words(evaluate(context.component?.title, scope));
  const { list, columns } = plannedRows(rows, props.columns, context);
  const table = tableOutline({ ...props, list, columns, title }, context);
  const chart = props.chart && chartFor(list, columns);
  return chart?.beside ? { type: "stack", component: "auto", parts: [chartOutline({ ...chart, rows: list }, context), table] } : table;
};
components.table.titled = true;

/** Rows with something of the planned columns where they were not expected: in a text, or as the whole result. */
function strayRows(value, columns = [], { spec }) {
  const rows = rowsOf(isText(value) ? dataOfText(value) : value);
  const [name] = Object.entries(Object(value)).find(([, each]) => each === rows) ?? [];
  // Another component shows them.
  if (JSON.stringify(spec.result ?? "").includes(`"/result/${name}"`)) return null;
  return rows?.some((row) => columns.some(({ key }) => pointer(row, key) !== undefined)) ? rows : null;
}

/**
 * The members that `given` columns leave out: hidden, but for those that came although the tool's schema, which
 * knows of some that are given, says nothing of them.
 */
export function leftOut(rows, given, context) {
  const schema = JSON.stringify(context.tool?.outputSchema) ?? "";
  const announced = ({ key }) => schema.includes(JSON.stringify(pointerName(key.split("/")[1] ?? "")) + ":");
  // What a step made on the way to a column that is given is no surprise.
  const strict = given.some(announced) && !context.component?.props?.transform;
  const within = (a, b) => (a + "/").startsWith(b + "/");
  return memberKeys(rows)
    .filter(({ key }) => key && !given.some((column) => within(column.key, key) || within(key, column.key)))
    .map((column) => ({ ...column, hidden: !strict || announced(column) }));
}

/** Rows with the columns that are given, and those that these leave out. */
const plannedRows = (list, given, context) =>
  given ? { list, columns: toldColumnsOf(list, [...given, ...leftOut(list, given, context)], context.scope) } : asRows(list, context.scope);

export const SEARCH_FROM = 8;

/** Roles from this rank on are for programs. */
export const PROGRAM_RANK = 8;

/** Columns with those that say the same in every row hidden, and in `same` what these say; two columns stay. */
function withoutSame(columns, rows, used, input) {
  const shown = columns.filter(({ hidden }) => !hidden);
  const found = shown.filter((column) => isAlike(rows, column) && !used.includes(`"${column.key}"`));
  if (!found[0] || shown.length < found.length + 2) return { columns };
  // "Object: customer" tells programs which rows these are, and people nothing; nor does what they asked for.
  const { asked } = besideRows(rows, input);
  const worth = found.filter(({ key }) => roleAt(key).rank < PROGRAM_RANK && !asked.includes(pointer(rows[0], key)) && !isTold({ key }, columns));
  const told = columns.map((column) => (found.includes(column) ? { ...column, hidden: true, isSame: worth.includes(column) } : column));
  return { columns: told, same: joined(fieldsOf(rows[0], worth).map(fieldWords), " · ") || undefined };
}

/** The order {key, descending} that was asked for, "-price", "distance", where the rows have it: a page does not know better than the server. */
function askedOrder(columns, rows, input) {
  const told = plainly(Object.entries(Object(input)).flatMap(([name, each]) => (/sort|order/i.test(name) ? each : [])));
  const named = columns.filter(({ key, hidden }) => !hidden && isAsked(wordsOf(nameOf(key)), told));
  const orders = named.flatMap(({ key }) => [{ key }, { key, descending: true }]);
  const isInOrder = ({ key, descending }) => valuesAt(rows, key).every((value, at, all) => !at || (descending ? value <= all[at - 1] : value >= all[at - 1]));
  return orders.find(isInOrder);
}

/** A table of rows with their columns, of no more rows than asked for; `all`: the indices of these; `size`: rows of a page. */
export const tableOutline = ({ list, columns, title, sort: told, limit, group, pageSize, search, ...more }, context) => {
  const sort = told ?? askedOrder(columns, list, context.input);
  return {
    type: "table",
    level: context.headingLevel,
    heading: title || undefined,
    rows: list,
    ...withoutSame(
      columns.flatMap((column) => numbered(column, list)).map((column) => ({ ...column, hidden: column.hidden || (more.hideEmpty && isBlank(list, column)), tones: tonesOf(list, column), whole: wholeOf(column) })),
      list,
      JSON.stringify([group, sort, more, columns.filter(({ aggregate, tone, width, href, stays }) => aggregate || tone || width || href || stays).map(({ key }) => key)]),
      context.input,
    ),
    all: limit && sorted([...list.keys()], list, sort).slice(0, limit),
    sort,
    group,
    size: pageSize ? Math.min(500, pageSize) : list.length > 250 ? 50 : 25,
    search: search ?? (list.length >= SEARCH_FROM && !isPart(list, context)),
    plain: isPart(list, context) || undefined,
    filters: more.filters,
    summary: more.summary,
    detail: more.detail,
    tone: more.tone,
    compact: more.compact,
  };
};

/** Names of what comes in percent of a whole. */
const PERCENT = /\b(used|usage|progress|rollout|occupancy|utili[sz]ation|complet(e|ed|ion)|coverage|cpu|mem(ory)?|disk|battery|full|humidity|turnout)\b/;

/** What the numbers of a column are a part of; undefined for others. */
const wholeOf = ({ key, format }) => (nameOfFormat(format) === "percent" && PERCENT.test(wordsOf(nameOf(key))) ? (format.ratio ? 1 : 100) : undefined);

/** Is this one of several tables in an answer that nobody planned, and does a page hold it? It has no tools of its own. */
const isPart = (list, { depth = 0, headingLevel }) => depth > 0 && headingLevel > 2 && list.length <= 25;

/** Numbers that a column's lists may hold to be columns of their own. */
const MOST_NUMBERS = 13;

/** A column of short lists of numbers as a column for each place, tinted alike: a matrix, such as cohorts by month; of small objects of numbers as one for each member. */
function numbered(column, rows) {
  const lists = rows.map((row) => pointer(row, column.key)).filter(present);
  if (!column.format && lists[0] && lists.every((each) => isPlain(each) && Object.values(each).every(isNumber))) {
    const names = [...new Set(lists.flatMap(Object.keys))];
    const inner = columnsOf(rows, names.map((name) => ({ key: column.key + escapePointer(name), name })));
    return names.length <= MOST_NUMBERS ? inner.map((each) => ({ ...each, hidden: column.hidden })) : [column];
  }
  const length = Math.max(0, ...lists.map((each) => each.length ?? 0));
  const short = rows.length > 2 && length > 3 && length <= MOST_NUMBERS;
  if (column.format || !short || !lists.every((each) => isList(each) && each.every(isNumber))) return [column];
  const all = { ...column, kind: "measure", end: true, shade: {} };
  return Array.from({ length }, (_, at) => ({ ...all, key: `${column.key}/${at}`, label: at ? `${at + 1}` : `${column.label} 1` }));
}

export const isBlank = (rows, { key }) => !rows.some((row) => isSaid(pointer(row, key)));

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
