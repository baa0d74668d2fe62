// list.js: lists of lines.

import { briefly, listOf } from "./brief.js";
import { components, ITEM } from "./components.js";
import { evaluate } from "./expressions.js";
import { mapped } from "./later.js";

components.list = (props, scope) => {
  const rows = listOf(evaluate(props.rows, scope));
  const itemOf = (item, index) => {
    const at = { ...scope, item, index };
    return { title: evaluate(props.title ?? ITEM, at), meta: briefly(evaluate(props.meta, at)) };
  };
  return rows && { type: "list", items: mapped(rows, itemOf) };
};
