// form-map.js: members whose names people choose.
// needs: dom.js checks.js icons.js form-node.js form-entries.js

kinds.map = (n) => {
  const {
    form,
    map: { of, patterns, any, names, beside }
  } = n;
  const rows = h("div.stack near pairs");
  const entries = [];
  const data = names && h("datalist", { id: uid() }, names.map((value) => h("option", { value })));
  const add = button(
    "sm",
    [icon("add"), "Add entry"],
    () => {
      focusFirst(grow("").box);
      form.changed(add);
    },
    { "data-add": pathOf(n) }
  );
  const nodeFor = (k) => (patterns && k ? (patterns.find(([p]) => RULES.text(k, [p]))?.[1] ?? any) : of);

  function grow(k, value) {
    const e = { up: n, req: true, label: "Name" };
    const name = h("input", {
      value: k,
      autocomplete: "off",
      spellcheck: "false",
      list: data?.id,
      oninput: () => draw(e.inner.get([]))
    });
    const cell = h("div.cell");
    const drop = button("sm quiet ico", icon("remove"), () => {
      const i = entries.indexOf(e);
      entries.splice(i, 1);
      e.box.remove();
      number();
      (entries[i]?.drop ?? add).focus();
      form.changed(add);
    });
    function draw(v) {
      const index = nodeFor(name.value);
      if (e.index === index) return;
      e.index = index;
      e.inner = make(form, index, { up: n, seg: "@value." + entries.indexOf(e), value: v, entry: e, stale: e.inner });
      cell.replaceChildren(e.inner.el ?? "");
    }
    field(e, name);
    Object.assign(e, { key: () => name.value, drop, box: h("div", e.el, cell, drop) });
    entries.push(e);
    draw(value);
    e.box.className = e.inner.el?.matches(".field") ? "entry" : "entry item";
    rows.append(e.box);
    number();
    return e;
  }
  /** Names of controls follow the place of their entry. */
  function number() {
    const moves = entries.map((e, i) => {
      const from = pathOf(e.inner);
      e.seg = "@key." + i;
      e.inner.seg = "@value." + i;
      mark(e.target, { name: pathOf(e) });
      mark(e.drop, { "data-remove": below(n, i), "aria-label": `Remove entry ${i + 1}` });
      return [e.box, from, pathOf(e.inner)];
    });
    renamed(rows, moves);
  }
  return {
    el: h("div.stack near",
      beside && h("b.label", "Other entries"),
      rows,
      data,
      h("div", add)
    ),
    grow,
    entries,
    get: (out, errors) => {
      for (const e of entries) {
        const k = e.key();
        const v = e.inner.get(errors);
        if (!k) errors.push([e, "A name is needed."]);
        else if (k in out || n.kids.some(([name]) => name === k))
          errors.push([e, "Use another name: this one is taken."]);
        else out[k] = v;
      }
    },
    child: (k) => entries.find((e) => e.key() === k)?.inner
  };
};
