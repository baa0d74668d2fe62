// draw-chart.js: the figure of a chart: its title, the forms that fit it, and its table.

import { momentLabels, tickTexts } from "./chart-axes.js";
import { drawBars, drawPlot } from "./chart-plots.js";
import { STACKED } from "./chart-stacked.js";
import { draws } from "./components.js";
import { draw } from "./draw.js";
import { h, say } from "./dom.js";
import { extentOf, percentOf, placesOn } from "./figures.js";
import { cut, written } from "./format.js";
import { viewSwitch } from "./parts.js";

/** How a kind is drawn: what `draws` all of it, or what lies `below` its lines. */
export const CHART_FORMS = {
  __proto__: null,
  bar: { draws: (chart) => (isAcross(chart) ? (chart.bars ?? drawBars) : drawPlot)(chart) },
  histogram: { draws: (chart) => (isAcross(chart) ? drawBars : drawPlot)(chart) },
};

/** Do bars run to the right? */
const isAcross = ({ kind, horizontal, axis }) => /bar|histogram/.test(kind) && (horizontal ?? axis === "name");

/** Where the places of a chart lie along its axis, in percent, and the labels that stand there, or at `stops`. */
function axisOf({ axis, ticks, xs }) {
  const all = xs.map(({ at }) => at);
  if (ticks) return { labels: tickTexts(ticks), stops: placesOn(ticks, ticks), spots: placesOn(ticks, all) };
  const range = extentOf(all);
  const labels = axis === "time" ? momentLabels(xs) : axis === "number" ? tickTexts(all) : xs.map(({ label }) => cut(label, 14));
  return { labels, spots: all.map((at) => percentOf(at, range)) };
}

draws.chart = (outline, context) => {
  // A spread of the whole would make the table.
  const { kind, kinds, heading, note, tableFirst, unit, axis, places, series, integral, ticks, horizontal, stacked } = outline;
  const { scale, valueLabels, yTitle, xTitle } = outline;
  const reference = outline.reference?.map((line) => ({ ...line, label: written(line.label) }));
  const xs = places.map((place) => ({ ...place, label: written(place.label) }));
  const read = { xs, series, unit, axis, integral, ticks, horizontal, scale, reference, valueLabels, sentence: written(outline.sentence) };
  const chart = { ...read, ...axisOf(read), ...(stacked && STACKED) };
  const table = "table" in outline && { table: () => draw(outline.table, context) };
  const forms = kinds.map((each) => [
    each,
    () => {
      const { draws = drawPlot, below } = CHART_FORMS[each] ?? {};
      const head = h("div.bar", say("h" + context.headingLevel, heading), h("span.small dim", note));
      const titles = [yTitle, xTitle];
      const [above, under] = (isAcross({ ...chart, kind: each }) ? titles.reverse() : titles).map((text) => text && say("p.small dim", text));
      if (under) under.className += " under";
      return h("section.near", head, above, h("div", draws({ ...chart, below, kind: each })), under);
    },
  ]);
  const views = { ...(tableFirst && table), ...Object.fromEntries(forms), ...table };
  return viewSwitch(h("figure.gap", { "data-kind": kind }), views);
};
