// chart-figure.js: measures over time or by category: one model, the form asked for, and those that fit it as well.

import { DAY_MS, isYear, momentLabels, tickTexts } from "./chart-axes.js";
import { amountText, drawBars, drawPlot } from "./chart-plots.js";
import { isEpoch, nameOf, STATUS_NAME, wordsOf } from "./columns.js";
import { objectOf } from "./data.js";
import { h, say } from "./dom.js";
import { pointer } from "./expressions.js";
import { amountOf, extentOf, percentOf, sumOf } from "./figures.js";
import { placesIn } from "./scales.js";
import { cut, formatValue, isDateText, isNumber, plural, readDate, textOf } from "./format.js";
import { labelOf } from "./labels.js";
import { viewSwitch } from "./parts.js";
import { lowered } from "./text.js";

export const POINTS = 5000;
export const ADDING =
  /\b(count|totals?|amounts?|sum|qty|quantity|sales|revenue|orders|items|units|visits|views|hits|requests|errors|clicks|users|bytes|costs?|spend|hours|minutes|additions|deletions|downloads|votes|population)\b/;
export const NAMED_ORDER =
  /^((mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}|(\d{4}[- ]?)?[QWH]\d\d?([- ]\d{4})?)$/i;

/** Do bars run to the right? */
export const isAcross = ({ kind, horizontal, axisKind }) => /bar|histogram/.test(kind) && (horizontal ?? axisKind === "name");

/**
 * What differs by kind: `titleOf` measures and x, or `by` for "measures by x"; `read` in place of places
 * and series, `finish` after them; how it `draws`, or what lies `below` its lines; the kinds that it is `also` offered as.
 */
export const CHART_KINDS = {
  __proto__: null,
  line: { also: ["bar"] },
  bar: {
    by: true,
    also: ["line"],
    draws: (chart) => (isAcross(chart) ? (chart.bars ?? drawBars) : drawPlot)(chart),
  },
};

/** A moment {at, timeZone, day} of a date text, or of a year or an epoch under a telling name; else null. */
export function momentOf(value, name) {
  const words = wordsOf(name);
  const year = isYear(value) && /\b(year|yr|fy)$/.test(words);
  const told = isDateText(value) || isEpoch(value, words);
  const { date, ...zone } = readDate(year ? value + "-01" : told && (Number(value) || value));
  return isNaN(date) ? null : { ...zone, at: date.getTime() };
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
  const axisKind = isTime ? "time" : all(isNumber) ? "number" : other;
  const form = STATUS_NAME.test(wordsOf(name))
    ? "badge"
    : { number: "number", time: xs.every(({ at }) => at % DAY_MS === 0) ? "date" : "datetime" }[axisKind];
  for (const place of xs) {
    if (axisKind === "number") place.at = place.value;
    place.label = isTime && isYear(place.value) ? place.value + "" : formatValue(place.value, form, { year: false });
  }
  return { axisKind, xs: axisKind === other ? xs : xs.sort((a, b) => a.at - b.at) };
}

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
  const cells = chart.fewSeries?.(all, places) ?? all;
  let { axisKind, xs } = axisOf(places, chart.x);
  if (kind === "scatter" && axisKind !== "number") xs = xs.filter((place) => (place.at = amountOf(place.value)) !== null);
  const adding = y.every(({ key, label }) => ADDING.test(wordsOf(nameOf(key)) + " " + label.toLowerCase()));
  const valueOf = (amounts) => (amounts?.[0] === undefined ? null : sumOf(amounts) / (adding ? 1 : amounts.length));
  for (const place of xs) place.total = sumOf(cells.map(([, each]) => valueOf(each[place.id])));
  const many = plural(rows.length, "row");
  const merged = cells.some(([, each]) => each.some(({ length }) => length > 1));
  let note = merged ? `${adding ? "sum" : "mean"} of ${many}` : "";
  [xs, note] = chart.fewPlaces?.(xs, many) ?? [xs, note];
  xs = placesIn(chart.sort ?? (axisKind === "name" && /bar|donut/.test(kind) ? "-y" : ""), xs);
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
  const range = extentOf(xs.map(({ at }) => at));
  const full = {
    ...chart,
    axisKind,
    xs,
    series,
    note,
    labels: axisKind === "time" ? momentLabels(xs) : axisKind === "number" ? tickTexts(xs.map(({ at }) => at)) : xs.map(({ label }) => cut(label, 14)),
    integral: amounts.every(Number.isInteger),
    spots: xs.map(({ at }) => percentOf(at, range)),
  };
  full.sentence = sentenceOf(full);
  return full.finish?.(full) ?? full;
}

/** The chart in words: what it shows, from where to where, and its finding. */
function sentenceOf({ kind, title, unit, axisKind, xs, series }) {
  const findings = series.slice(0, 4).map(({ label, values }) => {
    const [low, high] = extentOf(values);
    const at = (value) => `${amountText(value, { unit })} at ${xs[values.indexOf(value)].label}`;
    return low > high ? "" : `${series[1] ? label + ": h" : "H"}ighest ${at(high)}, lowest ${at(low)}.`;
  });
  const range = axisKind === "name" ? plural(xs.length, "entry", "entries") : `${xs[0].label} to ${xs.at(-1).label}`;
  return `${labelOf(kind)} chart of ${lowered(title)}, ${range}. ${findings.join(" ")}`;
}

/**
 * The figure: title, unit and how rows were summed, the forms that fit and the table: of {kind, rows, x, y, …} as
 * docs/components.md has them, a function `table` that makes one, and `tableFirst` where the rows tell more than the chart.
 */
export function drawChart(asked, context) {
  const chart = readChart(asked);
  if (!chart) return null;
  const { kind, unit, xs, note, axisKind, also = [] } = chart;
  const title = chart.title + (unit && ", " + unit);
  const told = [note, asked.scale === "log" && "logarithmic"].filter(Boolean).join(" · ");
  const table = asked.table && { table: () => asked.table(title) };
  const others = also.filter((other) => (other === "bar" ? xs.length <= 60 : axisKind !== "name"));
  const forms = [kind, ...others].map((each) => [
    each,
    () => {
      const { draws = drawPlot, below } = CHART_KINDS[each] ?? {};
      const head = h("div.bar", say("h" + context.headingLevel, title), h("span.small dim", told));
      const titles = [asked.yTitle, asked.xTitle];
      const [above, under] = isAcross({ ...chart, kind: each }) ? titles.reverse() : titles;
      const figure = h("div", draws({ ...chart, below, kind: each }));
      return h("section.near", head, above && say("p.small dim", above), figure, under && say("p.small dim under", under));
    },
  ]);
  const views = { ...(asked.tableFirst && table), ...objectOf(forms), ...table };
  return viewSwitch(h("figure.gap", { "data-component": "chart", "data-kind": kind }), views);
}
