// checks-names.js: the rules about members by their names.

import { check, inner, keys, RULES } from "./checks.js";

RULES.patterns = (v, rows, c) =>
  rows.flatMap(([pattern, row]) => keys(v).flatMap((k) => (RULES.text(k, pattern) ? inner(v[k], row, c, k) : [])));
RULES.others = (v, [names, row, patterns], c, rule) => {
  const fitting = keys(v).filter((k) => patterns.some((p) => RULES.text(k, p)));
  return RULES.rest(v, [names.concat(fitting), row], c, rule);
};
RULES.names = (v, row, c, [, , say]) =>
  keys(v).flatMap((k) =>
    check(k, row, { ...c, choose: undefined })
      .slice(0, 1)
      .map((e) => ({ path: [...c.path, k], say: say + e.say.charAt(0).toLowerCase() + e.say.slice(1), name: true }))
  );
