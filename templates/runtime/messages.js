// messages.js: a transcript: who said what, and when.

import { scopesOf } from "./brief.js";
import { components } from "./components.js";
import { evaluate, present } from "./expressions.js";
import { mapped } from "./later.js";
import { anyOutline } from "./outline.js";
import { isDateText, isNumber } from "./values.js";
import { formatted, words } from "./words.js";

/** Seconds since 1970 as a text, as chats have them. */
const EPOCH = /^1\d{9}(\.\d+)?$/;

components["message-list"] = ({ role, text, at, rows }, scope, context) => {
  const type = context.fallbacks.has("auto") ? "auto" : "markdown";
  const inner = { ...context, headingLevel: Math.min(6, context.headingLevel + 1) };
  const messageOf = (row) => {
    const [who, said, moment] = [role, text, at].map((each) => evaluate(each, row));
    const when = EPOCH.test(moment) ? Number(moment) : moment;
    const dated = isDateText(when) || isNumber(when);
    const message = { who: words(who) || "–", when: dated ? formatted(when, "relative") : words(when) };
    return present(said) ? { ...message, part: anyOutline(said, inner, [type]) } : message;
  };
  const list = scopesOf(evaluate(rows, scope), scope);
  return list && { type: "message-list", messages: mapped(list, messageOf) };
};
