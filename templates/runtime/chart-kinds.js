// chart-kinds.js: charts as a spec asks for them, and what they show of rows: places, series, order, sums and a finding.

import { isEpoch, labelWithUnit, nameOf, STATUS_NAME, wordsOf } from "./columns.js";
import { evaluate } from "./expressions.js";
import { amountOf, extentOf, isYear, placesOn, rising, sumOf, ticksOf } from "./figures.js";
import { labelOf, lowered } from "./labels.js";
import { sorted } from "./order.js";
import { components, ITEM, later } from "./outline.js";
import { toneIn } from "./tones.js";
import {
  counted, cut, DAY_MS, entriesOf, escapePointer, formatted, isDateText, isList, isNumber, isPlain, isText, joined, keyed, keyOf, keys, pointer, present, readDate, textOf, words,
} from "./values.js";

export const POINTS = 5000;
export const ADDING =
  /\b(count|totals?|amounts?|sum|qty|quantity|sales|revenue|orders|items|units|visits|views|hits|requests|errors|clicks|users|bytes|costs?|spend|hours|minutes|additions|deletions|downloads|votes|population)\b/;
export const NAMED_ORDER =
  /^((mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}|(\d{4}[- ]?)?[QWH]\d\d?([- ]\d{4})?)$/i;

/**
 * What differs by kind: `titleOf` measures and x, or `by` for "measures by x"; `read` in place of places
 * and series, `finish` after them; the kinds that it is `also` offered as.
 */
export const CHART_KINDS = {
  __proto__: null,
  line: { also: ["bar"] },
  bar: { by: true, also: ["line"] },
  // Kinds that only a spec asks for.
  area: { also: ["line", "bar"] },
  donut: { by: true, also: ["bar"] },
  sparkline: {},
  heatmap: { by: true },
  // Kinds of single rows.
  histogram: { titleOf: (what) => "Distribution of " + lowered(what), read: readHistogram },
  scatter: { titleOf: (what, x) => `${what} against ${lowered(x)}`, finish: readPoints },
};

/** A moment {at, local, day} of a date text, or of a year or an epoch under a telling name; else null. */
export function momentOf(value, name) {
  const words = wordsOf(name);
  const year = isYear(value) && /\b(year|yr|fy)$/.test(words);
  const told = isDateText(value) || isEpoch(value, words);
  const { date, local, day } = readDate(year ? value + "-01" : told && (Number(value) || value));
  return isNaN(date) ? null : { local, day, at: date.getTime() };
}

const entryOf = (map, id, made) => map.get(id) ?? map.set(id, made).get(id);

/** The places on the x axis, and by series [name, its amounts by the id of their place]; in a scatter chart each row is a place. */
function gather({ kind, rows, x, y, series: split }) {
  const [places, named] = [new Map(), new Map()];
  rows.forEach((row, index) => {
    const value = x === undefined ? index + 1 : pointer(row, x);
    const { size } = places;
    const { id } = entryOf(places, kind === "scatter" ? index : textOf(value), { id: size, value, row, at: size });
    for (const { key, label } of y) {
      const name = split === undefined ? label : textOf(pointer(row, split)) + (y[1] ? " · " + label : "");
      const cells = entryOf(named, name, []);
      const amount = amountOf(pointer(row, key));
      if (amount !== null) (cells[id] ??= []).push(amount);
    }
  });
  return [[...places.values()], [...named]];
}

/** Places {value, total} in an order: "x", "y", with "-" the greatest first; any other leaves them. */
function placesIn(order, places) {
  const key = { x: "/value", y: "/total" }[order.replace("-", "")];
  return key ? sorted([...places.keys()], places, { key, descending: order[0] === "-" }).map((index) => places[index]) : places;
}

