// checks-step.js: multiples, to the last decimal.

import { RULES } from "./checks.js";

/** [digits, exponent] of a number. */
function decimal(number) {
  const [, sign, a, b = "", e = 0] = /^(-?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?$/.exec(number);
  return [BigInt(sign + a + b), e - b.length];
}
RULES.step = (value, of) => {
  const [a, i] = decimal(value);
  const [b, j] = decimal(of);
  const k = Math.min(i, j);
  return !((a * 10n ** BigInt(i - k)) % (b * 10n ** BigInt(j - k)));
};
