// form-when.js: members that come and go as conditions hold: if/then/else and dependent schemas.

import { check, has } from "./checks.js";
import { kinds } from "./form-node.js";

kinds.when = (n, given, kids, add, place) => {
  let shown;
  /** Draw these members, [name, index]; those that are there as they are stay, of others the value. */
  const draw = (wanted) => {
    const old = new Map(kids);
    kids.clear();
    for (const [name, index] of wanted) {
      const kid = old.get(name);
      if (kid?.index === index) kids.set(name, kid);
      else add(name, index, kid && { stale: kid, value: kid.get([]) });
    }
    const focus = document.activeElement;
    place();
    if (n.el.contains(focus)) focus.focus();
  };
  const update = (value) => {
    const on = [];
    for (const [up, test, holds] of n.parts)
      on.push(
        (up < 0 || on[up]) &&
          (typeof test === "string"
            ? has(value, test)
            : !check(value, test, { rows: n.form.checks, path: [] }).length === holds)
      );
    const wanted = n.kids
      .map(([name, base, parts = [], table]) => [name, table?.[parts.filter((i) => on[i]).join()] ?? base])
      .filter(([, index]) => index >= 0);
    if (shown === (shown = String(wanted))) return;
    draw(wanted);
  };
  update(given);
  update(n.get([]));
  n.form.live.add(() => n.el.isConnected && update(n.get([])));
};

/** Draw what depends on other values until nothing changes. */
kinds.turn = ({ live }) => {
  for (let round = 0; round < 4; round++) for (const update of live) update();
};
