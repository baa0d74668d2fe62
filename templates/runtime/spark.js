// spark.js: a trend line without axes, and the numbers that all charts are drawn from.
// needs: dom.js

/** A finite number, or a text that is one; else null. */
function amountOf(value) {
  const amount = typeof value === "string" && value && !/[^\d.eE+-]/.test(value) ? Number(value) : value;
  return Number.isFinite(amount) ? amount : null;
}

const extentOf = (values) =>
  values.reduce(
    ([low, high], value) => (value === null ? [low, high] : [Math.min(low, value), Math.max(high, value)]),
    [Infinity, -Infinity],
  );

/** Where a value lies between two others, in percent. Halves, since the distance of two doubles may be infinite. */
const percentOf = (value, [low, high]) =>
  high / 2 > low / 2 ? Math.round(((value / 2 - low / 2) / (high / 2 - low / 2)) * 1e4) / 100 : 50;

/** A path through [x, y], broken where y is null; a lone point becomes a round dot. */
const linePath = (points) =>
  points
    .map(([x, y], i) => {
      const [before, after] = [points[i - 1], points[i + 1]].map((point) => (point?.[1] ?? null) !== null);
      return y === null ? "" : (before ? "L" : "M") + x + " " + y + (before || after ? "" : "h0");
    })
    .join("");

/** An svg stretched over its box, lines excepted. */
const stretched = (...children) =>
  s(
    "svg",
    { viewBox: "0 0 100 100", preserveAspectRatio: "none", width: "100%", height: "100%", overflow: "visible" },
    ...children,
  );

const dotAt = (x, y, attrs) => s("circle", { class: "dot", cx: x + "%", cy: y + "%", r: 4, ...attrs });

/** A small line through numbers with a dot at the last one; null for fewer than two numbers. */
function sparkline(values) {
  const amounts = Array.from(values ?? [], amountOf).slice(-1000);
  const range = extentOf(amounts);
  if (amounts.filter((amount) => amount !== null).length < 2) return null;
  const points = amounts.map((amount, i) => [
    percentOf(i, [0, amounts.length - 1]),
    amount === null ? null : 95 - 0.9 * percentOf(amount, range),
  ]);
  const end = points.findLast(([, y]) => y !== null);
  return s(
    "svg",
    { class: "chart spark", style: "--s:var(--c1)", height: 28, "aria-hidden": "true" },
    stretched(s("path", { class: "ln", d: linePath(points) })),
    dotAt(...end),
  );
}
