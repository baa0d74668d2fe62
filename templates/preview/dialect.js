// dialect.js: the messages of UI resources that were made for mcp-ui's client, before MCP Apps.

const DATA = "ui-lifecycle-iframe-render-data";

/** An action as the method and params that it stands for, null when it is none. */
function meant({ type, payload }) {
  const { toolName, params, url, prompt } = Object(payload);
  if (type === "tool") return ["tools/call", { name: toolName, arguments: params ?? {} }];
  if (type === "link") return ["ui/open-link", { url }];
  if (type === "prompt") return ["ui/message", { role: "user", content: [{ type: "text", text: String(prompt) }] }];
  if (type === "notify" || type === "intent")
    return ["notifications/message", { level: "info", logger: type, data: payload }];
  return null;
}

/**
 * Answer a message of the dialect; false when it is none. `reply(message)` reaches the frame, `size({ width, height })`
 * sets its size, `perform(method, params)` does what an action asks and returns a promise.
 */
export function hearDialect(message, { reply, renderData, size, perform }) {
  const { type, messageId, payload } = Object(message);
  if (typeof type !== "string" || message.jsonrpc !== undefined) return false;
  const tagged = messageId === undefined ? {} : { messageId };
  if (type === "ui-lifecycle-iframe-ready" || type === "ui-request-render-data") {
    reply({ type: DATA, ...tagged, payload: { renderData } });
    return true;
  }
  if (type === "ui-size-change") {
    size(Object(payload));
    return true;
  }
  const action = meant(message);
  if (!action) return false;
  const respond = (outcome) =>
    messageId !== undefined && reply({ type: "ui-message-response", messageId, payload: outcome });
  if (messageId !== undefined) reply({ type: "ui-message-received", messageId });
  perform(...action).then(
    (response) => respond({ response }),
    (error) => respond({ error: { message: error.message } }),
  );
  return true;
}
