// chart-heat.js: one measure over two categories as a component of its own.

import { components } from "./components.js";

components.heatmap = ({ rows, x, y, value }, scope, context) => {
  const chart = components.chart({ kind: "heatmap", rows, x, y: [{ key: value }], series: y }, scope, context);
  return chart && Object.assign(chart, { component: "heatmap" });
};
components.heatmap.titled = true;
