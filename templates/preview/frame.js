// frame.js: a view in its two frames: the sandbox of another origin, and in it the view of no origin. It speaks MCP Apps or, as UI resources
// do that were made for mcp-ui's client, the messages of before.
import { allowOf, createHost } from "./host.js";
import { h } from "./dom.js";

/**
 * Open a document that the server keeps under `frame.id`. `options` is what createHost takes, less its post.
 * Gives the frame {node, host, restore, close}.
 */
export function openFrame(frame, { port, title, theme, permissions = {}, host: options }) {
  const origin = `http://${location.hostname}:${port}`;
  const src = `${origin}/${frame.id}/#${theme}`;
  const node = h("iframe", { title, sandbox: "allow-scripts allow-same-origin", src });
  const post = (message) => node.contentWindow?.postMessage(message, origin);
  const host = createHost({ ...options, post });
  const receive = ({ source, origin: from, data }) => {
    if (source !== node.contentWindow || from !== origin) return;
    if (data?.method === "ui/notifications/sandbox-proxy-ready") {
      // Inline HTML gets an opaque origin.
      const params = { sandbox: "allow-scripts", allow: allowOf(permissions), csp: {} };
      post({ jsonrpc: "2.0", method: "ui/notifications/sandbox-resource-ready", params });
    } else if (data?.genui === "draft") options.told.draft?.(data.fields);
    else if (!hearDialect(data, { ...options.dialect, reply: post })) host.receive(data);
  };
  addEventListener("message", receive);
  return Object.assign(frame, {
    node,
    host,
    restore: (fields) => post({ genui: "restore", fields }),
    async close() {
      await host.teardown(1000);
      removeEventListener("message", receive);
      node.remove();
    },
  });
}

/** The actions of mcp-ui: type → the method and params that its payload stands for. */
const ACTIONS = {
  __proto__: null,
  tool: ({ toolName, params }) => ["tools/call", { name: toolName, arguments: params ?? {} }],
  link: ({ url }) => ["ui/open-link", { url }],
  prompt: ({ prompt }) => ["ui/message", { role: "user", content: [{ type: "text", text: String(prompt) }] }],
  notify: (data) => ["notifications/message", { level: "info", logger: "notify", data }],
  intent: (data) => ["notifications/message", { level: "info", logger: "intent", data }],
};

/**
 * Answer a message of mcp-ui; false when it is none. `reply(message)` reaches the frame, `size({ width, height })`
 * sets its size, `perform(method, params)` does what an action asks and returns a promise.
 */
export function hearDialect(message, { reply, renderData, size, perform }) {
  const { type, messageId, payload, jsonrpc } = Object(message);
  if (typeof type !== "string" || jsonrpc !== undefined) return false;
  const answer = (type, payload) => reply({ type, messageId, payload });
  const action = ACTIONS[type]?.(Object(payload));
  if (type === "ui-lifecycle-iframe-ready" || type === "ui-request-render-data")
    answer("ui-lifecycle-iframe-render-data", { renderData });
  else if (type === "ui-size-change") size(Object(payload));
  else if (!action) return false;
  else act(perform(...action), messageId === undefined ? () => {} : answer);
  return true;
}

/** Tell by `answer` what becomes of an action. */
function act(outcome, answer) {
  answer("ui-message-received");
  outcome.then(
    (response) => answer("ui-message-response", { response }),
    (error) => answer("ui-message-response", { error: { message: error.message } }),
  );
}
