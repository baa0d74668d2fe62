// chart.js: a chart as a spec asks for it: with words and a table of its own, of too many series and points.

import { chartOutline } from "./chart-kinds.js";
import { labelWithUnit, nameOf } from "./columns.js";
import { components, ITEM } from "./components.js";
import { evaluate } from "./expressions.js";
import { toneIn } from "./tones.js";
import { isList, isNumber, isPlain, keyed, keyOf } from "./values.js";
import { words } from "./words.js";

components.chart = (props, scope, context) => {
  const told = (expression) => words(evaluate(expression, scope));
  const rows = chartRows(evaluate(props.rows, scope));
  const { headingLevel } = context;
  const lineOf = (line) => ({ ...line, value: evaluate(line.value, scope), label: told(line.label) });
  const tableOf = (title) =>
    context.render({ type: "table", title, props: { rows: ITEM } }, { ...scope, item: rows }, { headingLevel });
  const asked = {
    ...props,
    rows,
    y: props.y.map(({ key, label }) => ({ key, label: label ?? labelWithUnit(nameOf(key) || "value", "number") })),
    unit: told(props.unit),
    title: told(props.title ?? context.component?.title),
    table: context.table ?? (props.table !== false && tableOf),
    xTitle: told(props.xTitle) || undefined,
    yTitle: told(props.yTitle) || undefined,
    reference: props.reference?.map(lineOf).filter(({ value }) => isNumber(value)),
    toneOf: (item, index) => toneIn(props.tone, undefined, { ...scope, item, index, key: keyOf(item) }),
  };
  return chartOutline(asked, context);
};
components.chart.titled = true;

/** One measure over two categories as a component of its own. */
components.heatmap = ({ rows, x, y, value }, scope, context) => {
  const chart = components.chart({ kind: "heatmap", rows, x, y: [{ key: value }], series: y }, scope, context);
  return chart && Object.assign(chart, { component: "heatmap" });
};
components.heatmap.titled = true;

/** A map of numbers or objects as rows {name, …}; rows as they are. */
const chartRows = (value) =>
  isList(value)
    ? value
    : Object.entries(Object(value)).map(([name, each]) => keyed({ name, ...(isPlain(each) ? each : { value: each }) }, name));
