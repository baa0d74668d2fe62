// stats.js: two to eight figures on cards, each with its change and trend.
// needs: dom.js value.js columns.js result.js spark.js

components["stat-cards"] = (props, scope, context) => {
  const stats = isList(props.stats) ? props.stats.map((stat) => evaluate(stat, scope)) : [];
  const there = stats.filter(({ value }) => present(value));
  return there[0] ? h("ul.cards stats", there.map((stat) => statCard(stat, "h" + context.heading))) : null;
};

/** One figure; a change is coloured only where the spec says which way is good. */
function statCard({ label, value, format, change, good, trend }, tag) {
  const found = isNumber(value) ? "compact" : isDateText(value) ? "datetime" : "text";
  return h(
    "li.card stat",
    say(tag + ".small dim", label),
    say("b", formatValue(value, format ?? found)),
    present(change) && h("p.small dim", changeNode(change, good)),
    isList(trend) && sparkline(trend.filter(isNumber)),
  );
}

function changeNode(change, good) {
  const number = isNumber(change);
  const amount = number ? change : Number.parseFloat(String(change).replace("−", "-"));
  const look = !good || !amount ? "" : amount > 0 === (good === "up") ? ".better" : ".worse";
  return h("span" + look, number ? (change > 0 ? "+" : "") + plainNumber(change) : textOf(change));
}
