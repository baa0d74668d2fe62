// form-node.js: from a schema to the node of a form that edits its values: {el, get(errors), child(key)}. What is rare is made by the files that add to `kinds`.
// needs: dom.js labels.js schema.js

const kinds = Object.create(null);

/** The dotted path of a node in the arguments; with `star`, its pattern in spec.form.fields. */
function pathOf(n, star) {
  const above = n.up ? pathOf(n.up, star) : "";
  const own = n.up && ((star && n.star) || n.seg);
  return own === undefined ? above : above ? above + "." + own : own;
}
const quoted = (v) => (typeof v === "string" ? v : JSON.stringify(v));
const escaped = (name) => String(name).replaceAll(".", "\\.");
const below = (n, part) => (pathOf(n) ? pathOf(n) + "." : "") + part;
const innermost_ = (n) => (n.inner ? innermost_(n.inner) : n);

const plain = (text) =>
  String(text)
    .replace(/[\s_-]/g, "")
    .toLowerCase();
const lower = (text) => (/^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1));
/** The spec's label, else a title that people wrote, else the name taken apart. */
function titleOf({ steer, s: { title }, name = "", label }) {
  return (
    steer.label ||
    label ||
    (typeof title === "string" && title.trim() && plain(title) !== plain(name) ? title.trim() : labelOf(name)) ||
    "Value"
  );
}

const isNull = (s) =>
  String(types(s)) === "null" || s.const === null || (list(s.enum).length === 1 && s.enum[0] === null);
/** Does a branch say what a value is, and not only what must be among its members? */
const tells = (b) =>
  ["type", "properties", "const", "enum", "oneOf", "anyOf", "items", "format", "pattern"].some((k) => has(b, k)) ||
  isFree(b);
const isFree = (s) =>
  s === undefined || s === true || (isMap(s) && keys(s).every((k) => k === "description" || k === "title"));

/** Take null out of a shape: {s, nil, branches: [[index, shape]] of what is left to choose from}. */
function parted(s, root, depth = 0) {
  let nil = s.nullable === true;
  let branches;
  if (types(s).length > 1 && types(s).includes("null")) {
    nil = true;
    s = { ...s, type: types(s).filter((t) => t !== "null") };
  }
  for (const k of ["anyOf", "oneOf"]) {
    const all = list(s[k]).map((b, i) => [i, shape(b, root)]);
    if (!all.length || !all.every(([, b]) => tells(b))) continue;
    const left = all.filter(([, b]) => !isNull(b));
    nil ||= left.length < all.length;
    // A branch that leads back to itself would never end.
    if (left.length === 1 && depth < 50) {
      const { [k]: _, ...rest } = s;
      const one = parted(RULES.merge(rest, left[0][1]), root, depth + 1);
      return { ...one, nil: nil || one.nil };
    }
    if (left.length) branches ??= left;
  }
  return { s, nil, branches };
}

/** The values to choose from, with their labels; undefined where a value is free. */
function choicesOf({ s, steer = {} }, branches) {
  if (steer.options && steer.control !== "text") return steer.options;
  const names = list(s.enumNames ?? s["x-enumNames"]);
  if (has(s, "const")) return labelled([{ value: s.const, label: s.title }]);
  if (Array.isArray(s.enum)) return labelled(s.enum.map((value, i) => ({ value, label: names[i] })));
  const all = branches?.map(([, b]) => choicesOf({ s: b }));
  return all?.every(Boolean) ? labelled(all.flat()) : undefined;
}
function labelled(all) {
  const words =
    all.length <= 12 &&
    all.every((c) => /^[a-z]+([_-][a-z]+)*$/.test(c.value)) &&
    new Set(all.map((c) => labelOf(c.value))).size === all.length;
  const text = (v) =>
    typeof v !== "string" || v === "" || all.some((c) => c.value !== v && String(c.value) === v)
      ? JSON.stringify(v)
      : words
        ? labelOf(v)
        : v;
  return all.map(({ value, label }) => ({ value, label: String(label ?? (value === null ? "None" : text(value))) }));
}

const SIGNS = {
  object: /^(properties|additionalProp|patternProp|propertyN|required|when)/,
  array: /items$|^contains/i,
  string: /^(pattern|m..Length|format|contentEnc)/,
  number: /^(m..imum|multiple)/
};
/** The types a shape allows, guessed from its keywords where it names none. */
function typesOf(s) {
  const all = types(s).filter((t) => t === "null" || has(SIGNS, t) || t === "integer" || t === "boolean");
  if (all.includes("number")) return all.filter((t) => t !== "integer");
  return all.length
    ? all
    : keys(SIGNS)
        .filter((t) => keys(s).some((k) => SIGNS[t].test(k)))
        .slice(0, 1);
}
const isMapped = (s) =>
  s.patternProperties ||
  (!isFree(s.additionalProperties ?? true) && s.additionalProperties !== false) ||
  (keys(s.propertyNames).some((k) => k !== "type") && s.additionalProperties !== false);
