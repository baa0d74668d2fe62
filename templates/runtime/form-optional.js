// form-optional.js: an object that is absent until it is included.
// needs: dom.js form-node.js

/** An optional object, absent until it is included. */
kinds.optional = (n) => {
  const box = h("div");
  const put = (el) => box.replaceChildren(el);
  const add = button(
    "sm",
    [icon("add"), "Add " + lower(n.label)],
    () => {
      n.inner = inside(n, n.s, { inc: true, req: true, flat: false });
      put(n.inner.el);
      (box.querySelector("legend") ?? box.firstChild.firstChild).after(drop);
      focusFirst(box);
      n.form.changed(add);
    },
    { "data-include": pathOf(n) }
  );
  const drop = button(
    "sm quiet drop",
    "Remove",
    () => {
      add.setAttribute("data-include", pathOf(n));
      n.inner = undefined;
      put(add);
      add.focus();
      n.form.changed(add);
    },
    { "aria-label": "Remove " + lower(n.label) }
  );
  put(add);
  n.target = add;
  return around(n, box);
};
