// form.js: the form of a tool: drawn from its plan, filled by the host or by hand, checked, read.

import { has, keys } from "./checks.js";
import { button, h, mark } from "./dom.js";
import { evaluate } from "./expressions.js";
import { askFirst } from "./form-confirm.js";
import { createFaults } from "./form-faults.js";
import { focusFirst, kinds, make } from "./form-node.js";
import { attempt, cut, isList, isNested, isText, plural, textOf } from "./format.js";

export function createForm(plan, onsubmit) {
  const { words } = plan;
  const form = { ...plan, changed: touch };
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
  const faults = createFaults(form, alert);
  let tried, edited, json;

  /** Somebody changed a value: conditions may turn, and after a first attempt the messages follow. */
  function touch() {
    edited = true;
    turn(form);
    if (tried) faults.judge();
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
    if (json && errors.length) return faults.judge(true);
    clear();
    draw(value, !json, true);
    focusFirst(node);
  }

  function clear() {
    faults.clear();
    tried = false;
  }

  async function send() {
    await form.ready;
    tried = true;
    const { bad, value } = faults.judge(true);
    if (bad.size) return;
    words.ask ? confirm(value) : done(value);
  }
  /** A destructive tool asks once more, naming what will happen. */
  function confirm(value) {
    const { ask, submit: label } = words;
    const name = Object.values(value).find((v) => isText(v) && /^.{2,79}$/s.test(v));
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
    judge: faults.judge,
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
  if (!isNested(v)) return cut(textOf(v), 60) || "–";
  const all = Object.values(v);
  const plain = all.filter((x) => !isNested(x));
  const few = plain[0] !== undefined && !(isList(v) && all.length > 3);
  return few ? told(plain.slice(0, 3).join(", ")) : plural(all.length, isList(v) ? "item" : "value");
}

/** The run line: the values that were sent, required first, three at most. */
export function summaryOf(said, args) {
  const say = ([k, label, inside, style], i) => {
    const v = args[k];
    if (typeof v === "boolean") return v ? (i ? inside : label) : "not " + inside;
    if (typeof v !== "number") return told(v);
    return style ? `${v} ${inside}` : `${i ? inside : label} ${v}`; // "7 days", "limit 5"
  };
  return said
    .filter(([k, , , style]) => has(args, k) && args[k] !== null && args[k] !== "" && style !== 2)
    .slice(0, 3)
    .map(say)
    .join(" · ");
}
