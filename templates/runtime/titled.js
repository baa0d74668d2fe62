// titled.js: components that a spec gives a title or a condition.

import { components } from "./components.js";
import { h, say } from "./dom.js";
import { evaluate } from "./expressions.js";
import { textOf } from "./format.js";
import { renderComponent } from "./result.js";

/** Whether a component is to be seen; where that cannot be told it is. */
function isWanted({ visible: wanted }, scope) {
  try {
    return wanted === undefined || evaluate(wanted, scope);
  } catch {
    return true;
  }
}

/** One component of a spec, where it is to be seen, below its title. */
export function renderTitled(component, scope, context) {
  const { type, title } = component;
  if (!isWanted(component, scope)) return null;
  if (!title || components[type]?.titled) return renderComponent(component, scope, context);
  // What this one draws within itself must not repeat its title.
  const untitled = { ...component, title: undefined };
  const node = renderComponent(untitled, scope, { ...context, headingLevel: context.headingLevel + 1 });
  const head = node && textOf(evaluate(title, scope));
  return head ? h("section.near gap", say("h" + context.headingLevel, head), node) : node;
}
