// form-list.js: lists: entries to add, move and remove; tuples.
// needs: dom.js icons.js form-node.js form-entries.js

kinds.list = (n) => {
  const { form, places = [], lines, min = 0, max } = n;
  const entries = [];
  const rows = h("div.stack near");
  const note = h("span.req");
  const add = button(
    "sm",
    [icon("add"), "Add item"],
    () => {
      const e = grow();
      relabel();
      focusFirst(e.cell);
      form.changed(add);
    },
    { "data-add": pathOf(n) }
  );

  function move(e, by) {
    const i = entries.indexOf(e);
    const focus = document.activeElement;
    entries.splice(i, 1);
    if (by) {
      entries.splice(i + by, 0, e);
      rows.append(...entries.map(({ box }) => box));
    } else e.box.remove();
    relabel();
    if (!by) (entries[i]?.remove ?? add).focus();
    else (focus.disabled ? (by < 0 ? e.down : e.up) : focus).focus();
    form.changed(add);
  }
  function grow(value) {
    const i = entries.length;
    const free = i >= places.length;
    const e = {};
    e.node = make(form, free ? n.of : places[i], { up: n, seg: String(i), value, entry: e });
    const buttons =
      free &&
      Object.entries({ up: -1, down: 1, remove: 0 }).map(
        ([what, by]) => (e[what] = button("sm quiet ico", icon(what), () => move(e, by)))
      );
    e.cell = h("div.cell", e.node.el);
    e.box = !free
      ? e.cell
      : lines
        ? h("div.entry", e.cell, h("div.tools", buttons))
        : h("fieldset.item",
            (e.legend = h("legend.sr")),
            h("div.row",
              (e.title = h("b.label push", { "aria-hidden": "true" })),
              buttons
            ),
            e.cell
          );
    entries.push(e);
    rows.append(e.box);
    return e;
  }
  /** Names and labels follow the place of their entry. */
  function relabel() {
    const count = entries.length;
    const moves = entries.map((e, i) => {
      const from = pathOf(e.node);
      e.node.seg = String(i);
      return [e.box, from, pathOf(e.node)];
    });
    renamed(rows, moves);
    entries.forEach((e, i) => {
      if (!e.remove) return;
      for (const what of ["up", "down", "remove"])
        mark(e[what], {
          ["data-" + what]: moves[i][2],
          "aria-label": what === "remove" ? `Remove item ${i + 1}` : `Move item ${i + 1} ${what}`
        });
      e.up.disabled = i === places.length;
      e.down.disabled = i === count - 1;
      const core = coreOf(e.node);
      e.node.label = core.label = lines ? `${n.label} ${i + 1}` : `Item ${i + 1} of ${count}`;
      if (e.title) e.title.textContent = e.legend.textContent = e.node.label;
      else if (core.tag) core.tag.firstChild.data = core.label;
    });
    note.textContent = [count && !places.length && count, min > count && `at least ${min}`, max >= 0 && `at most ${max}`]
      .filter(Boolean)
      .join(", ");
  }
  const given = list(n.value);
  const least =
    !n.req && !n.inc
      ? 0
      : n.value === undefined
        ? Math.max(places.length, Math.min(min, 20))
        : given.length && places.length;
  for (let i = 0; i < Math.max(least, n.of === undefined && given.length > places.length ? least : given.length); i++)
    grow(given[i]);
  group(n, h("div.stack near", rows, n.of !== undefined && h("div", add)), note);
  relabel();
  n.get = (errors) => {
    if (!entries.length && !n.req && !n.inc && n.value === undefined) return;
    const out = entries.map((e) => e.node.get(errors));
    if (out.length <= places.length) while (out.length > min && out.at(-1) === undefined) out.pop();
    return out;
  };
  n.child = (i) => entries[i]?.node;
  return n;
};
