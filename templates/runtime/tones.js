// tones.js: which tone a value, a row or a bar has: ok, warn, bad, info, neutral.

import { evaluate, present } from "./expressions.js";
import { isPlain, textOf } from "./format.js";

/** The sign and the word of each tone: colour never says it alone. */
export const TONES = {
  __proto__: null,
  ok: ["✓", "OK"],
  warn: ["!", "Warning"],
  bad: ["✕", "Problem"],
  info: ["i", "Note"],
  neutral: ["", ""],
};

const isMap = (tone) => isPlain(tone) && !Object.keys(tone).some((name) => name[0] === "$");

/** The tone that a spec gives a value by its name, a map or an expression; undefined where it gives none. */
export function toneIn(tone, value, scope) {
  if (!present(tone)) return undefined;
  const named = [value, textOf(value)].find((name) => isMap(tone) && Object.hasOwn(tone, String(name)));
  const told = isMap(tone) ? tone[String(named)] : evaluate(tone, scope);
  return TONES[told] && told;
}
