// stats.js: two to eight figures on cards.

import { components } from "./components.js";
import { evaluate, present } from "./expressions.js";
import { isList } from "./values.js";

components["stat-cards"] = (props, scope) => {
  const stats = isList(props.stats) ? props.stats.map((stat) => evaluate(stat, scope)) : [];
  const there = stats.filter(({ value }) => present(value));
  return there[0] ? { type: "stat-cards", stats: there } : null;
};
