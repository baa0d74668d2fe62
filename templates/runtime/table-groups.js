// table-groups.js: rows of one value together, under it.
// needs: dom.js format.js expressions.js value.js columns.js

/** Indices of rows with the same value together, in the order in which values first come. */
planned.grouped = (order, list, group) => {
  if (group === undefined) return order;
  const groups = new Map();
  for (const index of order) {
    const id = textOf(pointer(list[index], group));
    if (!groups.has(id)) groups.set(id, []);
    groups.get(id).push(index);
  }
  return [...groups.values()].flat();
};

/** A line of its own before the first line of each group. */
planned.addHeads = (lines, list, columns, group, context) => {
  const column = columns.find(({ key }) => key === group);
  let before;
  for (const line of column ? lines : []) {
    const value = pointer(list[line.dataset.index], group);
    if (before === (before = textOf(value))) continue;
    line.before(h("tr.group", h("th", { scope: "colgroup", colspan: line.cells.length }, valueNode(value, column, context))));
  }
};
