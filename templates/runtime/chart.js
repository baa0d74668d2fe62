// chart.js: measures over time or by category: one model, the form asked for, and those that fit it as well.
// needs: dom.js result.js format.js expressions.js labels.js parts.js value.js columns.js table.js text.js spark.js chart-axes.js chart-plots.js

const POINTS = 5000;
const ADDING =
  /\b(count|totals?|amounts?|sum|qty|quantity|sales|revenue|orders|items|units|visits|views|hits|requests|errors|clicks|users|bytes|costs?|spend|hours|minutes|additions|deletions|downloads|votes|population)\b/i;
const NAMED_ORDER =
  /^((mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?|jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?|(\d{4}[- ]?)?[QWH]\d\d?|Q[1-4][- ]\d{4})$/i;
const nameOf = (key = "") =>
  key
    .slice(key.lastIndexOf("/") + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");

/** Milliseconds since 1970 of a date text, or of a year or an epoch under a telling name; else null. */
function momentOf(value, name) {
  const own = labelOf(name).toLowerCase();
  if (isYear(value) && /\b(year|yr|fy)$/.test(own)) return Date.UTC(value, 0);
  const time =
    isDateText(value) || (value > 3e8 && value < 1e14 && TIME_NAME.test(own))
      ? readDate(Number(value) || value).date.getTime()
      : NaN;
  return Number.isNaN(time) ? null : time;
}

/** A map of numbers or objects as rows {name, …}; rows as they are. */
const chartRows = (value) =>
  Array.isArray(value)
    ? value
    : Object.entries(Object(value)).map(([name, each]) => (isPlain(each) ? { name, ...each } : { name, value: each }));

/** Sums and counts [sum, count] by series and by place on the x axis; in a scatter chart each row is a place. */
function gather({ kind, rows, x, y, split }) {
  const [places, named] = [new Map(), new Map()];
  const add = (cells, id, sum, count) => {
    const [before, many] = cells.get(id) ?? [0, 0];
    cells.set(id, [Math.max(-1e308, Math.min(1e308, before + sum)), many + count]);
  };
  rows.forEach((row, index) => {
    const value = x === undefined ? index + 1 : pointer(row, x);
    const id = kind === "scatter" ? index : textOf(value);
    if (!places.has(id)) places.set(id, { id, value, row, at: places.size, total: 0 });
    for (const { key, label } of y) {
      const name = split === undefined ? label : textOf(pointer(row, split)) + (y[1] ? " · " + label : "");
      if (!named.has(name)) named.set(name, new Map());
      const amount = amountOf(pointer(row, key));
      if (amount !== null) add(named.get(name), id, amount, 1);
    }
  });
  const size = ([, cells]) => [...cells.values()].reduce((all, [sum]) => all + Math.abs(sum), 0);
  const series = [...named];
  if (series.length > 8 && kind !== "heatmap") {
    const other = new Map();
    for (const [, cells] of series.sort((a, b) => size(b) - size(a)).splice(8))
      for (const [id, cell] of cells) add(other, id, ...cell);
    series.push(["Other", other]);
  }
  return [[...places.values()], series];
}

/** The places in their order with their labels, and the kind of axis: time, number, order or name. */
function axisOf(places, x) {
  const name = nameOf(x);
  const zoned = ({ value, ...place }) => ({
    ...place,
    value,
    at: momentOf(value, name),
    ...(isYear(value) ? { timeZone: "UTC", day: true } : readDate(Number(value) || value)),
  });
  const timed = places.map(zoned).filter(({ at }) => at !== null);
  const isTime = timed.length > 0 && timed.length >= 0.9 * places.length;
  const xs = isTime ? timed : places;
  const all = (fits) => xs.every(({ value }) => fits(value));
  const axis = isTime
    ? "time"
    : all(Number.isFinite)
      ? "number"
      : all((value) => NAMED_ORDER.test(value))
        ? "order"
        : "name";
  const form = STATUS_NAME.test(labelOf(name).toLowerCase())
    ? "badge"
    : { number: "number", time: xs.every(({ at }) => at % DAY_MS === 0) ? "date" : "datetime" }[axis];
  for (const place of xs) {
    if (axis === "number") place.at = place.value;
    place.label = isTime && isYear(place.value) ? textOf(place.value) : formatValue(place.value, form, { year: false });
  }
  return { axis, xs: axis === "time" || axis === "number" ? xs.sort((a, b) => a.at - b.at) : xs };
}

/** The highest and the lowest of each stretch: what a line of too many points still shows. */
function keptPlaces(xs) {
  const step = Math.ceil((2 * xs.length) / POINTS);
  const kept = new Set([xs[0], xs.at(-1)]);
  for (let from = 0; from < xs.length; from += step) {
    const part = xs.slice(from, from + step);
    for (const end of extentOf(part.map(({ total }) => total))) kept.add(part.find(({ total }) => total === end));
  }
  return xs.filter((place) => kept.has(place));
}

const listed = (names) => names.map((name, i) => (i ? (names[i + 1] ? ", " : " and ") + lowered(name) : name)).join("");

function chartTitle({ kind, x, y, split, xLabel }) {
  const what = listed(y.map(({ label }) => label));
  if (kind === "scatter") return `${what} against ${lowered(xLabel)}`;
  if (kind === "histogram") return "Distribution of " + lowered(what);
  const by = [split && labelOf(nameOf(split)), /bar|donut|heatmap/.test(kind) && x && xLabel].filter(Boolean);
  return by.length ? `${what} by ${lowered(listed(by))}` : what;
}

/** Everything a plot needs, read from props; null when there is nothing to draw. */
function readChart(props, scope, context) {
  const told = (expression) => textOf(evaluate(expression, scope));
  const y = (props.y ?? [""]).map((each) => ({
    key: each.key ?? each,
    label: each.label ?? labelWithUnit(nameOf(each.key ?? each) || "value", "number"),
  }));
  const units = new Set(y.map(({ label }) => label.split(", ")[1]));
  const unit = told(props.unit) || (units.size < 2 && [...units][0]) || "";
  const chart = {
    ...props,
    rows: chartRows(evaluate(props.rows, scope)),
    split: props.series,
    unit,
    xLabel: props.x ? labelOf(nameOf(props.x)) : "row",
  };
  chart.y = y.map(({ key, label }) => ({ key, label: unit ? label.replace(", " + unit, "") : label }));
  chart.title = told(props.title ?? context.component?.title) || chartTitle(chart);
  return chart.kind === "histogram" ? readHistogram(chart) : readSeries(chart);
}

function readSeries(chart) {
  const { kind, rows, y } = chart;
  const [places, cells] = gather(chart);
  let { axis, xs } = axisOf(places, chart.x);
  if (kind === "scatter" && axis !== "number") xs = xs.filter((place) => (place.at = amountOf(place.value)) !== null);
  const adding = y.every(({ key, label }) => ADDING.test(labelOf(nameOf(key)) + " " + label));
  const valueOf = ([sum, count] = []) => (count ? sum / (adding ? 1 : count) : null);
  for (const place of xs) place.total = cells.reduce((sum, [, each]) => sum + valueOf(each.get(place.id)), 0);
  const many = plural(rows.length, "row");
  let note = cells.some(([, each]) => [...each.values()].some(([, count]) => count > 1))
    ? `${adding ? "sum" : "mean"} of ${many}`
    : "";
  if (xs.length > POINTS) note = `${numberText((xs = keptPlaces(xs)).length)} of ${many} drawn`;
  if (axis === "name" && /bar|donut/.test(kind)) xs.sort((a, b) => b.total - a.total);
  const series = cells.map(([label, each], i) => ({
    label,
    values: xs.map(({ id }) => valueOf(each.get(id))),
    color: i < 8 ? "c" + (i + 1) : "fg2",
  }));
  const amounts = series.flatMap(({ values }) => values).filter((value) => value !== null);
  if (!amounts.length) return null;
  if (series.length === 2 && /^(high|max)/i.test(series[0].label)) [series[0].color, series[1].color] = ["c2", "c1"];
  const range = extentOf(xs.map(({ at }) => at));
  const labels = axis === "time" ? momentLabels(xs) : xs.map(({ label }) => cut(label, 14));
  const full = {
    ...chart,
    axis,
    xs,
    series,
    note,
    labels,
    whole: amounts.every(Number.isInteger),
    places: xs.map(({ at }) => percentOf(at, range)),
  };
  full.sentence = sentenceOf(full);
  return kind === "scatter" ? spread(full, range) : full;
}

/** The x axis of a scatter chart: round ticks. */
function spread(chart, range) {
  const ticks = ticksOf(
    range,
    chart.xs.every(({ at }) => Number.isInteger(at)),
  );
  const ends = [ticks[0], ticks.at(-1)];
  const named = Object.keys(Object(chart.rows[0]))
    .map(escapePointer)
    .find((key) => key !== chart.x && typeof pointer(chart.rows[0], key) === "string");
  for (const place of chart.xs)
    place.label =
      (named ? cut(textOf(pointer(place.row, named)), 40) + ", " : "") + lowered(chart.xLabel) + " " + place.label;
  return {
    ...chart,
    places: chart.xs.map(({ at }) => percentOf(at, ends)),
    edges: ticks.map((tick) => percentOf(tick, ends)),
    labels: tickTexts(ticks),
  };
}

/** How often values fall between round limits. */
function readHistogram(chart) {
  const amounts = chart.rows.map((row) => amountOf(pointer(row, chart.y[0].key))).filter((amount) => amount !== null);
  if (!amounts.length) return null;
  const ticks = ticksOf(extentOf(amounts), amounts.every(Number.isInteger));
  const ends = [ticks[0], ticks.at(-1)];
  const bins = (ticks.length - 1) * (amounts.length > 60 ? 4 : 2);
  const values = Array(bins).fill(0);
  for (const amount of amounts) values[Math.min(bins - 1, Math.floor((percentOf(amount, ends) * bins) / 100))]++;
  const limit = (i) => formatValue(ends[0] * (1 - i / bins) + ends[1] * (i / bins), "number");
  const xs = values.map((_, i) => ({ label: `${limit(i)} to ${limit(i + 1)}` }));
  const most = Math.max(...values);
  const sentence = `Histogram of ${chart.y[0].label}, ${plural(amounts.length, "value")}. Most, ${most}, lie from ${xs[values.indexOf(most)].label}.`;
  return {
    ...chart,
    xs,
    series: [{ label: "Count", values, color: "c1" }],
    whole: true,
    unit: "",
    sentence,
    labels: tickTexts(ticks),
    edges: ticks.map((tick) => percentOf(tick, ends)),
  };
}

const KIND_NAMES = {
  bar: "Bar chart",
  area: "Area chart",
  donut: "Donut chart",
  heatmap: "Heat table",
  scatter: "Scatter chart",
};
/** The chart in words: what it shows, from where to where, and its finding. */
function sentenceOf({ kind, title, unit, axis, xs, series }) {
  const findings = series.slice(0, 4).map(({ label, values }) => {
    const [low, high] = extentOf(values);
    const at = (value) => `${amountText(value, { unit })} at ${xs[values.indexOf(value)].label}`;
    return low > high ? "" : `${series[1] ? label + ": h" : "H"}ighest ${at(high)}, lowest ${at(low)}.`;
  });
  const range = axis === "name" ? plural(xs.length, "entry", "entries") : `${xs[0].label} to ${xs.at(-1).label}`;
  return `${KIND_NAMES[kind] ?? "Line chart"} of ${lowered(title)}, ${range}. ${findings.join(" ")}${kind === "scatter" ? relationOf(xs, series[0].values) : ""}`;
}

function relationOf(xs, values) {
  const pairs = xs.flatMap(({ at }, i) => (values[i] === null ? [] : [[at / 1e160, values[i] / 1e160]]));
  const mean = (of) => pairs.reduce((sum, pair) => sum + of(pair) / pairs.length, 0);
  const [x, y] = [mean((pair) => pair[0]), mean((pair) => pair[1])];
  const [xy, xx, yy] = [
    [0, 1],
    [0, 0],
    [1, 1],
  ].map(([a, b]) => mean((pair) => 1e300 * (pair[a] - [x, y][a]) * (pair[b] - [x, y][b])));
  const r = xy / Math.sqrt(xx * yy);
  return Math.abs(r) > 0.4
    ? r > 0
      ? " They rise together."
      : " One falls as the other rises."
    : " No clear relation.";
}

const drawBar = (chart) =>
  (chart.horizontal ?? chart.axis === "name") ? drawBars(chart) : drawPlot({ ...chart, kind: "bar" });
const drawSpark = ({ series, sentence }) =>
  h("div", { role: "img", "aria-label": sentence }, sparkline(series[0].values));
const PLOTS = { bar: drawBar, donut: drawDonut, heatmap: drawHeat, sparkline: drawSpark };
const ALSO = { line: ["bar"], area: ["line", "bar"], bar: ["line"], donut: ["bar"] };

/**
 * The figure: title, unit and how rows were summed, the forms that fit and the table. A caller with a table of its own
 * gives `context.table`, and `context.tableFirst` where the rows tell more than the chart.
 */
function drawChart(props, scope, context) {
  const chart = readChart(props, scope, context);
  if (!chart) return null;
  const { kind, title, unit, xs, note, axis } = chart;
  const own = () =>
    components.table(
      { rows: { $item: "" } },
      { ...scope, item: chart.rows },
      { ...context, component: { type: "table" } },
    );
  const table = props.table === false ? [] : [["table", context.table || own]];
  const also = (ALSO[kind] ?? []).filter((other) => (other === "bar" ? xs.length <= 60 : axis !== "name"));
  const forms = [kind, ...also].map((each) => [
    each,
    () => h("div", { class: "near" }, (PLOTS[each] ?? drawPlot)({ ...chart, kind: each })),
  ]);
  const { bar, host } = viewSwitch(
    Object.fromEntries(context.tableFirst ? [...table, ...forms] : [...forms, ...table]),
  );
  const beside = unit.length > 4 && unit;
  const head = [
    h("h" + (context.heading ?? 2), { dir: "auto" }, title + (unit && !beside ? ", " + unit : "")),
    h("span", { class: "small dim" }, [beside, note].filter(Boolean).join(" · ")),
  ];
  const caption = h("figcaption", { class: "row" }, head);
  const figure = h("figure", { class: "gap", "data-component": "chart", "data-kind": kind }, caption, host);
  const place = () => {
    const { view } = bar.querySelector("[aria-pressed=true]").dataset;
    bar.hidden = !bar.children[1];
    const tools = view === "table" && host.querySelector("[data-component=table]>.bar");
    caption.hidden = Boolean(tools);
    (tools || caption).append(bar);
    for (const node of head) node.hidden = context.table && view === "table";
    if (view !== "table") figure.dataset.kind = view;
  };
  bar.addEventListener("click", ({ target }) => (place(), target.focus()));
  place();
  return figure;
}

components.chart = drawChart;
drawChart.titled = true;

components.heatmap = ({ rows, x, y, value }, scope, context) => {
  const node = drawChart({ kind: "heatmap", rows, x, y: [{ key: value }], series: y }, scope, context);
  if (node) node.dataset.component = "heatmap";
  return node;
};
components.heatmap.titled = true;
