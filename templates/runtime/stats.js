// stats.js: two to eight figures on cards.

import { describeValues, wordsOf } from "./columns.js";
import { components } from "./components.js";
import { evaluate, present } from "./expressions.js";
import { toneIn } from "./tones.js";
import { isList, isNumber } from "./values.js";

components["stat-cards"] = (props, scope) => {
  const stats = isList(props.stats) ? props.stats.map((stat) => evaluate(stat, scope)) : [];
  const there = stats.filter(({ value }) => present(value));
  return there[0] ? { type: "stat-cards", stats: there.map((stat) => ({ ...stat, tone: toneIn(stat.tone, stat.value, scope), format: stat.format ?? shareFormat(stat) })) } : null;
};

/** A share of a whole is told in percent. */
function shareFormat({ label, value }) {
  const { format } = isNumber(value) ? describeValues(wordsOf(label), [value]) : {};
  return format?.ratio ? format : undefined;
}
