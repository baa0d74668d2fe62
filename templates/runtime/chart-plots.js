// chart-plots.js: the forms a chart takes: lines, columns, bars, points, shares, cells.
// needs: dom.js format.js spark.js parts.js chart-axes.js

const styleOf = ({ color }, more = "") => `--s:var(--${color})${more}`;
const amountText = (value, { unit }) => formatValue(value, "number") + (unit && (/^[%°]/.test(unit) ? "" : " ") + unit);

/** All that is said about one place. */
const toldAt = (chart, i) =>
  `${chart.xs[i].label}: ` +
  chart.series
    .filter(({ values }) => values[i] !== null)
    .map(({ label, values }) => (chart.series[1] ? label + " " : "") + amountText(values[i], chart))
    .join(", ");

/** A legend; lines show their dashes too, so that colour is not the only sign. */
const legendOf = ({ series }, dashed) =>
  h(
    "div",
    { class: "row small legend" },
    series.map((each, index) =>
      h(
        "span",
        { class: "row", style: styleOf(each), dir: "auto" },
        s(
          "svg",
          { class: "i" },
          s("path", { class: dashed ? "ln d" + index : "area", d: dashed ? "M0 8h16" : "M2 3h10v10H2z" }),
        ),
        each.label,
      ),
    ),
  );

/** [from, to] of each value: from zero, or on top of those before it. */
function spansOf({ series }, stacked) {
  const tops = [[], []];
  return series.map(({ values }) =>
    values.map((value, i) => {
      const side = tops[Number(value < 0)];
      const from = stacked ? (side[i] ?? 0) : 0;
      return [from, value === null ? null : (side[i] = from + value)];
    }),
  );
}

/** Lines, areas, columns and points, by kind, in one frame. */
function drawPlot(chart) {
  const { kind, xs, series, stacked } = chart;
  const upright = kind === "bar" || kind === "histogram";
  const spans = spansOf(chart, stacked && (upright || kind === "area"));
  const range = extentOf(spans.flat().map(([, to]) => to));
  const ticks = ticksOf(upright || kind === "area" ? extentOf([0, ...range]) : range, chart.whole);
  const yOf = (value) => (value === null ? null : 100 - percentOf(value, [ticks[0], ticks.at(-1)]));
  const places = upright ? xs.map((_, i) => percentOf(i + 0.5, [0, xs.length])) : chart.places;
  const points = spans.map((span) => span.map(([from, to], i) => [places[i], yOf(to), yOf(from)]));
  const lined = series[1] && kind !== "scatter" && !upright;
  const ends = lined ? points.map((line, i) => [series[i].label, line.findLast(([, y]) => y !== null)?.[1] ?? 0]) : [];
  const named = lined && isRoomy(ends);
  const marks = points.map((line, index) => (upright ? columnMarks : lineMarks)(chart, index, line, lined && !named));
  const svg = framed({ ...chart, places: chart.edges ?? places }, ticks, marks, named ? ends : []);
  const heightAt = (i) => (kind === "scatter" ? (points.find((line) => line[i][1] !== null)?.[i][1] ?? 0) : null);
  const told = xs.map((_, i) => [places[i], heightAt(i), toldAt(chart, i)]).sort(([a], [b]) => a - b);
  return [series[1] && !named && legendOf(chart, lined), readable(svg, told)];
}

/** Do names fit at the ends of their lines: short, and none on another? */
function isRoomy(ends) {
  const heights = ends.map(([, y]) => y).sort((a, b) => a - b);
  return ends.every(([label]) => label.length < 13) && heights.every((y, i) => !i || y - heights[i - 1] > 8);
}

/** Upright bars: side by side or on top of each other; those of a histogram touch. */
function columnMarks({ kind, xs, series, stacked }, index, points) {
  const width = (kind === "bar" ? 70 : 100) / (stacked ? 1 : series.length) / xs.length;
  const style = styleOf(series[index], `;--w:${width}%;--d:${stacked ? -50 : 100 * (index - series.length / 2)}%`);
  return points.map(([x, y, floor]) => {
    const place = { x: x + "%", y: Math.min(y, floor) + "%", height: Math.max(0.5, Math.abs(y - floor)) + "%" };
    return y !== null && s("rect", { class: kind === "bar" ? "col" : "col full", style, ...place });
  });
}

