// table-groups.js: rows of one value together, under it.

import { h } from "./dom.js";
import { pointer, textOf } from "./format.js";
import { valueNode } from "./value.js";

/** What a table does with its rows by their value at `key`. */
export function groupRows(list, columns, key, context) {
  const column = columns.find((each) => each.key === key);
  const valueOf = (index) => pointer(list[index], key);
  return {
    /** Indices of rows with the same value together, in the order in which values first come. */
    together: (order) => [...Map.groupBy(order, (index) => textOf(valueOf(index))).values()].flat(),
    /** A line of its own before the first line of each group. */
    addHeads(lines) {
      let before;
      for (const line of column ? lines : []) {
        const value = valueOf(line.dataset.index);
        if (before === (before = textOf(value))) continue;
        line.before(h("tr.group", h("th", { scope: "colgroup", colspan: line.cells.length }, valueNode(value, column, context))));
      }
    },
  };
}