/** The places in their order with their labels, and the kind of axis: time, number, order or name. */
function axisOf(places, x) {
  const name = nameOf(x);
  const timed = places.flatMap((place) => {
    const moment = momentOf(place.value, name);
    return moment ? { ...place, ...moment } : [];
  });
  const isTime = timed[0] && timed.length >= 0.9 * places.length;
  const xs = isTime ? timed : places;
  const all = (fits) => xs.every(({ value }) => fits(value));
  const other = all((value) => NAMED_ORDER.test(value)) ? "order" : "name";
  const axis = isTime ? "time" : all(isNumber) ? "number" : other;
  const form = STATUS_NAME.test(wordsOf(name))
    ? "badge"
    : { number: "number", time: xs.every(({ at }) => at % DAY_MS === 0) ? "date" : "datetime" }[axis];
  for (const place of xs) {
    if (axis === "number") place.at = place.value;
    place.label = isTime && isYear(place.value) ? place.value + "" : labelAs(place.value, form);
  }
  return { axis, xs: axis === other ? xs : xs.sort((a, b) => a.at - b.at) };
}

const labelAs = (value, name) => (present(value) ? (name ? formatted(value, { name, year: false }) : words(value)) : "–");

const listed = (names) => names.map((name, i) => (i ? (names[i + 1] ? ", " : " and ") + lowered(name) : name)).join("");

function chartTitle({ x, y, series, xLabel, titleOf, by }) {
  const what = listed(y.map(({ label }) => label));
  if (titleOf) return titleOf(what, xLabel);
  const along = [series && labelOf(nameOf(series)), by && x && xLabel].filter(Boolean);
  return along[0] ? `${what} by ${lowered(listed(along))}` : what;
}

/** Everything a plot needs, of what is asked; null when there is nothing to draw. */
function readChart(asked) {
  const units = new Set(asked.y.map(({ label }) => label.split(", ")[1]));
  const unit = asked.unit || (units.size < 2 && [...units][0]) || "";
  const y = asked.y.map(({ key, label }) => ({ key, label: unit ? label.replace(", " + unit, "") : label }));
  const xLabel = asked.x ? labelOf(nameOf(asked.x)) : "row";
  const chart = { ...CHART_KINDS[asked.kind], ...asked, y, unit, xLabel };
  chart.title ||= chartTitle(chart);
  return (chart.read ?? readSeries)(chart);
}

function readSeries(chart) {
  const { kind, rows, y } = chart;
  const [places, all] = gather(chart);
  const cells = kind === "heatmap" ? all : fewSeries(all, places);
  let { axis, xs } = axisOf(places, chart.x);
  if (kind === "scatter" && axis !== "number") xs = xs.filter((place) => (place.at = amountOf(place.value)) !== null);
  const adding = y.every(({ key, label }) => ADDING.test(wordsOf(nameOf(key)) + " " + label.toLowerCase()));
  const valueOf = (amounts) => (amounts?.[0] === undefined ? null : sumOf(amounts) / (adding ? 1 : amounts.length));
  for (const place of xs) place.total = sumOf(cells.map(([, each]) => valueOf(each[place.id])));
  const many = counted(rows.length, "row");
  const merged = cells.some(([, each]) => each.some(({ length }) => length > 1));
  let note = merged ? words(adding ? "sum" : "mean", " of ", many) : "";
  if (xs.length > POINTS) [xs, note] = fewPlaces(xs, many);
  xs = placesIn(chart.sort ?? (axis === "name" && /bar|donut/.test(kind) ? "-y" : ""), xs);
  for (const place of xs) place.tone = chart.toneOf?.(place.row, place.id);
  // The high of two is the warm one.
  const warm = cells.length === 2 && /^(high|max)/i.test(cells[0][0]);
  const series = cells.map(([label, each], i) => ({
    label,
    values: xs.map(({ id }) => valueOf(each[id])),
    color: i < 8 ? "--c" + (warm ? 2 - i : i + 1) : "--fg2",
  }));
  const amounts = series.flatMap(({ values }) => values.filter(isNumber));
  if (!amounts.length) return null;
  const full = {
    ...chart,
    axis,
    xs,
    series,
    note,
    integral: amounts.every(Number.isInteger),
  };
  full.sentence = sentenceOf(full);
  return full.finish?.(full) ?? full;
}

