// chart-stacked.js: the parts of a whole on top of each other, which only a spec asks for.

import { barAmount, barBox, barNode } from "./chart-plots.js";
import { h, say } from "./dom.js";
import { extentOf, percentOf } from "./figures.js";

/** [from, to] of each value, on top of those before it at its place; what is below zero goes down. */
function stack(series) {
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
function bars(chart) {
  const { series } = chart;
  const spans = stack(series);
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

/** How a chart whose parts stand on top of each other is drawn. */
export const STACKED = { stack, bars };
