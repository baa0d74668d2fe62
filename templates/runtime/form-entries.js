// form-entries.js: what lists and maps share: entries that people add, move and remove.

import { button, h, mark } from "./dom.js";
import { below, focusFirst, kinds, pathOf } from "./form-node.js";

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
            "aria-label": what === "remove" ? `Remove ${noun} ${e.at}` : `Move ${noun} ${e.at} ${what}`
          });
    });
    rows.append(...entries.map(({ box }) => box));
    placed?.();
  }
  return { entries, rows, add, tool, number };
}

/** "Item 2, Quantity": the label with the entries it stands in. */
kinds.trail = (n) => {
  const out = [n.label];
  for (let up = n.up; up; up = up.up) if (up.entry) out.unshift(up.label.replace(/ of \d+$/, ""));
  return [...new Set(out)].join(", ");
};
