// form-optional.js: an object that is absent until it is included.
// needs: dom.js form-node.js

kinds.optional = (n) => {
  const box = h("div");
  const put = (el) => box.replaceChildren(el);
  const attrs = { "data-include": pathOf(n) };
  const add = button(
    "sm",
    [icon("add"), "Add " + lower(n.label)],
    () => (include(), focusFirst(box), n.form.changed(add)),
    attrs
  );
  const name = { "aria-label": "Remove " + lower(n.label) };
  const drop = button("sm quiet drop", "Remove", () => (leaveOut(), add.focus(), n.form.changed(add)), name);
  function include(value) {
    n.inner = inside(n, n.s, { inc: true, req: true, flat: false, value });
    put(n.inner.el);
    (box.querySelector("legend") ?? box.firstChild.firstChild).after(drop);
  }
  function leaveOut() {
    add.setAttribute("data-include", pathOf(n));
    n.inner = undefined;
    put(add);
  }
  n.value === undefined ? leaveOut() : include(n.value);
  n.target = add;
  return around(n, box);
};
