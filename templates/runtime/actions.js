// actions.js: what a person can start from a result: other tools of the server with values from a row, the same tool again, and its other pages.

import { readResult } from "./data.js";
import { button, h, hostCan } from "./dom.js";
import { renderResult } from "./draw.js";
import { evaluate } from "./expressions.js";
import { errorText, faultText } from "./faults.js";
import { entriesOf, isText, keys, present, pretty, valuesOf } from "./format.js";
import { labelOf } from "./labels.js";
import { askFirst, errorNote, runningLine } from "./states.js";

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
        entriesOf(args).map(([name, value]) => [name, isText(value) ? value : pretty(value)]),
        ["Don't run", "Run " + tool],
        opener,
        opener,
        start
      );
    const wanted = keys(given).every((name) => present(args[name]));
    return wanted && button("sm", label, reads ? start : ask);
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

/** Arguments → those of the page before. */
const before = new WeakMap();
/** Somebody has stopped the runs that come by themselves. */
let paused = false;

/** The arguments of the next page, undefined where there is none. */
function nextArguments(nextPage, args, { data, content }) {
  const scope = { result: data, content, input: args };
  const told = evaluate(nextPage?.arguments, scope);
  const values = valuesOf(told ?? {});
  const wanted = values[0] !== undefined && (nextPage.visible === undefined || evaluate(nextPage.visible, scope));
  return wanted && values.every((value) => present(value) && value !== "") ? { ...args, ...told } : undefined;
}

/** A box that stops and starts the runs by themselves; none comes while the page is hidden, or `isFree` says that somebody is busy. */
function everyBox(seconds, isFree, rerun) {
  const box = h("input", { type: "checkbox", checked: !paused, onchange: () => (paused = !box.checked) });
  const tick = () => (box.isConnected ? !paused && !document.hidden && isFree() && rerun() : clearInterval(timer));
  const timer = setInterval(tick, seconds * 1000);
  return h("label.check", box, `Every ${seconds} s`);
}

/** The row of buttons for a result {args, read}; `run(args)` is a run that was asked for, `rerun(args)` one that was not. */
export function runAgain({ args, read }, { spec, tool, ...context }, { run, rerun, isFree }) {
  const { nextPage, refresh } = spec;
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {};
  if (!args || !hostCan(context, "serverTools") || (destructiveHint && !readOnlyHint)) return "";
  const next = nextArguments(nextPage, args, read);
  const previous = before.get(args);
  if (next) before.set(next, args);
  // A row without buttons is hidden by the style.
  return h(
    "div.row",
    refresh && button("sm", refresh.label ?? "Refresh", () => run(args), { "data-refresh": "" }),
    refresh?.interval >= 5 && readOnlyHint && everyBox(refresh.interval, isFree, () => rerun(args)),
    previous && button("sm push", "Previous page", () => run(previous)),
    next && button(previous ? "sm" : "sm push", nextPage.label ?? "Next page", () => run(next), { "data-next-page": "" }),
  );
}
