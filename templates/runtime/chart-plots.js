// chart-plots.js: the usual forms of a chart: lines, areas, columns, points and bars.

import { briefNumber, framed, readable } from "./chart-axes.js";
import { amountWords } from "./chart-kinds.js";
import { dotAt, h, s, say, stretched } from "./dom.js";
import { extentOf, linePath, percentOf, rising, scaleOf } from "./figures.js";
import { written } from "./format.js";
import { signOf } from "./parts.js";
import { TONES } from "./tones.js";

/** So many values are written beside their points. */
const LABELS = 24;

/** A series in the colour of one of its places: its own, or that of the place's tone. */
const toned = (each, { tone }) => (tone ? { color: tone === "neutral" ? "--fg2" : "--" + tone } : each);

export const styleOf = ({ color }, more) => `--s:var(${color})${more || ""}`;
export const amountText = (value, chart) => written(amountWords(value, chart));

/** All that is said about one place. */
const toldAt = (chart, i) =>
  `${chart.xs[i].label}${TONES[chart.xs[i].tone]?.[1] ? " (" + TONES[chart.xs[i].tone][1].toLowerCase() + ")" : ""}: ` +
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

/** The words of the tones of places, and, where they are not told beside their lines, of what is compared with. */
const signLegend = ({ xs, reference }, referring) => {
  const tones = [...new Set(xs.map(({ tone }) => tone))].filter((tone) => TONES[tone]?.[0]);
  const lines = (referring && reference) || [];
  return (
    (tones[0] || lines[0]) &&
    h(
      "div.row small legend",
      tones.map((tone) => h("span", signOf(tone), TONES[tone][1])),
      lines.map(({ value, label, tone }) => h("span.row", h("i.mark", { "data-tone": tone }), `${label} ${briefNumber(value, 1)}`)),
    )
  );
};

/** Lines to compare with, named at their right end. */
const referenceLines = (lines = [], at) =>
  lines.map(({ value, label, tone }) => {
    const y = 100 - at(value) + "%";
    return s("g", { "data-tone": tone }, s("line.ref", { x2: "100%", y1: y, y2: y }), s("text.lab", { x: "100%", y, dy: -4, "text-anchor": "end" }, label));
  });

/** The signs of toned points, and their values where they are asked for and there is room. */
function pointLabels({ xs, series, stacked, valueLabels }, points, upright) {
  const roomy = valueLabels && xs.length * series.length <= LABELS && !(upright && series[1]) && !stacked;
  return points.flatMap((line, at) =>
    line.map(([x, y, floor], i) => {
      const value = series[at].values[i];
      const told = [TONES[xs[i].tone]?.[0], roomy && y !== null && briefNumber(value, Math.abs(value))].filter(Boolean).join(" ");
      return told && y !== null && s("text.val", { x: x + "%", y: (upright ? Math.min(y, floor) : y) + "%", dy: -7, "text-anchor": "middle" }, told);
    }),
  );
}

/** Lines, areas, columns and points, by kind, in one frame. */
export function drawPlot(chart) {
  const { kind, xs, series, stacked, below } = chart;
  const upright = /bar|histogram/.test(kind);
  const lined = series[1] && kind !== "scatter" && !upright;
  const grounded = upright || below;
  const spans = grounded && stacked ? spansOf(series) : series.map(({ values }) => values.map((value) => [0, value]));
  const range = extentOf([...spans.flat().map(([, to]) => to), ...(chart.reference ?? []).map(({ value }) => value)]);
  const scale = scaleOf(grounded ? [0, ...range] : range, { log: chart.scale === "log", integral: chart.integral });
  const places = upright ? xs.map((_, i) => percentOf(i + 0.5, [0, xs.length])) : chart.spots;
  const points = spans.map((span) =>
    span.map((each, i) => {
      const [from, to] = each.map((value) => (value === null ? null : 100 - scale.at(value)));
      return [places[i], to, from];
    }),
  );
  const ends = points.map((line, i) => [series[i].label, line.findLast(([, y]) => y !== null)?.[1] ?? 0]);
  const named = lined && isRoomy(ends);
  const marks = points.map((line, i) => (upright ? columnMarks : lineMarks)(chart, i, line, lined && !named));
  const more = [referenceLines(chart.reference, scale.at), pointLabels(chart, points, upright)];
  const svg = framed({ ...chart, spots: chart.stops ?? places }, scale, [marks, more], named ? ends : []);
  const told = xs.map((_, i) => {
    const y = kind === "scatter" ? Math.max(...points.map((line) => line[i][1])) : null;
    return [places[i], y, toldAt(chart, i)];
  });
  return [series[1] && !named && legendOf(chart, lined), signLegend(chart), readable(svg, told.sort(([a], [b]) => a - b))];
}

