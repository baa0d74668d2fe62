// form-more.js: a long hint shows its beginning.

import { h } from "./dom.js";
import { kinds } from "./form-node.js";

kinds.cut = (hint) => {
  const turn = () => {
    more.ariaExpanded = !hint.classList.toggle("clip");
    more.textContent = hint.matches(".clip") ? "more" : "less";
  };
  const more = h("button.link small more", { type: "button", onclick: turn });
  turn();
  return [hint, more];
};
