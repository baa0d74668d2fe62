// form-node.js: the nodes of a form, as its plan (src/genui/forms) says: {el, get(errors), child(key)} for each place of the arguments. The files of their kinds add to `kinds`.

import { has, isType, keys } from "./checks.js";
import { fill, h, mark, say, uid } from "./dom.js";
import { attempt, isText } from "./format.js";

export const kinds = Object.create(null);

/** The dotted path of a node in the arguments. */
export const pathOf = ({ up, seg }) => (!up ? "" : seg === undefined ? pathOf(up) : below(up, seg));
export const below = (n, part, path = pathOf(n)) => (path && path + ".") + part;
export const coreOf = (n) => (n.inner ? coreOf(n.inner) : n);
export const quoted = (v) => (isText(v) ? v : (JSON.stringify(v) ?? ""));
export const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * Make a node of the plan. at: up, seg, value (given, else the plan's; one that does not fit is shown as JSON,
 * or dropped if it was typed for another node: `stale`), and what else differs here.
 */
export function make(form, index, at) {
  const n = { ...form.nodes[index], form, ...at };
  const first = form.exact && n.kind !== "fixed" ? undefined : form.nodes[index].value;
  const { value = first } = at;
  const { type } = n;
  const fits = at.value === undefined || ((!type || isType(value, type)) && kinds.offers(n, value) !== false);
  n.value = fits || !at.stale ? value : first;
  if (!fits && !at.stale) n.kind = "json";
  return kinds[n.kind](n);
}
/** The node that another stands around, at the same path. */
export const within = (n, value, index = n.of) => (n.inner = make(n.form, index, { up: n, value }));

/** Let a node stand around another of the same path. */
export function around(n, el) {
  n.el = el;
  n.child = (key) => n.inner?.child?.(key);
  n.get ??= (errors) => n.inner?.get(errors);
  return n;
}

const CONTROL = "input,select,textarea";
export const focusFirst = (box) =>
  (box.matches(CONTROL)
    ? box
    : (box.querySelector("[type=radio]:checked") ?? box.querySelector(CONTROL) ?? box.querySelector("button") ?? box)
  ).focus();

/** The hint of a node; a long one is cut by the stylesheet, not in the DOM. */
export function hintOf(n) {
  if (!n.hint) return;
  const hint = say("p.hint", { id: (n.said = uid()) }, n.hint);
  return n.cut ? kinds.cut(hint) : hint;
}

/** Put a control into its field; `target` bears name and ARIA, `tag` names it. */
export function field(n, ui, target = ui, tag = "label") {
  const must = n.req && !n.bare;
  const id = (target.id = uid());
  const hint = hintOf(n);
  n.target = target;
  n.tag = h(tag + (n.bare ? ".label sr" : ".label"), { id: id + "l", for: id }, n.label, must && h("span.req", "required"));
  mark(target, { name: pathOf(n), "aria-describedby": n.said, required: must });
  n.el = h("div.field" + (n.wide ? " wide" : n.mid ? " mid" : ""), n.tag, ui, hint);
  return n;
}

/** A line has no room for several. */
export const input = (n, attrs) => h(n.attrs.rows || /\n/.test(n.value) ? "textarea" : "input", { value: quoted(n.value), ...n.attrs, ...attrs });

/** A text: one that is emptied is left out, unless it began empty; one that nobody touched is sent as it came. */
kinds.text = (n, ui = input(n), box) => {
  const shown = ui.value;
  n.get = () => (ui.value === shown ? n.value : ui.value || undefined);
  return field(n, box ?? ui, ui);
};

/** Does JavaScript keep every digit of this number? */
const digits = (text) => String(text).replace(/e.*|\D/gi, "").replace(/^0+|0+$/g, "");
export const isExact = (text) => isFinite(text) && digits(text) === digits(+text);

/** The editor for a value of any shape: JSON as text. */
kinds.json = (n) => {
  const told = JSON.stringify(n.value, null, 2) ?? "";
  const ui = h("textarea", {
    rows: Math.min(20, told.split("\n").length + 2),
    class: "mono",
    spellcheck: "false",
    value: told
  });
  n.wide = true;
  n.get = (errors) => {
    const text = ui.value;
    if (!text.trim()) return;
    const box = attempt(() => [JSON.parse(text)]);
    const long = text
      .replace(/"(?:[^"\\]|\\.)*"/g, "")
      .match(/-?\d[\d.eE+-]*/g)
      ?.find((each) => !isExact(each));
    if (!box) errors.push([n, 'Write JSON, like {"name": "value"}.']);
    else if (long) errors.push([n, `Use fewer digits: ${long} cannot be sent exactly.`]);
    return box?.[0];
  };
  field(n, ui);
  mark(ui, { name: below(n, "@json") });
  return n;
};

/** Put a body into the group of its parent, or in one of its own. */
export const group = (n, body, note) => (n.flat ? (n.el = body) : kinds.group(n, body, note));

/**
 * An object: small fields share a grid, groups stand alone. The files of its plan do the rest: fold what is rarely used,
 * take members with names of their own, let members come and go.
 */
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
  const take = n.map ? kinds.map(n, kids) : (k, v) => (kept[k] = v);
  const add = (name, index, more) => {
    const at = { up: n, seg: name.replaceAll(".", "\\."), index, stale: n.up?.stale, ...more };
    kids.set(name, make(n.form, index, has(given, name) ? { value: given[name], ...at } : at));
  };
  const place = () => {
    body.replaceChildren();
    fill(body, {}, [[...kids.values()].map(({ el }) => el), n.pairs]);
    if (n.groups) kinds.sets(body, n.groups, kids);
    if (n.late) kinds.fold(body, n.late, kids);
  };
  group(n, body);
  if (n.parts) kinds.when(n, given, kids, add, place);
  else {
    for (const [name, index] of n.kids) add(name, index);
    place();
  }
  for (const k of keys(given)) if (!kids.has(k)) take(k, given[k]);
  return n;
};
