// badges.js: rows of badges, and how far something has come.

import { components } from "./components.js";
import { h, say, uid } from "./dom.js";
import { evaluate, present } from "./expressions.js";
import { formatValue, isNumber, plainNumber, textOf } from "./format.js";
import { badge, toneOf } from "./parts.js";
import { toneIn } from "./tones.js";

components.badges = (props, scope) => {
  const words = [evaluate(props.of, scope)].flat().filter(present);
  const node = (item, tone = toneIn(props.tone, item, { ...scope, item }) ?? toneOf(item)) =>
    tone ? badge(textOf(item), tone) : say("span.badge tag", textOf(item));
  return words.length ? h("div.row", words.map((word) => [node(word), " "])) : null;
};

components["progress-bar"] = (props, scope) => {
  const [value, max] = [evaluate(props.value, scope), evaluate(props.max, scope) ?? 100];
  if (!isNumber(value) || !(max > 0)) return null;
  const told = max === 100 ? formatValue(value, "percent") : `${plainNumber(value)} of ${plainNumber(max)}`;
  const id = uid();
  return h(
    "div.near",
    h(
      "div.row",
      h("span", { id }, textOf(evaluate(props.label, scope)) || "Progress"),
      h("span.push small dim", told),
    ),
    h("progress", { max, value: Math.max(0, Math.min(value, max)), "aria-labelledby": id }),
  );
};
