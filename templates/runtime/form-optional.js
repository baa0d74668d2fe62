// form-optional.js: an object that is absent until it is included.

import { button, h, mark } from "./dom.js";
import { around, focusFirst, kinds, lower, pathOf, within } from "./form-node.js";

kinds.absent = (n) => {
  const box = h("div");
  const add = button("sm", "Add " + lower(n.label), () => {
    include();
    focusFirst(box);
    n.form.changed();
  });
  const drop = button(
    "sm quiet drop",
    "Remove",
    () => {
      leaveOut();
      add.focus();
      n.form.changed();
    },
    { "aria-label": "Remove " + lower(n.label) }
  );
  function include(value) {
    const { el } = within(n, value);
    box.replaceChildren(el);
    (box.querySelector("legend") ?? box.firstChild.firstChild).after(drop);
  }
  function leaveOut() {
    mark(add, { "data-include": pathOf(n) });
    n.inner = undefined;
    box.replaceChildren(add);
  }
  n.value === undefined ? leaveOut() : include(n.value);
  n.target = add;
  return around(n, box);
};
