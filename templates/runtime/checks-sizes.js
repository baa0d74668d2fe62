// checks-sizes.js: limits that do not count themselves, and limits of length.

import { keys, RULES } from "./checks.js";
import { isText } from "./format.js";

RULES.over = (v, n) => v > n;
RULES.under = (v, n) => v < n;
/** Does a size fit? Else what to do, with how many there are or should not be. */
const sized = (fits) => (v, limit, { path }, [, , say, about]) => {
  const size = (isText(v) ? [...v] : keys(v)).length;
  const count = isText(v) ? size : Math.abs(size - limit);
  return fits(size, limit) || [{ path, say: say.replace("{n}", count).replace("{s}", count === 1 ? "" : "s"), about }];
};
RULES.least = sized((size, least) => size >= least);
RULES.most = sized((size, most) => size <= most);
