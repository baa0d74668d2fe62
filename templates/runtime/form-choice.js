// form-choice.js: one of several values: segments for two or three short ones, else a select.

import { same } from "./checks.js";
import { h, mark } from "./dom.js";
import { field, kinds, pathOf } from "./form-node.js";

export const key = (c) => (c.length > 1 ? JSON.stringify(c[1]) : "");
export const parse = (text) => (text ? JSON.parse(text) : undefined);
const chosen = (n, c) => same(c[1], n.value);

/** Segments: radios of one name. */
export const pills = (n, name, options) =>
  h("div.pick",
    options.map(([label, value, checked]) =>
      h("label", h("input.sr", { type: "radio", name, value, checked }), label)
    )
  );

/** Several controls in a box with one label; they bear the path. */
export function grouped(n, box) {
  const { target, tag } = field(n, box, box, "b");
  mark(tag, { for: null });
  mark(target, {
    name: null,
    required: null,
    "aria-labelledby": tag.id,
    "aria-required": n.req && !n.bare && !n.boxes && "true"
  });
  return n;
}

kinds.select = (n) => {
  const ui = h("select", n.choices.map((c) => h("option", { value: key(c), selected: chosen(n, c) }, c[0])));
  n.get = () => parse(ui.value);
  return field(n, ui);
};
kinds.radio = (n) => {
  const box = pills(n, pathOf(n), n.choices.map((c) => [c[0], key(c), chosen(n, c)]));
  n.get = () => parse(box.querySelector(":checked")?.value);
  return grouped(n, h("div", { role: "radiogroup" }, box));
};
