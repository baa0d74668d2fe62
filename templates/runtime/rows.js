// rows.js: the rows in whatever came back, outlined as a wish asks; where they cannot be, as auto would.

import { autoOutline, isPeers, membersOutline, stacked } from "./auto.js";
import { CHART_KINDS } from "./chart-kinds.js";
import { chartFor, classify, comparable } from "./chart-rules.js";
import { asRows, columnsOf, fieldsOf, TITLE, toldColumnsOf } from "./columns.js";
import { seeThrough, sideBySide, withNames } from "./envelopes.js";
import { evaluate } from "./expressions.js";
import { sorted } from "./order.js";
import { components, note } from "./outline.js";
import { dataOfText } from "./shapes.js";
import { listIn, rowsOf, tableOutline } from "./table.js";
import { transform } from "./transforms.js";
import { entriesOf, escapePointer, isList, isNested, isNumber, isPlain, isText, joined, keys, objectOf, pointer, present } from "./values.js";

components.rows = (props, scope, context) => {
  const found = evaluate(props.of ?? { $path: "/result" }, scope);
  const { value, told } = opened(found, context.input);
  const list = rowsIn(value);
  const outline = list?.length ? rowsOutline(props, list, scope, context) : isPlain(value) && factsOutline(props, value, scope, context);
  const parts = outline ? [outline, told && note("small", told)] : [autoOutline(found, context)];
  return stacked(parts, besides(props.of?.$path, scope, context));
};

/** What envelopes hold and what they tell; a text in them is read, and may hold more. */
function opened(found, input) {
  const read = isText(found) ? dataOfText(found) : found;
  const { value, told = "" } = isPlain(read) ? seeThrough(sideBySide(withNames(read)), input) : { value: read };
  if (!isText(value) || value === found) return { value, told };
  const inner = opened(value, input);
  return { ...inner, told: joined([told, inner.told].filter(Boolean), " · ") };
}

