// form-list.js: lists: entries to add, move and remove.

import { h } from "./dom.js";
import { editor } from "./form-entries.js";
import { coreOf, group, kinds, make } from "./form-node.js";

kinds.list = (n) => {
  const { cards, req, inc } = n;
  const isOptional = !req && !inc && n.value === undefined;
  const given = n.value ?? Array.from({ length: isOptional ? 0 : Math.min(n.min, 20) });
  const note = h("span.req");
  const { entries, rows, add, tool, number } = editor(n, "item", "", grow, () => {
    const count = entries.length;
    note.textContent = [count, n.room].filter(Boolean).join(", ");
    entries.forEach(({ at, node, up, down, legend }, i) => {
      up.disabled = !i;
      down.disabled = i === count - 1;
      const core = coreOf(node);
      const head = legend ?? core.tag;
      node.label = core.label = cards ? `Item ${at} of ${count}` : `${n.label} ${at}`;
      if (head) head.textContent = node.label;
    });
  });

  function grow(value) {
    const e = {};
    e.node = make(n.form, n.of, { up: n, seg: "0", value, entry: e });
    e.cell = h("div.stack cell", e.node.el);
    const tools = h("div.tools", tool(e, "up", "↑", -1), tool(e, "down", "↓", 1), tool(e, "remove", "×"));
    e.box = cards ? kinds.card(e, tools) : h("div.entry", e.cell, tools);
    entries.push(e);
    return e;
  }

  for (const each of given) grow(each);
  group(n, h("div.stack near", rows, h("div", add)), note);
  number();

  n.get = (errors) => (isOptional && !entries.length ? undefined : entries.map(({ node }) => node.get(errors)));
  n.child = (i) => entries[i]?.node;
  return n;
};
