// form-messages.js: what to do about a value that cannot be sent, in plain words, and where it is said.
// needs: dom.js labels.js schema.js form-node.js

const countOf = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
const either = (words) => (words.length > 1 ? words.slice(0, -1).join(", ") + " or " : "") + words.at(-1);
const A = {
  object: "a JSON object, like {…}",
  array: "a list, like […]",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false"
};
const bound = (p, s, exclusive, than, or) =>
  isNumber(s.minimum) && isNumber(s.maximum) && !exclusive
    ? `Use a number from ${s.minimum} to ${s.maximum}.`
    : exclusive === true
      ? `Use ${than} than ${p}.`
      : `Use ${p} or ${or ?? than}.`;
const places = (n) => (/^0?\.0*1$|^1e-\d+$/.test(n) ? Math.round(-Math.log10(n)) : 0);

// keyword: (its parameter, the value, the schema, the label, the key) → what to do
const MESSAGES = {
  required: (p, v, s, label) => `${label} is needed.`,
  type: (p) => `Use ${either([p].flat().map((t) => A[t] ?? t))}.`,
  enum: (p) => (p.length <= 6 ? `Use ${either(p.map(quoted))}.` : "Choose one from the list."),
  const: (p) => `Use ${quoted(p)}.`,
  minimum: (p, v, s) => bound(p, s, s.exclusiveMinimum, "more"),
  maximum: (p, v, s) => bound(p, s, s.exclusiveMaximum, "less"),
  exclusiveMinimum: (p) => `Use more than ${p}.`,
  exclusiveMaximum: (p) => `Use less than ${p}.`,
  multipleOf: (p) =>
    p === 1
      ? "Use a whole number."
      : places(p)
        ? `Use at most ${countOf(places(p), "decimal")}.`
        : `Use a multiple of ${p}.`,
  minLength: (p, v) => `Use ${countOf(p, "character")} or more; this has ${size(v)}.`,
  maxLength: (p, v) => `Use at most ${countOf(p, "character")}; this has ${size(v)}.`,
  minItems: (p, v) => `Add ${countOf(p - v.length, "item")}: at least ${p} needed.`,
  maxItems: (p, v) => `Remove ${countOf(v.length - p, "item")}: at most ${p} allowed.`,
  additionalProperties: (p, v, s, label, key) => `Remove ${key}: it is not known here.`,
  false: () => "Leave this out."
};

/** The members that a schema speaks of. */
function mentioned(s) {
  if (Array.isArray(s)) return [...new Set(s.flatMap(mentioned))];
  return isMap(s)
    ? join(
        join(s.required, keys(s.properties)),
        ["allOf", "anyOf", "oneOf", "not"].flatMap((k) => mentioned(s[k]))
      )
    : [];
}

function messageFor({ keyword, param, schema = {}, path, name, because }, value, label) {
  const say = has(MESSAGES, keyword)
    ? MESSAGES[keyword](param, name ? path.at(-1) : value, schema, label, path.at(-1))
    : "Change this value.";
  return name
    ? "Use another name: " + lower(say)
    : because === undefined
      ? say
      : say.replace(/\.$/, ` with ${labelOf(because)}.`);
}

/** The node a fault is shown at: the one at its path, an entry's name, or the member that a rule about an object speaks of. */
function placeOf(form, { path, name, keyword, param }) {
  let n = form.node;
  for (const key of path) {
    const next = n.child?.(key);
    if (!next) break;
    n = next;
  }
  if (name && n.entry?.key) return n.entry;
  const told = /^(not|anyOf|oneOf)$/.test(keyword)
    ? mentioned(param)
        .flatMap((k) => n.child?.(k) ?? [])
        .filter((m) => m.el)
    : [];
  n =
    [...form.touched]
      .reverse()
      .map((each) => told.find((m) => m.el.contains(each)))
      .find(Boolean) ??
    told[0] ??
    n;
  n = innermost_(n);
  while (!n.target && n.up) n = n.up;
  return n;
}

function markBad(n, text) {
  const { target, hint, el } = n;
  const id = (target.id ||= uid()) + "e";
  if (!text) {
    n.error?.remove();
    n.error = undefined;
  } else {
    if (!n.error)
      (target.matches("fieldset,button") ? (target.querySelector("legend") ?? target) : el.lastChild).after(
        (n.error = h("p", { class: "err", id }))
      );
    if (n.error.textContent !== visible(text)) n.error.textContent = visible(text);
  }
  const by = [hint, text && id].filter(Boolean).join(" ");
  for (const [name, value] of [
    ["aria-invalid", text && "true"],
    ["aria-describedby", by]
  ])
    value ? target.setAttribute(name, value) : target.removeAttribute(name);
}

/** "Item 2, Quantity": the label with the list entries it stands in. */
function trail(n) {
  const out = [n.label];
  for (let up = n.up; up; up = up.up) if (up.entry) out.unshift(up.label.replace(/ of \d+$/, ""));
  return [...new Set(out)].join(", ");
}
