// form-choice.js: one or several of some values: segments for two or three short ones, boxes for several, a list, or a text that searches many.
// And what stands around another node of the same path: a choice of shapes, null, and an object that is absent until it is included.

import { button, h, mark, uid } from "./dom.js";
import { below, field, focusFirst, group, isValid, kinds, make, pathOf } from "./form-node.js";
import { attempt, has, isList, isPlain, keys, objectOf, same } from "./format.js";
import { lowered } from "./labels.js";

const list = (v) => (isList(v) ? v : []);

const key = (c) => (c.length > 1 ? JSON.stringify(c[1]) : "");
const parse = (text) => (text ? JSON.parse(text) : undefined);
const chosen = (n, c) => same(c[1], n.value);

/** Segments: radios of one name, [label, value, checked] each. */
const pills = (name, options, role) =>
  h("div.pick", { role }, options.map(([label, value, checked]) => h("label", h("input.sr", { type: "radio", name, value, checked }), label)));

const optionNodes = ({ choices }, isOn) => choices.map((c) => h("option", { value: key(c), selected: isOn(c) }, c[0]));

/** Several controls in a box with one label; they bear the path. */
function grouped(n, role, controls) {
  const box = h("div", { role }, controls);
  const { tag } = field(n, box, box, "b");
  mark(tag, { for: null });
  mark(box, { name: null, required: null, "aria-labelledby": tag.id, "aria-required": n.req && !n.bare && !n.boxes && "true" });
  return n;
}

kinds.select = (n) => {
  const ui = h("select", optionNodes(n, (c) => chosen(n, c)));
  n.get = () => parse(ui.value);
  return field(n, ui);
};

kinds.radio = (n) => {
  const box = pills(pathOf(n), n.choices.map((c) => [c[0], key(c), chosen(n, c)]));
  n.get = () => parse(box.querySelector(":checked")?.value);
  return grouped(n, "radiogroup", box);
};

/** Several of several values: a box for each, or one list where they are many. */
kinds.many = (n) => {
  const { boxes, choices } = n;
  const isOn = (c) => list(n.value).some((v) => same(v, c[1]));
  const name = pathOf(n);
  const boxOf = (c) => h("label.check", h("input", { type: "checkbox", name, value: key(c), checked: isOn(c) }), h("span", c[0]));
  const ui = boxes ? h("div.checks", choices.map(boxOf)) : h("select", { multiple: true, size: 8 }, optionNodes(n, isOn));
  n.get = () => {
    const values = [...ui.querySelectorAll(":checked")].map((each) => parse(each.value));
    return values.length || n.req || n.value !== undefined ? values : undefined;
  };
  return boxes ? grouped(n, "group", ui) : field(n, ui);
};

const AT_ONCE = 60;

kinds.combobox = (n) => {
  const all = n.choices;
  const options = h("ul.options", {
    role: "listbox",
    id: uid(),
    "aria-label": n.label,
    onmousedown: (event) => event.preventDefault(),
    onclick: ({ target }) => target.role === "option" && choose(target)
  });
  const ui = h("input", {
    role: "combobox",
    autocomplete: "off",
    spellcheck: "false",
    "aria-autocomplete": "list",
    "aria-controls": options.id,
    placeholder: "Type to search",
    value: all.find((c) => same(c[1], n.value))?.[0],
    oninput: () => draw(ui.value),
    onclick: () => options.hidden && draw(""),
    // closing while a button below is being pressed would move it away from the pointer
    onblur: () => (document.querySelector(":active") ? addEventListener("click", () => show(), { once: true }) : show()),
    onkeydown: typed
  });
  let active;
  function show(on = false) {
    options.hidden = !on;
    ui.ariaExpanded = on;
    activate();
  }
  function activate(row) {
    if (active) active.ariaSelected = null;
    active = row;
    mark(ui, { "aria-activedescendant": row?.id });
    if (row) row.ariaSelected = true;
    row?.scrollIntoView({ block: "nearest" });
  }
  function choose(row) {
    ui.value = row.textContent;
    show();
    n.form.changed();
  }
  function draw(text) {
    const want = text.toLowerCase();
    // The label itself, then those that begin so, then those that have it somewhere; 0 has it nowhere.
    const rank = ([label]) => (label === text ? 0.5 : Math.min(label.toLowerCase().indexOf(want) + 1, 2));
    const hits = all.filter(rank).sort((a, b) => rank(a) - rank(b));
    const rest = hits.length - AT_ONCE;
    const more =
      rest > 0 ? `${rest} more: type to narrow them` : hits.length ? "" : "Nothing fits: clear to see all";
    options.replaceChildren(
      ...hits.slice(0, AT_ONCE).map((c) => h("li", { role: "option", id: uid() }, c[0])),
      more && h("li.dim small", { "aria-hidden": "true" }, more)
    );
    show(true);
  }
  function typed(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      if (options.hidden) draw("");
      const rows = [...options.querySelectorAll("[role=option]")];
      activate(rows[rows.indexOf(active) + step] ?? active);
    } else if (event.key === "Enter" && active) choose(active);
    else if (event.key === "Escape" && !options.hidden) show();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  n.get = (errors) => {
    if (ui.value === "") return;
    const hit =
      all.find((c) => c[0] === ui.value) ?? all.find((c) => c[0].toLowerCase() === ui.value.trim().toLowerCase());
    if (!hit) errors.push([n, "Choose one from the list."]);
    return hit?.[1];
  };
  show();
  return field(n, h("div", ui, options), ui);
};

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
  return kept[0] && objectOf(kept);
}

/** Which branch is chosen where a node stands. */
export const chosenAt = (n) => (n?.kind === "variant" ? n.index : n && chosenAt(n.inner));

/** A value that may also be null: a check beside its label. */
kinds.nil = (n) => {
  const { value, calm } = n; // calm: null says only what is so anyway, and shows when the field is in use
  const box = h("input", { type: "checkbox", name: below(n, "@null"), checked: value === null });
  const tag = h("label.check small nil" + (calm ? " calm" : ""), box, "No value");
  const { el } = within(n, value === null ? undefined : value);
  el.addEventListener("input", ({ target }) => {
    if (target !== box) box.checked = false;
    else if (box.checked)
      for (const each of el.querySelectorAll("input:not([type=checkbox],[type=radio]),textarea")) each.value = "";
  });
  (el.querySelector("legend,label,.label") ?? el.lastChild).after(tag);
  n.get = (errors) => (box.checked ? null : n.inner.get(errors));
  return around(n, el);
};

/** An object that is absent until it is included. */
kinds.absent = (n) => {
  const label = lowered(n.label);
  const box = h("div");
  const draw = (there, value) => {
    n.inner = there ? within(n, value) : undefined;
    // Its entry may have another place by now.
    mark(add, { "data-include": pathOf(n) });
    box.replaceChildren(there ? n.inner.el : add);
    if (there) (box.querySelector("legend") ?? box.firstChild.firstChild).after(drop);
  };
  const turn = (there) => {
    draw(there);
    focusFirst(box);
    n.form.changed();
  };
  const add = button("sm", "Add " + label, () => turn(true));
  const drop = button("sm quiet drop", "Remove", () => turn(false), { "aria-label": "Remove " + label });
  draw(n.value !== undefined, n.value);
  n.target = add;
  return around(n, box);
};
