// form-when.js: members that come and go as conditions hold: if/then/else and dependent schemas.
// needs: checks.js form-node.js

kinds.when = (n, given, draw) => {
  let shown;
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
