// form-entries.js: what lists and maps share: entries that people add, move and remove.
// needs: dom.js form-node.js

const PATHS = ["name", "data-add", "data-remove", "data-up", "data-down", "data-include"];

/**
 * The entries of a node, {node, cell, box} each; `part` stands before their numbers in paths. grow() makes one, placed() is
 * told when they have their places. tool() is a button of an entry: up (-1), down (1), remove (0).
 */
function editor(n, noun, part, grow, placed) {
  const entries = [];
  const rows = h("div.stack near");
  const add = button("sm", "Add " + noun, () => {
    const { cell, target } = grow();
    number();
    focusFirst(target ?? cell);
    n.form.changed(add);
  }, { "data-add": pathOf(n) });
  const tool = (e, what, by) =>
    (e[what] = button("sm quiet ico", by < 0 ? "↑" : by ? "↓" : "×", () => {
      const i = entries.indexOf(e);
      entries.splice(i, 1);
      if (by) entries.splice(i + by, 0, e);
      rows.replaceChildren(...entries.map(({ box }) => box));
      number();
      (!by ? (entries[i]?.remove ?? add) : e[what].disabled ? e[by < 0 ? "down" : "up"] : e[what]).focus();
      n.form.changed(add);
    }));
  /** Names follow the place of their entry; radios that met a namesake say again what they said. */
  function number() {
    const on = [...rows.querySelectorAll("[type=radio]:checked")];
    const path = below(n, "");
    entries.forEach((e, i) => {
      e.node.seg = part + i;
      for (const each of e.box.querySelectorAll(`[${PATHS.join("],[")}]`))
        for (const name of PATHS) {
          const old = each.getAttribute(name);
          // The first number behind the path of the whole is the place of the entry.
          if (old?.startsWith(path)) each.setAttribute(name, path + old.slice(path.length).replace(/\d+/, i));
        }
      for (const what of ["up", "down", "remove"])
        if (e[what])
          mark(e[what], {
            ["data-" + what]: below(n, i),
            "aria-label": what === "remove" ? `Remove ${noun} ${i + 1}` : `Move ${noun} ${i + 1} ${what}`
          });
    });
    for (const each of on) each.checked = true;
    placed?.();
  }
  function enter(e) {
    entries.push(e);
    rows.append(e.box);
    return e;
  }
  return { entries, rows, add, tool, number, enter };
}

/** "Item 2, Quantity": the label with the entries it stands in. */
kinds.trail = (n) => {
  const out = [n.label];
  for (let up = n.up; up; up = up.up) if (up.entry) out.unshift(up.label.replace(/ of \d+$/, ""));
  return [...new Set(out)].join(", ");
};
