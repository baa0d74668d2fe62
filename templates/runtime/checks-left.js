// checks-left.js: the parts of a value that no other rule speaks of.

import { check, has, inner, keys, kindOf, RULES } from "./checks.js";

const holding = (v, rows, c) => rows.filter((row) => !check(v, row, c).length);
// rule: (value, parameter, context, own row) → the rows for the same value that hold, or the keys it speaks of as [key]
const SPEAKS = {
  all: (v, rows, c) => holding(v, rows, c),
  some: (v, rows, c) => holding(v, rows, c),
  if: (v, [test, then, other], c) => (check(v, test, c).length ? [other] : [test, then]),
  when: (v, [, rows]) => keys(rows).flatMap((k) => (has(v, k) ? rows[k] : [])),
  props: (v, rows) => keys(rows).map((k) => [k]),
  rest: (v) => keys(v).map((k) => [k]),
  others: (v) => keys(v).map((k) => [k]),
  patterns: (v, rows) => rows.flatMap(([p]) => keys(v).flatMap((k) => (RULES.text(k, p) ? [[k]] : []))),
  items: (v, [places, rest]) => keys(v).flatMap((i) => (rest || !places.length || i < places.length ? [[i]] : [])),
  has: (v, [row], c) => keys(v).flatMap((i) => (check(v[i], row, c).length ? [] : [[i]])),
  left: (v, [, own], c, row) => (own === row ? [] : keys(v).map((k) => [k]))
};
function spoken(v, row, c, first = row) {
  const { any = [], [kindOf(v)]: own = [] } = c.rows[row];
  return [...any, ...own].flatMap(([name, limit]) =>
    (SPEAKS[name]?.(v, limit, c, first) ?? []).flatMap((found) => (found.at ? found[0] : spoken(v, found, c, first)))
  );
}
RULES.left = (v, [row, own], c, [, , say]) => {
  const known = spoken(v, own, { ...c, choose: undefined });
  return keys(v)
    .filter((k) => !known.includes(k))
    .map((k) => (Array.isArray(v) ? +k : k))
    .flatMap((k) =>
      row > 1 ? inner(v[k], row, c, k) : [{ path: [...c.path, k], say: say.replace("{@}", k) }]
    );
};