/** What stands beside rows that a path names, or around them, and no component shows. */
function besides(path, scope, { spec, ...context }) {
  const told = JSON.stringify(spec.result).split('"');
  if (!/^\/result\//.test(path) || told.includes("/result") || spec.result.some(({ props }) => !props)) return null;
  const left = [];
  for (let at = path; at !== "/result"; ) {
    at = at.slice(0, at.lastIndexOf("/"));
    const isTold = (name) => told.some((each) => (each + "/").startsWith(at + escapePointer(name) + "/"));
    left.push(...entriesOf(Object(pointer(scope, at))).filter(([name, each]) => present(each) && !isTold(name)));
  }
  return left[0] && membersOutline(objectOf(left), context);
}

/** An array; the one array of objects in an object; the peers of a map: else null. */
function rowsIn(value) {
  if (isList(value)) return value.some(isNested) || value.every(isNumber) ? value : null;
  if (!isPlain(value)) return null;
  return listIn(value) ?? (keys(value).length > 1 && isPeers(value) ? rowsOf(value) : null);
}

/** The columns found, changed by those told: in their own order, or only those told in theirs. */
function toldColumns(list, found, { columns = [], only, front = [] }) {
  const there = columns.filter(({ key }) => list.some((row) => pointer(row, key) !== undefined));
  const [toldOf, foundOf] = [there, found].map((all) => (column) => all.find(({ key }) => key === column.key));
  const merged = (told) => {
    const old = foundOf(told) ?? toldColumnsOf(list, [told])[0];
    return { ...old, hidden: false, ...told, label: told.label ?? old.label, end: told.align ? told.align === "end" : old.end };
  };
  if (only && there[0])
    return [...there.map(merged), ...found.filter((each) => !toldOf(each)).map((each) => ({ ...each, hidden: true }))];
  const all = [
    ...found.map((each) => (toldOf(each) ? merged(toldOf(each)) : each)),
    ...there.filter((each) => !foundOf(each)).map(merged),
  ];
  const rank = (column) => front.findIndex(({ key }) => key === column.key) + 1 || front.length + 1;
  return all.sort((a, b) => rank(a) - rank(b));
}

function rowsOutline(props, rows, scope, context) {
  const { as, x, sort, limit } = props;
  if (props.transform) rows = transform(rows, props.transform, scope);
  const plain = rows.every(isNested) ? rows : rows.map((value, entry) => (isNested(value) ? value : { entry, value }));
  const { list, columns: found } = asRows(plain);
  const columns = toldColumns(list, found, props);
  const table = () => tableOutline({ ...props, list, columns }, context);
  const shown = columns.filter(({ hidden }) => !hidden);
  const item = sorted([...list.keys()], list, sort).slice(0, limit).map((index) => list[index]);
  const outlineAs = (type, inner, more) =>
    context.render({ type, props: { rows: { $item: "" }, tone: props.tone, ...inner } }, { ...scope, item }, { headingLevel: context.headingLevel, ...more });
  if (CHART_KINDS[as] || as === "chart") {
    const chart = toldChart(props, item, shown);
    return (chart && outlineAs("chart", chart, { table })) || table();
  }
  const kinds = shown.map((column) => classify(column, list));
  const lead = x ?? kinds.find(({ is, naming }) => is === "name" || TITLE.test(naming))?.key ?? shown[0]?.key;
  if (lead === undefined) return table();
  const fields = shown.filter(({ key }) => key !== lead).map(({ key, label, format }) => ({ key, label, ...(format && { format }) }));
  const [title, other] = [{ $item: lead }, fields[0] && { $item: fields[0].key }];
  const time = kinds.find(({ is }) => is === "time")?.key;
  if (/cards$/.test(as)) return outlineAs("cards", { title, fields });
  if (as === "list") return outlineAs("list", { title, meta: other });
  if (as === "timeline" && time) return outlineAs("timeline", { at: { $item: time }, title: (lead === time && other) || title });
  return table();
}

/** The props of the chart asked for: its axes as told, else as the rules find them; null without a measure. */
function toldChart({ as, x, y, series, stacked }, list, columns) {
  const kinds = columns.map((column) => classify(column, list));
  const ruled = chartFor(list, columns);
  const first = (...names) => kinds.find(({ is }) => names.includes(is));
  const measures = kinds.filter(({ is }) => /measure|steps/.test(is));
  const along = first("time", "order") ?? first("name", "category");
  const kind = as === "chart" ? (ruled?.kind ?? (along?.is === "time" ? "line" : "bar")) : as;
  const spread = kind === "scatter" && x === undefined;
  const found = spread ? measures[0] : kind === "histogram" ? undefined : (along ?? (ruled?.x ? { key: ruled.x } : first("steps")));
  const at = x ?? found?.key;
  const left = measures.filter(({ key }) => key !== at);
  const drawn = y ?? (spread ? left.slice(0, 1) : comparable(left[0] ? left : measures, 4));
  if (!drawn[0]) return null;
  const labelled = ({ key, label }) => ({ key, label: label ?? columns.find((each) => each.key === key)?.label });
  const split = series ?? (ruled?.x === at ? ruled?.series : undefined);
  return { kind: kind === "heatmap" && !split ? "bar" : kind, x: at, y: drawn.map(labelled), series: split, stacked };
}

/** One object as figures or as label and value, its members as told; null where neither is asked for. */
function factsOutline(props, value, scope, context) {
  const found = keys(value).map((name) => ({ key: escapePointer(name), name }));
  const columns = toldColumns([value], columnsOf([value], found), props).filter(({ hidden }) => !hidden);
  if (props.as === "stat-cards") {
    const stats = columns
      .map(({ key, label, format }) => ({ label, value: pointer(value, key), format }))
      .filter(({ value }) => isNumber(value));
    return stats[0] ? context.render({ type: "stat-cards", props: { stats } }, scope, { headingLevel: context.headingLevel }) : null;
  }
  if (props.as !== "key-value" && !props.columns) return null;
  return { type: "key-value", fields: fieldsOf(value, columns) };
}
