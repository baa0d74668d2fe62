// meta.js: what stands below the title of a line: its small print, and a longer text.

import { briefly } from "./brief.js";
import { fieldsOf } from "./columns.js";
import { evaluate, pointer } from "./expressions.js";

/** {meta, fields, body} of a row: a text, the members that `columns` tell, each with the label that it was given, and a longer text. */
export function belowOf({ meta, body }, columns, at) {
  const there = columns.filter(({ key }) => (pointer(at.item, key) ?? "") !== "");
  const named = there.map((column) => ({ ...column, label: column.told ? column.label : "" }));
  return { meta: briefly(evaluate(meta, at)), fields: fieldsOf(at.item, named, at), body: evaluate(body, at) };
}
