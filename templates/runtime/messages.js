// messages.js: a transcript: who said what, and when.

import { components } from "./components.js";
import { h, say } from "./dom.js";
import { evaluate, present } from "./expressions.js";
import { isDateText, isNumber, relativeDay, textOf } from "./format.js";
import { drawAny } from "./result.js";
import { inSteps, scopesOf } from "./value.js";

components["message-list"] = (props, scope, context) => {
  const rows = scopesOf(evaluate(props.rows, scope), scope);
  const draw = (at) => messageNode(props, at, context);
  return rows && inSteps(h("ol.talk"), rows, 50, draw);
};

/** One message; its text is drawn by what this page has for it. */
function messageNode({ role, text, at }, scope, context) {
  const [who, said, when] = [role, text, at].map((each) => evaluate(each, scope));
  const written = isDateText(when) || isNumber(when) ? relativeDay : textOf;
  const type = context.fallbacks.has("auto") ? "auto" : "markdown";
  const headingLevel = Math.min(6, context.headingLevel + 1);
  return h(
    "li.near",
    h("div.row", say("b", textOf(who) || "–"), textOf(when) && h("time.small dim", { title: when }, written(when))),
    present(said) && drawAny(said, { ...context, headingLevel }, [type]),
  );
}
