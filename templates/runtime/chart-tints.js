// chart-tints.js: a table whose cells are tinted by their values: blue above zero, orange below.

import { briefNumber } from "./chart-axes.js";
import { styleOf } from "./chart-plots.js";
import { CHART_FORMS } from "./draw-chart.js";
import { h, say } from "./dom.js";
import { extentOf } from "./figures.js";
import { scrollBox } from "./parts.js";

function drawHeat({ xs, series, sentence }) {
  const lines = series.slice(0, 60).map(({ label, values }) => [label, values.slice(0, 60)]);
  const most = Math.max(...extentOf(lines.flatMap(([, values]) => values)).map(Math.abs)) || 1;
  const cell = (value) =>
    h(
      "td.num",
      { style: styleOf({ color: value < 0 ? "--c2" : "--c1" }, `;--wd:${Math.round(45 * Math.abs(value / most))}%`) },
      value === null ? "–" : briefNumber(value, most),
    );
  return scrollBox(
    sentence,
    h(
      "table.heat",
      h("caption.sr", sentence),
      h("thead", h("tr", h("td"), xs.slice(0, 60).map(({ label }) => say("th.num", { scope: "col" }, label)))),
      h("tbody", lines.map(([label, values]) => h("tr", say("th", { scope: "row" }, label), values.map(cell)))),
    ),
  );
}

CHART_FORMS.heatmap = { draws: drawHeat };
