// cells.js: values that are drawn rather than written: code, progress, a line of numbers, boxes.

import { dotAt, h, s, say, stretched } from "./dom.js";
import { amountOf, extentOf, linePath, percentOf } from "./figures.js";
import { checksOf, formatValue, isNumber, textOf } from "./format.js";

/** A box that tells and takes no click. */
export const doneBox = (done, label) => h("input", { type: "checkbox", disabled: true, checked: done, "aria-label": label });

/** Ways to draw a value by the name of its format: (value, options) → node, or nothing where it does not fit. */
export const CELLS = {
  __proto__: null,
  code: (value) => say("code", textOf(value)),
  progress: (value, options) => {
    const told = formatValue(value, options);
    return isNumber(value) && h("span.gauge", h("progress", { max: options.max ?? 100, value, "aria-label": told }), told);
  },
  sparkline: (value) => h("span", { role: "img", "aria-label": formatValue(value, "sparkline") }, sparkline(value)),
  checklist: (value) => h("ul", checksOf(value).map(({ done, label }) => h("li.check", doneBox(done, label), say("span", label)))),
};

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
