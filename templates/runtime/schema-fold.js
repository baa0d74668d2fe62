// schema-fold.js: schemas made of others: $ref, allOf, anyOf, oneOf; their merging, for drawing, and their checks.
// needs: schema.js

/** What a $ref names: by pointer, anchor or id. `true`, which allows anything, where there is nothing. */
function refer(ref, root) {
  const id = root.$id || root.id;
  ref = String(ref);
  if (id && ref.startsWith(id)) ref = ref.slice(id.length) || "#";
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return RULES.search?.(root, ref) ?? true;
  let at = root;
  for (const part of ref.slice(2).split("/")) {
    const k = (attempt(() => decodeURIComponent(part)) ?? part).replace(/~1/g, "/").replace(/~0/g, "~");
    if (typeof at !== "object" || !has(at, k)) return true;
    at = at[k];
  }
  return at;
}

const unite = (a, b) => {
  const out = Object.assign(Object.create(null), a);
  for (const k of keys(b)) out[k] = k in out ? { allOf: [out[k], b[k]] } : b[k];
  return out;
};
const MERGE = {
  properties: unite,
  patternProperties: unite,
  required: join,
  when: join,
  items: (a, b) => (isMap(a) && isMap(b) ? { allOf: [a, b] } : isMap(a) ? a : b)
};
MERGE.additionalProperties = MERGE.propertyNames = MERGE.items;
MERGE.type = (a, b) =>
  [a].flat().filter((t) => [b].flat().includes(t) || (t === "integer" && [b].flat().includes("number")));
MERGE.enum = (a, b) => list(a).filter((v) => list(b).some((w) => same(v, w)));
for (const k of ["imum", "Length", "Items", "Properties"]) {
  MERGE["min" + k] = Math.max;
  MERGE["max" + k] = Math.min;
}
function merge(a, b) {
  const out = { ...b, ...a };
  for (const k of keys(a)) if (has(b, k) && has(MERGE, k)) out[k] = MERGE[k](a[k], b[k]);
  // one chooser to a place: the members of a second one are offered beside it
  for (const k of ["oneOf", "anyOf"])
    if (has(a, k)) for (const v of list(b[k])) if (v?.properties) out.properties = unite(out.properties, v.properties);
  return out;
}

const shapes = new WeakMap();
const MOST_FOLDS = 3000;
let folds = 0;
/** A schema with its $ref and allOf folded in, its conditions gathered in `when`: what a form is drawn from. */
RULES.fold = (s, root, seen) => {
  if (!isMap(s)) return s === false ? { not: {} } : {};
  if (shapes.has(s)) return shapes.get(s);
  if (!seen.length) folds = 0;
  // Parts that each name two others double with every level.
  if (seen.includes(s) || ++folds > MOST_FOLDS) return {};
  const {
    $ref,
    $dynamicRef,
    $recursiveRef,
    allOf,
    if: test,
    then,
    else: other,
    dependentSchemas,
    dependencies,
    ...rest
  } = s;
  const when = Object.entries({ ...dependencies, ...dependentSchemas }).flatMap(([key, then]) =>
    Array.isArray(then) ? [] : [{ key, then }]
  );
  if (test !== undefined) when.push({ test, then, other });
  const ref = $ref ?? $dynamicRef ?? $recursiveRef;
  let out = when.length ? { ...rest, when } : rest;
  for (const part of [...(ref === undefined ? [] : [refer(ref, root)]), ...list(allOf)])
    out = merge(out, RULES.fold(part, root, [...seen, s]));
  if (!seen.length) shapes.set(s, out);
  return out;
};

const follow = (v, ref, s, c, to = refer(ref, c.root)) =>
  c.trail.includes(to) ? [] : check(v, to, { ...c, trail: [...c.trail, to] });

/** anyOf and oneOf; where no branch holds, the faults of the chosen one. */
const some = (enough) => (v, all, s, c) => {
  const faults = list(all).map((x) => check(v, x, c));
  const hits = faults.filter((f) => !f.length).length;
  return !faults.length || enough(hits) || (!hits && faults[c.choose?.(c.path)]) || false;
};

Object.assign(RULES.any, {
  $ref: follow,
  $dynamicRef: follow,
  $recursiveRef: follow,
  allOf: (v, all, s, c) => list(all).flatMap((x) => check(v, x, c)),
  anyOf: some((n) => n > 0),
  oneOf: some((n) => n === 1)
});
RULES.merge = merge;
