// stats.js: two to eight figures on cards.
// needs: dom.js value.js columns.js result.js

components["stat-cards"] = (props, scope, context) => {
  const stats = isList(props.stats) ? props.stats.map((stat) => evaluate(stat, scope)) : [];
  const there = stats.filter(({ value }) => present(value));
  return there[0] ? h("ul.cards stats", there.map((stat) => statCard(stat, "h" + context.heading))) : null;
};

/** More of a stat: functions of it; trend.js enters its own. */
const statParts = [];

function statCard({ label, value, format, ...stat }, tag) {
  const found = isNumber(value) ? "compact" : isDateText(value) && "datetime";
  return h(
    "li.card stat",
    say(tag + ".small dim", label),
    say("b", { title: textOf(value) }, formatValue(value, format ?? found)),
    statParts.map((part) => part(stat)),
  );
}

NUMBER_FORMATS.compact = compactText;
