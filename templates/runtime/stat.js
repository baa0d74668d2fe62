// stat.js: a figure on a card.

import { h, say } from "./dom.js";
import { formatValue, isDateText, isNumber, textOf } from "./format.js";

/** A card of {label, value, format}; `more` goes below. */
export function statCard({ label, value, format }, tag, more) {
  const found = isNumber(value) ? "compact" : isDateText(value) && "datetime";
  return h(
    "li.card stat",
    say(tag + ".small dim", label),
    say("b", { title: textOf(value) }, formatValue(value, format ?? found)),
    more,
  );
}
