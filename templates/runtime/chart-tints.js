// chart-tints.js: a table whose cells are tinted by their values: blue above zero, orange below.

import { briefNumber } from "./chart-axes.js";
import { CHART_FORMS } from "./draw-chart.js";
import { h, say } from "./dom.js";
import { extentOf } from "./figures.js";
import { scrollBox } from "./parts.js";
import { shadeLegend, shadeStyle } from "./shading.js";

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

CHART_FORMS.heatmap = { draws: drawHeat };
