// api.js: the preview's own server. Every address is relative, so that it holds the token of this page's.

/** What the server answers; what it could not do is thrown, with the hint that mends it. */
async function answer(path, options) {
  const gone = () => Response.json({ problem: { message: "The preview has ended", hint: "start it again: genui preview" } }, { status: 503 });
  const response = await fetch(path, options).catch(gone);
  const value = await response.json().catch(() => ({ problem: { message: `The preview answered with ${response.status}` } }));
  if (response.ok) return value;
  const { message, hint = "" } = value.problem;
  throw Object.assign(new Error(message), { hint });
}

export const get = (path) => answer(path);
export const post = (path, value) =>
  answer(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(value) });

/** Listen to the server: `listeners` by the kind of event, with its data; "error" when the connection goes, "hello" when it comes. */
export function listen(listeners) {
  const source = new EventSource("api/events");
  for (const [kind, listener] of Object.entries(listeners))
    source.addEventListener(kind, ({ data }) => listener(data && JSON.parse(data)));
}
