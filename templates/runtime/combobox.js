// combobox.js: choosing from many: a text input that searches its list, which opens in the flow; and several of several.
// needs: dom.js schema.js form-node.js form-fields.js

const AT_ONCE = 60;

kinds.combobox = (n, all, start) => {
  const ui = h("input", {
    role: "combobox",
    autocomplete: "off",
    spellcheck: "false",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    placeholder: "Type to search",
    value: all.find((c) => same(c.value, start))?.label ?? ""
  });
  const options = h("ul", { role: "listbox", class: "options", id: uid(), "aria-label": n.label, hidden: true });
  let active;
  ui.setAttribute("aria-controls", options.id);
  const shown = () => [...options.querySelectorAll("[role=option]")];
  function show(on) {
    options.hidden = !on;
    ui.setAttribute("aria-expanded", on);
    if (!on) mark();
  }
  function mark(row) {
    active?.removeAttribute("aria-selected");
    active = row;
    row ? ui.setAttribute("aria-activedescendant", row.id) : ui.removeAttribute("aria-activedescendant");
    row?.setAttribute("aria-selected", "true");
    row?.scrollIntoView({ block: "nearest" });
  }
  function choose(row) {
    ui.value = row.textContent;
    show(false);
    n.form.changed(ui);
  }
  function draw(text) {
    const want = text.toLowerCase();
    const rank = ({ label }) => (label === text ? 0 : label.toLowerCase().startsWith(want) ? 1 : 2);
    const hits = all.filter((c) => c.label.toLowerCase().includes(want)).sort((a, b) => rank(a) - rank(b));
    const rest = hits.length - AT_ONCE;
    const more =
      rest > 0 ? `${rest} more: type to narrow them` : hits.length ? "" : "Nothing fits: clear the text to see all";
    mark();
    options.replaceChildren(
      ...hits.slice(0, AT_ONCE).map((c) => h("li", { role: "option", id: uid() }, c.label)),
      ...(more ? [h("li", { class: "dim small", "aria-hidden": "true" }, more)] : [])
    );
    show(true);
  }
  ui.addEventListener("input", () => draw(ui.value));
  ui.addEventListener("click", () => options.hidden && draw(""));
  // closing while a button below is being pressed would move it away from the pointer
  ui.addEventListener("blur", () =>
    document.querySelector(":active") ? addEventListener("click", () => show(false), { once: true }) : show(false)
  );
  options.addEventListener("mousedown", (event) => event.preventDefault());
  options.addEventListener("click", ({ target }) => target.role === "option" && choose(target));
  ui.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      if (options.hidden) draw("");
      const rows = shown();
      mark(rows[Math.max(0, Math.min(rows.length - 1, rows.indexOf(active) + step))]);
    } else if (event.key === "Enter" && active) choose(active);
    else if (event.key === "Escape" && !options.hidden) show(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  n.get = (errors) => {
    if (ui.value === "") return;
    const hit =
      all.find((c) => c.label === ui.value) ?? all.find((c) => c.label.toLowerCase() === ui.value.trim().toLowerCase());
    if (!hit) errors.push([n, "Choose one from the list."]);
    return hit?.value;
  };
  return field(n, h("div", { class: "combo" }, ui, options), { target: ui });
};

/** Several of several values: a box for each, or one list where they are many. */
kinds.many = (n, all) => {
  const on = (c) => list(n.value).some((v) => same(v, c.value));
  const name = pathOf(n);
  const boxes = all.length <= 24;
  const ui = boxes
    ? h(
        "div",
        { class: "checks" },
        all.map((c) =>
          h(
            "label",
            { class: "check" },
            h("input", { type: "checkbox", name, value: key(c.value), checked: on(c) }),
            h("span", {}, c.label)
          )
        )
      )
    : h(
        "select",
        { multiple: true, size: 8 },
        all.map((c) => h("option", { value: key(c.value), selected: on(c) }, c.label))
      );
  n.get = () => {
    const values = [...(boxes ? ui.querySelectorAll(":checked") : ui.selectedOptions)].map((each) => parse(each.value));
    return values.length || n.req || n.value !== undefined ? values : undefined;
  };
  return boxes
    ? field(n, h("div", { role: "group" }, ui), { group: "list", wide: true })
    : field(n, ui, { wide: true });
};
