// checks-text.js: patterns of texts; formats are patterns too.

import { RULES } from "./checks.js";
import { attempt } from "./format.js";

/** A pattern as Unicode, else as it is, else undefined: then it is not checked. */
const regex = (p, flags) => attempt(() => new RegExp(p, flags ?? "u")) ?? attempt(() => new RegExp(p));

RULES.regex = (v) => !!regex(v);
const slow = new Set();
/** Whether a text fits a pattern; true where that cannot be told in time, as the server has the last word. */
RULES.text = (v, [pattern, flags]) => {
  const re = v.length < 5e4 && pattern.length < 5e3 && !slow.has(pattern) && regex(pattern, flags);
  if (!re) return true;
  // Any pattern can run for ever on the right text: it is tried on growing beginnings, and given up when it turns slow.
  for (let n = 0, late = 0; n < v.length; n = late ? n : Math.ceil((n + 1) * 1.1)) {
    const start = performance.now();
    // A pattern too large to compile throws only now.
    if (attempt(() => re.test(v.slice(0, n) + "\0")) === undefined) return true;
    // Late once may be the machine.
    late = performance.now() - start > 8 ? late + 1 : 0;
    if (late > 2) return !!slow.add(pattern);
  }
  return attempt(() => re.test(v)) ?? true;
};
