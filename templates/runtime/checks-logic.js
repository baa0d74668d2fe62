// checks-logic.js: the rules that combine others: choices of schemas, conditions.

import { check, has, keys, RULES } from "./checks.js";

const MOST_CHECKS = 2e5;

/** The same value by another row; what branches into branches is left to the server after so many. */
function also(v, row, c) {
  c.steps ??= { left: MOST_CHECKS };
  return --c.steps.left < 0 ? [] : check(v, row, c);
}
const apart = (c) => ({ ...c, choose: undefined });
RULES.all = (v, rows, c) => rows.flatMap((row) => also(v, row, c));
/** Where no branch holds, the faults of the chosen one. */
RULES.some = (v, rows, c, rule) => {
  const faults = rows.map((row) => also(v, row, c));
  const hits = faults.filter((f) => !f.length).length;
  return (rule[4] ? hits === 1 : hits > 0) || (!hits && faults[c.choose?.(c.path)]) || false;
};
RULES.not = (v, row, c) => also(v, row, apart(c)).length > 0;
RULES.if = (v, [test, then, other], c) => also(v, also(v, test, apart(c)).length ? other : then, c);
RULES.when = (v, [needs, rows], c) => [
  ...keys(needs).flatMap((k) => (has(v, k) ? RULES.need(v, needs[k][0], c, [0, 0, needs[k][1]]) : [])),
  ...keys(rows).flatMap((k) => (has(v, k) ? check(v, rows[k], c) : []))
];
