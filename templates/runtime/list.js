// list.js: lists of lines, with boxes where rows are done or not.

import { fieldWords, fitsInLine, scopesOf } from "./brief.js";
import { fieldsOf, isBadge, toldColumnsOf } from "./columns.js";
import { components, ITEM } from "./components.js";
import { evaluate, pointer } from "./expressions.js";
import { mapped } from "./later.js";
import { belowOf } from "./meta.js";
import { note } from "./outline.js";
import { toneIn } from "./tones.js";
import { isText } from "./values.js";
import { joined } from "./words.js";

components.list = (props, scope) => {
  const rows = scopesOf(evaluate(props.rows, scope), scope);
  if (!rows) return null;
  const bare = ["meta", "fields", "body", "done", "tone"].every((name) => !(name in props)) && JSON.stringify(props.title ?? ITEM) === JSON.stringify(ITEM);
  const values = rows.map(({ item }) => item);
  if (bare && fitsInLine(values)) return { type: "tags", component: "list", values };
  // What each row says stands once, below them.
  const { same = [], columns = [] } = Object.groupBy(toldColumnsOf(values, props.fields ?? []), (column) => (isSame(values, column) ? "same" : "columns"));
  const itemOf = (at) => ({
    title: evaluate(props.title ?? ITEM, at),
    href: evaluate(props.href, at),
    done: "done" in props ? Boolean(evaluate(props.done, at)) : undefined,
    tone: toneIn(props.tone, undefined, at),
    ...belowOf(props, columns, at),
  });
  const list = { type: "list", items: mapped(rows, itemOf) };
  return same[0] ? { type: "stack", parts: [list, note("small", joined(fieldsOf(values[0], same).map(fieldWords), " · "))] } : list;
};

/** Do three rows or more say the same in a column that is no state, time or number? */
function isSame(values, { key, kind, format }) {
  const [first] = values.map((each) => pointer(each, key));
  return values.length > 2 && isText(first) && first && !isBadge(format) && kind !== "temporal" && values.every((each) => pointer(each, key) === first);
}
