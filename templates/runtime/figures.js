// figures.js: the numbers and lines that all charts are drawn from.

import { s } from "./dom.js";
import { present } from "./expressions.js";
import { isNumber, isText } from "./format.js";

/** A number, or a text that is one, that can be reckoned with: sums and distances stay finite; else null. */
export function amountOf(value) {
  const amount = isText(value) && value && !/[^\d.eE+-]/.test(value) ? Number(value) : value;
  return isNumber(amount) && Math.abs(amount) < 1e300 ? amount : null;
}

export const rising = (a, b) => a - b;
export const sumOf = (amounts) => amounts.reduce((sum, each) => sum + each, 0);

/** [least, greatest] of numbers, nulls left out. */
export const extentOf = (values) =>
  values.reduce(
    (range, value) => (value === null ? range : [Math.min(range[0], value), Math.max(range[1], value)]),
    [Infinity, -Infinity],
  );

/** Where a value lies between two others, in percent. */
export const percentOf = (value, [low, high]) => (high > low ? Math.round(((value - low) / (high - low)) * 1e4) / 100 : 50);

/** A path through [x, y], broken where y is null; each part begins with a line of no length, so that a lone point is a round dot. */
export const linePath = (points) =>
  points.map(([x, y], i) => (present(y) ? (present(points[i - 1]?.[1]) ? `L${x} ${y}` : `M${x} ${y}h0`) : "")).join("");

/** An svg stretched over its box, lines excepted. */
export const stretched = (...children) =>
  s(
    "svg",
    { viewBox: "0 0 100 100", preserveAspectRatio: "none", width: "100%", height: "100%", overflow: "visible" },
    children,
  );

export const dotAt = ([x, y], style) => s("circle.dot", { cx: x + "%", cy: y + "%", r: 4, style });
