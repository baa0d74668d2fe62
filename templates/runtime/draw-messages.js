// draw-messages.js: a transcript, a message below the other.

import { draws } from "./components.js";
import { draw } from "./draw.js";
import { h, say } from "./dom.js";
import { written } from "./format.js";
import { inSteps } from "./value.js";

draws["message-list"] = ({ messages }, context) => inSteps(h("ol.talk"), messages, 50, (message) => messageNode(message, context));

/** One message; its text is drawn by what this page has for it. */
function messageNode(message, context) {
  const { who, when, part } = message;
  const inner = { ...context, headingLevel: Math.min(6, context.headingLevel + 1) };
  const title = typeof when === "string" ? when : when.toString();
  return h(
    "li.near",
    h("div.row", say("b", who), when && h("time.small dim", { title }, written(when))),
    part && draw(part, inner),
  );
}
