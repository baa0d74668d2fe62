// api.js: the preview's own server. Every address is relative, so that it holds the token of this page's.

/** What the server could not do, with the hint that mends it. */
export class Problem extends Error {
  constructor({ message, hint = "" }) {
    super(message);
    this.hint = hint;
  }
}

const GONE = { message: "The preview has ended", hint: "start it again: genui preview" };

async function answer(path, options) {
  const response = await fetch(path, options).catch(() => {
    throw new Problem(GONE);
  });
  const value = await response
    .json()
    .catch(() => ({ problem: { message: `The preview answered with ${response.status}` } }));
  if (value.problem && !response.ok) throw new Problem(value.problem);
  return value;
}

export const get = (path) => answer(path);
export const post = (path, value) =>
  answer(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value) });

/** Listen to the server; `listeners` by the kind of event, `lost` and `back` when the connection goes and comes. */
export function listen(listeners, { lost, back }) {
  const source = new EventSource("api/events");
  let gone = false;
  source.addEventListener("hello", () => (gone && back(), (gone = false)));
  source.addEventListener("error", () => (gone || lost(), (gone = true)));
  for (const [kind, listener] of Object.entries(listeners))
    source.addEventListener(kind, (event) => listener(JSON.parse(event.data)));
}
