// stats.js: two to eight figures on cards, rows of badges, and how far something has come.

import { asWords } from "./brief.js";
import { columnsOf, currencyIn, moneyIn, wordsOf } from "./columns.js";
import { components } from "./components.js";
import { evaluate } from "./expressions.js";
import { toneIn, toneOf } from "./tones.js";
import { isList, isNumber, present } from "./values.js";
import { formatted, words } from "./words.js";

components["stat-cards"] = (props, scope) => {
  const stats = isList(props.stats) ? props.stats.map((stat) => evaluate(stat, scope)) : [];
  const there = stats.filter(({ value }) => present(value));
  return there[0] ? { type: "stat-cards", stats: there.map((stat) => ({ ...stat, tone: toneIn(stat.tone, stat.value, scope), format: stat.format ?? foundFormat(stat, scope) })) } : null;
};

/** A share of a whole is told in percent, money with its currency. */
function foundFormat({ label, value }, scope) {
  const row = { [wordsOf(label)]: value };
  const [{ key, format }] = columnsOf([row], undefined, currencyIn(scope));
  const told = isNumber(value) && moneyIn(format, value, row, scope, key);
  return told?.ratio || told?.currency ? told : undefined;
}

components.badges = (props, scope) => {
  const values = [evaluate(props.of, scope)].flat().filter(present);
  const badgeOf = (item) => ({ text: words(item), tone: toneIn(props.tone, item, { ...scope, item }) ?? toneOf(words(item)) });
  return values.length ? { type: "badges", badges: values.map(badgeOf) } : null;
};

components["progress-bar"] = (props, scope) => {
  const [value, max] = [evaluate(props.value, scope), evaluate(props.max, scope) ?? 100];
  if (!isNumber(value) || !(max > 0)) return null;
  const told = max === 100 ? formatted(value, "percent") : words(asWords(value), " of ", asWords(max));
  return { type: "progress-bar", label: words(evaluate(props.label, scope)) || "Progress", value, max, told };
};
