// actions.js: other tools of the same server that a row can start, with values filled in from it.

import { readResult } from "./data.js";
import { button, h } from "./dom.js";
import { evaluate, present } from "./expressions.js";
import { errorText, faultText } from "./faults.js";
import { askFirst } from "./form-confirm.js";
import { isText, pretty } from "./format.js";
import { labelOf } from "./labels.js";
import { hostCan } from "./parts.js";
import { renderResult } from "./draw.js";
import { errorNote, runningLine } from "./states.js";

/** Buttons for those of the spec's actions whose values this row has, and the place where what they answer is drawn. */
export function rowActions(row, scope, context) {
  const place = h("div.near");
  const all = (hostCan(context, "serverTools") && context.spec.actions) || [];
  const buttons = all.map(({ tool, label = labelOf(tool), arguments: given, reads }) => {
    const args = evaluate(given, { ...scope, item: row });
    const start = () => startTool({ name: tool, arguments: args }, label, context, place);
    // A label is what the spec says of a tool; who is asked is told the name that will be called.
    const ask = ({ currentTarget: opener }) =>
      askFirst(
        `Run ${tool}?`,
        "This view wants to run another tool of the server, with these values.",
        Object.entries(args).map(([name, value]) => [name, isText(value) ? value : pretty(value)]),
        ["Don't run", "Run " + tool],
        opener,
        opener,
        start
      );
    const wanted = Object.keys(given).every((name) => present(args[name]));
    return wanted && button("sm", label, reads ? start : ask, { "data-action": tool });
  });
  return buttons.some(Boolean) ? [buttons, place] : [];
}

async function startTool(call, title, context, place) {
  const stop = new AbortController();
  place.replaceChildren(runningLine("Running " + title, "", () => stop.abort()));
  let nodes;
  try {
    const result = await context.app.callTool(call, { signal: stop.signal });
    const read = readResult(result);
    if (read.state === "error") throw new Error(errorText(read));
    const more = { ...context, read, spec: { theme: context.spec.theme }, component: undefined, headingLevel: context.headingLevel + 1 };
    nodes = [...renderResult(result, call.arguments, more).childNodes];
    if (!nodes[0]) nodes = [h("p.dim", "Nothing found.")];
  } catch (fault) {
    const onretry = () => startTool(call, title, context, place);
    nodes = stop.signal.aborted ? [] : [errorNote(faultText(fault), title, "", onretry)];
  }
  place.replaceChildren(...nodes);
}
