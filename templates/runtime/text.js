// text.js: plain text as it is, with its web addresses as links.
// needs: dom.js result.js format.js expressions.js parts.js

components.text = (props, scope, context) => {
  const value = evaluate(props.of, scope);
  if (!present(value)) return null;
  if (isNested(value)) return components.tree?.(props, scope, context) ?? say("pre.wrap", pretty(value));
  const text = textOf(value);
  const body = inParts(say("div.asis"), text, TEXT_STEP, (part) => withLinks(part, context));
  return h("div", { "data-large": text.length > TEXT_STEP }, body);
};

/** A text with its http addresses as links; what ends a sentence does not belong to them. */
const withLinks = (text, context) =>
  text.split(/(https?:\/\/[^\s<>"'`]+)/).map((part, index) => {
    if (index % 2 === 0) return part;
    const closes = part.includes("(") ? ".,;:!?]*" : ".,;:!?]*)";
    let end = part.length;
    while (closes.includes(part[end - 1])) end--;
    const url = part.slice(0, end);
    return end > 8 ? [externalLink(url, url, context), part.slice(end)] : part;
  });

/** "Unit price" → "unit price", "SKU" as it is. */
const lowered = (label) => (/^\p{Lu}\p{Ll}/u.test(label) ? label[0].toLowerCase() + label.slice(1) : label);
