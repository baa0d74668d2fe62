// stat.js: a figure on a card.
// needs: dom.js format.js columns.js chart-figure.js

/** A card of {label, value, format}; `more` goes below. */
function statCard({ label, value, format }, tag, more) {
  const told =
    isNumber(value) && !format ? figureText(value, label) : formatValue(value, format ?? (isDateText(value) && "datetime"));
  return h(
    "li.card stat",
    say(tag + ".small dim", label),
    say("b", { title: textOf(value) }, told),
    more,
  );
}

/** A figure, brief from ten thousand on; with five digits where what stands behind its point is a quantity's own. */
const figureText = (value, label) =>
  Math.abs(value) >= 1e4 && (Number.isInteger(value) || ADDING.test(wordsOf(label)))
    ? compactText(value)
    : plainNumber(value, { digits: Math.max(2, 4 - Math.floor(Math.log10(Math.abs(value) || 1))) });
