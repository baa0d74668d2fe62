// checks-logic.js: the rules that combine others: choices of schemas, conditions.
// needs: checks.js

const apart = (c) => ({ ...c, choose: undefined });
RULES.all = (v, rows, c) => rows.flatMap((row) => check(v, row, c));
/** Where no branch holds, the faults of the chosen one. */
RULES.some = (v, rows, c, rule) => {
  const faults = rows.map((row) => check(v, row, c));
  const hits = faults.filter((f) => !f.length).length;
  return (rule[4] ? hits === 1 : hits > 0) || (!hits && faults[c.choose?.(c.path)]) || false;
};
RULES.not = (v, row, c) => check(v, row, apart(c)).length > 0;
RULES.if = (v, [test, then, other], c) => check(v, check(v, test, apart(c)).length ? other : then, c);
RULES.when = (v, [needs, rows], c) => [
  ...keys(needs).flatMap((k) => (has(v, k) ? RULES.need(v, needs[k][0], c, [0, 0, needs[k][1]]) : [])),
  ...keys(rows).flatMap((k) => (has(v, k) ? check(v, rows[k], c) : []))
];
