// form-check.js: a yes or no, its label at its right.

import { h, uid } from "./dom.js";
import { hintOf, kinds, pathOf } from "./form-node.js";

kinds.check = (n) => {
  const hint = hintOf(n);
  const ui = h("input", { type: "checkbox", id: uid(), name: pathOf(n), "aria-describedby": n.said, checked: n.value === true });
  n.get = () => ui.checked;
  n.target = ui;
  n.tag = h("span", { id: ui.id + "l" }, n.label);
  n.el = h("div.field wide", h("label.check", ui, n.tag), hint);
  return n;
};
