// form-node.js: the nodes of a form, as its plan (src/genui/forms) says: {el, get(errors), child(key)} for each place of the arguments. The files of their kinds add to `kinds`.

import { check, isType, same } from "./checks.js";
import { h, mark, say, uid } from "./dom.js";
import { isText } from "./format.js";
import { lowered } from "./labels.js";
import { clipped } from "./parts.js";

export const kinds = Object.create(null);

/** The dotted path of a node in the arguments. */
export const pathOf = ({ up, seg }) => (!up ? "" : seg === undefined ? pathOf(up) : below(up, seg));
export const below = (n, part, path = pathOf(n)) => (path && path + ".") + part;
export const coreOf = (n) => (n.inner ? coreOf(n.inner) : n);
export const quoted = (v) => (isText(v) ? v : (JSON.stringify(v) ?? ""));

/** Does a value hold by a row of the form's rules? */
export const isValid = ({ form }, value, row) => !check(value, row, { rows: form.checks, path: [] }).length;

/**
 * Make a node of the plan. at: up, seg, value (given, else the plan's; one that does not fit is shown as JSON,
 * or dropped if it was typed for another node: `stale`), and what else differs here.
 */
export function make(form, index, at) {
  const n = { ...form.nodes[index], form, ...at };
  const first = form.exact && n.kind !== "fixed" ? undefined : form.nodes[index].value;
  const { value = first } = at;
  const fits = at.value === undefined || ((!n.type || isType(value, n.type)) && isOffered(n, value));
  n.value = fits || !at.stale ? value : first;
  if (!fits && !at.stale) n.kind = "json";
  return kinds[n.kind](n);
}

/** Is a value, or each of several, one of the choices of a node that has some? */
const isOffered = ({ type, choices }, value) =>
  !choices || (type ? value : [value]).every((v) => choices.some((c) => c.length > 1 && same(c[1], v)));

const CONTROL = "input,select,textarea";
export const focusFirst = (box) =>
  (box.matches(CONTROL)
    ? box
    : (box.querySelector("[type=radio]:checked") ?? box.querySelector(CONTROL) ?? box.querySelector("button") ?? box)
  ).focus();

/** The hint of a node; a long one shows its beginning. */
export function hintOf(n) {
  if (!n.hint) return undefined;
  const hint = say("p.hint", { id: (n.said = uid()) }, n.hint);
  return n.cut ? clipped(hint) : hint;
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

/** Put a body into the group of its parent, or in one of its own, folded where four groups stand around it. */
export function group(n, body, note) {
  n.el = body;
  if (n.flat) return;
  const hint = hintOf(n);
  const deep = depthOf(n) > 4 && !n.simple;
  const look = n.bare ? ["fieldset.plain", "legend.sr"] : ["fieldset.group", "legend"];
  n.target = n.el = h(
    look[0],
    { "aria-describedby": n.said },
    h(look[1], n.label, note),
    hint,
    deep ? h("details.fold", h("summary", "Show " + lowered(n.label)), body) : body,
  );
}

const isGroup = (n) => !n.flat && /^(object|list|tuple|variant)$/.test(n.kind);
const depthOf = (n) => (n ? depthOf(n.up) + isGroup(n) : 0);
