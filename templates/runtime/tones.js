// tones.js: which tone a value, a row or a bar has: ok, warn, bad, info, neutral.

import { evaluate, present } from "./expressions.js";
import { isPlain, textOf } from "./values.js";

/** The sign and the word of each tone: colour never says it alone. */
export const TONES = {
  __proto__: null,
  ok: ["✓", "OK"],
  warn: ["!", "Warning"],
  bad: ["✕", "Problem"],
  info: ["i", "Note"],
  neutral: ["", ""],
};

/** Words that are ok, warn, bad or info, a group each; "not ready" is told by its first word. */
const WORD_TONES =
  /^(?:(ok|succe\w*|active|enabled|online|healthy|up|shipped|delivered|done|complete\w*|pass|passed|resolved|approved|closed|merged|available|valid|ready|published)|(not|warn\w*|hold|pending|queued|waiting|draft|paused|degraded|partial|medium|unresolved|skipped|inactive)|(error|crash\w*|fail\w*|critical|fatal|refunded|cancel\w*|rejected|denied|blocke[dr]|down|offline|expired|overdue|invalid|unhealthy|high|urgent|deleted)|in|info|open\w*|paid|running|new|process\w*|start\w*|scheduled|planned|todo|debug|low)$/;
const toneOfWord = (word) => {
  const found = WORD_TONES.exec(word);
  return found && (["ok", "warn", "bad"].find((_, i) => found[i + 1]) ?? "info");
};

/** ok, warn, bad or info for words that are known, else undefined. */
export function toneOf(value) {
  const words = String(value).toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length < 4 ? words.map(toneOfWord).find(Boolean) : undefined;
}

const isMap = (tone) => isPlain(tone) && !Object.keys(tone).some((name) => name[0] === "$");

/** The tone that a spec gives a value by its name, a map or an expression; undefined where it gives none. */
export function toneIn(tone, value, scope) {
  if (!present(tone)) return undefined;
  const named = [value, textOf(value)].find((name) => isMap(tone) && Object.hasOwn(tone, String(name)));
  const told = isMap(tone) ? tone[String(named)] : textOf(evaluate(tone, scope));
  return TONES[told] && told;
}
