// actions.js: other tools of the same server that a row can start, with values filled in from it.
// needs: dom.js expressions.js parts.js result.js states.js

/** Buttons for those of the spec's actions whose values this row has; what they answer is drawn in `place`. */
function actionButtons(row, scope, context, place) {
  if (!context.app?.getHostCapabilities()?.serverTools) return [];
  return (context.spec.actions ?? []).flatMap(({ tool, label, arguments: given }) => {
    const args = evaluate(given, { ...scope, item: row });
    if (!Object.keys(given).every((name) => present(args[name]))) return [];
    const text = label || labelOf(tool);
    return [button("sm", text, () => startTool({ name: tool, arguments: args }, text, context, place), { "data-action": tool })];
  });
}

async function startTool(call, title, context, place) {
  const stop = new AbortController();
  const line = runningLine("Running " + title, "", () => stop.abort());
  place.replaceChildren(line.node);
  let nodes;
  try {
    const result = await context.app.callServerTool(call, { signal: stop.signal });
    const read = readResult(result);
    if (read.state === "error") throw new Error(errorText(read));
    const more = { ...context, spec: { theme: context.spec.theme }, component: undefined, heading: context.heading + 1 };
    nodes = [...renderResult(result, call.arguments, more).childNodes];
    if (!nodes.length) nodes = [h("p", { class: "dim" }, "Nothing found.")];
  } catch (fault) {
    nodes = stop.signal.aborted ? [] : [errorNote({ raw: faultText(fault), title, onretry: () => startTool(call, title, context, place) })];
  }
  line.stop();
  place.replaceChildren(...nodes);
}
