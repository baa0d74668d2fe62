// form-map.js: members whose names people choose.

import { fitsPattern } from "./checks.js";
import { h, uid } from "./dom.js";
import { editor } from "./form-list.js";
import { field, make } from "./form-node.js";

/** Adds the pairs to an object with these kids; returns what takes a name and its value. */
export function pairsOf(n, kids) {
  const { of, patterns, any, names, beside } = n.map;
  const data = names && h("datalist", { id: uid() }, names.map((value) => h("option", { value })));
  const { entries, rows, add, tool, number } = editor(n, "entry", "@value.", () => grow(""));
  rows.classList.add("mapped");
  const nodeFor = (k) => (patterns && k ? (patterns.find(([p]) => fitsPattern(k, [p]))?.[1] ?? any) : of);

  function grow(k, value) {
    const e = {};
    const target = (e.target = h("input", {
      value: k,
      autocomplete: "off",
      spellcheck: "false",
      list: data?.id,
      oninput: () => draw(e.node.get([]))
    }));
    const cell = h("div.stack cell");
    function draw(v) {
      const index = nodeFor(target.value);
      if (e.index === index) return;
      e.index = index;
      e.node = make(n.form, index, { up: n, seg: e.node?.seg ?? "@value.0", value: v, entry: e, stale: e.node });
      cell.replaceChildren(e.node.el ?? "");
    }
    e.name = field({ up: n, seg: "@key.0", req: true, label: "Name" }, target);
    draw(value);
    e.box = h(e.node.el?.matches(".field") ? "div.entry" : "div.entry card item", e.name.el, cell, tool(e, "remove", "×"));
    entries.push(e);
    number();
    return e;
  }

  n.pairs = h("div.stack near", beside && h("b.label", "Other entries"), rows, data, h("div", add));
  const { get, child } = n;
  n.get = (errors) => {
    if (!kids.size && !entries.length && !n.req && n.value === undefined) return;
    const out = get(errors);
    for (const e of entries) {
      const k = e.target.value;
      const v = e.node.get(errors);
      if (!k) errors.push([e.name, "A name is needed."]);
      else if (k in out || n.kids.some(([name]) => name === k))
        errors.push([e.name, "Use another name: this one is taken."]);
      else out[k] = v;
    }
    return out;
  };
  n.child = (k) => child(k) ?? entries.find((e) => e.target.value === k)?.node;
  return grow;
}
