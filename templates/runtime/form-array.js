// form-array.js: lists: entries to add, move and remove; tuples.
// needs: dom.js schema.js form-node.js form-fields.js form-group.js form-entries.js

kinds.array = (n) => {
  const { form, s } = n;
  const places = placesOf(s);
  const rest = Array.isArray(s.items) ? s.additionalItems : s.items;
  const one = parted(shape(rest, form.root), form.root);
  const lines = !deepType(one.s) && !one.branches; // plain values stand in lines, others in cards
  const all =
    (s.uniqueItems === true || n.steer.control === "checkboxes") &&
    !places.length &&
    choicesOf({ s: one.s, steer: n.steer }, one.branches);
  if (all && kinds.many && list(n.value).every((v) => all.some((c) => same(c.value, v)))) return kinds.many(n, all);
  const entries = [];
  const rows = h("div", { class: "stack near" });
  const note = h("span", { class: "req" });
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
      by < 0 ? entries[i].box.before(e.box) : entries[i].box.after(e.box);
    } else e.box.remove();
    relabel();
    if (!by) (entries[i]?.remove ?? add).focus();
    else (focus.disabled ? (by < 0 ? e.down : e.up) : focus).focus();
    form.changed(add);
  }
  function grow(value) {
    const i = entries.length;
    const free = i >= places.length;
    const seg = String(i);
    const e = {};
    e.node = make(form, free ? (rest ?? true) : places[i], {
      up: n,
      seg,
      star: free ? "*" : seg,
      name: "item " + (i + 1),
      label: free ? "Item" : undefined,
      req: true,
      bare: free,
      value,
      entry: e
    });
    const buttons = free
      ? Object.entries({ up: -1, down: 1, remove: 0 }).map(
          ([what, by]) => (e[what] = button("sm quiet ico", icon(what), () => move(e, by)))
        )
      : [];
    e.cell = h("div", { class: "cell" }, e.node.el);
    if (!free) e.box = e.cell;
    else if (lines) e.box = h("div", { class: "entry" }, e.cell, h("div", { class: "tools" }, buttons));
    else
      e.box = h(
        "fieldset",
        { class: "item" },
        (e.legend = h("legend", { class: "sr" })),
        h(
          "div",
          { class: "row" },
          (e.title = h("span", { class: "label", "aria-hidden": "true" })),
          h("span", { class: "push" }),
          buttons
        ),
        e.cell
      );
    entries.push(e);
    rows.append(e.box);
    return e;
  }
  /** Names and labels follow the place of their entry: paths in two steps, so that no radio meets a namesake. */
  function relabel() {
    const count = entries.length;
    const moved = entries.map((e, i) => {
      const from = pathOf(e.node);
      e.node.seg = String(i);
      return [e, from, pathOf(e.node)];
    });
    for (const [e, from, to] of moved) if (from !== to) renamed(e.box, from, "\0" + to);
    moved.forEach(([e, from, to], i) => {
      if (from !== to) renamed(e.box, "\0" + to, to);
      if (!e.remove) return;
      for (const what of ["up", "down", "remove"]) {
        e[what].setAttribute("data-" + what, to);
        e[what].setAttribute("aria-label", what === "remove" ? `Remove item ${i + 1}` : `Move item ${i + 1} ${what}`);
      }
      e.up.disabled = i === places.length;
      e.down.disabled = i === count - 1;
      const core = innermost_(e.node);
      e.node.label = core.label = lines ? `${n.label} ${i + 1}` : `Item ${i + 1} of ${count}`;
      if (e.title) e.title.textContent = e.legend.textContent = visible(e.node.label);
      else if (core.tag) core.tag.firstChild.data = core.label;
    });
    const limits = [
      count && !places.length ? count : "",
      s.minItems > count && `at least ${s.minItems}`,
      isNumber(s.maxItems) && !places.length && `at most ${s.maxItems}`
    ];
    note.textContent = limits.filter(Boolean).join(", ");
  }
  const given = list(n.value);
  const fresh = n.value === undefined;
  const least =
    !n.req && !n.inc
      ? 0
      : fresh
        ? Math.max(places.length, Math.min(s.minItems ?? 0, 20))
        : given.length && places.length;
  for (let i = 0; i < Math.max(least, given.length); i++) grow(given[i]);
  const more = !places.length || (rest !== undefined && rest !== false);
  group(n, h("div", { class: "stack near" }, rows, more ? h("div", {}, add) : null), note);
  relabel();
  n.get = (errors) => {
    if (!entries.length && !n.req && !n.inc && n.value === undefined) return;
    const out = entries.map((e) => e.node.get(errors));
    if (places.length) while (out.length > (s.minItems ?? 0) && out.at(-1) === undefined) out.pop();
    return out;
  };
  n.child = (i) => entries[i]?.node;
  return n;
};
