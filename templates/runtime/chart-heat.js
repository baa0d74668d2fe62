// chart-heat.js: one measure over two categories as a component of its own.

import { components } from "./components.js";


components.heatmap = ({ rows, x, y, value }, scope, context) => {
  const node = components.chart({ kind: "heatmap", rows, x, y: [{ key: value }], series: y }, scope, context);
  if (node) node.dataset.component = "heatmap";
  return node;
};
components.heatmap.titled = true;
