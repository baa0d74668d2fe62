// spark.js: a trend line without axes.

import { dotAt, s, stretched } from "./dom.js";
import { amountOf, extentOf, linePath, percentOf } from "./figures.js";

/** A small line through numbers with a dot at the last one; null for fewer than two numbers. */
export function sparkline(values) {
  const amounts = Array.from(values ?? [], amountOf).slice(-1000);
  const range = extentOf(amounts);
  const points = amounts.map((amount, i) => [
    percentOf(i, [0, amounts.length - 1]),
    amount === null ? null : 95 - 0.9 * percentOf(amount, range),
  ]);
  const there = points.filter(([, y]) => y !== null);
  return there[1]
    ? s(
        "svg.chart spark",
        { style: "--s:var(--c1)", height: 28, "aria-hidden": "true" },
        stretched(s("path.ln", { d: linePath(points) })),
        dotAt(there.at(-1)),
      )
    : null;
}
