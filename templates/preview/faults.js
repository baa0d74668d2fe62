// faults.js: what hosts get wrong, as changes of the link between a host and a view; src/genui/hosts/faults.py says each in words.

const NOTE = "ui/notifications/";
const INPUT = NOTE + "tool-input";
const RESULT = NOTE + "tool-result";

/**
 * Change what passes on its way: `turned(message, toView)` gives what arrives in the place of messages of these methods.
 * A link is {context, declared, modes, toView, frame, …}: toView turns a message into those that arrive.
 */
function change(link, methods, turned) {
  const { toView } = link;
  link.toView = (message) => (methods.includes(message.method) ? turned(message, toView) : toView(message));
}

const drop = (link, ...methods) => change(link, methods, () => []);

const rewriteResult = (link, turned) =>
  change(link, [RESULT], (message, toView) => toView({ ...message, params: turned(message.params) }));

/** Send the last input after every result instead of before it. */
function postpone(link) {
  let input = [];
  change(link, [INPUT], (message, toView) => {
    input = toView(message);
    return [];
  });
  change(link, [RESULT], (message, toView) => [...toView(message), ...input.splice(0)]);
}

/** Send context and input again after whatever the host says later. */
function repeat(link) {
  const { toView } = link;
  let input = [];
  link.toView = (message) => {
    const sent = toView(message);
    if (message.method === INPUT) input = sent;
    if (message.method === INPUT || message.result?.hostContext) return sent;
    const context = { jsonrpc: "2.0", method: NOTE + "host-context-changed", params: link.context };
    return input.length ? [...sent, context, ...input, context, ...input] : sent;
  };
}

const NOTHING = { content: [{ type: "text", text: "{}" }], structuredContent: {} };

const FAULTS = {
  "result-without-structured": (link) => rewriteResult(link, ({ structuredContent, _meta, ...rest }) => rest),
  "text-differs": (link) =>
    rewriteResult(link, (result) =>
      result.structuredContent ? { ...result, content: [{ type: "text", text: "Done; see the data." }] } : result,
    ),
  "empty-replay": (link) => rewriteResult(link, () => NOTHING),
  "hidden-until-initialized": (link) => (link.frame.hidden = true),
  "height-from-dom": (link) => (link.frame.measured = true),
  "small-start-height": (link) => (link.frame.height = 150),
  "reinitialize-storm": (link) => repeat(link),
  "remount-on-reentry": (link) => (link.frame.remounts = 1),
  "mode-move-reload": (link) => (link.moves = true),
  "model-context-lost": (link) => (link.deaf = true),
  "pip-answers-inline": (link) => (link.granted = link.modes.filter((mode) => mode !== "pip")),
  "mobile-fullscreen": (link) => {
    Object.assign(link.context, {
      platform: "mobile",
      displayMode: "fullscreen",
      safeAreaInsets: { top: 113, right: 0, bottom: 142, left: 0 },
    });
    Object.assign(link.frame, { width: 390, fixed: 844 });
  },
  "no-variables": (link) => delete link.context.styles,
  "capabilities-understated": (link) => (link.declared = { openLinks: {} }),
  "raw-height": (link) => (link.frame.raw = true),
  "height-feedback": (link) => (link.frame.extra = 2),
  "no-cancel-no-teardown": (link) => drop(link, NOTE + "tool-cancelled", "ui/resource-teardown"),
  "input-before-initialized": (link) => (link.early = true),
  "no-input": (link) => drop(link, INPUT, NOTE + "tool-input-partial"),
  "late-input": (link) => postpone(link),
  narrow: (link) => (link.frame.width = 320),
};

/** The link with these faults; `omits` are the messages that the host never sends. */
export function linkOf({ context, declared, modes, frame, omits = [], faults }) {
  const link = {
    context: { ...context },
    declared,
    modes,
    granted: modes,
    frame: { ...frame },
    toView: (message) => [message],
    early: false,
    deaf: false,
  };
  drop(link, ...omits.map((name) => (name.startsWith("resource-") ? `ui/${name}` : NOTE + name)));
  for (const name of faults) FAULTS[name](link);
  return link;
}
