// form-confirm.js: a destructive tool, and what a row starts, ask once more in the place of their buttons, naming what will happen.

import { button, h, say } from "./dom.js";
import { note } from "./states.js";

/** A question in the place of `foot`: `rows` say with what, one of the two buttons goes back to `opener`, the other on. */
export function askFirst(title, why, rows, [no, yes], foot, opener, done) {
  const back = () => {
    box.replaceWith(foot);
    opener.focus();
  };
  const escape = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    back();
  };
  const box = note(
    "bad",
    { role: "group", "aria-label": title, "data-component": "confirm", onkeydown: escape },
    title,
    [why],
    button("", no, back, { "data-cancel": "" }),
    button("danger", yes, () => (back(), done()), { "data-confirm": "" })
  );
  const head = box.firstChild;
  head.tabIndex = -1;
  if (rows[0]) box.lastChild.before(h("dl.kv", rows.map(([name, text]) => [say("dt", name), say("dd", text)])));
  foot.replaceWith(box);
  head.focus();
}
