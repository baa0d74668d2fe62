// chart-axes.js: round ticks, labels that keep their distance, the frame of a chart, and reading its points.

import { fill, h, mark, s, visible } from "./dom.js";
import { extentOf, isYear } from "./figures.js";
import { compactText, DAY_MS, intlText, isMonth, locality, plainNumber } from "./format.js";

/** A number among others whose largest is known: short, in their style. */
export const briefNumber = (value, most) =>
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
export function momentLabels(moments) {
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
export function framed({ sentence, labels, spots }, { ticks, at }, marks, ends) {
  const numbers = tickTexts(ticks);
  const over = (place, label = "") => widthOf([label]) / 2 - 4 - 5 * place;
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
export function readable(svg, points) {
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
