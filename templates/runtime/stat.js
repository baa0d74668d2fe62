// stat.js: a figure on a card.

import { describeValues, wordsOf } from "./columns.js";
import { h, say } from "./dom.js";
import { formatValue, isDateText, isNumber, textOf } from "./format.js";
import { signOf } from "./parts.js";
import { toneIn } from "./tones.js";

/** A card of {label, value, format, tone}; `more` goes below. */
export function statCard({ label, value, format, tone }, tag, more) {
  const toned = toneIn(tone, value, {});
  const share = isNumber(value) && describeValues(wordsOf(label), [value]).format;
  const found = share?.ratio ? share : isNumber(value) ? "compact" : isDateText(value) && "datetime";
  return h(
    "li.card stat",
    say(tag + ".small dim", label),
    say("b", { title: textOf(value), "data-tone": toned }, signOf(toned), formatValue(value, format ?? found)),
    more,
  );
}
