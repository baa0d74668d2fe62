// list.js: lists of lines, with boxes where rows are done or not.

import { doneBox } from "./cells.js";
import { toldColumnsOf } from "./columns.js";
import { components, ITEM } from "./components.js";
import { h } from "./dom.js";
import { evaluate } from "./expressions.js";
import { bodyOf, metaLine } from "./meta.js";
import { signOf } from "./parts.js";
import { toneIn } from "./tones.js";
import { inSteps, scopesOf, valueNode, valueText } from "./value.js";

components.list = (props, scope, context) => {
  const rows = scopesOf(evaluate(props.rows, scope), scope);
  const columns = rows && toldColumnsOf(rows.map(({ item }) => item), props.fields ?? []);
  const line = (at) => {
    const tone = toneIn(props.tone, undefined, at);
    const title = valueNode(evaluate(props.title ?? ITEM, at), {}, context);
    const done = Boolean(evaluate(props.done, at));
    const box = "done" in props && doneBox(done, done ? "Done" : "Not done");
    const meta = metaLine(valueText(evaluate(props.meta, at)), columns, at, context);
    return h("li", { "data-tone": tone }, h(box ? "div.check" : "div", box, signOf(tone), box ? h("span", title) : title), meta, bodyOf(props.body, at, context));
  };
  return rows && inSteps(h("ul.rows"), rows, 50, line);
};
