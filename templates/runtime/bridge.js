// bridge.js: MCP Apps 2026-01-26 as far as views speak it; ext-apps.js makes of it the App that pages import.

import { faultOf } from "./faults.js";

export const APP_NOTE = "ui/notifications/";

/** How long a view waits for its own call: a host that has lost it would let it run for ever. */
const CALL_PATIENCE = 3e5;

export let lastId = 0;
export const toHost = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

/** Tell a host that keeps a log of a fault in the view of this name. */
export const logFault = (abilities, logger, fault) =>
  abilities?.logging && toHost({ method: "notifications/message", params: { level: "error", logger, data: `${logger}: ${faultOf(fault)}` } });

/**
 * The page's side of the wire. `hear(event, params)` is told what the host says, its notifications named by their last
 * part without its dashes, and answers "teardown" with {result} or {error}. Await `connect()`, then send; what the host
 * refuses is thrown as it came: {message, code, data}. callTool returns its result; "toolresult" tells of the
 * host's own runs only.
 */
export function createBridge(hear) {
  const waiting = new Map();
  let host, context;

  /** Ask the host; when `signal` is aborted the host is told that nobody waits any longer. */
  function send(method, params = {}, { signal } = {}) {
    const id = lastId++;
    return new Promise((done, fail) => {
      // A view that changes or submits views would be a way around the person, who alone asks for text instead.
      if (/^_ui_(?!text$)/.test(params.name)) throw Error(params.name + " is for models, not for views");
      toHost({ id, method, params });
      waiting.set(id, [done, fail]);
      signal?.addEventListener("abort", () => {
        const { reason } = signal;
        if (!waiting.delete(id)) return;
        toHost({ method: "notifications/cancelled", params: { requestId: id, reason: String(reason) } });
        fail(reason);
      });
    });
  }

  async function receive({ source, data }) {
    if (source !== parent || data?.jsonrpc !== "2.0") return;
    const { id, method, result, error } = data;
    const params = data.params ?? {};
    const asked = waiting.get(+id);
    if (!method) {
      waiting.delete(+id);
      asked?.[error ? 1 : 0](error || result);
    } else if (id !== undefined) toHost({ id, ...(await answer(method, params)) });
    else {
      const event = method.split("/").at(-1).replaceAll("-", "");
      if (event === "hostcontextchanged") context = { ...context, ...params };
      hear(event, params);
    }
  }

  function answer(method, params) {
    if (method === "ping") return { result: {} };
    if (method === "ui/resource-teardown") return hear("teardown", params);
    return { error: { code: -32601, message: "Method not found" } };
  }

  return {
    async connect(appInfo, appCapabilities = {}, ask = send) {
      addEventListener("message", receive);
      host = await ask("ui/initialize", { appInfo, appCapabilities, protocolVersion: "2026-01-26" });
      // A change may have come before the answer.
      context = { ...host.hostContext, ...context };
      toHost({ method: APP_NOTE + "initialized" });
      return host;
    },
    surroundings: () => context,
    abilities: () => host?.hostCapabilities,
    callTool(params, { signal } = {}) {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(Error("No answer came within 5 minutes. The server may still be at work.")), CALL_PATIENCE);
      const either = AbortSignal.any([late.signal, ...(signal ? [signal] : [])]);
      // Hosts wait longer for what tells how far it is.
      return send("tools/call", { ...params, _meta: { progressToken: lastId } }, { signal: either }).finally(() => clearTimeout(timer));
    },
    send,
    receive,
    waiting
  };
}

export const tellSize = (height) => toHost({ method: APP_NOTE + "size-changed", params: { width: innerWidth, height: Math.ceil(height) } });
