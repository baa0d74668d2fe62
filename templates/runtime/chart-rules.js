// chart-rules.js: which chart fits rows that nobody described.

import { ADDING, momentOf, NAMED_ORDER, POINTS, relation } from "./chart-kinds.js";
import { columnsOf, ID_NAME, isBadge, isPlace, labelWithUnit, nameOf, roleAt, TITLE, wordsOf } from "./columns.js";
import { amountOf, extentOf, rising } from "./figures.js";
import { DAY_MS, isNested, isPlain, keys, pointer, present, textOf } from "./values.js";

const CALENDAR = /\b(hour|day|weekday|dow|week|month|quarter)$/;

/** A line of directions leaps from 359 to 1. */
const ANGLE = /(deg|dir|direction|heading|bearing|azimuth)$/;

/** A column with its values and what it can do in a chart: time, order, steps, measure, category, name or nothing. */
export function classify(column, rows) {
  const values = rows.map((row) => pointer(row, column.key)).filter((value) => present(value) && value !== "");
  const naming = wordsOf(nameOf(column.key));
  const amounts = values.map(amountOf);
  const distinct = new Set(values.map(textOf)).size;
  const most = (fits) => values.length > 0 && values.filter(fits).length >= 0.9 * values.length;
  const numeric = most((value) => amountOf(value) !== null);
  const place = isPlace(naming);
  const counted = numeric && !place && column.kind !== "key" && !ID_NAME.test(naming);
  const step = amounts[1] - amounts[0];
  const even = (each, i) => !i || Math.abs(each - amounts[i - 1] - step) < step / 1e6;
  const short = most((value) => textOf(value).length <= 40);
  const kinds = {
    time: most((value) => momentOf(value, naming)),
    order:
      most((value) => NAMED_ORDER.test(value)) ||
      (CALENDAR.test(naming) && most(Number.isInteger)),
    place,
    steps: counted && values.length === rows.length && step > 0 && amounts.every(even),
    measure: counted && !ANGLE.test(naming) && distinct > 1 && amounts.some((each) => each !== 0 && each !== 1) && 2 * values.length >= rows.length,
    nested: values.some(isNested),
    category: distinct > 1 && distinct <= 20 && 2 * distinct <= values.length && short,
    name: !numeric && distinct === rows.length && short && !most((value) => /^[0-9a-f-]{12,}$|^\w+:\/\//i.test(value)),
  };
  return { ...column, naming, values, amounts, distinct, is: keys(kinds).find((kind) => kinds[kind]) };
}

/** Measures that can share an axis with the first: of its unit, no more than five times larger or smaller. */
export function comparable(measures, most) {
  const size = ({ amounts }) => Math.max(...extentOf(amounts).map(Math.abs));
  const unit = ({ naming, format }) => labelWithUnit(naming, "number").split(", ")[1] ?? (/^(integer|number)$/.test(format?.name) || format?.name);
  const [first] = measures;
  return measures
    .filter((each) => unit(each) === unit(first) && size(each) < 5 * size(first) && size(first) < 5 * size(each))
    .slice(0, most);
}

/** Readings that may be taken in a day, each at its hour. */
const MOST_A_DAY = 3;

/** Like a series and not like events: most distances in time are about the same, from one moment to the next or from day to day. */
function isEven({ values, naming }) {
  const times = [...new Set(values.map((value) => momentOf(value, naming)?.at ?? null))].sort(rising);
  const isRegular = (step) => {
    const gaps = times.slice(step).map((time, i) => time - times[i]).sort(rising);
    const middle = gaps[gaps.length >> 1];
    const isDaily = Math.abs(middle - DAY_MS) < DAY_MS / 10;
    return (step < 2 || isDaily) && gaps.filter((gap) => Math.abs(gap - middle) <= middle * 0.15).length >= 0.7 * gaps.length;
  };
  return [1, 2, MOST_A_DAY].some(isRegular);
}

const uniquePairs = (rows, ...columns) =>
  new Set(rows.map((row) => JSON.stringify(columns.map(({ key }) => pointer(row, key))))).size >= 0.9 * rows.length;
export const chartProps = (kind, x, measures, lead, series) => ({
  kind,
  x: x?.key,
  y: measures,
  series: series?.key,
  lead,
});

function overTime({ rows, time: [time], measured, category }, events) {
  if (!time || time.distinct < 2) return null;
  const unique = uniquePairs(rows, time);
  const split = unique ? undefined : category.find((each) => each.distinct <= 8 && uniquePairs(rows, time, each));
  if (!events && (!(unique || split) || !isEven(time))) return null;
  const y = split ? measured.slice(0, 1) : comparable(measured, 6);
  const sums = time.distinct <= 12 && !y[1] && !split && ADDING.test(y[0].naming);
  return chartProps(sums ? "bar" : "line", time, y, !events, split);
}

function overSteps({ rows, order, steps, measured, name, columns }) {
  const x = [...order, ...steps.filter((each) => each === columns[0] || !name[0])].find(
    (each) => each.distinct === rows.length,
  );
  const y = measured.filter((each) => each !== x);
  return x && y[0] ? chartProps(x.is === "order" && !y[1] ? "bar" : "line", x, comparable(y, 4), true) : null;
}

function overPairs({ rows, category, order, measured, columns }) {
  const [few, many] = [...category, ...order].slice(0, 2).sort((a, b) => a.distinct - b.distinct);
  if (!many || !uniquePairs(rows, few, many) || rows.length < 0.6 * few.distinct * many.distinct) return null;
  const kind = few.distinct < 4 && many.distinct < 9 ? "bar" : "heatmap";
  return chartProps(kind, many, measured.slice(0, 1), columns.length < 5, few);
}

/** Two measures that move together are what such rows are about. */
const together = ({ rows, measured: [x, y, more], columns }) =>
  y && !more && columns.length < 4 && rows.length >= 20 && relation(x.amounts, y.amounts) && chartProps("scatter", x, [y], true);

const byCategory = ({ category: [category], measured }) =>
  category && chartProps("bar", category, [measured.findLast(({ naming }) => ADDING.test(naming)) ?? measured[0]], false);

const FEW_THINGS = 6;

/** Names whose figures one compares at a glance; baseline/charts.py knows the same. */
const LEADING = /^(name|label|category|region|country|city|product|status|state|stage|type|group|team|channel|source|segment|department|language|browser|kind|level)$/;

function byName({ rows, name, measured, columns }) {
  const x = name.find(({ naming }) => TITLE.test(naming)) ?? name[0];
  const fits = x && rows.length > 2 && rows.length <= 30;
  return fits && chartProps("bar", x, comparable(measured, rows.length > 12 ? 1 : 3), columns.length < 4 && LEADING.test(x.naming));
}

const twoMeasures = ({ rows, measured: [x, y], columns }) =>
  y && rows.length >= 8 && chartProps("scatter", x, [y], columns.length < 4);
const oneMeasure = ({ rows, measured: [y] }) => rows.length >= 20 && chartProps("histogram", undefined, [y], false);

/**
 * The rules, first match wins; 2 to 5,000 rows with a measure that varies; never a pie, never a map.
 *   time at even distances + measures       line (bars for up to 12 sums)   the eye reads change along a line
 *   … several rows a moment + category      one line for each of up to 8    moments alone would zigzag
 *   weekdays, months, even steps + measures bars, line                      their order means something
 *   two measures that move together, alone  scatter                         that is what they tell
 *   two categories that cross + measure     heat table, bars up to 3 × 8    each pair has one value
 *   category + measure                      bars of sums or means           groups are compared by length
 *   time of events + measures               line                            nothing better is known
 *   name + measures, up to 30 rows          bars                            a longer list is a table
 *   two measures, 8 rows or more            scatter                         do they move together?
 *   one measure, 20 rows or more            histogram                       where do values lie?
 */
const CHART_RULES = [
  overTime,
  overSteps,
  together,
  overPairs,
  byCategory,
  (table) => overTime(table, true),
  byName,
  twoMeasures,
  oneMeasure,
];

/**
 * Props of a chart without its `rows`, or null; `columns` as columnsOf finds them, which is the default.
 * `lead` says that the chart tells more than the table, `beside` that it tells as much.
 */
export function chartFor(rows, columns) {
  if (rows.length < 2 || rows.length > POINTS || !rows.every(isPlain)) return null;
  const found = (columns ?? columnsOf(rows)).slice(0, 60).map((column) => classify(column, rows));
  const measures = found.filter(({ is }) => /^(measure|steps)$/.test(is));
  // Of the four prices of a stretch of time the last one is the line.
  const closes = measures.some(({ naming }) => /\bclose\b/.test(naming)) && measures.some(({ naming }) => /\bhigh\b/.test(naming));
  const table = { rows, columns: found, measured: measures.filter(({ naming }) => !closes || !/\b(open|high|low)\b/.test(naming)) };
  for (const kind of ["time", "order", "steps", "category", "name", "place"])
    table[kind] = found.filter(({ is }) => is === kind);
  if (!table.measured[0] || table.place[1]) return null;
  const props = CHART_RULES.reduce((props, rule) => props || rule(table), null);
  // Rows that have a status or a number of their own are things to look up, whatever else they hold.
  const things = found.some(({ key, format }) => format?.name === "badge" || /\/(id|message)$/i.test(key));
  // And rows with more to say than the chart shows are read first.
  const drawn = new Set([props?.x, props?.series, ...measures.map(({ key }) => key)]);
  const others = found.filter(({ key, isLast }) => !drawn.has(key) && !isLast);
  // Of a few such things a chart tells nothing.
  if (!props || (things && rows.length < FEW_THINGS)) return null;
  // What has no name and comes at even distances is a series of readings: one wants to see its course, and the rows.
  const isId = ({ key }) => roleAt(key).role === "id";
  const isReading = (each) => drawn.has(each.key) || /time|order|category/.test(each.is) || each.distinct < 2 || 2 * each.values.length < rows.length || isId(each);
  const isThing = found.some(isId) && found.some(({ format }) => isBadge(format));
  const beside = props.lead && props.x === table.time[0]?.key && !isThing && found.every(isReading);
  return { ...props, beside, lead: props.lead && !things && (others.length < 2 || 3 * others.length < measures.length) && !others.some(({ kind }) => kind === "nested") };
}
