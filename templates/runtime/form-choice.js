// form-choice.js: one or several of some values: segments for two or three short ones, boxes for several, else a select.

import { list, same } from "./checks.js";
import { h, mark } from "./dom.js";
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
