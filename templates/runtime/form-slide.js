// form-slide.js: a slider beside a number.

import { h } from "./dom.js";
import { kinds } from "./form-node.js";

kinds.slide = (n, ui) => {
  const range = h("input", {
    type: "range",
    ...n.slide,
    value: n.value ?? n.slide.min,
    "aria-label": n.label + ", slider",
    oninput: () => (ui.value = range.value)
  });
  ui.addEventListener("input", () => (range.value = ui.value || n.slide.min));
  return h("div.row slide", range, ui);
};
