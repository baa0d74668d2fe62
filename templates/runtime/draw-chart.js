// draw-chart.js: charts as pictures: ticks and their labels, the frame, reading its points; lines, areas, columns, points and bars; the figure of a chart with
// the forms that fit it, and its table.

import { amountWords } from "./chart-kinds.js";
import { dotAt, fill, h, mark, s, say, scrollBox, signOf, stretched, viewSwitch, visible } from "./dom.js";
import { draw } from "./draw.js";
import { extentOf, isYear, linePath, percentOf, placesOn, rising, scaleOf, sumOf } from "./figures.js";
import { compactText, cut, DAY_MS, formatValue, intlText, isMonth, locality, objectOf, plainNumber, written } from "./format.js";
import { draws } from "./outline.js";
import { shadeLegend, shadeStyle } from "./shading.js";
import { TONES } from "./tones.js";
import { sparkline } from "./value.js";

/** A number among others whose largest is known: short, in their style. */
const briefNumber = (value, most) =>
  value && (most >= 1e15 || most < 1e-6)
    ? value.toExponential(0).replaceAll("-", "−")
    : (most < 1e5 ? plainNumber : compactText)(value);

/** Numbers in that style; in full where it would make two of them the same. */
export function tickTexts(ticks) {
  const most = Math.max(...extentOf(ticks).map(Math.abs));
  const texts = ticks.map((tick) => briefNumber(tick, most));
  return new Set(texts).size < texts.length ? ticks.map((tick) => plainNumber(tick)) : texts;
}
/** Short labels of moments: years, months, days, weekdays or times, whichever tells them apart. */
function momentLabels(moments) {
  const days = (moments.at(-1).at - moments[0].at) / DAY_MS;
  const many = moments.length > 30;
  const all = (fits) => moments.every(({ value }) => fits(value));
  const as = (options) => moments.map(({ at, local }) => intlText("DateTimeFormat", { timeZone: local ? locality.timeZone : "UTC", ...options }, at));
  const years = as({ year: "numeric" });
  const turns = (list, change = (label) => label) =>
    list.map((label, i) => (label === list[i - 1] ? "" : change(label, i)));
  if (all(isYear) || (many && days > 1100)) return turns(years);
  if (all(isMonth) || (many && days > 60))
    return turns(as({ month: "short" }), (label, i) => (i && years[i] !== years[i - 1] ? years[i] : label));
  if (days < 2 && !moments.every(({ day }) => day)) return as({ timeStyle: "short" });
  return as(moments.length < 8 && days < 7 ? { weekday: "short" } : { day: "numeric", month: "short" });
}

const widthOf = (texts) => 7 * Math.max(0, ...texts.map(({ length }) => length));

/** Those of the labels at `all` that do not touch, `room` apart where the axis is so many pixels long; the first and the last stay. */
function keptLabels(all, places, pixels, room) {
  const end = all.at(-1);
  const far = (a, b) => (places[b] - places[a]) * pixels >= 100 * room;
  let last;
  return all.filter((i) => {
    const kept = i === end || last === undefined || (far(last, i) && far(i, end));
    if (kept) last = i;
    return kept;
  });
}

/** The svg of a chart: grid and its numbers, labels below, `ends` [text, y] at the right; under 560 px fewer labels. */
function framed({ sentence, labels }, spots, { ticks, at }, marks, ends) {
  const numbers = tickTexts(ticks);
  const over = (place, label = "") => widthOf([label]) / 2 - 5 * place;
  const left = Math.max(9 + widthOf(numbers), over(spots[0], labels[0]));
  const right = Math.max(ends[0] ? 12 + widthOf(ends.map(([text]) => text)) : 4, over(100 - spots.at(-1), labels.at(-1)));
  const kept = (all, width) => keptLabels(all, spots, width - left - right, 12 + widthOf(labels));
  const wide = kept([...labels.keys()].filter((i) => labels[i]), 528);
  const narrow = kept(wide, 288);
  return s(
    "svg.chart",
    { role: "img", tabindex: 0, "aria-label": sentence, height: 168, style: `--lt:${left}px;--rt:${right}px` },
    ticks.map((tick, i) => {
      const y = 100 - at(tick) + "%";
      return [
        s(ticks[i] ? "line" : "line.base", { x2: "100%", y1: y, y2: y }),
        s("text", { x: -8, y, dy: 4, "text-anchor": "end" }, numbers[i]),
      ];
    }),
    wide.map((i) =>
      s(
        narrow.includes(i) ? "text" : "text.wide",
        { x: spots[i] + "%", y: "100%", dy: 22, "text-anchor": "middle" },
        labels[i],
      ),
    ),
    s("line.cursor", { y2: "100%" }),
    marks,
    ends.map(([text, y]) => s("text.lab", { x: "100%", dx: 10, y: y + "%", dy: 4 }, text)),
  );
}

