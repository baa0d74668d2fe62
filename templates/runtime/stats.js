// stats.js: two to eight figures on cards.

import { components } from "./components.js";
import { h } from "./dom.js";
import { evaluate, present } from "./expressions.js";
import { isList } from "./format.js";
import { statCard } from "./stat.js";

components["stat-cards"] = (props, scope, context) => {
  const stats = isList(props.stats) ? props.stats.map((stat) => evaluate(stat, scope)) : [];
  const there = stats.filter(({ value }) => present(value));
  const card = (stat) => statCard(stat, "h" + context.headingLevel, statParts.map((part) => part(stat)));
  return there[0] ? h("ul.stats", there.map(card)) : null;
};

/** More of a stat: functions of it; trend.js enters its own. */
export const statParts = [];
