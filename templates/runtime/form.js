// form.js: the form of a tool: drawn from its plan, filled by the host or by hand, checked, read. What needs a change is said beside its nodes and in
// one list above them.

import { check } from "./checks.js";
import { button, h, mark, uid } from "./dom.js";
import { evaluate } from "./expressions.js";
import { coreOf, focusFirst, kinds, make } from "./form-node.js";
import { chosenAt } from "./form-choice.js";
import { attempt, cut, formatValue, has, isDateText, isList, isNested, isText, keys, plural, textOf, valuesOf } from "./format.js";
import { lowered } from "./labels.js";
import { askFirst } from "./states.js";

export function createForm(plan, onsubmit) {
  const { words } = plan;
  const form = { ...plan, changed: touch, marked: [] };
  const place = h("div.stack");
  const alert = h("div");
  const submit = button("primary", words.submit, send, { "data-submit": "" });
  const mode = button("quiet", "", toggle, { "data-json-mode": "" });
  const foot = h("div.row", submit, mode);
  const presets = (plan.presets ?? []).map(({ label, values }) => button("sm", label, () => take(values)));
  const node = h("section.form", { oninput: touch, onkeydown: typed },
    presets[0] && h("div.row", { role: "group", "aria-label": "Presets" }, presets),
    alert,
    place,
    foot
  );
  let tried, edited, json;

  /** Somebody changed a value: conditions may turn, and after a first attempt the messages follow. */
  function touch() {
    edited = true;
    turn(form);
    if (tried) judge(form, alert);
  }
  /** Draw the form, or the editor of the whole as JSON, with these values; `exact`: what is absent gets no default. */
  function draw(value, asJson, exact) {
    form.live = new Set();
    form.exact = exact;
    json = asJson;
    form.node = json ? kinds.json({ form, label: "Arguments", value }) : make(form, 0, { value });
    form.exact = false;
    place.replaceChildren(form.node.el);
    turn(form);
    mode.textContent = "Edit as " + (json ? "form" : "JSON");
  }
  /** Fill in some values, and keep the others. */
  function take(values) {
    draw({ ...form.node.get([]), ...evaluate(values, {}) }, json);
    touch();
  }
  function toggle() {
    const errors = [];
    const value = form.node.get(errors) ?? {};
    if (json && errors.length) return judge(form, alert, true);
    clear();
    draw(value, !json, true);
    focusFirst(node);
  }

  function clear() {
    markAll(form, [], new Map());
    alert.replaceChildren();
    tried = false;
  }

  async function send() {
    await form.ready;
    tried = true;
    const { bad, value } = judge(form, alert, true);
    if (bad.size) return;
    words.ask ? confirm(value) : done(value);
  }
  /** A destructive tool asks once more, naming what will happen. */
  function confirm(value) {
    const { ask, submit: label } = words;
    const name = valuesOf(value).find((v) => isText(v) && /^.{2,79}$/s.test(v));
    const rows = keys(value).map((k) => [plan.said.find(([other]) => other === k)?.[1] ?? k, told(value[k])]);
    const why = "The server marks this as destructive: it may not be possible to undo it.";
    askFirst((ask[0] && name ? ask[0] + " " + name : label) + "?", why, rows, ["Keep it", label], foot, submit, () => done(value));
  }
  function done(value) {
    clear();
    edited = false;
    onsubmit(value);
  }
  function typed(event) {
    const { target } = event;
    const line = target.localName === "input" && !/file|color/.test(target.type);
    if (event.key !== "Enter" || event.isComposing || !(line || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit.click();
  }

  draw();
  return {
    node,
    judge: (move) => judge(form, alert, move),
    fill(value, partial) {
      if (partial && edited) return;
      clear();
      const { name } = place.contains(document.activeElement) ? document.activeElement : {};
      attempt(() => (draw(value), true)) || draw(value, true);
      if (name) place.querySelector(`[name="${CSS.escape(name)}"]`)?.focus();
      edited = false;
    },
    busy(on) {
      mark(submit, { disabled: on, "aria-busy": on && "true" });
    }
  };
}

/** Draw what depends on other values until nothing changes. */
function turn({ live }) {
  for (let round = 0; round < 4; round++) for (const update of live) update();
}

/** A value in a few words. */
function told(v) {
  if (!isNested(v)) return cut(isDateText(v) ? formatValue(v, "datetime") : textOf(v), 60) || "–";
  const all = valuesOf(v);
  const plain = all.filter((x) => !isNested(x));
  if (plain[0] === undefined) return plural(all.length, isList(v) ? "item" : "value");
  const few = isList(v) && all.length > 3 ? 2 : 3;
  return told(plain.slice(0, few).join(", ")) + (few < 3 ? ` and ${all.length - few} more` : "");
}

/** The run line: the values that were sent, required first, three at most. What is off says nothing. */
export function summaryOf(said, args) {
  const say = ([k, label, inside, style], i) => {
    const v = args[k];
    if (v === true) return i ? inside : label;
    if (typeof v !== "number") return told(v);
    if (isText(style)) return `${i ? inside : label} ${v} ${style}`;
    return style ? `${v} ${inside}` : `${i ? inside : label} ${v}`; // "7 days", "limit 5"
  };
  return said
    .filter(([k, , , style]) => has(args, k) && ![null, "", false, "any", "all", "auto"].includes(args[k]) && style !== 2)
    .slice(0, 3)
    .map(say)
    .join(" · ");
}

/** Say beside some nodes what is to be done about them, and nothing more beside those of before. */
function markAll(form, nodes, bad) {
  for (const n of [...form.marked, ...nodes]) markBad(n, bad.get(n));
  form.marked = nodes;
}

/**
 * Read, check, and show what needs a change, in `alert` too; `move` goes there. Returns the arguments, and a map from nodes to what is to be
 * done about them.
 */
function judge(form, alert, move) {
  const errors = [];
  const value = form.node.get(errors) ?? {};
  // The first that is said of a node counts.
  const bad = new Map([...errors, ...faultsOf(value, form)].reverse());
  const shown = [...bad.keys()]
    .filter((n) => n.target)
    .sort((a, b) => (a.target.compareDocumentPosition(b.target) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  markAll(form, shown, bad);
  if (!bad.size) alert.replaceChildren();
  else if (move || alert.firstChild) summarize(shown[0] ? shown : [...bad.keys()], bad, alert);
  if (bad.size && move) goTo(shown[0] ?? { target: alert.firstChild });
  return { bad, value };
}

const nodeAt = (form, path) => path.reduce((n, k) => n?.child?.(k), form.node);

/** [node, what to do about it] for each rule that a value breaks. */
const faultsOf = (value, form) =>
  check(value, form.check, { rows: form.checks, path: [], choose: (at) => chosenAt(nodeAt(form, at)) }).map((fault) => {
    const what = nodeAt(form, fault.path)?.label ?? fault.label ?? fault.path.at(-1) ?? "A value";
    return [placeOf(fault, form), fault.say.replace("{@}", what)];
  });

/** The node a fault is shown at: the one at its path, an entry's name, or the member that a rule about an object speaks of. */
function placeOf({ path, name, about = [] }, form) {
  let n = form.node;
  let next;
  path.every((k) => (next = n.child?.(k)) && (n = next));
  if (name && n.entry?.name) return n.entry.name;
  n = coreOf(about.map((k) => n.child?.(k)).find((m) => m?.el) ?? n);
  while (!n.target && n.up) n = n.up;
  return n;
}

/** The list of what needs a change, its first eight as links. */
function summarize(all, bad, alert) {
  const items = all.slice(0, 8).map((n) => {
    const text = bad.get(n).replace(/, like .*|\.$/g, "");
    const onclick = (event) => (event.preventDefault(), goTo(n));
    return h("li", n.target ? [h("a", { href: "#" + n.target.id, onclick }, trailOf(n)), ": ", lowered(text.replace(n.label + " is ", ""))] : text);
  });
  const head = h("h2", plural(bad.size, "value needs", "values need") + " a change");
  const note = h("div.note bad", { role: "alert", tabindex: "-1" }, head, h("ul", items));
  if (alert.textContent !== note.textContent) alert.replaceChildren(note);
}

function goTo({ target }) {
  for (let box = target; (box = box.closest("details:not([open])")); ) box.open = true;
  focusFirst(target);
}

/** "Item 2, Quantity": the label with the entries it stands in. */
function trailOf(n) {
  const out = [n.label];
  for (let up = n.up; up; up = up.up) if (up.entry) out.unshift(up.label.replace(/ of \d+$/, ""));
  return [...new Set(out)].join(", ");
}

/** Say what to do beside a node, or nothing more. */
function markBad(n, text) {
  const { target, said, el } = n;
  const id = (target.id ||= uid()) + "e";
  n.error?.remove();
  if (text)
    (target.querySelector("legend") ?? el.lastChild).after((n.error = h("p.err", { id }, text)));
  mark(target, {
    "aria-invalid": text && "true",
    "aria-describedby": text ? (said ?? "") + " " + id : said
  });
}