/** Points on round ticks, each told by its name. */
function readPoints(chart) {
  const { rows, xs, x, xLabel, series } = chart;
  const amounts = xs.map(({ at }) => at);
  const ticks = ticksOf(extentOf(amounts), amounts.every(Number.isInteger));
  const named = keys(rows[0])
    .map(escapePointer)
    .find((key) => key !== x && isText(pointer(rows[0], key)));
  for (const place of xs)
    place.label = words(named ? cut(textOf(pointer(place.row, named)), 40) + ", " : "", lowered(xLabel), " ", place.label);
  const share = relation(amounts, series[0].values);
  const told = share > 0 ? "They rise together." : share ? "One falls as the other rises." : "No clear relation.";
  return { ...chart, sentence: words(chart.sentence, " ", told), ticks };
}

/**
 * Do values rise with their places? From −1 to 1; ranks are correlated, so that neither an outlier nor a bend decides, and
 * what chance may make of so few points is 0.
 */
export function relation(places, values) {
  const ranks = (list) => {
    const order = list.toSorted(rising);
    return list.map((each) => order.indexOf(each) + order.lastIndexOf(each) + 1 - list.length);
  };
  const [x, y] = [places.filter((_, i) => values[i] !== null), values.filter(isNumber)].map(ranks);
  const both = (a, b) => sumOf(a.map((each, i) => each * b[i]));
  const share = both(x, y) / Math.sqrt(both(x, x) * both(y, y));
  return Math.abs(share) > Math.max(0.4, 2 / Math.sqrt(x.length)) ? share : 0;
}

function readHistogram({ rows, y, ...chart }) {
  const amounts = rows.map((row) => amountOf(pointer(row, y[0].key))).filter(isNumber);
  if (!amounts.length) return null;
  const ticks = ticksOf(extentOf(amounts), amounts.every(Number.isInteger));
  const bins = (ticks.length - 1) * (amounts.length > 60 ? 4 : 2);
  const values = Array(bins).fill(0);
  for (const place of placesOn(ticks, amounts)) values[Math.min(bins - 1, Math.floor((place * bins) / 100))]++;
  const limit = (i) => formatted(ticks[0] + ((ticks.at(-1) - ticks[0]) * i) / bins, "number");
  const xs = values.map((_, i) => ({ label: words(limit(i), " to ", limit(i + 1)) }));
  const most = Math.max(...values);
  return {
    ...chart,
    xs,
    series: [{ label: "Count", values, color: "--c1" }],
    integral: true,
    unit: "",
    sentence: words(
      `Histogram of ${y[0].label}, `,
      counted(amounts.length, "value"),
      `. Most, ${most}, lie from `,
      xs[values.indexOf(most)].label,
      ".",
    ),
    ticks,
  };
}

/** The eight largest of more series, and one of all others. */
function fewSeries(series, places) {
  if (series.length < 9) return series;
  const sizeOf = ([, cells]) => sumOf(cells.flat().map(Math.abs));
  const few = series.sort((a, b) => sizeOf(b) - sizeOf(a));
  const others = few.splice(8);
  const other = ({ id }) => others.flatMap(([, cells]) => cells[id] ?? []);
  return [...few, ["Other", places.map(other)]];
}

/** The highest and the lowest place of each stretch, which is what a line of too many still shows, and how many there are. */
function fewPlaces(xs, many) {
  const step = Math.ceil((2 * xs.length) / POINTS);
  const starts = xs.filter((_, i) => i % step === 0);
  const kept = starts.flatMap((_, i) => {
    const part = xs.slice(i * step, (i + 1) * step).sort((a, b) => a.total - b.total);
    return [part[0], part.at(-1)].sort((a, b) => a.at - b.at);
  });
  return [kept, words(formatted(kept.length, "integer"), " of ", many, " drawn")];
}

