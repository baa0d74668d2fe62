// scenes.js: the states that a host can bring a view into, as the messages that do it.

/** A result with every list in its data emptied, so that "nothing found" keeps its shape; without data one of nothing. */
function emptyResult(result) {
  const data = JSON.stringify(result?.structuredContent ?? null);
  const none = JSON.parse(data, (_, value) => (Array.isArray(value) ? [] : value));
  const text = JSON.stringify(none);
  return text === data ? { content: [] } : { content: [{ type: "text", text }], structuredContent: none };
}

/** Half of the arguments, the last text cut: as they stream in while a model writes them. */
function half(args) {
  const entries = Object.entries(args);
  const part = entries.slice(0, Math.ceil(entries.length / 2));
  const last = part.at(-1);
  if (last && typeof last[1] === "string") last[1] = last[1].slice(0, Math.ceil(last[1].length / 2));
  return Object.fromEntries(part);
}

const input = (args) => ["tool-input", { arguments: args }];
const FAILED = {
  isError: true,
  content: [{ type: "text", text: "The upstream service did not answer within 5 s (ETIMEDOUT)" }],
};

/** Every scene: its name, what it stands for, and the notifications for an example call. */
export const SCENES = [
  { id: "waiting", label: "Waiting", title: "Nothing has come from the host yet", play: () => [] },
  {
    id: "partial",
    label: "Partial input",
    title: "The model is still writing the arguments",
    play: ({ arguments: args }) => [["tool-input-partial", { arguments: half(args) }]],
  },
  { id: "running", label: "Running", title: "The host runs the tool", play: ({ arguments: args }) => [input(args)] },
  {
    id: "result",
    label: "Result",
    title: "The result of the example",
    play: ({ arguments: args, result }) => [input(args), ["tool-result", result]],
  },
  {
    id: "empty",
    label: "Empty",
    title: "A result that holds nothing",
    play: ({ arguments: args, result }) => [input(args), ["tool-result", emptyResult(result)]],
  },
  {
    id: "error",
    label: "Error",
    title: "The tool failed",
    play: ({ arguments: args }) => [input(args), ["tool-result", FAILED]],
  },
  {
    id: "cancelled",
    label: "Cancelled",
    title: "The user stopped the tool",
    play: ({ arguments: args }) => [input(args), ["tool-cancelled", { reason: "Stopped by the user" }]],
  },
];

/** The messages of a scene. */
export const played = (id, example) =>
  SCENES.find((scene) => scene.id === id).play({ arguments: {}, result: { content: [] }, ...example });
