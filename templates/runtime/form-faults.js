// form-faults.js: what of a form needs a change, said beside its nodes and in one list above them.

import { check } from "./checks.js";
import { h, mark, uid } from "./dom.js";
import { coreOf, focusFirst } from "./form-node.js";
import { chosenAt } from "./form-variant.js";
import { plural } from "./format.js";
import { lowered } from "./labels.js";

/** {judge(move), clear()}; `alert` is the place of the list. */
export function createFaults(form, alert) {
  let marked = [];
  const show = (nodes, bad) => {
    for (const n of [...marked, ...nodes]) markBad(n, bad.get(n));
    marked = nodes;
  };
  const clear = () => {
    show([], new Map());
    alert.replaceChildren();
  };

  /** Read, check, and show what needs a change: the arguments, and a map from nodes to what is to be done about them. */
  function judge(move) {
    const errors = [];
    const value = form.node.get(errors) ?? {};
    // The first that is said of a node counts.
    const bad = new Map([...errors, ...faultsOf(value, form)].reverse());
    const shown = [...bad.keys()]
      .filter((n) => n.target)
      .sort((a, b) => (a.target.compareDocumentPosition(b.target) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    show(shown, bad);
    if (!bad.size) alert.replaceChildren();
    else if (move || alert.firstChild) summarize(shown[0] ? shown : [...bad.keys()], bad, alert);
    if (bad.size && move) goTo(shown[0] ?? { target: alert.firstChild });
    return { bad, value };
  }
  return { judge, clear };
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
