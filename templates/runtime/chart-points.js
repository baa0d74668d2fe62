// chart-points.js: charts of single rows: points of two measures, and how often values fall between round limits.

import { placesOn, ticksOf, tickTexts } from "./chart-axes.js";
import { CHART_KINDS } from "./chart-figure.js";
import { drawBars, drawPlot } from "./chart-plots.js";
import { keys } from "./checks.js";
import { escapePointer, pointer } from "./expressions.js";
import { amountOf, extentOf, rising, sumOf } from "./figures.js";
import { cut, formatValue, isNumber, isText, plural, textOf } from "./format.js";
import { lowered } from "./text.js";

/** An x axis of round ticks. */
const onTicks = (ticks) => ({ labels: tickTexts(ticks), stops: placesOn(ticks, ticks) });

/** Points on round ticks, each told by its name. */
function readPoints(chart) {
  const { rows, xs, x, xLabel, series } = chart;
  const amounts = xs.map(({ at }) => at);
  const ticks = ticksOf(extentOf(amounts), amounts.every(Number.isInteger));
  const named = keys(rows[0])
    .map(escapePointer)
    .find((key) => key !== x && isText(pointer(rows[0], key)));
  for (const place of xs)
    place.label = `${named ? cut(textOf(pointer(place.row, named)), 40) + ", " : ""}${lowered(xLabel)} ${place.label}`;
  const share = relation(chart.spots, series[0].values);
  const told = share > 0 ? "They rise together." : share ? "One falls as the other rises." : "No clear relation.";
  const sentence = `${chart.sentence} ${told}`;
  return { ...chart, sentence, spots: placesOn(ticks, amounts), ...onTicks(ticks) };
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
  const limit = (i) => formatValue(ticks[0] + ((ticks.at(-1) - ticks[0]) * i) / bins, "number");
  const xs = values.map((_, i) => ({ label: `${limit(i)} to ${limit(i + 1)}` }));
  const most = Math.max(...values);
  return {
    ...chart,
    xs,
    series: [{ label: "Count", values, color: "--c1" }],
    integral: true,
    unit: "",
    sentence: `Histogram of ${y[0].label}, ${plural(amounts.length, "value")}. Most, ${most}, lie from ${xs[values.indexOf(most)].label}.`,
    ...onTicks(ticks),
  };
}

CHART_KINDS.histogram = { draws: (chart) => (chart.horizontal ? drawBars : drawPlot)(chart), titleOf: (what) => "Distribution of " + lowered(what), read: readHistogram };
CHART_KINDS.scatter = {
  titleOf: (what, x) => `${what} against ${lowered(x)}`,
  finish: readPoints,
};