/** Read points [x, y or null, text] with the pointer or the arrow keys; the text goes to a line below. */
function readable(svg, points) {
  const line = h("p.small dim reading", { role: "status" });
  const cursor = svg.querySelector(".cursor");
  let at = -1;
  const show = (index) => {
    at = Math.max(0, Math.min(points.length - 1, index));
    const [x, , text] = points[at];
    mark(cursor, { x1: x + "%", x2: x + "%" });
    line.textContent = visible(text);
  };
  const point = ({ clientX, clientY }) => {
    const { left, top, width, height } = svg.getBoundingClientRect();
    const off = ([x, y]) =>
      Math.hypot(x - (100 * (clientX - left)) / width, y === null ? 0 : y - (100 * (clientY - top)) / height);
    show(points.reduce((best, each, i) => (off(each) < off(points[best]) ? i : best), 0));
  };
  const onkeydown = (event) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at < 0 ? Infinity : at - 1, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  };
  return [fill(svg, { onpointermove: point, onpointerdown: point, onkeydown }, []), line];
}

/** So many values are written beside their points. */
const LABELS = 24;

/** A series in the colour of one of its places: its own, or that of the place's tone. */
const toned = (each, { tone }) => (tone ? { color: tone === "neutral" ? "--fg2" : "--" + tone } : each);

const styleOf = ({ color }, more) => `--s:var(${color})${more || ""}`;
const amountText = (value, chart) => written(amountWords(value, chart));

/** All that is said about one place. */
const toldAt = (chart, i) =>
  `${chart.xs[i].label}${TONES[chart.xs[i].tone]?.[1] ? " (" + TONES[chart.xs[i].tone][1].toLowerCase() + ")" : ""}: ` +
  chart.series
    .filter(({ values }) => values[i] !== null)
    .map(({ label, values }) => (chart.series[1] ? label + " " : "") + amountText(values[i], chart))
    .join(", ");

/** Colour is not the only sign of a line: those without their names at their ends have dashes of their own. */
const dashOf = (index) => (index ? `;stroke-dasharray:${(index * 5) % 13} 5` : "");

/** A legend: lines with their dashes, or blocks. */
const legendOf = ({ series }, dashed) =>
  h(
    "div.row small legend",
    series.map((each, index) => {
      const style = styleOf(each, dashed ? dashOf(index) : ";stroke-width:10");
      return say("span.row", s("svg.i", s("path.ln", { d: "M0 8h16", style })), each.label);
    }),
  );

/** The words of the tones of places, and, where they are not told beside their lines, of what is compared with. */
const signLegend = ({ xs, reference }, referring) => {
  const tones = [...new Set(xs.map(({ tone }) => tone))].filter((tone) => TONES[tone]?.[0]);
  const lines = (referring && reference) || [];
  return (
    (tones[0] || lines[0]) &&
    h(
      "div.row small legend",
      tones.map((tone) => h("span", signOf(tone), TONES[tone][1])),
      lines.map(({ value, label, tone }) => h("span.row", h("i.mark", { "data-tone": tone }), `${label} ${briefNumber(value, 1)}`)),
    )
  );
};

/** Lines to compare with, named at their right end. */
const referenceLines = (lines = [], at) =>
  lines.map(({ value, label, tone }) => {
    const y = 100 - at(value) + "%";
    return s("g", { "data-tone": tone }, s("line.ref", { x2: "100%", y1: y, y2: y }), s("text.lab", { x: "100%", y, dy: -4, "text-anchor": "end" }, label));
  });

/** The signs of toned points, and their values where they are asked for and there is room. */
function pointLabels({ xs, series, stacked, valueLabels }, points, upright) {
  const roomy = valueLabels && xs.length * series.length <= LABELS && !(upright && series[1]) && !stacked;
  return points.flatMap((line, at) =>
    line.map(([x, y, floor], i) => {
      const value = series[at].values[i];
      const told = [TONES[xs[i].tone]?.[0], roomy && y !== null && briefNumber(value, Math.abs(value))].filter(Boolean).join(" ");
      return told && y !== null && s("text.val", { x: x + "%", y: (upright ? Math.min(y, floor) : y) + "%", dy: -7, "text-anchor": "middle" }, told);
    }),
  );
}

