// checks-text.js: patterns of texts; formats are patterns too.
// needs: checks.js

/** A pattern as Unicode, else as it is, else undefined: then it is not checked. */
const regex = (p, flags) => attempt(() => new RegExp(p, flags ?? "u")) ?? attempt(() => new RegExp(p));

RULES.regex = (v) => !!regex(v);
RULES.text = (v, [pattern, flags, risky]) => {
  const re = regex(pattern, flags);
  // repeats in repeats can run for ever: such a pattern is tried on growing beginnings, and given up when it turns slow
  for (let n = 12; re && risky && n < v.length; n = Math.ceil(n * 1.1)) {
    const start = performance.now();
    re.test(v.slice(0, n) + "\0");
    if (performance.now() - start > 8) return true;
  }
  return !re || v.length > 5e4 || re.test(v);
};
