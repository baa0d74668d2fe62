// checks-lists.js: the rules about the items of lists.

import { check, inner, RULES, same } from "./checks.js";

RULES.items = (v, [places, rest], c) => v.flatMap((x, i) => inner(x, places[i] ?? rest, c, i));
RULES.unique = (v, _, c, [, , say]) =>
  v.flatMap((x, i) => (v.slice(0, i).some((y) => same(x, y)) ? [{ path: [...c.path, i], say }] : []));
RULES.has = (v, [row, least, most], c) => {
  const n = v.filter((x) => !check(x, row, c).length).length;
  return n >= least && n <= (most ?? n);
};
