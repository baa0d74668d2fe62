// schema-rules.js: the keywords that few schemas use: choices of schemas, conditions, counts, names; and what to do about them.
// needs: labels.js schema.js schema-fold.js form-messages.js

RULES.search = (at, ref) => {
  if (typeof at !== "object" || !at) return;
  if (isMap(at) && [at.$id, at.id, "#" + at.$anchor, "#" + at.$dynamicAnchor].includes(ref)) return at;
  for (const k of keys(at)) {
    const found = RULES.search(at[k], ref);
    if (found) return found;
  }
};

/** A shape with the conditions that hold for a value folded in. */
RULES.settle = (s, value, root) => {
  const queue = list(s.when).slice();
  for (const w of queue) {
    const part = shape(
      "key" in w ? !has(value, w.key) || w.then : check(value, w.test, { root }).length ? w.other : w.then,
      root
    );
    queue.push(...list(part.when));
    s = merge(s, part);
  }
  return s;
};

const holds = (v, x, c) => !check(v, x, { root: c.root }).length;
const each = (v, map, then) => keys(map).flatMap((k) => (has(v, k) ? then(map[k], k) : []));

Object.assign(RULES.any, {
  not: (v, x, s, c) => !holds(v, x, c),
  if: (v, x, s, c) => check(v, (holds(v, x, c) ? s.then : s.else) ?? true, c)
});
Object.assign(RULES.array, {
  uniqueItems: (v, on, s, c) =>
    on === true
      ? v.flatMap((x, i) =>
          v.slice(0, i).some((y) => same(x, y)) ? [{ path: [...c.path, i], keyword: "uniqueItems" }] : []
        )
      : true,
  prefixItems: (v, all, s, c) => v.flatMap((x, i) => (i < list(all).length ? inner(x, all[i], c, i) : [])),
  contains: (v, x, s, c) => {
    const n = v.filter((y) => holds(y, x, c)).length;
    return n >= (s.minContains ?? 1) && n <= (s.maxContains ?? n);
  }
});
Object.assign(RULES.object, {
  minProperties: (v, n) => keys(v).length >= n,
  maxProperties: (v, n) => keys(v).length <= n,
  dependentRequired: (v, map, s, c) => each(v, map, (names, k) => needed(v, names, c, k)),
  dependentSchemas: (v, map, s, c) => each(v, map, (x) => check(v, x, c)),
  dependencies: (v, map, s, c) => each(v, map, (x, k) => (Array.isArray(x) ? needed(v, x, c, k) : check(v, x, c))),
  propertyNames: (v, x, s, c) =>
    keys(v).flatMap((k) =>
      check(k, x, { root: c.root })
        .slice(0, 1)
        .map((e) => ({ ...e, path: [...c.path, k], name: true }))
    )
});

const speakOf = (s, text, otherwise) =>
  mentioned(s).length ? text.replace("%", either(mentioned(s).map(labelOf))) : otherwise;
const sketch = (s) =>
  has(s, "const")
    ? quoted(s.const)
    : s.enum
      ? either(s.enum.map(quoted))
      : [
          s.type && (A[s.type] ?? s.type),
          isNumber(s.minimum) && `${s.minimum} or more`,
          isNumber(s.maximum) && `${s.maximum} or less`
        ]
          .filter(Boolean)
          .join(", ") || "of the kind asked for";

Object.assign(MESSAGES, {
  uniqueItems: () => "Use another value: this one is there already.",
  contains: (p, v, s) =>
    (s.minContains || s.maxContains
      ? "Change the items: " +
        [s.minContains && `at least ${s.minContains}`, s.maxContains && `at most ${s.maxContains}`]
          .filter(Boolean)
          .join(" and ")
      : "Add an item: at least one") + ` must be ${sketch(p)}.`,
  minProperties: (p, v) => `Fill in ${p - keys(v).length} more: at least ${p} needed.`,
  maxProperties: (p, v) => `Clear ${keys(v).length - p}: at most ${p} allowed.`,
  not: (p, v) =>
    (isMap(v) ? speakOf(p, "Change %: these values do not go together.") : undefined) ??
    "Use another value: this one is not allowed.",
  anyOf: (p) => speakOf(p, "Fill in %.", "Change this: it fits none of the choices."),
  oneOf: (p) => speakOf(p, "Fill in just one of %.", "Change this: it must fit just one of the choices.")
});
