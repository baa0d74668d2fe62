// auto.js: looks at a value and draws it the way a thoughtful person would.
// needs: shapes.js literals.js table.js keyvalue.js stats.js list.js tree.js text.js markdown.js code.js media.js timeline.js chart-rules.js

components.auto = (props, scope, context) => {
  const value = evaluate(props.of ?? { $path: "/result" }, scope);
  const { data, source } = context.read ?? {};
  return withSource(autoNode(value, scope, context, 0), value === data ? source : "");
};

const AUTO_DEPTH = 4;

/** Nothing drawn for nothing there; otherwise always a node. */
function autoNode(value, scope, context, depth) {
  if (value === undefined || value === null) return null;
  if (typeof value === "string") return autoText(value, scope, context, depth);
  if (typeof value !== "object") return h("p", {}, valueNode(value, {}, context));
  if (Array.isArray(value)) return autoList(value, scope, context, depth);
  return autoObject(value, scope, context, depth);
}

const drawn = (type, value, scope, context, props) =>
  context.render(
    { type, props: { of: { $item: "" }, ...props } },
    { ...scope, item: value },
    { heading: context.heading },
  );
const stacked = (...nodes) => {
  const parts = nodes.flat().filter(Boolean);
  return parts.length > 1 ? h("div", { class: "stack" }, parts) : (parts[0] ?? null);
};

function autoText(text, scope, context, depth) {
  if (!text.trim()) return null;
  if (isFile(text)) {
    const { mimeType, base64 } = mediumOf(text);
    return drawBlock({ type: "resource", resource: { mimeType, blob: base64 } }, scope, context);
  }
  const { data, source, lead = "", trail = "" } = depth < AUTO_DEPTH ? readText(text) : { data: text };
  if (typeof data !== "string")
    return stacked(
      aside(lead, scope, context),
      withSource(autoNode(data, scope, context, depth + 1), source),
      aside(trail, scope, context),
    );
  const shape = shapeOfText(data);
  const around = (node) => stacked(aside(shape.lead, scope, context), node, aside(shape.trail, scope, context));
  if (shape.as === "data") return around(withSource(autoNode(shape.data, scope, context, depth + 1), text));
  if (shape.as === "diff") return around(drawn("diff", shape.data, scope, context));
  if (shape.as === "code") return around(drawn("code-block", shape.data, scope, context, { language: shape.language }));
  return drawn(shape.as, shape.data, scope, context);
}

/** Data that was read out of a text, and the text as it came one click below it, where it is more than a few words. */
function withSource(node, text = "") {
  if (!node || text.length < 300) return node;
  const pane = h("div");
  const show = foldButton("sm quiet push", "Show text", pane, { open: "Hide text", make: () => codeNode(text) });
  return h("div.stack", node, h("div.row", show), pane);
}

/** Words around data. */
function aside(text, scope, context) {
  if (!text) return null;
  const { as } = shapeOfText(text);
  return as === "markdown"
    ? drawn("markdown", text, scope, context)
    : h("p", { class: "dim lines", dir: "auto" }, text);
}

function autoList(list, scope, context, depth) {
  if (!list.length) return null;
  if (
    list.every(
      (item) =>
        isPlain(item) &&
        typeof item.type === "string" &&
        ("text" in item || "data" in item || "resource" in item || item.type === "resource_link"),
    ) &&
    list.every((item) => CONTENT_TYPES.has(item.type))
  )
    return stacked(
      list.map((item) =>
        item.type === "text" ? autoText(textOf(item.text), scope, context, depth) : drawBlock(item, scope, context),
      ),
    );
  if (!list.some(isNested)) return scalarList(list, scope, context, depth);
  if (list.length === 1 && isPlain(list[0])) return autoObject(list[0], scope, context, depth);
  if (list.every(isPlain) && isRecursive(list))
    return drawnOutline(list);
  if (list.every(isPlain) || list.every(Array.isArray)) return autoTable(list, scope, context);
  return drawn("tree", list, scope, context, { open: 3 });
}
const CONTENT_TYPES = new Set(["text", "image", "audio", "video", "resource", "resource_link"]);

/** Rows whose members hold rows of the same kind: a tree, not a table. */
function isRecursive(list) {
  const names = new Set(Object.keys(list[0]));
  return list.some((row) =>
    Object.values(row).some(
      (each) =>
        Array.isArray(each) &&
        each.length &&
        each.every(
          (inner) =>
            isPlain(inner) && Object.keys(inner).every((name) => names.has(name)) && Object.keys(inner).length > 1,
        ),
    ),
  );
}

