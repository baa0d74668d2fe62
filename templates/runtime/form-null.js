// form-null.js: a value that may also be null: a check beside its label.
// needs: dom.js schema.js form-node.js

kinds.nil = (n) => {
  const { value, s, req } = n;
  const box = h("input", { type: "checkbox", name: below(n, "@null"), checked: value === null });
  const tag = h("label", { class: "check small nil" }, box, "No value");
  const calm = !req && s.default === null; // then it says only what is so anyway, and shows when the field is in use
  const start = value === null ? undefined : value;
  n.inner = inside(n, { ...s, default: undefined }, { nilled: true, value: start });
  const { el } = n.inner;
  const show = () => {
    tag.classList.toggle("calm", calm && box.checked);
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
  const { big } = n.inner;
  return Object.assign(around(n, el), { big });
};