/** Lines, areas, columns and points, by kind, in one frame. */
function drawPlot(chart) {
  const { kind, xs, series } = chart;
  const upright = /bar|histogram/.test(kind);
  const lined = series[1] && kind !== "scatter" && !upright;
  const grounded = upright || kind === "area";
  const spans = spansOf({ series, stacked: grounded && chart.stacked });
  const range = extentOf(reachOf(spans, chart.reference));
  const scale = scaleOf(grounded ? [0, ...range] : range, { log: chart.scale === "log", integral: chart.integral });
  const places = upright ? xs.map((_, i) => percentOf(i + 0.5, [0, xs.length])) : chart.spots;
  const points = spans.map((span) =>
    span.map((each, i) => {
      const [from, to] = each.map((value) => (value === null ? null : 100 - scale.at(value)));
      return [places[i], to, from];
    }),
  );
  const ends = points.map((line, i) => [series[i].label, line.findLast(([, y]) => y !== null)?.[1] ?? 0]);
  const named = lined && isRoomy(ends);
  const marks = points.map((line, i) => (upright ? columnMarks : lineMarks)(chart, i, line, lined && !named));
  const more = [referenceLines(chart.reference, scale.at), pointLabels(chart, points, upright)];
  const svg = framed(chart, chart.stops ?? places, scale, [marks, more], named ? ends : []);
  const told = xs.map((_, i) => {
    const y = kind === "scatter" ? Math.max(...points.map((line) => line[i][1])) : null;
    return [places[i], y, toldAt(chart, i)];
  });
  return [series[1] && !named && legendOf(chart, lined), signLegend(chart), readable(svg, told.sort(([a], [b]) => a - b))];
}

/** Do names fit at the ends of their lines: short, and none on another? */
function isRoomy(ends) {
  const heights = ends.map(([, y]) => y).sort(rising);
  return ends.every(([label]) => label.length < 13) && heights.every((y, i) => !i || y - heights[i - 1] > 8);
}

/** Upright bars: side by side or on top of each other; those of a histogram touch. */
function columnMarks({ kind, xs, series, stacked }, index, points) {
  const [share, most] = kind === "bar" ? [70, "32px"] : [98, "100%"];
  const lanes = stacked ? 1 : series.length;
  const width = `min(${share / lanes / xs.length}%,${most})`;
  const place = `;width:${width};--sh:${100 * ((index % lanes) - lanes / 2)}%`;
  return points.map(
    ([x, y, floor], i) =>
      y !== null &&
      s("rect.col", {
        style: styleOf(toned(series[index], xs[i]), place),
        x: x + "%",
        y: Math.min(y, floor) + "%",
        height: Math.max(0.5, Math.abs(y - floor)) + "%",
      }),
  );
}

/** A line with its dots and what lies below it, or the points of a scatter chart. */
function lineMarks({ kind, xs, series }, index, points, dashed) {
  const style = styleOf(series[index]);
  const there = points.filter(([, y]) => y !== null);
  const scattered = kind === "scatter";
  const told = (i) => scattered || xs.length <= 20 || xs[i].tone;
  const dots = points.map((point, i) => point[1] !== null && told(i) && dotAt(point, styleOf(toned(series[index], xs[i]))));
  if (scattered) return dots;
  const area = kind === "area" && there[0] && areaBelow(style, there);
  return [stretched(area, s("path.ln", { style: style + (dashed ? dashOf(index) : ""), d: linePath(points) })), dots];
}

/** [from, to] of each value: from zero, or on top of those before it at its place, where what is below zero goes down. */
function spansOf({ series, stacked }) {
  const tops = [[], []];
  return series.map(({ values }) =>
    values.map((value, i) => {
      const side = tops[Number(value < 0)];
      const from = (stacked && side[i]) || 0;
      return [from, value === null ? null : (side[i] = from + value)];
    }),
  );
}

/** All that bars and lines to compare with reach. */
const reachOf = (spans, reference = []) => [...spans.flat().map(([, to]) => to), ...reference.map(({ value }) => value)];

const barAmount = (value) =>
  h("span.num", value === null ? "–" : briefNumber(value, Math.abs(value) < 1e9 ? 1 : Math.abs(value)));