function scalarList(list, scope, context, depth) {
  const texts = list.filter((item) => typeof item === "string" && (item.length > 200 || item.includes("\n")));
  if (texts.length) return stacked(list.map((item) => autoNode(item, scope, context, depth + 1)));
  if (list.length > 2 && list.every(Number.isFinite)) {
    const chart = autoChart(
      list.map((value, index) => ({ index, value })),
      context,
    );
    if (chart) return chart(scope);
  }
  return drawnRows("list", list, { title: { $item: "" } }, scope, context);
}

const drawnRows = (type, rows, props, scope, context) =>
  context.render(
    { type, props: { rows: { $item: "" }, ...props } },
    { ...scope, item: rows },
    { heading: context.heading },
  );

/** A chart of rows, where one of blocks' rules finds one: scope → node. */
function autoChart(rows, context, columns) {
  const props = chartFor(rows, columns);
  const draw = (scope, table) =>
    context.render(
      { type: "chart", props: { ...props, rows: { $item: "" }, table } },
      { ...scope, item: rows },
      { heading: context.heading, table, tableFirst: table && !props.lead },
    );
  return props && draw;
}

/** So few rows that the chart and its table both fit. */
const FEW = 12;

/** The table, and a chart one click away where the rows have one; the chart first where it tells more. */
function autoTable(rows, scope, context) {
  const { list, columns } = asRows(rows);
  const chart = autoChart(list, context, columns);
  const table = () => createTable({ list, columns }, scope, context);
  const events = !chart && eventProps(list, columns);
  if (events) {
    const { bar, host } = viewSwitch({ timeline: () => drawnRows("timeline", list, events, scope, context), table: () => table().node });
    return h("div", { class: "stack" }, h("div", { class: "bar" }, bar), host);
  }
  if (!chart) return table().node;
  return list.length <= FEW && chartFor(list, columns).lead
    ? stacked(chart(scope, false), table().node)
    : chart(scope, () => table().node);
}

const TITLE_NAME = /\b(message|title|subject|summary|event|description|action|text)$/;

/** Props of a timeline where rows are events: a moment and words about it, and little else. */
function eventProps(list, columns) {
  const times = columns.filter(({ kind }) => kind === "temporal");
  const title = columns.find(({ key }) => TITLE_NAME.test(labelOf(key.slice(1)).toLowerCase()));
  const others = columns.filter((column) => column !== title && column !== times[0]);
  const at = times[0]?.key;
  const plain = others.every(({ kind, numeric }) => kind !== "nested" && !numeric) && others.length <= 4;
  return title && at && plain && list.length > 1 && list.some((row) => isMoment(pointer(row, at)))
    ? { at: { $item: at }, title: { $item: title.key }, others }
    : null;
}

const META = new Set(
  "success ok status count total total_count totalCount totalResults size page pages page_size per_page limit offset cursor next next_cursor nextCursor next_page previous has_more hasMore truncated took took_ms error errors message code version object kind type schema source_id query".split(
    " ",
  ),
);
const WRAPPER =
  /^(results?|data|content|items|output|outputs|response|payload|rows|records|values?|list|body|hits|entries|text|message|markdown|html|answer|stdout)$/i;

/** See through envelopes: the one member that matters, and the words of its siblings. */
function seeThrough(value, input) {
  const asked = new Set(Object.values(Object(input)).map(textOf));
  const told = [];
  for (let depth = 0; isPlain(value) && depth < AUTO_DEPTH; depth++) {
    const entries = Object.entries(value).filter(
      ([name, each]) => present(each) && !(each === true && /^(success|ok)$/.test(name)),
    );
    const isBody = ([name, each]) =>
      isNested(each) ||
      (typeof each === "string" &&
        (entries.length === 1 ? WRAPPER.test(name) : each.length > 300 && WRAPPER.test(name)));
    const bodies = entries.filter(isBody);
    const siblings = entries.filter((entry) => entry !== bodies[0]);
    const minor = siblings.filter(([name, each]) => META.has(name) || asked.has(textOf(each)));
    const rows = Array.isArray(bodies[0]?.[1]) && bodies[0][1].some(isPlain);
    if (
      bodies.length !== 1 ||
      !(siblings.length ? minor.length * 2 > siblings.length : WRAPPER.test(bodies[0][0]) || rows)
    )
      break;
    told.push(
      ...siblings.filter(([, each]) => textOf(each).length <= 200).map(memberText),
    );
    value = bodies[0][1];
  }
  return { value, told: told.join(" · ") };
}

