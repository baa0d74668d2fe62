// timeline.js: rows along time.

import { components, ITEM } from "./components.js";
import { timelineNode } from "./events.js";
import { evaluate } from "./expressions.js";
import { textOf } from "./format.js";
import { listOf } from "./value.js";

components.timeline = ({ rows, at, title = ITEM, meta }, scope, context) => {
  const list = listOf(evaluate(rows, scope));
  const eventAt = (item, index) => {
    const [when, head, about] = [at, title, meta].map((each) => evaluate(each, { ...scope, item, index }));
    return { when, title: head, about: textOf(about) };
  };
  return list && timelineNode(list.map(eventAt), context);
};
