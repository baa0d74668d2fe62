// checks.js: a value held against the rows of compiled rules (src/genui/checks). The files of rarer rules add to RULES.

import { isList, isNested } from "./values.js";

export const has = (o, k) => Object.hasOwn(Object(o), k);
export const list = (v) => (isList(v) ? v : []);
export const keys = (o) => Object.keys(Object(o));

export const same = (a, b) =>
  a === b ||
  (isNested(a) &&
    isNested(b) &&
    isList(a) === isList(b) &&
    keys(a).length === keys(b).length &&
    keys(a).every((k) => has(b, k) && same(a[k], b[k])));

export const kindOf = (v) => (v === null ? "null" : isList(v) ? "array" : typeof v);
export const isType = (v, t) => (t === "integer" ? Number.isInteger(v) : kindOf(v) === t);

// name: (value, parameter, context, rule) → does it hold? or the faults of the parts
export const RULES = Object.create(null);
RULES.no = () => false;
RULES.type = (v, all) => all.some((t) => isType(v, t));
RULES.in = (v, all) => all.some((x) => same(x, v));
RULES.min = (v, n) => v >= n;
RULES.max = (v, n) => v <= n;
RULES.need = (v, labels, c, [, , say]) =>
  keys(labels).flatMap((k) => (has(v, k) && v[k] !== undefined ? [] : [{ path: [...c.path, k], say, label: labels[k] }]));
RULES.props = (v, rows, c) => keys(rows).flatMap((k) => (has(v, k) ? inner(v[k], rows[k], c, k) : []));
RULES.rest = (v, [names, row], c, [, , say]) =>
  keys(v).flatMap((k) =>
    names.includes(k)
      ? []
      : row > 1
        ? inner(v[k], row, c, k)
        : [{ path: [...c.path, k], say: say.replace("{@}", k) }]
  );
export const inner = (v, row, c, key) => check(v, row, { ...c, path: [...c.path, key] });

/**
 * The faults of a value: [{path: [keys], say, about: [members], label}]. context: rows, path, choose(path) → the branch
 * of a variant meant.
 */
export function check(v, row, c) {
  if (v === undefined) return [{ path: c.path, say: "{@} is needed." }];
  const { any = [], [kindOf(v)]: own = [] } = c.rows[row];
  return [...any, ...own].flatMap((rule) => {
    const [name, limit, say, about] = rule;
    const held = RULES[name](v, limit, c, rule);
    return held === true ? [] : held || [{ path: c.path, say, about }];
  });
}
