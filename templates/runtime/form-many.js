// form-many.js: several of several values: a box for each, or one list where they are many.

import { list, same } from "./checks.js";
import { h } from "./dom.js";
import { grouped, key, parse } from "./form-choice.js";
import { field, kinds, pathOf } from "./form-node.js";

kinds.many = (n) => {
  const { boxes, choices } = n;
  const on = (c) => list(n.value).some((v) => same(v, c[1]));
  const name = pathOf(n);
  const ui = boxes
    ? h("div.checks",
        choices.map((c) =>
          h("label.check",
            h("input", { type: "checkbox", name, value: key(c), checked: on(c) }),
            h("span", c[0])
          )
        )
      )
    : h("select", { multiple: true, size: 8 }, choices.map((c) => h("option", { value: key(c), selected: on(c) }, c[0])));
  n.get = () => {
    const values = [...(boxes ? ui.querySelectorAll(":checked") : ui.selectedOptions)].map((each) => parse(each.value));
    return values.length || n.req || n.value !== undefined ? values : undefined;
  };
  return boxes ? grouped(n, h("div", { role: "group" }, ui)) : field(n, ui);
};
