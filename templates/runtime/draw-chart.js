// draw-chart.js: the figure of a chart: its title, the forms that fit it, and its table.

import { briefNumber, momentLabels, tickTexts } from "./chart-axes.js";
import { amountText, drawBars, drawParts, drawPlot, legendOf, styleOf } from "./chart-plots.js";
import { draws } from "./components.js";
import { draw } from "./draw.js";
import { h, s, say } from "./dom.js";
import { extentOf, linePath, percentOf, placesOn, sumOf } from "./figures.js";
import { cut, formatValue, written } from "./format.js";
import { scrollBox, viewSwitch } from "./parts.js";
import { shadeLegend, shadeStyle } from "./shading.js";
import { sparkline } from "./value.js";

/** How a kind is drawn: what `draws` all of it, or what lies `below` its lines. */
const CHART_FORMS = {
  __proto__: null,
  area: { below: areaBelow },
  donut: { draws: drawDonut },
  heatmap: { draws: drawHeat },
  sparkline: { draws: ({ series, sentence }) => h("div", { role: "img", "aria-label": sentence }, sparkline(series[0].values)) },
  bar: { draws: (chart) => (isAcross(chart) ? (chart.stacked ? drawParts : drawBars) : drawPlot)(chart) },
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
  const read = { xs, series, unit, axis, integral, ticks, horizontal, scale, reference, valueLabels, stacked, sentence: written(outline.sentence) };
  const chart = { ...read, ...axisOf(read) };
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

/** What lies between a line and its floor. */
function areaBelow(style, there) {
  const floor = there.map(([x, , below]) => x + " " + below).reverse();
  return s("path.area soft", { style, d: linePath(there) + "L" + floor.join("L") });
}

/** Shares of a whole, with names and numbers beside. */
function drawDonut(chart) {
  const { xs, sentence } = chart;
  const sumFrom = (from) => sumOf(xs.slice(from).map(({ total }) => total));
  const sum = sumFrom(0);
  if (!(sum > 0) || xs.some(({ total }) => total < 0)) return drawBars(chart);
  const few = xs.length > 8 ? 7 : 8;
  const parts = xs.slice(0, few).map(({ label, total }, i) => ({ label, value: total, color: "--c" + (i + 1) }));
  if (xs.length > few) parts.push({ label: "Other", value: sumFrom(few), color: "--fg2" });
  let turned = 0;
  const arc = (each) => {
    const share = (100 * each.value) / sum;
    turned += share;
    return s("circle", {
      style: styleOf(each),
      cx: 50,
      cy: 50,
      r: 40,
      pathLength: 100,
      "stroke-dasharray": `${Math.max(0.3, share - 0.6)} 200`,
      "stroke-dashoffset": share - turned,
    });
  };
  const series = parts.map(({ label, value, color }) => ({
    color,
    label: `${label} ${formatValue((100 * value) / sum, { name: "percent", digits: 1 })} (${amountText(value, chart)})`,
  }));
  const ring = s("svg", { viewBox: "0 0 100 100", role: "img", "aria-label": sentence }, parts.map(arc));
  return h("div.row donut", ring, legendOf({ series }));
}

/** A table whose cells are tinted by their values: blue above zero, orange below. */
function drawHeat({ xs, series, sentence }) {
  const lines = series.slice(0, 60).map(({ label, values }) => [label, values.slice(0, 60)]);
  const range = extentOf(lines.flatMap(([, values]) => values));
  const most = Math.max(...range.map(Math.abs)) || 1;
  const scale = { low: Math.min(0, range[0]), high: Math.max(0, range[1]), middle: 0, shareOf: (value) => value / most };
  const tell = (value) => briefNumber(value, most);
  const cell = (value) => h("td.num shade", { style: shadeStyle(scale.shareOf(value)) }, value === null ? "–" : tell(value));
  const table = scrollBox(
    sentence,
    h(
      "table.heat",
      h("caption.sr", sentence),
      h("thead", h("tr", h("td"), xs.slice(0, 60).map(({ label }) => say("th.num", { scope: "col" }, label)))),
      h("tbody", lines.map(([label, values]) => h("tr", say("th", { scope: "row" }, label), values.map(cell)))),
    ),
  );
  return [table, shadeLegend(scale, tell)];
}
