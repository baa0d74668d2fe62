// list.js: lists of lines, with boxes where rows are done or not.

import { fitsInLine, scopesOf } from "./brief.js";
import { toldColumnsOf } from "./columns.js";
import { components, ITEM } from "./components.js";
import { evaluate } from "./expressions.js";
import { mapped } from "./later.js";
import { belowOf } from "./meta.js";
import { toneIn } from "./tones.js";

components.list = (props, scope) => {
  const rows = scopesOf(evaluate(props.rows, scope), scope);
  if (!rows) return null;
  const bare = ["meta", "fields", "body", "done", "tone"].every((name) => !(name in props)) && JSON.stringify(props.title ?? ITEM) === JSON.stringify(ITEM);
  const values = rows.map(({ item }) => item);
  if (bare && fitsInLine(values)) return { type: "tags", component: "list", values };
  const columns = toldColumnsOf(values, props.fields ?? []);
  const itemOf = (at) => ({
    title: evaluate(props.title ?? ITEM, at),
    href: evaluate(props.href, at),
    done: "done" in props ? Boolean(evaluate(props.done, at)) : undefined,
    tone: toneIn(props.tone, undefined, at),
    ...belowOf(props, columns, at),
  });
  return { type: "list", items: mapped(rows, itemOf) };
};
