// timeline.js: rows along time.

import { toldColumnsOf } from "./columns.js";
import { components, ITEM } from "./components.js";
import { timelineNode } from "./events.js";
import { evaluate } from "./expressions.js";
import { textOf } from "./format.js";
import { bodyOf, metaLine } from "./meta.js";
import { toneIn } from "./tones.js";
import { scopesOf } from "./value.js";

components.timeline = ({ rows, at, title = ITEM, meta, fields = [], body, tone }, scope, context) => {
  const list = scopesOf(evaluate(rows, scope), scope);
  const columns = list && toldColumnsOf(list.map(({ item }) => item), fields);
  const eventAt = (row) => {
    const [when, head, about, text] = [at, title, meta, body].map((each) => evaluate(each, row));
    const more = () => [metaLine(textOf(about), columns, row, context), bodyOf(body, row, context)];
    return { when, title: head, about: [about, text].map(textOf).join("\n").trim(), more: (fields[0] || body) && more, tone: toneIn(tone, undefined, row) };
  };
  return list && timelineNode(list.map(eventAt), context);
};
