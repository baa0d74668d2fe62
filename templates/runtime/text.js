// text.js: plain text as it is, with its web addresses as links.

import { components } from "./components.js";
import { h, say } from "./dom.js";
import { evaluate, present } from "./expressions.js";
import { isNested, reflowed, textOf } from "./format.js";
import { externalLink, inParts, TEXT_STEP } from "./parts.js";
import { drawAny } from "./result.js";

components.text = (props, scope, context) => {
  const value = evaluate(props.of, scope);
  if (!present(value)) return null;
  if (isNested(value)) return drawAny(value, context);
  return h("div", inParts(say("div.asis"), reflowed(textOf(value)), TEXT_STEP, (part) => withLinks(part, context)));
};

/** An address in running text: what ends a sentence does not belong to it, nor a bracket that it does not open. */
const ADDRESS = /(https?:\/\/[^\s<>"'`]*(?:[^\s<>"'`.,;:!?\]*)]|(?<=\([^\s()]*)\)))/;

/** A text with its http addresses as links. */
export const withLinks = (text, context) =>
  text.split(ADDRESS).map((part, index) => (index % 2 ? externalLink(part, part, context) : part));

/** "Unit price" → "unit price", "SKU" as it is. */
export const lowered = (label) => (/^\p{Lu}\p{Ll}(?!.* \p{Lu}\p{Ll})/u.test(label) ? label[0].toLowerCase() + label.slice(1) : label);
