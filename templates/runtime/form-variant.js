// form-variant.js: one of several shapes: a chooser, and the fields of the chosen one.

import { check, has, keys, same } from "./checks.js";
import { h, mark } from "./dom.js";
import { around, below, group, kinds, within } from "./form-node.js";
import { attempt, isPlain } from "./format.js";

kinds.variant = (n) => {
  const { form, value, simple, options } = n;
  const name = below(n, "@variant");
  const cell = h("div.stack");
  const fits = ([, , , row]) => !check(value, row, { rows: form.checks, path: [] }).length;
  // What is only begun fits no branch yet; its constants tell.
  const near = ([, , , , consts]) => isPlain(value) && keys(consts).every((k) => !has(value, k) || same(consts[k], value[k]));
  const strange = ([, , , , , , names]) => keys(isPlain(value) && value).filter((k) => !names.includes(k)).length;
  const all = options.filter(fits);
  const [given] =
    value === undefined ? options : (all.length ? all : options.filter(near)).sort((a, b) => strange(a) - strange(b));
  if (!given) return kinds.json(n);
  const chooser = n.pills
    ? kinds.pills(n, name, options.map((o) => [o[1], o[0], o === given]))
    : h(
        "select",
        { name },
        options.map((o) => h("option", { value: o[0], label: o[5] || null, selected: o === given }, o[1]))
      );
  mark(chooser, { "aria-label": n.label + ", kind" });

  function draw(v) {
    const [i, , index] = options.find((o) => o[0] === +chooser.querySelector(":checked").value);
    n.index = i;
    cell.replaceChildren(within(n, v, index).el ?? "");
  }
  chooser.addEventListener("change", () => {
    const kept = n.keep && kinds.kept(n, attempt(() => n.inner.get([])));
    n.stale = true;
    draw(kept);
    form.changed();
  });
  draw(value);
  group(n, h(simple ? "div.kinds" : "div.stack", chooser, cell));
  return around(n, n.el);
};

/** Which branch is chosen where a node stands. */
kinds.chosen = (n) => (n?.kind === "variant" ? n.index : n && kinds.chosen(n.inner));
