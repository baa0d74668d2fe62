// section.js: what holds other components together: sections, tabs, headings, dividers.

import { belowHeading, components } from "./components.js";
import { evaluate } from "./expressions.js";
import { later } from "./later.js";
import { words } from "./words.js";

const partsOf = (children, scope, context) =>
  (children ?? [])
    .map((child) => context.render(child, scope, { headingLevel: belowHeading(context).headingLevel }))
    .filter(Boolean);

components.section = (props, scope, context) => {
  const { children, title } = context.component;
  const outline = { type: "section", heading: words(evaluate(props.title ?? title, scope)) };
  if (evaluate(props.folded, scope)) return later({ ...outline, folded: true }, "parts", () => partsOf(children, scope, context));
  const parts = partsOf(children, scope, context);
  return parts[0] || !children?.length ? { ...outline, parts } : null;
};
components.section.titled = true;

components.tabs = (props, scope, context) => {
  const { children = [] } = context.component;
  const labels = evaluate(props.labels, scope) ?? [];
  const tabOf = (child, index) =>
    later({ label: words(labels[index]) || `Part ${index + 1}` }, "parts", () => partsOf([child], scope, context));
  return children[0] ? { type: "tabs", tabs: children.map(tabOf) } : null;
};

components.header = (props, scope, context) => {
  const level = Math.min(6, Math.max(Number(evaluate(props.level, scope)) || 2, context.headingLevel));
  return { type: "header", level, text: words(evaluate(props.text, scope)) };
};

components.divider = () => ({ type: "divider" });
