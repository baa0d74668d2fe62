// form.js: the form of a tool: drawn from its schema, filled by the host or by hand, checked, read.
// needs: dom.js labels.js states.js schema.js form-node.js form-fields.js form-group.js form-messages.js

function createForm({ tool, spec = {}, onsubmit }) {
  const { fields = {} } = spec.form ?? {};
  const root = isMap(tool.inputSchema) ? tool.inputSchema : {};
  const label = submitLabel(tool, spec);
  const form = { root, spec, fields, live: new Set(), touched: new Set(), pending: [], changed: touch };
  const place = h("div", { class: "stack" });
  const alert = h("div");
  const submit = button("primary", label, send, { "data-submit": "" });
  const mode = button("quiet", "Edit as JSON", toggle, { "data-json-mode": "" });
  const foot = h("div", { class: "row" }, submit, mode);
  const node = h(
    "section",
    { class: "form", oninput: (event) => touch(event.target), onkeydown: typed },
    alert,
    place,
    foot
  );
  let tried, edited, json;
  let marked = [];

  /** Somebody changed a value: conditions may turn, and after a first attempt the messages follow. */
  function touch(control) {
    edited = true;
    form.touched.delete(control);
    form.touched.add(control);
    for (let round = 0; round < 4; round++) for (const redraw of form.live) redraw();
    if (tried) judge();
  }

  /** Draw the form, or the editor of the whole as JSON, with these values. */
  function draw(value, asJson) {
    form.live.clear();
    form.made = 0;
    json = asJson;
    const s = shape(root, root);
    if (json) {
      form.node = jsonNode({ form, s: {}, steer: {}, label: "Arguments", value });
      form.node.target.rows = Math.min(20, form.node.target.value.split("\n").length + 2);
    } else
      form.node = make(
        form,
        { ...s, type: "object" },
        { req: true, inc: true, nilled: true, flat: true, top: true, label, value }
      );
    place.replaceChildren(form.node.el ?? "");
    for (const redraw of form.live) redraw();
    mode.textContent = json ? "Edit as form" : "Edit as JSON";
  }
  function toggle() {
    const errors = [];
    const value = form.node.get(errors) ?? {};
    if (json && errors.length) return judge(true);
    clear();
    draw(value, !json);
    focusFirst(place.childElementCount ? place : foot);
  }

  const chosenAt = (path) => {
    let n = form.node;
    for (const k of path) n = n?.child?.(k);
    while (n && n.index === undefined) n = n.inner;
    return n?.index;
  };
  /** Read and check: a map from nodes to what is to be done about them, and the arguments. */
  function look() {
    const errors = [];
    const value = form.node.get(errors);
    const bad = new Map();
    const put = (n, text) => bad.has(n) || bad.set(n, text);
    errors.forEach(([n, text]) => put(n, text));
    for (const fault of check(value, { type: "object", ...root, $schema: 0 }, { root, choose: chosenAt })) {
      const n = json ? form.node : placeOf(form, fault);
      const text = messageFor(
        fault,
        fault.path.reduce((at, k) => (has(at, k) ? at[k] : undefined), value),
        json ? labelOf(fault.path.at(-1) ?? "A value") : n.label
      );
      put(n, text);
    }
    return { bad, value };
  }

  function clear() {
    for (const n of marked) markBad(n);
    marked = [];
    alert.replaceChildren();
    tried = false;
  }
  /** Show what needs a change; true when nothing does. */
  function judge(move) {
    const { bad } = look();
    const shown = [...bad.keys()]
      .filter((n) => n.target)
      .sort((a, b) => (a.target.compareDocumentPosition(b.target) & 4 ? -1 : 1));
    for (const n of marked) if (!bad.has(n)) markBad(n);
    for (const n of shown) markBad(n, bad.get(n));
    marked = shown;
    if (!bad.size) alert.replaceChildren();
    else if (move || alert.firstChild) summarize(shown.length ? shown : [...bad.keys()], bad);
    if (move && bad.size) shown.length ? goTo(shown[0]) : alert.firstChild.focus();
    return !bad.size;
  }
  function summarize(all, bad) {
    const items = all.slice(0, 8).map((n) => {
      const text = bad.get(n).replace(/, like .*|\.$/g, "");
      const what = lower(text.startsWith(n.label + " is ") ? text.slice(n.label.length + 4) : text);
      return h(
        "li",
        {},
        n.target
          ? [
              h("a", { href: "#" + n.target.id, onclick: (event) => (event.preventDefault(), goTo(n)) }, trail(n)),
              ": ",
              what
            ]
          : text
      );
    });
    const note = h(
      "div",
      { class: "note bad", role: "alert", tabindex: "-1" },
      h("h2", {}, `${countOf(bad.size, "value")} need${bad.size === 1 ? "s" : ""} a change`),
      h("ul", { class: "errs" }, items)
    );
    if (alert.textContent !== note.textContent) alert.replaceChildren(note);
  }
  function goTo(n) {
    for (let box = n.target; box && box !== node; box = box.parentElement)
      if (box.localName === "details") box.open = true;
    focusFirst(n.target);
  }

  async function send() {
    await Promise.all(form.pending.splice(0));
    tried = true;
    if (!judge(true)) return;
    const { value } = look();
    if (tool.annotations?.destructiveHint === true && kinds.confirm)
      kinds.confirm(form, value, { foot, label, submit, done });
    else done(value);
  }
  function done(value) {
    clear();
    edited = false;
    onsubmit(value);
  }
  function typed(event) {
    const { key, target } = event;
    const line = target.matches("input:not([type=checkbox],[type=radio],[type=file],[type=range],[type=color])");
    const fold = key === "Escape" && target.closest("details.fold[open]");
    if (event.defaultPrevented || event.isComposing) return;
    if (key === "Enter" && (line || event.ctrlKey || event.metaKey) && foot.isConnected && !submit.disabled) {
      event.preventDefault();
      send();
    } else if (fold && node.contains(fold)) {
      event.stopPropagation();
      fold.open = false;
      fold.querySelector("summary").focus();
    }
  }

  draw();
  return {
    node,
    fill(args, { partial = false } = {}) {
      if (partial && edited) return;
      const focus = node.contains(document.activeElement) && document.activeElement.getAttribute("name");
      clear();
      attempt(() => (draw(isMap(args) ? args : {}), true)) || draw(args, true);
      edited = false;
      if (focus) [...node.querySelectorAll("[name]")].find((each) => each.getAttribute("name") === focus)?.focus();
    },
    read() {
      tried = true;
      const ok = judge(true);
      return { ok, arguments: ok ? look().value : undefined };
    },
    busy(on) {
      submit.disabled = on;
      on ? submit.setAttribute("aria-busy", "true") : submit.removeAttribute("aria-busy");
    },
    summary: (args) => summaryOf(root, args),
    destroy() {
      form.live.clear();
      node.remove();
    }
  };
}

