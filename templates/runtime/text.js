// text.js: text as it is, markdown, source text and diffs that a spec names.

import { components } from "./components.js";
import { evaluate } from "./expressions.js";
import { anyOutline } from "./outline.js";
import { isNested, isText, isWords, present, pretty } from "./values.js";
import { words } from "./words.js";

components.text = (props, scope, context) => {
  const value = evaluate(props.of, scope);
  if (!present(value)) return null;
  return isNested(value) ? anyOutline(value, context) : { type: "text", text: words(value) };
};

components.markdown = (props, scope) => {
  const text = words(evaluate(props.of, scope));
  return String(text).trim() ? { type: "markdown", text } : null;
};

/** A language that people speak, and no programs are written in. */
export const SPOKEN = /^(?!(cs|go|hs|js|kt|md|ml|pl|py|rb|rs|sh|tf|ts|vb)$)[a-z]{2}([-_][A-Z]{2})?$/;

components["code-block"] = (props, scope, context) => {
  const value = evaluate(props.of, scope);
  const language = words(evaluate(props.language, scope));
  if (isText(value) && SPOKEN.test(language)) return anyOutline(value, context);
  return present(value) ? { type: "code-block", text: isWords(value) ? value : pretty(value), language } : null;
};

components.diff = (props, scope) => {
  const text = words(evaluate(props.of, scope));
  return text ? { type: "diff", text } : null;
};
