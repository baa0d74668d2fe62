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

/** Lines of a page with a line of its own before each group. */
planned.withHeads = (lines, list, columns, group, context) => {
  const column = columns.find(({ key }) => key === group);
  let before;
  return lines.flatMap((line) => {
    const value = pointer(list[line.dataset.index], group);
    if (group === undefined || before === textOf(value)) return line;
    before = textOf(value);
    const head = { scope: "colgroup", colspan: line.cells.length };
    return [h("tr.group", h("th", head, valueNode(value, column, context))), line];
  });
};
