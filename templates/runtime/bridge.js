// bridge.js: MCP Apps 2026-01-26 as far as views speak it; page.js makes of it the App that pages import.

import { faultOf } from "./faults.js";

export const APP_NOTE = "ui/notifications/";

export const toHost = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

/** Tell a host that keeps a log of a fault in the view of this name. */
export const logFault = (abilities, logger, fault) =>
  abilities?.logging && toHost({ method: "notifications/message", params: { level: "error", logger, data: `${logger}: ${faultOf(fault)}` } });

export const bridgeError = (message, code, data) => Object.assign(new Error(message), { code, data });

let lastId = 0;

/**
 * The page's side of the wire. `hear(event, params)` is told what the host says, its notifications named by their last
 * part without its dashes, and answers "teardown" with {result} or {error}. Await `connect()`, then send; what the host
 * refuses is thrown with its code and data. callTool returns its result; "toolresult" tells of the
 * host's own runs only.
 */
export function createBridge(hear) {
  const waiting = new Map();
  let host, context;

  /**
   * Ask the host. A request is given up when `signal` is aborted and, with the error `expired`, after `timeout` milliseconds,
   * which start anew with each of its updates; the host is told that nobody waits any longer.
   */
  function send(method, params = {}, { signal, onprogress, timeout, expired } = {}) {
    const id = lastId++;
    return new Promise((done, fail) => {
      signal?.throwIfAborted();
      // A view that changes or submits views would be a way around the person, who alone asks for text instead.
      if (/^_ui_(?!text$)/.test(params.name)) throw Error(params.name + " is for models, not for views");
      const giveUp = (reason) => {
        if (!waiting.delete(id)) return;
        toHost({ method: "notifications/cancelled", params: { requestId: id, reason: String(reason) } });
        fail(reason);
      };
      let timer;
      const wait = (update) => {
        clearTimeout(timer);
        // A browser takes a longer time for none.
        if (timeout < 2 ** 31) timer = setTimeout(giveUp, timeout, expired);
        if (update) onprogress(update);
      };
      // A request that wants updates is named to the host as it is on the wire.
      toHost({ id, method, params: onprogress ? { ...params, _meta: { ...params._meta, progressToken: id } } : params });
      waiting.set(id, { done, fail, progress: wait });
      wait();
      signal?.addEventListener("abort", () => giveUp(signal.reason));
    });
  }

  /** What the host may ask. */
  const answers = {
    __proto__: null,
    ping: () => ({ result: {} }),
    "ui/resource-teardown": (params) => hear("teardown", params),
  };

  async function receive({ source, data }) {
    if (source !== parent || data?.jsonrpc !== "2.0") return;
    const { id, method, result, error } = data;
    const params = data.params ?? {};
    if (!method) {
      const asked = waiting.get(+id);
      waiting.delete(+id);
      if (error) asked?.fail(bridgeError(error.message, error.code, error.data));
      else asked?.done(result);
    } else if (id !== undefined) toHost({ id, ...((await answers[method]?.(params)) ?? { error: { code: -32601, message: "Method not found" } }) });
    else {
      const event = method.split("/").at(-1).replaceAll("-", "");
      if (event === "hostcontextchanged") context = { ...context, ...params };
      const { progressToken, ...update } = params;
      if (event === "progress") waiting.get(progressToken)?.progress(update);
      else hear(event, params);
    }
  }

  return {
    async connect(appInfo, appCapabilities = {}, options) {
      addEventListener("message", receive);
      host = await send("ui/initialize", { appInfo, appCapabilities, protocolVersion: "2026-01-26" }, options);
      // A change may have come before the answer.
      context = { ...host.hostContext, ...context };
      toHost({ method: APP_NOTE + "initialized" });
      return host;
    },
    surroundings: () => context,
    abilities: () => host?.hostCapabilities,
    callTool(params, options) {
      const expired = Error("No answer came within 5 minutes. The server may still be at work.");
      // A host that has lost the call would let it run for ever. Hosts wait longer for what tells how far it is.
      return send("tools/call", params, { onprogress() {}, timeout: 3e5, expired, ...options });
    },
    send,
    receive,
    waiting
  };
}

export const tellSize = (height) => toHost({ method: APP_NOTE + "size-changed", params: { width: innerWidth, height: Math.ceil(height) } });
