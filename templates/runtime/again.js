// again.js: below a result, the pages before and after it, and running its tool again: by a button, or by itself where it only reads.

import { button, h } from "./dom.js";
import { evaluate, present } from "./expressions.js";
import { hostCan } from "./parts.js";

/** Arguments → those of the page before. */
const before = new WeakMap();
/** Somebody has stopped the runs that come by themselves. */
let paused = false;

/** The arguments of the next page, undefined where there is none. */
function nextArguments(nextPage, args, { data, content }) {
  const scope = { result: data, content, input: args };
  const told = evaluate(nextPage?.arguments, scope);
  const values = Object.values(told ?? {});
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

/** Nodes for a result {args, read}; `run(args)` is a run that was asked for, `rerun(args)` one that was not. */
export function runAgain({ args, read }, { spec, tool, ...context }, { run, rerun, isFree }) {
  const { nextPage, refresh } = spec;
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {};
  if (!args || !(nextPage || refresh) || !hostCan(context, "serverTools") || (destructiveHint && !readOnlyHint)) return [];
  const next = nextArguments(nextPage, args, read);
  const previous = before.get(args);
  if (next) before.set(next, args);
  const buttons = h(
    "div.row",
    refresh && button("sm", refresh.label ?? "Refresh", () => run(args), { "data-refresh": "" }),
    refresh?.interval >= 5 && readOnlyHint && everyBox(refresh.interval, isFree, () => rerun(args)),
    previous && button("sm push", "Previous page", () => run(previous), { "data-previous-page": "" }),
    next && button(previous ? "sm" : "sm push", nextPage.label ?? "Next page", () => run(next), { "data-next-page": "" }),
  );
  return buttons.firstChild ? [buttons] : [];
}
