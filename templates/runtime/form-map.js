// form-map.js: members whose names people choose: additionalProperties, patternProperties, propertyNames.
// needs: dom.js schema.js schema-text.js form-node.js form-fields.js form-group.js form-entries.js

kinds.map = (n, s) => {
  const { form } = n;
  const rows = h("div", { class: "stack near pairs" });
  const entries = [];
  const known = list(shape(s.propertyNames, form.root).enum);
  const data =
    known.length &&
    h(
      "datalist",
      { id: uid() },
      known.map((v) => h("option", { value: v }))
    );
  const add = button(
    "sm",
    [icon("add"), "Add entry"],
    () => {
      focusFirst(grow("").box);
      form.changed(add);
    },
    { "data-add": pathOf(n) }
  );

  function schemaFor(k) {
    const fits = keys(s.patternProperties)
      .filter((p) => !k || matches(p, k))
      .map((p) => s.patternProperties[p]);
    return k && fits.length > 1
      ? { allOf: fits }
      : (fits[0] ?? (isMap(s.additionalProperties) ? s.additionalProperties : {}));
  }
  function grow(k, value) {
    const e = { form, up: n, seg: "", req: true, steer: {}, s: {}, label: "Name" };
    const name = h("input", {
      value: k,
      autocomplete: "off",
      spellcheck: "false",
      list: data ? data.id : null,
      oninput: () => s.patternProperties && draw(attempt(() => e.inner.get([])))
    });
    const cell = h("div", { class: "cell" });
    const drop = button("sm quiet ico", icon("remove"), () => {
      const i = entries.indexOf(e);
      entries.splice(i, 1);
      e.box.remove();
      number();
      (entries[i]?.drop ?? add).focus();
      form.changed(add);
    });
    function draw(v) {
      const schema = schemaFor(name.value);
      if (e.inner && same(schema, e.schema)) return;
      e.schema = schema;
      e.inner = make(form, schema, {
        up: n,
        seg: "@value." + entries.indexOf(e),
        star: "*",
        label: "Value",
        req: true,
        value: v,
        entry: e
      });
      cell.replaceChildren(e.inner.el ?? "");
    }
    field(e, name);
    Object.assign(e, { key: () => name.value, drop, box: h("div", {}, e.el, cell, drop) });
    entries.push(e);
    draw(value);
    e.box.className = e.inner.big ? "entry item" : "entry";
    rows.append(e.box);
    number();
    return e;
  }
  /** Names of controls follow the place of their entry. */
  function number() {
    entries.forEach((e, i) => {
      const before = pathOf(e.inner);
      e.seg = "@key." + i;
      e.inner.seg = "@value." + i;
      renamed(e.box, before, pathOf(e.inner));
      e.target.setAttribute("name", pathOf(e));
      e.drop.setAttribute("data-remove", below(n, i));
      e.drop.setAttribute("aria-label", `Remove entry ${i + 1}`);
    });
  }
  const beside = keys(s.properties).length;
  return {
    el: h(
      "div",
      { class: "stack near" },
      beside ? h("span", { class: "label" }, "Other entries") : null,
      rows,
      data || null,
      h("div", {}, add)
    ),
    grow,
    count: () => entries.length,
    get: (out, errors) => {
      for (const e of entries) {
        const k = e.key();
        const v = e.inner.get(errors);
        if (k === "") errors.push([e, "A name is needed."]);
        else if (k in out || has(s.properties, k)) errors.push([e, "Use another name: this one is taken."]);
        else out[k] = v;
      }
    },
    child: (k) => entries.find((e) => e.key() === k)?.inner
  };
};
