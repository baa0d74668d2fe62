// tones.js: words of status that people read as good, doubtful, bad or neither.

/** Words that are ok, warn, bad or info, a group each; "not ready" is told by its first word. */
const TONES =
  /^(?:(ok|succe\w*|active|enabled|online|healthy|up|shipped|delivered|done|complete\w*|pass|passed|resolved|approved|closed|merged|available|valid|ready|published)|(not|warn\w*|hold|pending|queued|waiting|draft|paused|degraded|partial|low|medium|skipped|inactive)|(error|fail\w*|critical|fatal|refunded|cancel\w*|rejected|denied|blocke[dr]|down|offline|expired|overdue|invalid|unhealthy|high|urgent|deleted)|in|info|open\w*|paid|running|new|process\w*|start\w*|scheduled|planned|todo|debug)$/;
const toneOfWord = (word) => {
  const found = TONES.exec(word);
  return found && (["ok", "warn", "bad"].find((_, i) => found[i + 1]) ?? "info");
};

/** ok, warn, bad or info for words that are known, else undefined. */
export function toneOf(value) {
  const words = String(value).toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length < 4 ? words.map(toneOfWord).find(Boolean) : undefined;
}
