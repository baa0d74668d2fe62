// form-groups.js: what holds other controls: objects, whose members may come and go, lists, tuples, and members whose names people choose.

import { fitsPattern } from "./checks.js";
import { button, fill, h, mark, uid } from "./dom.js";
import { below, coreOf, field, focusFirst, group, isValid, kinds, make, pathOf } from "./form-node.js";
import { has, isText, keys, same } from "./format.js";

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

/**
 * The entries of a node, {node, cell, box} each; `part` stands before their numbers in paths, which begin at `n.from`.
 * grow() makes one, number() puts all in their places (`at`, from 1), and tells placed(). tool() is a button of an entry, with the sign on it: up (-1), down (1), remove (0).
 */
function editor(n, noun, part, grow, placed) {
  const entries = [];
  const rows = h("div.stack near");
  const add = button("sm", "Add " + noun, () => {
    const { cell, target } = grow();
    number();
    focusFirst(target ?? cell);
    n.form.changed();
  }, { "data-add": pathOf(n) });
  const tool = (e, what, sign, by) =>
    (e[what] = button("sm quiet ico", sign, () => {
      const i = entries.indexOf(e);
      entries.splice(i, 1);
      if (by) entries.splice(i + by, 0, e);
      number();
      (!by ? (entries[i]?.remove ?? add) : !e[what].disabled ? e[what] : e.up.disabled ? e.down : e.up).focus();
      n.form.changed();
    }));
  /** Names follow the place of their entry, and are given apart from the others: radios that met a namesake would be cleared. */
  function number() {
    const path = below(n, "");
    rows.replaceChildren();
    entries.forEach((e, i) => {
      const at = i + (n.from ?? 0);
      e.at = at + 1;
      e.node.seg = part + at;
      for (const { attributes } of e.box.querySelectorAll("*"))
        for (const each of attributes)
          // The first number behind the path of the whole is the place of the entry.
          if (/^(name|data-)/.test(each.name) && each.value.startsWith(path))
            each.value = path + each.value.slice(path.length).replace(/\d+/, at);
      for (const what of ["up", "down", "remove"])
        if (e[what])
          mark(e[what], {
            ["data-" + what]: below(n, at),
            "aria-label": what === "remove" ? `Remove ${noun} ${e.at}` : `Move ${noun} ${e.at} ${what}`,
          });
    });
    rows.append(...entries.map(({ box }) => box));
    placed?.();
  }
  return { entries, rows, add, tool, number };
}

kinds.list = (n) => {
  const { cards, req, inc } = n;
  const isOptional = !req && !inc && n.value === undefined;
  const given = n.value ?? Array.from({ length: isOptional ? 0 : Math.min(n.min, 20) });
  const note = h("span.req");
  const { entries, rows, add, tool, number } = editor(n, "item", "", grow, () => {
    const count = entries.length;
    note.textContent = [count, n.room].filter(Boolean).join(", ");
    entries.forEach(({ at, node, up, down, legend }, i) => {
      up.disabled = !i;
      down.disabled = i === count - 1;
      const core = coreOf(node);
      const head = legend || core.tag;
      node.label = core.label = cards ? `Item ${at} of ${count}` : `${n.label} ${at}`;
      if (head) head.textContent = node.label;
    });
  });

  function grow(value) {
    const e = {};
    e.node = make(n.form, n.of, { up: n, seg: "0", value, entry: e });
    e.cell = h("div.stack cell", e.node.el);
    e.legend = cards && h("legend");
    const tools = h("div.tools", tool(e, "up", "↑", -1), tool(e, "down", "↓", 1), tool(e, "remove", "×"));
    e.box = cards ? h("fieldset.card item", e.legend, tools, e.cell) : h("div.entry", e.cell, tools);
    entries.push(e);
    return e;
  }

  for (const each of given) grow(each);
  group(n, h("div.stack near", rows, h("div", add)), note);
  number();

  n.get = (errors) => (isOptional && !entries.length ? undefined : entries.map(({ node }) => node.get(errors)));
  n.child = (i) => entries[i]?.node;
  return n;
};

/** Places of their own, and a list of what follows them. */
kinds.tuple = (n) => {
  const { form, value, places, least = 0, rest, label } = n;
  const from = places.length;
  const kids = places.map((index, i) => make(form, index, { up: n, seg: String(i), value: value?.[i], entry: {} }));
  const more = rest && make(form, rest, { up: n, from, value: value?.slice(from), label });
  group(n, h("div.stack near", [...kids, more].map((kid) => kid?.el)));
  n.get = (errors) => {
    const out = kids.map((kid) => kid.get(errors)).concat(more?.get(errors) ?? []);
    if (out.length <= from) while (out.length > least && out.at(-1) === undefined) out.pop();
    return out;
  };
  n.child = (i) => kids[i] ?? more?.child(i - from);
  return n;
};

/** Adds the pairs to an object with these kids; returns what takes a name and its value. */
function pairsOf(n, kids) {
  const { of, patterns, any, names, beside } = n.map;
  const data = names && h("datalist", { id: uid() }, names.map((value) => h("option", { value })));
  const { entries, rows, add, tool, number } = editor(n, "entry", "@value.", () => grow(""));
  rows.classList.add("mapped");
  const nodeFor = (k) => (patterns && k ? (patterns.find(([p]) => fitsPattern(k, [p]))?.[1] ?? any) : of);

  function grow(k, value) {
    const e = {};
    const target = (e.target = h("input", {
      value: k,
      autocomplete: "off",
      spellcheck: "false",
      list: data?.id,
      oninput: () => draw(e.node.get([]))
    }));
    const cell = h("div.stack cell");
    function draw(v) {
      const index = nodeFor(target.value);
      if (e.index === index) return;
      e.index = index;
      e.node = make(n.form, index, { up: n, seg: e.node?.seg ?? "@value.0", value: v, entry: e, stale: e.node });
      cell.replaceChildren(e.node.el ?? "");
    }
    e.name = field({ up: n, seg: "@key.0", req: true, label: "Name" }, target);
    draw(value);
    e.box = h(e.node.el?.matches(".field") ? "div.entry" : "div.entry card item", e.name.el, cell, tool(e, "remove", "×"));
    entries.push(e);
    number();
    return e;
  }

  n.pairs = h("div.stack near", beside && h("b.label", "Other entries"), rows, data, h("div", add));
  const { get, child } = n;
  n.get = (errors) => {
    if (!kids.size && !entries.length && !n.req && n.value === undefined) return;
    const out = get(errors);
    for (const e of entries) {
      const k = e.target.value;
      const v = e.node.get(errors);
      if (!k) errors.push([e.name, "A name is needed."]);
      else if (k in out || n.kids.some(([name]) => name === k))
        errors.push([e.name, "Use another name: this one is taken."]);
      else out[k] = v;
    }
    return out;
  };
  n.child = (k) => child(k) ?? entries.find((e) => e.target.value === k)?.node;
  return grow;
}
