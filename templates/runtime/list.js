// list.js: lists of lines.

import { components, ITEM } from "./components.js";
import { h, say } from "./dom.js";
import { evaluate } from "./expressions.js";
import { fitsInLine, inSteps, listOf, tagRow, valueNode, valueText } from "./value.js";

const LIST_STEP = 50;

components.list = (props, scope, context) => {
  const rows = listOf(evaluate(props.rows, scope));
  const bare = rows && !props.meta && JSON.stringify(props.title ?? ITEM) === JSON.stringify(ITEM);
  if (bare && fitsInLine(rows)) return tagRow(rows, "list");
  const line = (item, index) => {
    const at = { ...scope, item, index };
    const title = evaluate(props.title ?? ITEM, at);
    const meta = valueText(evaluate(props.meta, at));
    return h("li", h("div", valueNode(title, {}, context)), meta && say("p.small dim", meta));
  };
  return rows && inSteps(h("ul.rows"), rows, LIST_STEP, line);
};