/** A line with its dots and what lies below it, or the points of a scatter chart. */
function lineMarks({ kind, xs, series }, index, points, dashed) {
  const style = styleOf(series[index]);
  const there = points.filter(([, y]) => y !== null);
  const dots = (kind === "scatter" || xs.length <= 20) && there.map(([x, y]) => dotAt(x, y, { style }));
  if (kind === "scatter") return dots;
  const floor = there.map(([x, , below]) => x + " " + below).reverse();
  const area =
    kind === "area" && there[0] && s("path", { class: "area soft", style, d: linePath(there) + "L" + floor.join("L") });
  return [stretched(area, s("path", { class: dashed ? "ln d" + index : "ln", style, d: linePath(points) })), dots];
}

/** Bars to the right, longest first: name, bar, value. */
function drawBars(chart) {
  const { xs, series, stacked } = chart;
  const spans = spansOf(chart, stacked);
  const range = extentOf([0, ...spans.flat().map(([, to]) => to)]);
  const part = ([from, to], each) => {
    const [a, b] = extentOf([from, to ?? from].map((value) => percentOf(value, range)));
    return h("i", { style: styleOf(each, `;width:${b - a}%;margin-inline-start:${stacked ? 0 : a}%`) });
  };
  const amount = (value) =>
    h(
      "span",
      { class: "num" },
      value === null ? "–" : Math.abs(value) < 1e9 ? formatValue(value, "number") : briefNumber(value, Math.abs(value)),
    );
  const line = (i) => {
    const name = h("span", { dir: "auto" }, xs[i].label);
    if (stacked)
      return [
        name,
        h(
          "div",
          { class: "parts" },
          series.map((each, at) => part(spans[at][i], each)),
        ),
        amount(xs[i].total),
      ];
    return series.map((each, at) => [at ? h("span") : name, part(spans[at][i], each), amount(each.values[i])]);
  };
  const order = xs.map((_, i) => i).slice(0, 60);
  return [
    series[1] && legendOf(chart),
    h(
      "div",
      { class: series[1] && !stacked ? "bars many" : "bars", role: "img", "aria-label": chart.sentence },
      order.map(line),
    ),
  ];
}

/** Shares of a whole, with names and numbers beside. */
function drawDonut(chart) {
  const { xs, sentence } = chart;
  const sumOf = (list) => list.reduce((sum, { total }) => sum + total, 0);
  const sum = sumOf(xs);
  if (!(sum > 0) || xs.some(({ total }) => total < 0)) return drawBars(chart);
  const few = xs.length > 8 ? 7 : 8;
  const parts = xs.slice(0, few).map(({ label, total }, i) => ({ label, value: total, color: "c" + (i + 1) }));
  if (xs.length > few) parts.push({ label: "Other", value: sumOf(xs.slice(few)), color: "fg2" });
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
  const told = parts.map(({ label, value, color }) => ({
    color,
    label: `${label} ${formatValue((100 * value) / sum, { name: "percent", digits: 1 })} (${amountText(value, chart)})`,
  }));
  return [
    h(
      "div",
      { class: "row donut" },
      s("svg", { viewBox: "0 0 100 100", role: "img", "aria-label": sentence }, parts.map(arc)),
      legendOf({ series: told }),
    ),
  ];
}

/** A table whose cells are tinted by their values: blue above zero, orange below. */
function drawHeat({ sentence, ...chart }) {
  const series = chart.series.slice(0, 60).map(({ label, values }) => ({ label, values: values.slice(0, 60) }));
  const most = Math.max(...extentOf(series.flatMap(({ values }) => values)).map(Math.abs)) || 1;
  const cell = (value) =>
    h(
      "td",
      {
        class: "num",
        style: styleOf({ color: value < 0 ? "c2" : "c1" }, `;--w:${Math.round(45 * Math.abs(value / most))}%`),
      },
      value === null ? "–" : briefNumber(value, most),
    );
  const head = (label, scope) => h("th", { scope, class: scope === "col" && "num", dir: "auto" }, label);
  const rows = series.map(({ label, values }) => h("tr", {}, head(label, "row"), values.map(cell)));
  return scrollBox(
    sentence,
    h(
      "table",
      { class: "heat" },
      h("caption", { class: "sr" }, sentence),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td"),
          chart.xs.slice(0, 60).map(({ label }) => head(label, "col")),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}
