// form-list.js: lists and tuples, and what lists and maps share: entries that people add, move and remove.

import { button, h, mark } from "./dom.js";
import { below, coreOf, focusFirst, group, kinds, make, pathOf } from "./form-node.js";

/**
 * The entries of a node, {node, cell, box} each; `part` stands before their numbers in paths, which begin at `n.from`.
 * grow() makes one, number() puts all in their places (`at`, from 1), and tells placed(). tool() is a button of an entry, with the sign on it: up (-1), down (1), remove (0).
 */
export function editor(n, noun, part, grow, placed) {
  const entries = [];
  const rows = h("div.stack near");
  const add = button("sm", "Add " + noun, () => {
    const { cell, target } = grow();
    number();
    focusFirst(target ?? cell);
    n.form.changed();
  }, { "data-add": pathOf(n) });
  const tool = (e, what, sign, by) =>
    (e[what] = button("sm quiet ico", sign, () => {
      const i = entries.indexOf(e);
      entries.splice(i, 1);
      if (by) entries.splice(i + by, 0, e);
      number();
      (!by ? (entries[i]?.remove ?? add) : !e[what].disabled ? e[what] : e.up.disabled ? e.down : e.up).focus();
      n.form.changed();
    }));
  /** Names follow the place of their entry, and are given apart from the others: radios that met a namesake would be cleared. */
  function number() {
    const path = below(n, "");
    rows.replaceChildren();
    entries.forEach((e, i) => {
      const at = i + (n.from ?? 0);
      e.at = at + 1;
      e.node.seg = part + at;
      for (const { attributes } of e.box.querySelectorAll("*"))
        for (const each of attributes)
          // The first number behind the path of the whole is the place of the entry.
          if (/^(name|data-)/.test(each.name) && each.value.startsWith(path))
            each.value = path + each.value.slice(path.length).replace(/\d+/, at);
      for (const what of ["up", "down", "remove"])
        if (e[what])
          mark(e[what], {
            ["data-" + what]: below(n, at),
            "aria-label": what === "remove" ? `Remove ${noun} ${e.at}` : `Move ${noun} ${e.at} ${what}`,
          });
    });
    rows.append(...entries.map(({ box }) => box));
    placed?.();
  }
  return { entries, rows, add, tool, number };
}

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
      const head = legend || core.tag;
      node.label = core.label = cards ? `Item ${at} of ${count}` : `${n.label} ${at}`;
      if (head) head.textContent = node.label;
    });
  });

  function grow(value) {
    const e = {};
    e.node = make(n.form, n.of, { up: n, seg: "0", value, entry: e });
    e.cell = h("div.stack cell", e.node.el);
    e.legend = cards && h("legend");
    const tools = h("div.tools", tool(e, "up", "↑", -1), tool(e, "down", "↓", 1), tool(e, "remove", "×"));
    e.box = cards ? h("fieldset.card item", e.legend, tools, e.cell) : h("div.entry", e.cell, tools);
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

/** Places of their own, and a list of what follows them. */
kinds.tuple = (n) => {
  const { form, value, places, least = 0, rest, label } = n;
  const from = places.length;
  const kids = places.map((index, i) => make(form, index, { up: n, seg: String(i), value: value?.[i], entry: {} }));
  const more = rest && make(form, rest, { up: n, from, value: value?.slice(from), label });
  group(n, h("div.stack near", [...kids, more].map((kid) => kid?.el)));
  n.get = (errors) => {
    const out = kids.map((kid) => kid.get(errors)).concat(more?.get(errors) ?? []);
    if (out.length <= from) while (out.length > least && out.at(-1) === undefined) out.pop();
    return out;
  };
  n.child = (i) => kids[i] ?? more?.child(i - from);
  return n;
};
