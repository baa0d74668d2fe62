// form-list.js: lists: entries to add, move and remove; tuples.
// needs: dom.js form-node.js form-entries.js

kinds.list = (n) => {
  const { form, places = [], lines, min = 0, max, of, req, inc } = n;
  const fixed = places.length;
  const isOptional = !req && !inc;
  const note = h("span.req");
  const { entries, rows, add, tool, number, enter } = editor(n, "item", "", grow, () => {
    const count = entries.length;
    note.textContent = [!fixed && count, min > count && `at least ${min}`, max >= 0 && `at most ${max}`]
      .filter(Boolean)
      .join(", ");
    entries.forEach(({ node, up, down, legend }, i) => {
      if (!up) return;
      up.disabled = i === fixed;
      down.disabled = i === count - 1;
      const core = coreOf(node);
      const head = legend ?? core.tag;
      node.label = core.label = lines ? `${n.label} ${i + 1}` : `Item ${i + 1} of ${count}`;
      if (head) head.textContent = node.label;
    });
  });

  function grow(value) {
    const i = entries.length;
    const free = i >= fixed;
    const e = {};
    e.node = make(form, free ? of : places[i], { up: n, seg: String(i), value, entry: e });
    e.cell = h("div.stack cell", e.node.el);
    const tools = h("div.tools", free && [tool(e, "up", -1), tool(e, "down", 1), tool(e, "remove", 0)]);
    e.box = !free
      ? e.cell
      : lines
        ? h("div.entry", e.cell, tools)
        : h("fieldset.card item", (e.legend = h("legend")), tools, e.cell);
    return enter(e);
  }

  const given = list(n.value);
  const least = isOptional ? 0 : n.value === undefined ? Math.max(fixed, Math.min(min, 20)) : given.length && fixed;
  const most = of === undefined ? Math.min(given.length, fixed) : given.length;
  for (let i = 0; i < Math.max(least, most); i++) grow(given[i]);
  group(n, h("div.stack near", rows, of !== undefined && h("div", add)), note);
  number();

  n.get = (errors) => {
    if (!entries.length && isOptional && n.value === undefined) return;
    const out = entries.map((e) => e.node.get(errors));
    if (out.length <= fixed) while (out.length > min && out.at(-1) === undefined) out.pop();
    return out;
  };
  n.child = (i) => entries[i]?.node;
  return n;
};