/** Bars to the right, longest first: name, bar, value; parts of a whole one after the other, with its total. */
function drawBars(chart) {
  const { series, xs, stacked, reference = [] } = chart;
  const spans = spansOf(chart);
  const range = [0, ...reachOf(spans, reference)];
  const ends = extentOf(range);
  const at = chart.scale === "log" ? scaleOf(range, { log: true }).at : (value) => percentOf(value, ends);
  const barOf = (place, i, index) => {
    const [from, to] = spans[index][i];
    const [a, b] = extentOf([from, to ?? from].map(at));
    const each = stacked ? series[index] : toned(series[index], place);
    return h("i", { style: styleOf(each, `;width:${b - a}%;margin-inline-start:${stacked ? 0 : a}%`) });
  };
  const marks = () => reference.map(({ value, tone }) => h("i.mark", { "data-tone": tone, style: `inset-inline-start:${at(value)}%` }));
  const track = (bar) => (reference[0] ? h("div.track", bar, marks()) : bar);
  const head = (place) => say("span", signOf(place.tone), place.label);
  const line = (place, i) =>
    stacked
      ? [head(place), h("div.parts", series.map((_, index) => barOf(place, i, index))), barAmount(sumOf(series.map(({ values }) => values[i])))]
      : series.map(({ values }, index) => [index ? h("span") : head(place), track(barOf(place, i, index)), barAmount(values[i])]);
  return [
    series[1] && legendOf(chart),
    signLegend(chart, true),
    h(series[1] && !stacked ? "div.bars many" : "div.bars", { role: "img", "aria-label": chart.sentence }, xs.slice(0, 60).map(line)),
  ];
}

/** How a kind is drawn that is neither bars to the right nor lines, columns or points in a frame. */
const CHART_FORMS = {
  __proto__: null,
  donut: drawDonut,
  heatmap: drawHeat,
  sparkline: ({ series, sentence }) => h("div", { role: "img", "aria-label": sentence }, sparkline(series[0].values)),
};

/** Do bars run to the right? */
const isAcross = ({ kind, horizontal, axis }) => /bar|histogram/.test(kind) && (horizontal ?? axis === "name");

/** Where the places of a chart lie along its axis, in percent, and the labels that stand there, or at `stops`. */
function axisOf({ axis, ticks, xs }) {
  const all = xs.map(({ at }) => at);
  if (ticks) return { labels: tickTexts(ticks), stops: placesOn(ticks, ticks), spots: placesOn(ticks, all) };
  const range = extentOf(all);
  const labels = axis === "time" ? momentLabels(xs) : axis === "number" ? tickTexts(all) : xs.map(({ label }) => cut(label, 14));
  return { labels, spots: all.map((at) => percentOf(at, range)) };
}

draws.chart = (outline, context) => {
  const { kind, kinds, heading, note, tableFirst, yTitle, xTitle } = outline;
  // What has the outline behind it: a copy would make the table.
  const chart = Object.assign(Object.create(outline), {
    xs: outline.places.map((place) => ({ ...place, label: written(place.label) })),
    reference: outline.reference?.map((line) => ({ ...line, label: written(line.label) })),
    sentence: written(outline.sentence),
  });
  Object.assign(chart, axisOf(chart));
  const table = "table" in outline && { table: () => draw(outline.table, context) };
  const forms = kinds.map((each) => [
    each,
    () => {
      const form = Object.assign(Object.create(chart), { kind: each });
      const across = isAcross(form);
      const draws = CHART_FORMS[each] ?? (across ? drawBars : drawPlot);
      const head = h("div.bar", say("h" + context.headingLevel, heading), h("span.small dim", note));
      const titles = [yTitle, xTitle];
      const [above, under] = (across ? titles.reverse() : titles).map((text) => text && say("p.small dim", text));
      if (under) under.className += " under";
      return h("section.near", head, above, h("div", draws(form)), under);
    },
  ]);
  return viewSwitch(h("figure.gap", { "data-kind": kind }), { ...(tableFirst && table), ...objectOf(forms), ...table });
};

/** What lies between a line and its floor. */
function areaBelow(style, there) {
  const floor = there.map(([x, , below]) => x + " " + below).reverse();
  return s("path.area soft", { style, d: linePath(there) + "L" + floor.join("L") });
}

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

/** A table whose cells are tinted by their values: blue above zero, orange below. */
function drawHeat({ xs, series, sentence }) {
  const lines = series.slice(0, 60).map(({ label, values }) => [label, values.slice(0, 60)]);
  const range = extentOf(lines.flatMap(([, values]) => values));
  const most = Math.max(...range.map(Math.abs)) || 1;
  const scale = { low: Math.min(0, range[0]), high: Math.max(0, range[1]), middle: 0, shareOf: (value) => value / most };
  const tell = (value) => briefNumber(value, most);
  const cell = (value) => h("td.num shade", { style: shadeStyle(scale.shareOf(value)) }, value === null ? "–" : tell(value));
  const table = scrollBox(
    sentence,
    h(
      "table.heat",
      h("caption.sr", sentence),
      h("thead", h("tr", h("td"), xs.slice(0, 60).map(({ label }) => say("th.num", { scope: "col" }, label)))),
      h("tbody", lines.map(([label, values]) => h("tr", say("th", { scope: "row" }, label), values.map(cell)))),
    ),
  );
  return [table, shadeLegend(scale, tell)];
}
