// meta.js: what stands below the title of a line: its small print, and a longer text.

import { h, say } from "./dom.js";
import { evaluate, pointer, present } from "./expressions.js";
import { memberNode, valueNode } from "./value.js";

/** Small print: a text, and the members that `columns` tell, each with the label that it was given; nothing where there is none. */
export function metaLine(text, columns, { item }, context) {
  const told = columns.filter((column) => present(pointer(item, column.key)));
  const members = told.map((column) => h("span", column.told && column.label + " ", memberNode(item, column, context)));
  if (!members[0]) return text && say("p.small dim", text);
  return h("p.small dim meta", text && say("span", text), members);
}

/** A longer text below, cut where it is very long. */
export function bodyOf(body, scope, context) {
  const text = evaluate(body, scope);
  return present(text) && text !== "" && h("div.body", valueNode(text, {}, context));
}
