// figures.js: the numbers and lines that all charts are drawn from.
// needs: dom.js format.js expressions.js

/** A finite number, or a text that is one; else null. */
function amountOf(value) {
  const amount = isText(value) && value && !/[^\d.eE+-]/.test(value) ? Number(value) : value;
  return isNumber(amount) ? amount : null;
}

/** A sum that stays finite. */
const sumOf = (amounts) => amounts.reduce((sum, each) => Math.max(-1e308, Math.min(1e308, sum + each)), 0);

/** [least, greatest] of numbers, nulls left out. */
const extentOf = (values) =>
  values.reduce(
    (range, value) => (value === null ? range : [Math.min(range[0], value), Math.max(range[1], value)]),
    [Infinity, -Infinity],
  );

/** Where a value lies between two others, in percent. Halves, since the distance of two doubles may be infinite. */
const percentOf = (value, [low, high]) =>
  high / 2 > low / 2 ? Math.round(((value / 2 - low / 2) / (high / 2 - low / 2)) * 1e4) / 100 : 50;

/** A path through [x, y], broken where y is null; a lone point becomes a round dot. */
function linePath(points) {
  const there = (i) => present(points[i]?.[1]);
  return points
    .map(([x, y], i) => (there(i) ? (there(i - 1) ? "L" : "M") + x + " " + y + (there(i - 1) || there(i + 1) ? "" : "h0") : ""))
    .join("");
}

/** An svg stretched over its box, lines excepted. */
const stretched = (...children) =>
  s(
    "svg",
    { viewBox: "0 0 100 100", preserveAspectRatio: "none", width: "100%", height: "100%", overflow: "visible" },
    children,
  );

const dotAt = ([x, y], style) => s("circle.dot", { cx: x + "%", cy: y + "%", r: 4, style });
