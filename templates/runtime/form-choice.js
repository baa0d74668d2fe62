// form-choice.js: one or several of some values: segments for two or three short ones, boxes for several, a list, or a text that searches many.

import { list, same } from "./checks.js";
import { h, mark, uid } from "./dom.js";
import { field, kinds, pathOf } from "./form-node.js";

const key = (c) => (c.length > 1 ? JSON.stringify(c[1]) : "");
const parse = (text) => (text ? JSON.parse(text) : undefined);
const chosen = (n, c) => same(c[1], n.value);

/** Segments: radios of one name, [label, value, checked] each. */
export const pills = (name, options, role) =>
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
  const options = h("ul", {
    role: "listbox",
    class: "options",
    id: uid(),
    "aria-label": n.label,
    hidden: true,
    onmousedown: (event) => event.preventDefault(),
    onclick: ({ target }) => target.role === "option" && choose(target)
  });
  const ui = h("input", {
    role: "combobox",
    autocomplete: "off",
    spellcheck: "false",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
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
  return field(n, h("div.combo", ui, options), ui);
};
