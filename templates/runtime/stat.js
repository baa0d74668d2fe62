// stat.js: a figure on a card.

import { describeValues, wordsOf } from "./columns.js";
import { h, say } from "./dom.js";
import { formatValue, isDateText, isNumber, textOf } from "./format.js";

/** A card of {label, value, format}; `more` goes below. */
export function statCard({ label, value, format }, tag, more) {
  const share = isNumber(value) && describeValues(wordsOf(label), [value]).format;
  const found = share?.ratio ? share : isNumber(value) ? "compact" : isDateText(value) && "datetime";
  return h(
    "li.card stat",
    say(tag + ".small dim", label),
    say("b", { title: textOf(value) }, formatValue(value, format ?? found)),
    more,
  );
}
