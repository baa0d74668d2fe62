// form-object.js: objects: small fields share a grid, groups stand alone, what is rarely used is folded, and members come and go as conditions hold.

import { has, keys, same } from "./checks.js";
import { fill, h } from "./dom.js";
import { pairsOf } from "./form-list.js";
import { group, isValid, kinds, make } from "./form-node.js";
import { isText } from "./format.js";

kinds.object = (n) => {
  const given = Object(n.value);
  const kept = Object.create(null);
  const kids = new Map();
  const body = h("div.grid");
  n.get = (errors) => {
    const out = { __proto__: null, ...kept };
    for (const [k, kid] of kids) {
      const v = kid.get(errors);
      if (v !== undefined) out[k] = v;
    }
    return out;
  };
  n.child = (k) => kids.get(k);
  const take = n.map ? pairsOf(n, kids) : (k, v) => (kept[k] = v);
  const add = (name, index, more) => {
    const at = { up: n, seg: name.replaceAll(".", "\\."), index, stale: n.up?.stale, ...more };
    kids.set(name, make(n.form, index, has(given, name) ? { value: given[name], ...at } : at));
  };
  const place = () => {
    const sets = setNodes(n, kids);
    const inSets = new Set(sets.flatMap((set) => set.kids));
    body.replaceChildren();
    fill(body, {}, [nodesOf([...kids.values()].filter((kid) => !inSets.has(kid))), n.pairs, sets.map(({ node }) => node)]);
  };
  group(n, body);
  if (n.parts) follow(n, given, kids, add, place);
  else {
    for (const [name, index] of n.kids) add(name, index);
    place();
  }
  for (const k of keys(given)) if (!kids.has(k)) take(k, given[k]);
  return n;
};

const nodesOf = (kids) => kids.map(({ el }) => el);

/** The groups of the kids that a plan tells, and what is rarely used: {kids, node} each. */
function setNodes({ groups = [], late = [] }, all) {
  return [...groups, [undefined, late, true]].flatMap(([label, names, folded]) => {
    const kids = names.flatMap((name) => all.get(name) ?? []);
    return kids[0] ? [{ kids, node: folded ? foldOf(kids, label) : h("fieldset.group", h("legend", label), h("div.grid", nodesOf(kids))) }] : [];
  });
}

/** Kids folded; open where a value was given. */
function foldOf(kids, label) {
  const isGiven = ({ value, form, index }) => (value ?? null) !== null && !same(value, form.nodes[index].value);
  const summary = h("summary", label ?? "More options", !label && h("span.req", kids.length + " optional"));
  return h("details.fold", { open: kids.some(isGiven) }, summary, h("div.grid", nodesOf(kids)));
}

/** The members [name, index] that show with this value: if/then/else and dependent schemas. */
function wantedOf(n, value) {
  const on = [];
  for (const [up, test, holds] of n.parts)
    on.push((up < 0 || on[up]) && (isText(test) ? has(value, test) : isValid(n, value, test) === holds));
  return n.kids
    .map(([name, base, parts = [], table]) => [name, table?.[parts.filter((i) => on[i]).join()] ?? base])
    .filter(([, index]) => index >= 0);
}

/** Let members come and go as values change; those that are there as they are stay, of others the value. */
function follow(n, given, kids, add, place) {
  let shown;
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
    const wanted = wantedOf(n, value);
    if (shown !== (shown = String(wanted))) draw(wanted);
  };
  update(given);
  update(n.get([]));
  n.form.live.add(() => n.el.isConnected && update(n.get([])));
}