/** Do names fit at the ends of their lines: short, and none on another? */
function isRoomy(ends) {
  const heights = ends.map(([, y]) => y).sort(rising);
  return ends.every(([label]) => label.length < 13) && heights.every((y, i) => !i || y - heights[i - 1] > 8);
}

/** Upright bars: side by side or on top of each other; those of a histogram touch. */
function columnMarks({ kind, xs, series, stacked }, index, points) {
  const [share, most] = kind === "bar" ? [70, "32px"] : [98, "100%"];
  const lanes = stacked ? 1 : series.length;
  const width = `min(${share / lanes / xs.length}%,${most})`;
  const place = `;width:${width};--sh:${100 * ((index % lanes) - lanes / 2)}%`;
  return points.map(
    ([x, y, floor], i) =>
      y !== null &&
      s("rect.col", {
        style: styleOf(toned(series[index], xs[i]), place),
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
  const told = (i) => scattered || xs.length <= 20 || xs[i].tone;
  const dots = points.map((point, i) => point[1] !== null && told(i) && dotAt(point, styleOf(toned(series[index], xs[i]))));
  if (scattered) return dots;
  const area = there[0] && below?.(style, there);
  return [stretched(area, s("path.ln", { style: style + (dashed ? dashOf(index) : ""), d: linePath(points) })), dots];
}

/** A bar from one percentage to another, `start` after what stands before it. */
const barNode = (each, [a, b], start = a) =>
  h("i", { style: styleOf(each, `;width:${b - a}%;margin-inline-start:${start}%`) });
const barAmount = (value) =>
  h("span.num", value === null ? "–" : briefNumber(value, Math.abs(value) < 1e9 ? 1 : Math.abs(value)));
const barBox = (chart, look, line) => [
  chart.series[1] && legendOf(chart),
  signLegend(chart, true),
  h(look, { role: "img", "aria-label": chart.sentence }, chart.xs.slice(0, 60).map(line)),
];

/** Bars to the right, longest first: name, bar, value. */
export function drawBars(chart) {
  const { series, reference = [] } = chart;
  const range = [0, ...series.flatMap(({ values }) => values), ...reference.map(({ value }) => value)];
  const [low, high] = extentOf(range);
  const at = chart.scale === "log" ? scaleOf(range, { log: true }).at : (value) => percentOf(value, [low, high]);
  const marks = () => reference.map(({ value, tone }) => h("i.mark", { "data-tone": tone, style: `inset-inline-start:${at(value)}%` }));
  const line = (place, i) =>
    series.map((each, index) => {
      const value = each.values[i];
      const bar = barNode(toned(each, place), extentOf([0, value ?? 0].map(at)));
      const head = index ? h("span") : say("span", signOf(place.tone), place.label);
      return [head, reference[0] ? h("div.track", bar, marks()) : bar, barAmount(value)];
    });
  return barBox(chart, series[1] ? "div.bars many" : "div.bars", line);
}

/** [from, to] of each value, on top of those before it at its place; what is below zero goes down. */
function spansOf(series) {
  const tops = [[], []];
  return series.map(({ values }) =>
    values.map((value, i) => {
      const side = tops[Number(value < 0)];
      const from = side[i] ?? 0;
      return [from, value === null ? null : (side[i] = from + value)];
    }),
  );
}

/** Bars to the right whose parts stand one after the other: name, parts, total. */
export function drawParts(chart) {
  const { series } = chart;
  const spans = spansOf(series);
  const range = extentOf([0, ...spans.flat().map(([, to]) => to)]);
  const line = ({ label, total }, i) => {
    const parts = series.map((each, at) => {
      const [from, to] = spans[at][i];
      return barNode(each, extentOf([from, to ?? from].map((end) => percentOf(end, range))), 0);
    });
    return [say("span", label), h("div.parts", parts), barAmount(total)];
  };
  return barBox(chart, "div.bars", line);
}
