// form-group.js: objects, and what groups share.
// needs: dom.js labels.js schema.js form-node.js form-fields.js

const FOLD_AFTER = 5;
const DEEP = 4;
const depth = (n) => (n ? depth(n.up) + (n.deep ? 1 : 0) : 0);

/** A group of the look around a body; a deep one is folded, a flat node stands in the group of its parent. */
function group(n, body, note) {
  n.big = true;
  if (n.flat) return (n.el = body);
  n.deep = true;
  const hint = hintNodes({ ...n, s: { description: n.s.description } });
  n.hint = hint[0]?.id;
  const legend = h("legend", { class: n.bare ? "sr" : null }, n.label, note);
  const folded = depth(n) > DEEP && h("details", { class: "fold" }, h("summary", {}, "Show " + lower(n.label)), body);
  return (n.el = n.target =
    h("fieldset", { class: n.bare ? "plain" : "group", "aria-describedby": n.hint }, legend, hint, folded || body));
}

/** Members in the order of the spec, required ones first. */
function ordered(names, must, order) {
  const rank = (k) => (order.includes(k) ? order.indexOf(k) - 1e6 : must.includes(k) ? 0 : 1);
  return names.toSorted((a, b) => rank(a) - rank(b));
}

/** Small fields share a grid, groups stand alone. */
function arranged(kids) {
  const out = [];
  for (const { el, big } of kids) {
    if (!big && !out.at(-1)?.matches(".grid")) out.push(h("div", { class: "grid" }));
    big ? out.push(el) : out.at(-1).append(el);
  }
  return out;
}

kinds.object = (n) => {
  const { form, s } = n;
  const kids = new Map();
  const value = isMap(n.value) ? n.value : {};
  const body = h("div", { class: "stack" });
  const map = isMapped(s) ? kinds.map?.(n, s) : null;
  const { order = [], folded } = n.top ? (form.spec.form ?? {}) : {};
  group(n, body);
  let signs;
  function draw(now) {
    const { properties, required } = s.when && RULES.settle ? RULES.settle(s, now, form.root) : s;
    const sign = JSON.stringify(s.when && [properties, required]);
    if (signs === (signs = sign ?? "")) return;
    const must = list(required);
    const names = ordered(keys(properties), must, order);
    for (const k of kids.keys()) if (!names.includes(k)) kids.delete(k);
    for (const k of names) {
      const old = kids.get(k);
      const req = must.includes(k);
      const sign = JSON.stringify(s.when && [properties[k], req]);
      if (old && old.sign === sign) continue;
      kids.set(
        k,
        Object.assign(
          make(form, properties[k], {
            up: n,
            seg: escaped(k),
            name: k,
            req,
            value: old ? old.get([]) : has(value, k) ? value[k] : undefined
          }),
          { sign }
        )
      );
    }
    arrange(
      names.filter((k) => kids.get(k).el),
      must
    );
  }
  function arrange(names, must) {
    const late = names.filter((k) => !must.includes(k)).slice(FOLD_AFTER);
    const folds = (k) =>
      kids.get(k).steer.folded ?? (folded ? folded.includes(k) : late.includes(k) && !order.includes(k));
    const [first, rest] = [names.filter((k) => !folds(k)), names.filter(folds)].map((each) =>
      each.map((k) => kids.get(k))
    );
    const [lead] = first;
    if (lead?.target?.matches("input:not([type]),[type=text],[type=password]") && !n.bare && (!n.flat || n.top))
      lead.el.classList.add("wide");
    const focus = document.activeElement;
    body.replaceChildren(...arranged(first), ...(map ? [map.el] : []));
    const given = rest.some((kid) => kid.value !== undefined && kid.value !== null && !same(kid.value, kid.s.default));
    if (rest.length)
      body.append(
        h(
          "details",
          { class: "fold", open: given },
          h("summary", {}, "More options", h("span", { class: "req" }, rest.length + " optional")),
          h("div", { class: "stack" }, arranged(rest))
        )
      );
    if (body.contains(focus)) focus.focus();
  }
  n.get = (errors) => {
    if (map && !kids.size && !map.count() && !n.req && n.value === undefined) return;
    const out = Object.assign(Object.create(null), n.kept);
    for (const [k, kid] of kids) {
      const v = kid.get(errors);
      if (v !== undefined) out[k] = v;
    }
    map?.get(out, errors);
    return out;
  };
  n.child = (k) => kids.get(k) ?? map?.child(k);
  draw(value);
  if (s.when) {
    draw(n.get([]));
    form.live.add((n.redraw = () => body.isConnected && draw(n.get([]))));
  }
  for (const k of keys(value))
    if (!kids.has(k)) map ? map.grow(k, value[k]) : ((n.kept ??= Object.create(null))[k] = value[k]);
  return n;
};