function autoObject(whole, scope, context, depth) {
  const { value, told } = seeThrough(whole, context.input);
  const words = told ? h("p", { class: "small dim", dir: "auto" }, told) : null;
  if (value !== whole)
    return stacked(
      isEmpty(value) ? h("p", { class: "dim" }, "None.") : autoNode(value, scope, context, depth + 1),
      words,
    );
  const names = Object.keys(value);
  if (!names.length) return null;
  const [inside, ...more] = names.filter((name) => isNested(value[name]));
  const below = inside && !more.length && Array.isArray(value[inside]) ? value[inside] : [];
  if (below.every(isPlain) && below.some((each) => Array.isArray(each[inside]))) return drawnOutline([value]);
  if (names.length > 1 && isPeers(value)) return drawnRows("table", value, {}, scope, context);
  const figures = Object.entries(value).filter(([, each]) => typeof each === "number");
  if (
    figures.length === names.length &&
    names.length > 1 &&
    !figures.every(([name, each]) => describeValues(name, [each]).kind === "key")
  ) {
    const bars =
      (names.length > 8 || names.some((name) => memberLabel(name) === name)) && autoChart(value, context, undefined);
    if (bars) return bars(scope);
    if (names.length <= 8) return drawnStats(figures, scope, context);
  }
  return membersNode(value, scope, context, depth);
}

const figureOf = ([name, value]) => {
  const { format } = describeValues(name, [value]);
  return {
    label: labelWithUnit(name, format.name),
    value,
    format: /^(integer|number)$/.test(format.name) ? "compact" : format,
  };
};

const drawnStats = (figures, scope, context) =>
  context.render({ type: "stat-cards", props: { stats: figures.map(figureOf) } }, scope, { heading: context.heading });

/** A map of peers: objects that share most of their members. */
function isPeers(value) {
  const each = Object.values(value);
  if (!each.every((item) => isPlain(item) && Object.keys(item).length)) return false;
  const all = new Set(each.flatMap(Object.keys));
  return all.size <= 12 && each.every((item) => Object.keys(item).length >= all.size * 0.6);
}

const isLongText = (value) => typeof value === "string" && (value.length > 300 || value.split("\n", 6).length > 5);
const isSmall = (value) =>
  !Object.keys(value).length ||
  (!Object.values(value).some(isNested) &&
    JSON.stringify(value).length <= 120 &&
    (Array.isArray(value) || Object.keys(value).length <= 2));

/** Plain members as a key-value, the others below it under their names. */
function membersNode(value, scope, context, depth) {
  const names = Object.keys(value);
  const inline = names.filter((name) => (isNested(value[name]) ? isSmall(value[name]) : !isLongText(value[name])));
  const rest = names.filter((name) => !inline.includes(name));
  const list = inline.length
    ? keyValue(
        value,
        columnsOf(
          [value],
          inline.map((name) => ({ key: escapePointer(name), name })),
        ),
        context,
      )
    : null;
  if (list) list.dataset.component = "key-value";
  if (depth >= AUTO_DEPTH && rest.length)
    return stacked(list, drawn("tree", Object.fromEntries(rest.map((name) => [name, value[name]])), scope, context));
  const deeper = { ...context, heading: Math.min(6, context.heading + 1) };
  return stacked(
    list,
    rest.map((name) => {
      const node = autoNode(value[name], scope, deeper, depth + 1);
      return (
        node && h("section", { class: "near gap" }, h("h" + context.heading, { dir: "auto" }, memberLabel(name)), node)
      );
    }),
  );
}

const drawnOutline = (list) => h("div", { class: "tree", "data-component": "list" }, outline(list, 0));

/** A member of an entry in a hierarchy; the size of a file is one of bytes. */
const outlineText = (row, name) =>
  name === "size" && /file/i.test(row.type) && Number.isFinite(row.size)
    ? formatValue(row.size, "bytes")
    : valueText(row[name]);

/** A hierarchy by its names: title, what else is known in small print, children below. */
function outline(list, depth) {
  return h(
    "ul",
    {},
    list.map((row) => {
      const inner = Object.entries(row).find(([, each]) => Array.isArray(each) && each.some(isPlain))?.[1];
      const [title, ...others] = Object.keys(row)
        .filter((name) => present(row[name]) && !isNested(row[name]))
        .map((name) => outlineText(row, name));
      const told = [
        h("b", { dir: "auto" }, title),
        h("span", { class: "small dim", dir: "auto" }, others.join(" · ")),
      ];
      return h(
        "li",
        {},
        inner
          ? h("details", { open: depth < 4 }, h("summary", {}, told), outline(inner, depth + 1))
          : h("div", { class: "li" }, told[0], " ", told[1]),
      );
    }),
  );
}
