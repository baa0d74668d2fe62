// chart-shares.js: the forms of a chart that only a spec asks for: areas, shares of a whole, and a line without axes.

import { amountText, drawBars, legendOf, styleOf } from "./chart-plots.js";
import { CHART_FORMS } from "./draw-chart.js";
import { h, s } from "./dom.js";
import { linePath, sumOf } from "./figures.js";
import { formatValue } from "./format.js";
import { sparkline } from "./spark.js";

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

CHART_FORMS.area = {
  below: (style, there) => {
    const floor = there.map(([x, , below]) => x + " " + below).reverse();
    return s("path.area soft", { style, d: linePath(there) + "L" + floor.join("L") });
  },
};
CHART_FORMS.donut = { draws: drawDonut };
CHART_FORMS.sparkline = {
  draws: ({ series, sentence }) => h("div", { role: "img", "aria-label": sentence }, sparkline(series[0].values)),
};
