// form-node.js: the nodes of a form, as its plan (src/genui/forms) says: {el, get(errors), child(key)} for each place of the arguments. The files of their kinds add to `kinds`;
// here are those of one control: texts, numbers, dates, colours, files, yes or no, and JSON for a value of any shape.

import { check, isType } from "./checks.js";
import { clipped, h, mark, say, uid } from "./dom.js";
import { attempt, isText, locality, offsetAt, same } from "./format.js";
import { lowered } from "./labels.js";

export const kinds = Object.create(null);

/** The dotted path of a node in the arguments. */
export const pathOf = ({ up, seg }) => (!up ? "" : seg === undefined ? pathOf(up) : below(up, seg));
export const below = (n, part, path = pathOf(n)) => (path && path + ".") + part;
export const coreOf = (n) => (n.inner ? coreOf(n.inner) : n);
const quoted = (v) => (isText(v) ? v : (JSON.stringify(v) ?? ""));

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
function hintOf(n) {
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

/** A line has no room for several. */
const input = (n, attrs) => h(n.attrs.rows || /\n/.test(n.value) ? "textarea" : "input", { value: quoted(n.value), ...n.attrs, ...attrs });

/** A text: one that is emptied is left out, unless it began empty; one that nobody touched is sent as it came. */
kinds.text = (n, ui = input(n), box = ui) => {
  const shown = ui.value;
  n.get = () => (ui.value === shown ? n.value : ui.value || undefined);
  return field(n, box, ui);
};

/** A text with values to suggest; another is never refused. */
kinds.suggest = (n) => {
  const data = h("datalist", { id: uid() }, n.hints.map((value) => h("option", { value })));
  kinds.text(n, input(n, { list: data.id })).el.append(data);
  return n;
};

/** A second control beside a text, which shows the same value: `show` takes it over. */
function beside(ui, attrs, show) {
  const other = h("input", { ...attrs, oninput: () => (ui.value = other.value) });
  ui.addEventListener("input", () => show(other));
  return other;
}

/** A colour as text, with a picker. */
kinds.color = (n) => {
  const ui = input(n);
  const hex = () => (/^#[\da-f]{6}$/i.test(ui.value) ? ui.value : "#000000");
  const pick = beside(ui, { type: "color", "aria-label": n.label + ", picker", value: hex() }, (other) => (other.value = hex()));
  return kinds.text(n, ui, h("div.row slide", ui, pick));
};

/** Does JavaScript keep every digit of this number? */
const digits = (text) => String(text).replace(/e.*|\D/gi, "").replace(/^0+|0+$/g, "");
const isExact = (text) => isFinite(text) && digits(text) === digits(+text);

/** A number, never rounded; with a slider where its range is known. */
kinds.number = (n) => {
  const ui = input(n);
  n.get = (errors) => {
    const text = ui.value.trim();
    if (!text) return undefined;
    const value = Number(text);
    if (isNaN(value)) errors.push([n, n.whole ? "Use a whole number." : "Use a number."]);
    else if (!isExact(text) || (n.whole && Number.isInteger(value) && !Number.isSafeInteger(value)))
      errors.push([n, "Use fewer digits: this number cannot be sent exactly."]);
    return value;
  };
  return field(n, n.slide ? slider(n, ui) : ui, ui);
};

function slider({ slide, value, label }, ui) {
  const attrs = { type: "range", ...slide, value: value ?? slide.min, "aria-label": label + ", slider" };
  return h("div.row slide", beside(ui, attrs, (range) => (range.value = ui.value || slide.min)), ui);
}

/** A file as base64. */
kinds.file = (n) => {
  let { value } = n;
  const ui = input({ attrs: n.attrs });
  ui.addEventListener("change", () => {
    value = undefined;
    const [file] = ui.files;
    if (!file) return;
    const reader = new FileReader();
    n.form.ready = Promise.all([n.form.ready, new Promise((done) => (reader.onloadend = done))]);
    reader.onload = () => {
      if (ui.files[0] !== file) return;
      value = n.url ? reader.result : reader.result.replace(/^[^,]*,/, "");
      n.form.changed();
    };
    reader.readAsDataURL(file);
  });
  n.get = () => value;
  return field(n, ui);
};

/** A yes or no, its label at its right. */
kinds.check = (n) => {
  const hint = hintOf(n);
  const ui = h("input", { type: "checkbox", id: uid(), name: pathOf(n), "aria-describedby": n.said, checked: n.value === true });
  n.get = () => ui.checked;
  n.target = ui;
  n.tag = h("span", { id: ui.id + "l" }, n.label);
  n.el = h("div.field wide", h("label.check", ui, n.tag), hint);
  return n;
};

/** What is sent and cannot be changed: a const, or a readOnly value, which is shown. */
kinds.fixed = (n) => {
  n.get = () => n.value;
  return n.shown && n.value !== undefined ? field(n, h("input", { readonly: true, value: quoted(n.value) })) : n;
};

/** The editor for a value of any shape: JSON as text. */
kinds.json = (n) => {
  const told = JSON.stringify(n.value, null, 2) ?? "";
  const rows = Math.min(20, told.split("\n").length + 2);
  const ui = h("textarea.mono", { rows, spellcheck: "false", value: told });
  n.wide = true;
  n.get = (errors) => {
    const text = ui.value;
    if (!text.trim()) return undefined;
    const box = attempt(() => [JSON.parse(text)]);
    const numbers = text.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/-?\d[\d.eE+-]*/g) ?? [];
    const long = numbers.find((each) => !isExact(each));
    if (!box) errors.push([n, 'Write JSON, like {"name": "value"}.']);
    else if (long) errors.push([n, `Use fewer digits: ${long} cannot be sent exactly.`]);
    return box?.[0];
  };
  field(n, ui);
  mark(ui, { name: below(n, "@json") });
  return n;
};

/** "+02:00" or "": how far the zone is ahead of UTC at a moment. */
const aheadAt = (at, zone) => offsetAt(at, zone).slice(3).replace("+00:00", "");
const shift = (at, offset, sign) =>
  at + sign * (Date.parse("1970-01-01T00:00Z") - Date.parse("1970-01-01T00:00" + (offset || "Z")));
const seconds = (time) => (/:.*:/.test(time) ? time : time + ":00");

// type: [value → what the control shows, what it shows → value, what it is called]
const TIMED = {
  date: [(v) => v, (v) => v],
  time: [
    (v) => v.replace(/(z|[+-]\d\d:\d\d)$/i, ""),
    (v, zone) => seconds(v) + (aheadAt(Date.now(), zone) || "Z")
  ],
  "datetime-local": [
    (v, zone) => {
      const at = /[t ]\d/i.test(v) ? Date.parse(v) : NaN;
      return isNaN(at) ? "" : new Date(shift(at, aheadAt(at, zone), 1)).toISOString().replace(/(:00)?\.000Z$|Z$/, "");
    },
    (v, zone) => {
      const wall = Date.parse(v + "Z");
      const near = shift(wall, aheadAt(wall, zone), -1);
      return seconds(v) + (aheadAt(near, zone) || "Z");
    },
    "date and time"
  ]
};

/** A value that the control cannot show stays a text, one that was not touched is sent as it came. */
kinds.time = (n) => {
  const { type } = n.attrs;
  const [toShown, toValue, what = type] = TIMED[type];
  const zone = locality.timeZone;
  const shown = n.value === undefined ? "" : toShown(String(n.value), zone);
  const ui = input(n, { value: shown });
  if (n.value !== undefined && (ui.value !== shown || !shown)) {
    n.attrs = { type: "text" };
    return kinds.text(n);
  }
  n.get = (errors) => {
    if (ui.validity.badInput) errors.push([n, `Use a whole, real ${what}, or clear it.`]);
    return ui.value ? (ui.value === shown ? n.value : toValue(ui.value, zone)) : undefined;
  };
  return field(n, ui);
};
