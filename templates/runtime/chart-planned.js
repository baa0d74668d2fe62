// chart-planned.js: what only charts have that a spec asks for: words of their own, a table of their own, too many points.
// needs: format.js columns.js chart.js

/** Props with their expressions read, labels for the measures that have none, and `own`, the table of the chart. */
planned.chart = (props, scope, context) => {
  const told = (expression) => textOf(evaluate(expression, scope));
  const rows = chartRows(evaluate(props.rows, scope));
  return {
    ...props,
    y: props.y.map(({ key, label }) => ({ key, label: label ?? labelWithUnit(nameOf(key) || "value", "number") })),
    unit: told(props.unit),
    title: told(props.title ?? context.component?.title),
    own:
      props.table !== false &&
      ((title) => context.render({ type: "table", title, props: { rows: ITEM } }, { ...scope, item: rows }, { heading: context.heading })),
  };
};

/** The highest and the lowest place of each stretch, which is what a line of too many still shows, and how many there are. */
planned.thinned = (xs, many) => {
  if (xs.length <= POINTS) return undefined;
  const step = Math.ceil((2 * xs.length) / POINTS);
  const starts = xs.filter((_, i) => i % step === 0);
  const kept = starts.flatMap((_, i) => {
    const part = xs.slice(i * step, (i + 1) * step).sort((a, b) => a.total - b.total);
    return [part[0], part.at(-1)].sort((a, b) => a.at - b.at);
  });
  return [kept, `${numberText(kept.length)} of ${many} drawn`];
};
