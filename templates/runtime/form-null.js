// form-null.js: a value that may also be null: a check beside its label.

import { h } from "./dom.js";
import { around, below, kinds, within } from "./form-node.js";

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