/** Verb and noun: what the spec says, else the tool's title or name. */
function submitLabel(tool, spec) {
  const title = spec.title || tool.title || tool.annotations?.title;
  const name = labelOf(tool.name);
  return (
    spec.form?.submit ||
    ([title, name].find((text) => text && VERBS.test(text.split(" ")[0].toLowerCase())) ??
      "Run " + lower(title || name))
  );
}

/** A value in a few words. */
function told(v) {
  if (v === null || v === undefined || v === "") return "–";
  if (typeof v === "boolean") return v ? "Yes" : "No";
  const flat = (all) => all.filter((x) => x !== null && typeof x !== "object");
  if (Array.isArray(v))
    return v.length && v.length <= 3 && flat(v).length === v.length ? v.join(", ") : countOf(v.length, "item");
  const text =
    typeof v === "object"
      ? flat(Object.values(v)).slice(0, 2).join(", ") || countOf(keys(v).length, "value")
      : String(v);
  return text.length > 60 ? text.slice(0, 57).trimEnd() + "…" : text;
}

/** The run line: the values that were sent, required first, three at most. */
function summaryOf(root, args) {
  const s = shape(root, root);
  const silent = (k) => args[k] === null || args[k] === "" || has(shape(Object(s.properties)[k], root), "const");
  const say = (k, i) => {
    const label = i ? lower(labelOf(k)) : labelOf(k);
    if (typeof args[k] === "boolean") return (args[k] ? "" : "not ") + lower(label);
    if (typeof args[k] !== "number") return told(args[k]);
    return /[^s]s$/.test(label) ? `${args[k]} ${lower(label)}` : `${label} ${args[k]}`; // "7 days", "limit 5"
  };
  return ordered(keys(args), list(s.required), [])
    .filter((k) => !silent(k))
    .slice(0, 3)
    .map(say)
    .join(" · ");
}
