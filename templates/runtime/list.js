// list.js: lists of lines, with boxes where rows are done or not.

import { scopesOf } from "./brief.js";
import { toldColumnsOf } from "./columns.js";
import { components, ITEM } from "./components.js";
import { evaluate } from "./expressions.js";
import { mapped } from "./later.js";
import { belowOf } from "./meta.js";
import { toneIn } from "./tones.js";

components.list = (props, scope) => {
  const rows = scopesOf(evaluate(props.rows, scope), scope);
  const columns = rows && toldColumnsOf(rows.map(({ item }) => item), props.fields ?? []);
  const itemOf = (at) => ({
    title: evaluate(props.title ?? ITEM, at),
    done: "done" in props ? Boolean(evaluate(props.done, at)) : undefined,
    tone: toneIn(props.tone, undefined, at),
    ...belowOf(props, columns, at),
  });
  return rows && { type: "list", items: mapped(rows, itemOf) };
};
