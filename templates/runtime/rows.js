// rows.js: the rows in whatever came back, drawn as a wish asks; where they cannot be, as auto would draw them.
// needs: auto.js chart-rules.js columns.js table.js cards.js list.js timeline.js keyvalue.js stats.js

const CHARTS = /^(chart|line|area|bar|scatter|histogram|donut|heatmap|sparkline)$/;

components.rows = (props, scope, context) => {
  const found = evaluate(props.of ?? { $path: "/result" }, scope);
  const whole = typeof found === "string" ? readText(found).data : found;
  const { value, told } = isPlain(whole) ? seeThrough(whole, context.input) : { value: whole };
  const list = listIn(value);
  const node = list?.length ? drawRows(props, list, scope, context) : isPlain(value) && drawMembers(props, value, scope, context);
  return node ? stacked(node, told ? h("p", { class: "small dim", dir: "auto" }, told) : null) : autoNode(found, context);
};

/** An array; the peers of a map; the one array of objects in an object: else null. */
function listIn(value) {
  if (Array.isArray(value)) return value.some(isNested) || value.every(Number.isFinite) ? value : null;
  if (!isPlain(value)) return null;
  const lists = Object.values(value).filter((each) => Array.isArray(each) && each.some(isPlain));
  return lists.length === 1 ? lists[0] : Object.keys(value).length > 1 && isPeers(value) ? rowsOf(value) : null;
}

/** The columns found, changed by those told: in their own order, or only those told in theirs. */
function toldColumns(list, found, { columns = [], only, front = [] }) {
  const there = ({ key }) => list.some((row) => pointer(row, key) !== undefined);
  const merged = (told) => {
    const old = found.find(({ key }) => key === told.key) ?? columnsOf(list, [told])[0];
    return { ...old, hidden: false, ...told, label: told.label ?? old.label };
  };
  const told = columns.filter(there);
  if (only && told.length) return [...told.map(merged), ...found.filter(({ key }) => !told.some((each) => each.key === key)).map((each) => ({ ...each, hidden: true }))];
  const changed = found.map((each) => {
    const mine = told.find(({ key }) => key === each.key);
    return mine ? merged(mine) : each;
  });
  const added = told.filter(({ key }) => !found.some((each) => each.key === key)).map(merged);
  const all = [...changed, ...added];
  const rank = ({ key }) => (front.findIndex((each) => each.key === key) + 1 || front.length + 1);
  return all.sort((a, b) => rank(a) - rank(b));
}

function drawRows(props, rows, scope, context) {
  const { list, columns: found } = asRows(rows.every(isNested) ? rows : rows.map((value, index) => (isNested(value) ? value : { index, value })));
  const columns = toldColumns(list, found, props);
  const table = () => createTable({ ...props, list, columns }, scope, context).node;
  const shown = columns.filter(({ hidden }) => !hidden);
  const order = sorted(list.map((_, index) => index), list, columns, props.sort).slice(0, props.limit ?? Infinity);
  const item = order.map((index) => list[index]);
  const draw = (type, inner, more) =>
    context.render({ type, props: { rows: { $item: "" }, ...inner } }, { ...scope, item }, { heading: context.heading, ...more });
  if (CHARTS.test(props.as)) {
    const chart = toldChart(props, item, shown);
    return (chart && draw("chart", chart, { table })) || table();
  }
  const kinds = shown.map((column) => classify(column, list));
  const lead = props.x ?? kinds.find(({ is, words }) => is === "name" || /\b(name|title|subject)$/.test(words))?.key ?? shown[0]?.key;
  const fields = shown.filter(({ key }) => key !== lead).map(({ key, label, format }) => ({ key, label, ...(format && { format }) }));
  const [title, time] = [{ $item: lead }, kinds.find(({ is }) => is === "time")?.key];
  if (lead === undefined) return table();
  if (/^(cards|stat-cards)$/.test(props.as)) return draw("cards", { title, fields });
  if (props.as === "list") return draw("list", { title, meta: fields[0] && { $item: fields[0].key } });
  if (props.as === "timeline" && time) return draw("timeline", { at: { $item: time }, title: lead === time && fields[0] ? { $item: fields[0].key } : title });
  return table();
}

/** The props of the chart asked for: its axes as told, else as the rules find them; null without a measure. */
function toldChart({ as, x, y, series, stacked: piled }, list, columns) {
  const kinds = columns.map((column) => classify(column, list));
  const ruled = chartFor(list, columns);
  const measures = kinds.filter(({ is }) => is === "measure" || is === "steps");
  const along = kinds.find(({ is }) => is === "time" || is === "order") ?? kinds.find(({ is }) => is === "name" || is === "category");
  const kind = as === "chart" ? (ruled?.kind ?? (along?.is === "time" ? "line" : "bar")) : as;
  const spread = kind === "scatter" && x === undefined;
  const at = x ?? (spread ? measures[0]?.key : kind === "histogram" ? undefined : (along?.key ?? ruled?.x ?? measures.find(({ is }) => is === "steps")?.key));
  const keys = ({ key, label }) => ({ key, label });
  const left = measures.filter(({ key }) => key !== at);
  const told = y?.map(({ key, label }) => ({ key, label: label ?? columns.find((each) => each.key === key)?.label }));
  const drawn = told ?? (spread ? left.slice(0, 1) : comparable(left.length ? left : measures, 4)).map(keys);
  if (!drawn.length) return null;
  const split = series ?? (ruled?.x === at ? ruled?.series : undefined);
  return { kind: kind === "heatmap" && !split ? "bar" : kind, x: at, y: drawn, series: split, stacked: piled };
}

/** One object as figures or as label and value, its members as told; null where neither is asked for. */
function drawMembers(props, value, scope, context) {
  const found = Object.keys(value).map((name) => ({ key: escapePointer(name), name }));
  const columns = toldColumns([value], columnsOf([value], found), props).filter(({ hidden }) => !hidden);
  if (props.as === "stat-cards") {
    const figures = columns.filter(({ key }) => typeof pointer(value, key) === "number");
    const stats = figures.map(({ key, label, format }) => ({ label, value: pointer(value, key), format }));
    return stats.length ? context.render({ type: "stat-cards", props: { stats } }, scope, { heading: context.heading }) : null;
  }
  if (props.as !== "key-value" && !props.columns) return null;
  const node = keyValue(value, columns, context);
  node.dataset.component = "key-value";
  return node;
}
