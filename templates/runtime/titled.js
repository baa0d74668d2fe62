// titled.js: components that a spec gives a title or a condition.

import { components } from "./components.js";
import { evaluate } from "./expressions.js";
import { componentOutline } from "./outline.js";
import { words } from "./words.js";

/** Whether a component is to be seen; where that cannot be told it is. */
function isWanted({ visible: wanted }, scope) {
  try {
    return wanted === undefined || evaluate(wanted, scope);
  } catch {
    return true;
  }
}

/** One component of a spec, where it is to be seen, below its title. */
export function titledOutline(component, scope, context) {
  const { type, title } = component;
  if (!isWanted(component, scope)) return null;
  if (!title || components[type]?.titled) return componentOutline(component, scope, context);
  // What this one draws within itself must not repeat its title.
  const untitled = { ...component, title: undefined };
  const part = componentOutline(untitled, scope, { ...context, headingLevel: context.headingLevel + 1 });
  const heading = part && words(evaluate(title, scope));
  return heading ? { type: "titled", level: context.headingLevel, heading, part } : part;
}
