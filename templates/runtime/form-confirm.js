// form-confirm.js: a destructive tool asks once more, in the place of its button, naming what will happen.

import { keys } from "./checks.js";
import { button, h, say } from "./dom.js";
import { kinds } from "./form-node.js";
import { told } from "./form.js";
import { isText } from "./format.js";
import { note } from "./states.js";

kinds.confirm = (value, plan, foot, submit, done) => {
  const { ask, submit: label } = plan.words;
  const name = Object.values(value).find((v) => isText(v) && /^.{2,79}$/s.test(v));
  const title = (ask[0] && name ? ask[0] + " " + name : label) + "?";
  const back = () => {
    box.replaceWith(foot);
    submit.focus();
  };
  const escape = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    back();
  };
  const rows = keys(value).map((k) => [
    h("dt", plan.said.find(([other]) => other === k)?.[1] ?? k),
    say("dd", told(value[k]))
  ]);
  const box = note(
    "bad",
    { role: "group", "aria-label": title, "data-component": "confirm", onkeydown: escape },
    title,
    ["The server marks this as destructive: it may not be possible to undo it."],
    button("", "Keep it", back, { "data-cancel": "" }),
    button("danger", label, () => (back(), done(value)), { "data-confirm": "" })
  );
  const head = box.firstChild;
  head.tabIndex = -1;
  if (rows[0]) box.lastChild.before(h("dl.kv", rows));
  foot.replaceWith(box);
  head.focus();
};
