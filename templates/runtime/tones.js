// tones.js: which tone a value, a row or a bar has: ok, warn, bad, info, neutral.

import { evaluate } from "./expressions.js";
import { has, isPlain, keys, present, textOf } from "./values.js";

/** The sign and the word of each tone: colour never says it alone. */
export const TONES = {
  __proto__: null,
  ok: ["✓", "OK"],
  warn: ["!", "Warning"],
  bad: ["!!", "Problem"],
  info: ["i", "Note"],
  neutral: ["", ""],
};

/** Words that are ok, warn, bad or info, a group each; "not ready" is told by its first word. */
const WORD_TONES =
  /^(?:(ok|succe\w*|active|enabled|online|healthy|up|shipped|delivered|done|complete\w*|pass|passed|resolved|approved|merged|available|valid|verified|ready|published|confirmed|solved|accepted|good|arrived|landed|on time)|(not|warn\w*|delayed|hold|pending|queued|waiting|draft|paused|degraded|partial|medium|unresolved|skipped|inactive|abnormal|moderate|major|adjourned|postponed|late|unassigned|idl\w*|h|l)|(\w*error|\w*backoff|err|errimagepull|crash\w*|fail\w*|(?:oom)?kill(?:ed|ing)|evicted|critical|fatal|refunded|cancel\w*|rejected|denied|blocke[dr]|down|offline|expired|overdue|past|invalid|unhealthy|delinquent|revoked|suspended|banned|malicious|severe|extreme|vulnerable|compromised|high|urgent|deleted|out of (?:stock|order|service)|broken|faulty|unavailable|lost)|in|under|out|\w{3,}ing|info|open\w*|paid|new|process\w*|start\w*|scheduled|planned|todo|debug|low)$/;
const toneOfWord = (word) => {
  const found = WORD_TONES.exec(word);
  return found && (["ok", "warn", "bad"].find((_, i) => found[i + 1]) ?? "info");
};

/** ok, warn, bad or info for words that are known, else undefined. */
export function toneOf(value) {
  const words = String(value).toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length < 4 ? [words.join(" "), ...words].map(toneOfWord).find(Boolean) : undefined;
}

/** What is no problem only where it holds: "Active: no" may be as it should. */
const NEEDED = /^(valid|verified|healthy|pass|passed|succe\w*)$/;

/** The tone of a flag by the last word of its name: bad where something bad holds, ok where something good does. */
export function flagTone(words, value) {
  const last = words.split(" ").at(-1);
  const tone = typeof value === "boolean" ? toneOfWord(last) : undefined;
  return value ? tone : NEEDED.test(last) ? tone && "bad" : undefined;
}

const isMap = (tone) => isPlain(tone) && !keys(tone).some((name) => name[0] === "$");

/** The tone that a spec gives a value by its name, a map or an expression; undefined where it gives none. */
export function toneIn(tone, value, scope) {
  if (!present(tone)) return undefined;
  const named = [value, textOf(value)].find((name) => isMap(tone) && has(tone, String(name)));
  const told = isMap(tone) ? tone[String(named)] : textOf(evaluate(tone, scope));
  return TONES[told] && told;
}
