// result.js: a tool result as the page shows it.

import { logFault } from "./bridge.js";
import { draw } from "./draw.js";
import { openResult, resultOutline } from "./outline.js";

/** A tool result as the view's section `[data-result]`. */
export function renderResult(callToolResult, input, context) {
  const { app, tool } = context;
  const onfault = (type, fault) => {
    console.warn("genui:", type, fault);
    logFault(app?.abilities(), tool?.name, fault);
  };
  const [inner, warnings] = openResult(callToolResult, input, { ...context, onfault });
  return draw(resultOutline(inner, warnings), inner);
}
