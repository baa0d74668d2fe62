// trend.js: how a figure changed: in words, and as a line.

import { h } from "./dom.js";
import { present } from "./expressions.js";
import { isList, isNumber, plainNumber, textOf } from "./format.js";
import { sparkline } from "./spark.js";
import { statParts } from "./stats.js";

/** A change is coloured only where the spec says which way is good. */
function changeNode(change, good) {
  const number = isNumber(change);
  const amount = number ? change : Number.parseFloat(String(change).replace("−", "-"));
  const look = !good || !amount ? "" : amount > 0 === (good === "up") ? ".better" : ".worse";
  return h("span" + look, number ? (change > 0 ? "+" : "") + plainNumber(change) : textOf(change));
}

statParts.push(
  ({ change, good }) => present(change) && h("p.small dim", changeNode(change, good)),
  ({ trend }) => isList(trend) && sparkline(trend.filter(isNumber)),
);
