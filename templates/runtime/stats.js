// stats.js: two to eight figures on cards, each with its change and trend.
// needs: dom.js value.js columns.js result.js spark.js

components["stat-cards"] = (props, scope, context) => {
  const stats = (Array.isArray(props.stats) ? props.stats : [])
    .map((stat) => evaluate(stat, scope))
    .filter((stat) => present(stat.value));
  return stats.length
    ? h(
        "ul",
        { class: "cards stats" },
        stats.map((stat) => statCard(stat, "h" + context.heading)),
      )
    : null;
};

/** One figure; a change is coloured only where the spec says which way is good. */
function statCard({ label, value, format, change, good, trend }, tag) {
  const told = formatValue(
    value,
    format ?? (typeof value === "number" ? "compact" : isDateText(value) ? "datetime" : "text"),
  );
  const spark =
    Array.isArray(trend) && trend.filter(Number.isFinite).length > 1 ? sparkline(trend.filter(Number.isFinite)) : null;
  return h(
    "li",
    { class: "card stat" },
    h(tag, { class: "small dim", dir: "auto" }, label),
    h("b", { dir: "auto", title: textOf(value) }, told),
    present(change) ? h("p", { class: "small dim" }, changeNode(change, good)) : null,
    spark,
  );
}

function changeNode(change, good) {
  const amount = typeof change === "number" ? change : Number.parseFloat(String(change).replace("−", "-"));
  const told = typeof change === "number" ? (change > 0 ? "+" : "") + plainNumber(change) : textOf(change);
  const better = good && amount ? amount > 0 === (good === "up") : null;
  return h("span", { class: better === null ? null : better ? "better" : "worse" }, told);
}
