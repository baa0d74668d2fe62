// list.js: lists of lines, rows of badges, and how far something has come.
// needs: dom.js value.js columns.js result.js

const LIST_STEP = 50;

components.list = (props, scope, context) => {
  const rows = listOf(evaluate(props.rows, scope));
  const line = (item, index) => {
    const at = { ...scope, item, index };
    const title = evaluate(props.title ?? { $item: "" }, at);
    const meta = valueText(evaluate(props.meta, at));
    return h("li", h("div", valueNode(title, {}, context)), meta && say("p.small dim", meta));
  };
  return rows && inSteps(h("ul.rows"), rows, LIST_STEP, line);
};

components.badges = (props, scope) => {
  const words = [evaluate(props.of, scope)].flat().filter(present);
  return words.length ? h("div.row", words.map((word) => badge(textOf(word)))) : null;
};

components["progress-bar"] = (props, scope) => {
  const [value, max] = [evaluate(props.value, scope), evaluate(props.max, scope) ?? 100];
  if (!isNumber(value) || !(max > 0)) return null;
  const told = max === 100 ? formatValue(value, "percent") : `${plainNumber(value)} of ${plainNumber(max)}`;
  const id = uid();
  return h(
    "div.near",
    h(
      "div.row",
      h("span", { id }, textOf(evaluate(props.label, scope)) || "Progress"),
      h("span.push small dim", told),
    ),
    h("progress", { max, value: Math.max(0, Math.min(value, max)), "aria-labelledby": id }),
  );
};
