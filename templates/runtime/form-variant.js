// form-variant.js: one of several shapes: a chooser, and the fields of the chosen one.
// needs: dom.js labels.js schema.js schema-fold.js schema-rules.js form-node.js form-group.js

const BRANCH_NAMES = { string: "Text", integer: "Whole number", number: "Number", boolean: "Yes or no", array: "List" };
const constant = (m) => (has(m, "const") ? m.const : list(m?.enum).length === 1 ? m.enum[0] : undefined);
/** What an untitled branch may be called: by the constant it sets, its type, or a member that only it needs. */
function branchName(b) {
  const fixed = keys(b.properties)
    .map((k) => constant(b.properties[k]))
    .find((v) => typeof v === "string");
  return fixed !== undefined
    ? labelOf(fixed)
    : (BRANCH_NAMES[typesOf(b)] ??
        (keys(b.properties).length ? labelOf(list(b.required)[0] ?? keys(b.properties)[0]) : undefined));
}

kinds.variant = (n, branches) => {
  const { form, value } = n;
  const { oneOf, anyOf, default: _, ...base } = n.s;
  const { propertyName: tag, mapping } = Object(base.discriminator);
  const name = below(n, "@variant");
  const simple = branches.every(([, b]) => !deepType(b));
  const cell = h("div", { class: "stack" });
  const fits = ([, b]) => !check(value, b, { root: form.root }).length;
  const near = ([, b]) =>
    isMap(value) &&
    keys(b.properties).every(
      (k) => constant(b.properties[k]) === undefined || same(constant(b.properties[k]), value[k])
    );
  const given = value === undefined ? branches[0] : (branches.find(fits) ?? branches.find(near));
  if (!given) return jsonNode(n);
  const label = ([i, b]) => String(b.title ?? `Option ${i + 1}`);
  const short = branches.length <= 4 && branches.every(([, b]) => b.title) && branches.map(label).join("").length <= 32;
  const attrs = { "aria-label": n.label + ", kind" };
  const chooser = short
    ? h(
        "div",
        { class: "seg pick", role: "radiogroup", ...attrs },
        branches.map((b) =>
          h("label", {}, h("input", { class: "sr", type: "radio", name, value: b[0], checked: b === given }), label(b))
        )
      )
    : h(
        "select",
        { name, ...attrs },
        branches.map((b) =>
          h("option", { value: b[0], label: b[1].title ? null : branchName(b[1]), selected: b === given }, label(b))
        )
      );

  function draw(v) {
    const chosen = (short ? chooser.querySelector(":checked") : chooser).value;
    const [i, b] = branches.find(([i]) => String(i) === chosen);
    let s = merge(b, base);
    if (tag && has(b.properties, tag)) {
      const ref = String(list(oneOf ?? anyOf)[i]?.$ref);
      const own =
        constant(shape(b.properties[tag], form.root)) ??
        keys(mapping).find((k) => mapping[k] === ref) ??
        ref.split("/").at(-1);
      s = { ...s, properties: { ...s.properties, [tag]: { const: own } } };
    }
    n.index = i;
    n.inner = inside(n, s, {
      inc: true,
      flat: true,
      nilled: true,
      bare: simple || n.bare,
      value: v,
      label: simple ? n.label : label([i, b])
    });
    cell.replaceChildren(n.inner.el ?? "");
  }
  chooser.addEventListener("change", () => {
    const now = attempt(() => n.inner.get([]));
    const kept = keys(now)
      .filter((k) => isMap(now) && has(base.properties, k))
      .map((k) => [k, now[k]]);
    draw(kept.length ? Object.fromEntries(kept) : undefined);
    form.changed(chooser);
  });
  draw(value);
  group(n, h("div", { class: simple ? "kinds" : "stack" }, chooser, cell));
  n.flat || simple === false || n.target.classList.add("plain");
  return around(n, n.el);
};
