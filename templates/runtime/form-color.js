// form-color.js: a colour as text, with a picker.

import { h } from "./dom.js";
import { input, kinds } from "./form-node.js";

kinds.color = (n) => {
  const ui = input(n);
  const hex = () => (/^#[\da-f]{6}$/i.test(ui.value) ? ui.value : "#000000");
  const pick = h("input", {
    type: "color",
    "aria-label": n.label + ", picker",
    value: hex(),
    oninput: () => (ui.value = pick.value)
  });
  ui.addEventListener("input", () => (pick.value = hex()));
  return kinds.text(n, ui, h("div.row slide", ui, pick));
};
