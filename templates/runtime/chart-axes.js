// chart-axes.js: round ticks, labels that keep their distance, the frame of a chart, and reading its points.
// needs: dom.js format.js spark.js

/** Four or five round numbers that hold low and high; whole ones for whole data. */
function ticksOf([low, high], whole) {
  if (!(low < high)) [low, high] = [Math.min(low, 0), Math.max(high, 0) || (low ? 0 : 1)];
  const rough = 10 ** Math.floor(Math.log10(high / 4 - low / 4));
  for (const step of [1, 2, 2.5, 5, 10, 20].map((factor) => factor * rough)) {
    const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
    const ticks = Array.from({ length: Math.min(6, last - first + 1) }, (_, i) =>
      Number(((first + i) * step).toPrecision(12)),
    );
    if (ticks.length > 1 && ticks.length < 6 && !(whole && step % 1) && ticks.every(Number.isFinite)) return ticks;
  }
  return [low, high];
}

/** A number among others whose largest is known: short, in their style. */
function briefNumber(value, most) {
  if (value && (most >= 1e15 || most < 1e-6)) return value.toExponential(0).replaceAll("-", "−");
  return formatValue(value, most < 1e5 ? "number" : "compact");
}

const tickTexts = (ticks) => ticks.map((tick) => briefNumber(tick, Math.max(...ticks.map(Math.abs))));

const DAY_MS = 864e5;
const isYear = (value) => /^[12]\d{3}$/.test(value);
/** Short labels of moments: years, months, days, weekdays or times, whichever tells them apart. */
function momentLabels(moments) {
  const span = moments.at(-1).at - moments[0].at;
  const as = (options) => moments.map(({ at, timeZone }) => intlText("DateTimeFormat", { timeZone, ...options }, at));
  const years = as({ year: "numeric" });
  const months = as({ month: "short" });
  const turns = (list) => list.map((label, i) => (label === list[i - 1] ? "" : label));
  if (moments.every(({ value }) => isYear(value)) || (moments.length > 30 && span > 1100 * DAY_MS)) return turns(years);
  if (moments.every(({ value }) => isMonth(value)) || (moments.length > 30 && span > 60 * DAY_MS))
    return turns(months).map((label, i) => (label && i && years[i] !== years[i - 1] ? years[i] : label));
  if (span < 2 * DAY_MS && !moments.every(({ day }) => day)) return as({ hour: "numeric", minute: "2-digit" });
  return as(moments.length < 8 && span < 7 * DAY_MS ? { weekday: "short" } : { day: "numeric", month: "short" });
}

/** The labels to keep so that none touch within so many pixels; the first and the last always stay. */
function keptLabels(labels, places, pixels) {
  const used = labels.flatMap((label, i) => (label ? [i] : []));
  const room = 12 + 6.6 * Math.max(...used.map((i) => labels[i].length));
  const far = (a, b) => ((places[b] - places[a]) * pixels) / 100 >= room;
  const end = used.at(-1);
  const kept = [];
  for (const i of used) if (i === end || !kept.length || (far(kept.at(-1), i) && far(i, end))) kept.push(i);
  return kept;
}

/** The svg of a chart: grid and its numbers, labels below, `ends` [text, y] at the right; under 560 px fewer labels. */
function framed({ sentence, labels, places }, ticks, marks, ends = []) {
  const numbers = tickTexts(ticks);
  const widest = (texts) => Math.ceil(7 * Math.max(0, ...texts.map((text) => text.length)));
  const over = (place, label = "") => Math.max(0, widest([label]) / 2 - 14 - 5 * place);
  const left = Math.max(9 + widest(numbers), over(places[0], labels[0]));
  const right = Math.max(
    ends.length ? 12 + widest(ends.map(([text]) => text)) : 4,
    over(100 - places.at(-1), labels.at(-1)),
  );
  const [narrow, wide] = [288, 528].map((width) => keptLabels(labels, places, width - left - right));
  return s(
    "svg",
    {
      class: "chart",
      role: "img",
      tabindex: 0,
      "aria-label": sentence,
      height: 168,
      style: `--l:${left}px;--r:${right}px`,
    },
    ticks.map((tick, i) => {
      const y = 100 - percentOf(tick, [ticks[0], ticks.at(-1)]) + "%";
      return [
        s("line", { class: !tick && "base", x2: "100%", y1: y, y2: y }),
        s("text", { x: -8, y, dy: 4, "text-anchor": "end" }, numbers[i]),
      ];
    }),
    [...new Set([...narrow, ...wide])].map((i) =>
      s(
        "text",
        {
          class: wide.includes(i) ? !narrow.includes(i) && "wide" : "narrow",
          x: places[i] + "%",
          y: "100%",
          dy: 22,
          "text-anchor": "middle",
        },
        labels[i],
      ),
    ),
    s("line", { class: "cursor", y2: "100%" }),
    marks,
    ends.map(([text, y]) => s("text", { class: "lab", x: "100%", dx: 10, y: y + "%", dy: 4 }, text)),
  );
}

/** Read points [x, y or null, text] with the pointer or the arrow keys; the text goes to a line below. */
function readable(svg, points) {
  const line = h("p", { class: "small dim reading", role: "status" });
  const cursor = svg.querySelector(".cursor");
  let at = -1;
  const show = (index) => {
    at = Math.max(0, Math.min(points.length - 1, index));
    for (const name of ["x1", "x2"]) cursor.setAttribute(name, points[at][0] + "%");
    line.textContent = visible(points[at][2]);
  };
  const point = ({ clientX, clientY }) => {
    const { left, top, width, height } = svg.getBoundingClientRect();
    const off = ([x, y]) =>
      Math.hypot(x - (100 * (clientX - left)) / width, y === null ? 0 : y - (100 * (clientY - top)) / height);
    show(points.reduce((best, each, i) => (off(each) < off(points[best]) ? i : best), 0));
  };
  const keys = {
    ArrowRight: () => at + 1,
    ArrowLeft: () => (at < 0 ? Infinity : at - 1),
    Home: () => 0,
    End: () => Infinity,
  };
  svg.addEventListener("pointermove", point);
  svg.addEventListener("pointerdown", point);
  svg.addEventListener("keydown", (event) => {
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    show(keys[event.key]());
  });
  return [svg, line];
}
