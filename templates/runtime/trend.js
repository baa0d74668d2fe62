// trend.js: how a figure changed: in words, and as a line.

import { h } from "./dom.js";
import { present } from "./expressions.js";
import { isList, isNumber, plainNumber, textOf, written } from "./format.js";
import { sparkline } from "./spark.js";

/** What stands below a figure: its change, coloured only where the spec says which way is good, and its trend. */
export function changeNode({ change, good, trend }) {
  const number = isNumber(change);
  const amount = number ? change : Number.parseFloat(String(change).replace("−", "-"));
  const look = !good || !amount ? "" : amount > 0 === (good === "up") ? ".better" : ".worse";
  const told = number ? (change > 0 ? "+" : "") + plainNumber(change) : textOf(written(change));
  return [present(change) && h("p.small dim", h("span" + look, told)), isList(trend) && sparkline(trend.filter(isNumber))];
}
