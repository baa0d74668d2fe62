// form-variant.js: what stands around another node of the same path: a choice of shapes, null, and an object that is absent until it is included.

import { has, keys, same } from "./checks.js";
import { button, h, mark } from "./dom.js";
import { pills } from "./form-choice.js";
import { below, focusFirst, group, isValid, kinds, make, pathOf } from "./form-node.js";
import { attempt, isPlain } from "./format.js";
import { lowered } from "./labels.js";

/** The node that another stands around, at the same path. */
const within = (n, value, index = n.of) => (n.inner = make(n.form, index, { up: n, value }));

/** Let a node stand around another of the same path. */
function around(n, el) {
  n.el = el;
  n.child = (key) => n.inner?.child?.(key);
  n.get ??= (errors) => n.inner?.get(errors);
  return n;
}

/** The option [index, title, node, row, constants, label, names] that a value is of; of several the one it has fewest strange members for. */
function optionOf(n, value) {
  const { options } = n;
  if (value === undefined) return options[0];
  const fits = ([, , , row]) => isValid(n, value, row);
  // What is only begun fits no branch yet; its constants tell.
  const near = ([, , , , consts]) => isPlain(value) && keys(consts).every((k) => !has(value, k) || same(consts[k], value[k]));
  const strange = ([, , , , , , names]) => keys(isPlain(value) && value).filter((k) => !names.includes(k)).length;
  const all = options.filter(fits);
  return (all[0] ? all : options.filter(near)).sort((a, b) => strange(a) - strange(b))[0];
}

/** One of several shapes: a chooser, and the fields of the chosen one. */
kinds.variant = (n) => {
  const { form, value, options } = n;
  const given = optionOf(n, value);
  if (!given) return kinds.json(n);
  const name = below(n, "@variant");
  const cell = h("div.stack");
  const optionNode = (o) => h("option", { value: o[0], label: o[5] || null, selected: o === given }, o[1]);
  const chooser = n.pills
    ? pills(name, options.map((o) => [o[1], o[0], o === given]), "radiogroup")
    : h("select", { name }, options.map(optionNode));
  mark(chooser, { "aria-label": n.label + ", kind" });

  function draw(v) {
    const [i, , index] = options.find((o) => o[0] === +chooser.querySelector(":checked").value);
    n.index = i;
    cell.replaceChildren(within(n, v, index).el ?? "");
  }
  chooser.addEventListener("change", () => {
    const kept = n.keep && keptOf(n.keep, attempt(() => n.inner.get([])));
    n.stale = true;
    draw(kept);
    form.changed();
  });
  draw(value);
  group(n, h(n.simple ? "div.kinds" : "div.stack", chooser, cell));
  return around(n, n.el);
};

/** The members of the old value that every shape has; undefined where there are none. */
function keptOf(names, value) {
  const kept = names.filter((k) => has(value, k)).map((k) => [k, value[k]]);
  return kept[0] && Object.fromEntries(kept);
}

/** Which branch is chosen where a node stands. */
export const chosenAt = (n) => (n?.kind === "variant" ? n.index : n && chosenAt(n.inner));

/** A value that may also be null: a check beside its label. */
kinds.nil = (n) => {
  const { value, calm } = n; // calm: null says only what is so anyway, and shows when the field is in use
  const box = h("input", { type: "checkbox", name: below(n, "@null"), checked: value === null });
  const tag = h("label.check small nil", box, "No value");
  const { el } = within(n, value === null ? undefined : value);
  const show = () => {
    tag.classList.toggle("calm", !!calm && box.checked);
    el.classList.toggle("off", box.checked);
  };
  el.addEventListener("input", ({ target }) => {
    if (target !== box) box.checked = false;
    else if (box.checked)
      for (const each of el.querySelectorAll("input:not([type=checkbox],[type=radio]),textarea")) each.value = "";
    show();
  });
  (el.querySelector("legend,label,.label") ?? el.lastChild).after(tag);
  show();
  n.get = (errors) => (box.checked ? null : n.inner.get(errors));
  return around(n, el);
};

/** An object that is absent until it is included. */
kinds.absent = (n) => {
  const label = lowered(n.label);
  const box = h("div");
  const add = button("sm", "Add " + label, () => {
    include();
    focusFirst(box);
    n.form.changed();
  });
  const remove = () => {
    leaveOut();
    add.focus();
    n.form.changed();
  };
  const drop = button("sm quiet drop", "Remove", remove, { "aria-label": "Remove " + label });
  function include(value) {
    const { el } = within(n, value);
    box.replaceChildren(el);
    (box.querySelector("legend") ?? box.firstChild.firstChild).after(drop);
  }
  function leaveOut() {
    mark(add, { "data-include": pathOf(n) });
    n.inner = undefined;
    box.replaceChildren(add);
  }
  n.value === undefined ? leaveOut() : include(n.value);
  n.target = add;
  return around(n, box);
};