const isLoose = (t, s) =>
  !t ||
  (t === "object"
    ? !keys(s.properties).length && !s.when && !isMapped(s) && s.additionalProperties !== false
    : t === "array" && !s.prefixItems && isFree(s.items));
const deepType = (s) => /object|array/.test(typesOf(s));

/** Make the node for a schema. at: up, seg (its part of the path), name, req, value (given), and how it stands: flat, bare, label. */
function make(form, raw, at) {
  const n = { form, steer: {}, ...at, s: shape(raw, form.root) };
  const path = pathOf(n, true);
  if (has(form.fields, path) && n.seg !== undefined) n.steer = form.fields[path];
  const { s, nil, branches } = parted(n.s, form.root);
  n.s = s;
  n.label = titleOf(n);
  const given = at.value !== undefined;
  n.level = (n.up?.level ?? 0) + 1;
  form.made++;
  const fallback = n.steer.default ?? s.default;
  if (!given && (fallback !== null || nil)) n.value = fallback;
  const only = isNull(s) ? [null] : has(s, "const") && !nil ? [s.const] : undefined;
  if (!only) return build(n, nil, branches, given);
  return given && !same(only[0], n.value) ? kinds.json(n) : kinds.fixed(n, only[0]);
}

function build(n, nil, branches, given) {
  const { s, steer, value } = n;
  const { control } = steer;
  if (steer.hidden || control === "hidden") return kinds.fixed(n, value);
  if (s.readOnly === true && !(n.req && value === undefined)) return kinds.fixed(n, value, value !== undefined);
  const [t, ...others] = typesOf(s);
  const all =
    choicesOf(n, branches) ??
    (t === "boolean" &&
    !others.length &&
    (nil || control === "select" || (!n.req && value === undefined && control !== "checkbox"))
      ? [
          { value: true, label: "Yes" },
          { value: false, label: "No" }
        ]
      : undefined);
  if (control === "json") return kinds.json(n);
  if (all) {
    if (nil && !all.some((c) => c.value === null)) all.push({ value: null, label: "None" });
    return !given || all.some((c) => same(c.value, value)) ? kinds.choice(n, all) : kinds.json(n);
  }
  if (nil && !n.nilled) return kinds.nil?.(n) ?? kinds.json(n);
  const several = branches ?? (others.length ? [t, ...others].map((type, i) => [i, { type }]) : undefined);
  const grouped = several
    ? several.some(([, b]) => deepType(b))
    : t === "object"
      ? !isLoose(t, s) && !(isMapped(s) && !keys(s.properties).length)
      : t === "array" && placesOf(s).length;
  // what requires itself is drawn on demand only
  const endless = n.level > 200 || n.form.made > 4000;
  if (grouped && (!n.req || (endless && value === undefined)) && !n.inc) return (kinds.optional ?? kinds.json)(n);
  if (several) return kinds.variant?.(n, several) ?? kinds.json(n);
  const fits = value === undefined || !t || isType(value, t) || (t === "integer" && isNumber(value));
  if ((isLoose(t, s) && !n.top) || (!fits && (given || typeof value === "object" || t === "array" || t === "object")))
    return kinds.json(n);
  return t === "object" ? kinds.object(n) : t === "array" ? (kinds.array?.(n) ?? kinds.json(n)) : kinds.scalar(n, t);
}
/** The schemas of a tuple's places. */
const placesOf = (s) => (Array.isArray(s.prefixItems) ? s.prefixItems : list(s.items));

/** Let a node stand around another of the same path. */
function around(n, el) {
  n.el = el;
  n.big = true;
  n.child = (key) => n.inner?.child?.(key);
  n.get ??= (errors) => n.inner?.get(errors);
  return n;
}
const inside = (n, schema, more) => {
  const { form, name, label, steer, req, inc, nilled, bare, flat } = n;
  return make(form, schema, { form, name, label, steer, req, inc, nilled, bare, flat, up: n, ...more });
};

const CONTROL = "input:not([type=hidden]),select,textarea";
const focusFirst = (box) =>
  (box.matches(CONTROL)
    ? box
    : (box.querySelector("[type=radio]:checked") ?? box.querySelector(CONTROL) ?? box.querySelector("button") ?? box)
  ).focus();