/** A value of a chart in its unit. */
export const amountWords = (value, { unit }) => words(formatted(value, "number"), unit && !/^[%°]/.test(unit) ? " " : "", unit);

/** The chart in words: what it shows, from where to where, and its finding. */
function sentenceOf({ kind, title, unit, axis, xs, series }) {
  const findings = series.slice(0, 4).map(({ label, values }) => {
    const [low, high] = extentOf(values);
    const at = (value) => words(amountWords(value, { unit }), " at ", xs[values.indexOf(value)].label);
    return low > high ? "" : words(series[1] ? label + ": h" : "H", "ighest ", at(high), ", lowest ", at(low), ".");
  });
  const range = axis === "name" ? counted(xs.length, "entry", "entries") : words(xs[0].label, " to ", xs.at(-1).label);
  return words(`${labelOf(kind)} chart of `, lowered(title), ", ", range, ". ", joined(findings, " "));
}

/**
 * The chart of {kind, rows, x, y, …} as docs/components.md has them: its heading, its places {label, at, total} along
 * the axis, its series of values there and its finding; `kinds`: the forms that fit it; a `table` where one is made by
 * the function given, and `tableFirst` where the rows tell more than the chart. Null where there is nothing to draw.
 */
export function chartOutline(asked, { headingLevel }) {
  const chart = readChart(asked);
  if (!chart) return null;
  const { kind, title, unit, note, axis, xs, series, sentence, integral, ticks, also = [], horizontal, stacked, tableFirst, scale, reference, valueLabels, xTitle, yTitle } = chart;
  const heading = words(title, unit && ", ", unit);
  const others = also.filter((other) => (other === "bar" ? xs.length <= 60 : axis !== "name"));
  const places = xs.map(({ label, value, at, local, day, total, tone }) => ({ label, value, at, local, day, total, tone }));
  const about = joined([note, scale === "log" && "logarithmic"].filter(Boolean), " · ");
  const outline = {
    type: "chart", level: headingLevel, kind, kinds: [kind, ...others], heading, note: about, unit, axis, sentence, places, series, integral, ticks,
    horizontal, stacked, tableFirst, scale, reference, valueLabels, xTitle, yTitle,
  };
  return asked.table ? later(outline, "table", () => asked.table(heading)) : outline;
}

components.chart = (props, scope, context) => {
  const told = (expression) => words(evaluate(expression, scope));
  const rows = chartRows(evaluate(props.rows, scope));
  const { headingLevel } = context;
  const lineOf = (line) => ({ ...line, value: evaluate(line.value, scope), label: told(line.label) });
  const tableOf = (title) =>
    context.render({ type: "table", title, props: { rows: ITEM } }, { ...scope, item: rows }, { headingLevel });
  const asked = {
    ...props,
    rows,
    y: props.y.map(({ key, label }) => ({ key, label: label ?? labelWithUnit(nameOf(key) || "value", "number") })),
    unit: told(props.unit),
    title: told(props.title ?? context.component?.title),
    table: context.table ?? (props.table !== false && tableOf),
    xTitle: told(props.xTitle) || undefined,
    yTitle: told(props.yTitle) || undefined,
    reference: props.reference?.map(lineOf).filter(({ value }) => isNumber(value)),
    toneOf: (item, index) => toneIn(props.tone, undefined, { ...scope, item, index, key: keyOf(item) }),
  };
  return chartOutline(asked, context);
};
components.chart.titled = true;

/** One measure over two categories as a component of its own. */
components.heatmap = ({ rows, x, y, value }, scope, context) => {
  const chart = components.chart({ kind: "heatmap", rows, x, y: [{ key: value }], series: y }, scope, context);
  return chart && Object.assign(chart, { component: "heatmap" });
};
components.heatmap.titled = true;

/** A map of numbers or objects as rows {name, …}; rows as they are. */
const chartRows = (value) =>
  isList(value)
    ? value
    : entriesOf(Object(value)).map(([name, each]) => keyed({ name, ...(isPlain(each) ? each : { value: each }) }, name));
