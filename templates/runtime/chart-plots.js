// chart-plots.js: the usual forms of a chart: lines, areas, columns, points and bars.

import { briefNumber, framed, readable } from "./chart-axes.js";
import { amountWords } from "./chart-model.js";
import { dotAt, h, s, say, stretched } from "./dom.js";
import { extentOf, linePath, percentOf, placesOn, rising, ticksOf } from "./figures.js";
import { written } from "./format.js";

export const styleOf = ({ color }, more) => `--s:var(${color})${more || ""}`;
export const amountText = (value, chart) => written(amountWords(value, chart));

/** All that is said about one place. */
const toldAt = (chart, i) =>
  `${chart.xs[i].label}: ` +
  chart.series
    .filter(({ values }) => values[i] !== null)
    .map(({ label, values }) => (chart.series[1] ? label + " " : "") + amountText(values[i], chart))
    .join(", ");

/** Colour is not the only sign of a line: those without their names at their ends have dashes of their own. */
const dashOf = (index) => (index ? `;stroke-dasharray:${(index * 5) % 13} 5` : "");

/** A legend: lines with their dashes, or blocks. */
export const legendOf = ({ series }, dashed) =>
  h(
    "div.row small legend",
    series.map((each, index) => {
      const style = styleOf(each, dashed ? dashOf(index) : ";stroke-width:10");
      return h("span.row", { dir: "auto" }, s("svg.i", {}, s("path.ln", { d: "M0 8h16", style })), each.label);
    }),
  );

/** Lines, areas, columns and points, by kind, in one frame; `stack` says from where to where values go that do not all begin at zero. */
export function drawPlot(chart) {
  const { kind, xs, series, stack, below } = chart;
  const upright = /bar|histogram/.test(kind);
  const lined = series[1] && kind !== "scatter" && !upright;
  const grounded = upright || below;
  const spans = (grounded && stack?.(series)) || series.map(({ values }) => values.map((value) => [0, value]));
  const range = extentOf(spans.flat().map(([, to]) => to));
  const ticks = ticksOf(grounded ? extentOf([0, ...range]) : range, chart.integral);
  const places = upright ? xs.map((_, i) => percentOf(i + 0.5, [0, xs.length])) : chart.spots;
  const points = spans.map((span) =>
    span.map((each, i) => {
      const [from, to] = placesOn(ticks, each).map((place) => (place === null ? null : 100 - place));
      return [places[i], to, from];
    }),
  );
  const ends = points.map((line, i) => [series[i].label, line.findLast(([, y]) => y !== null)?.[1] ?? 0]);
  const named = lined && isRoomy(ends);
  const marks = points.map((line, i) => (upright ? columnMarks : lineMarks)(chart, i, line, lined && !named));
  const svg = framed({ ...chart, spots: chart.stops ?? places }, ticks, marks, named ? ends : []);
  const told = xs.map((_, i) => {
    const y = kind === "scatter" ? Math.max(...points.map((line) => line[i][1])) : null;
    return [places[i], y, toldAt(chart, i)];
  });
  return [series[1] && !named && legendOf(chart, lined), readable(svg, told.sort(([a], [b]) => a - b))];
}

/** Do names fit at the ends of their lines: short, and none on another? */
function isRoomy(ends) {
  const heights = ends.map(([, y]) => y).sort(rising);
  return ends.every(([label]) => label.length < 13) && heights.every((y, i) => !i || y - heights[i - 1] > 8);
}

/** Upright bars: side by side or on top of each other; those of a histogram touch. */
function columnMarks({ kind, xs, series, stack }, index, points) {
  const [share, most] = kind === "bar" ? [70, "32px"] : [98, "100%"];
  const lanes = stack ? 1 : series.length;
  const width = `min(${share / lanes / xs.length}%,${most})`;
  const style = styleOf(series[index], `;width:${width};--sh:${100 * ((index % lanes) - lanes / 2)}%`);
  return points.map(
    ([x, y, floor]) =>
      y !== null &&
      s("rect.col", {
        style,
        x: x + "%",
        y: Math.min(y, floor) + "%",
        height: Math.max(0.5, Math.abs(y - floor)) + "%",
      }),
  );
}

/** A line with its dots and what lies below it, or the points of a scatter chart. */
function lineMarks({ kind, xs, series, below }, index, points, dashed) {
  const style = styleOf(series[index]);
  const there = points.filter(([, y]) => y !== null);
  const scattered = kind === "scatter";
  const dots = (scattered || xs.length <= 20) && there.map((point) => dotAt(point, style));
  if (scattered) return dots;
  const area = there[0] && below?.(style, there);
  return [stretched(area, s("path.ln", { style: style + (dashed ? dashOf(index) : ""), d: linePath(points) })), dots];
}

/** A bar from one percentage to another, `start` after what stands before it. */
export const barNode = (each, [a, b], start = a) =>
  h("i", { style: styleOf(each, `;width:${b - a}%;margin-inline-start:${start}%`) });
export const barAmount = (value) =>
  h("span.num", value === null ? "–" : briefNumber(value, Math.abs(value) < 1e9 ? 1 : Math.abs(value)));
export const barBox = (chart, look, line) => [
  chart.series[1] && legendOf(chart),
  h(look, { role: "img", "aria-label": chart.sentence }, chart.xs.slice(0, 60).map(line)),
];

/** Bars to the right, longest first: name, bar, value. */
export function drawBars(chart) {
  const { series } = chart;
  const range = extentOf([0, ...series.flatMap(({ values }) => values)]);
  const line = ({ label }, i) =>
    series.map((each, at) => {
      const value = each.values[i];
      const places = [0, value ?? 0].map((end) => percentOf(end, range));
      return [at ? h("span") : say("span", label), barNode(each, extentOf(places)), barAmount(value)];
    });
  return barBox(chart, series[1] ? "div.bars many" : "div.bars", line);
}
