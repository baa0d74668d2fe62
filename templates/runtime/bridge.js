// bridge.js: MCP Apps 2026-01-26 as far as views speak it; ext-apps.js makes of it the App that pages import.

const APP_NOTE = "ui/notifications/";

const bridgeError = (message, code, data) => Object.assign(new Error(message), { code, data });
let lastId = 0;
const toHost = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

/**
 * The page's side of the wire. `hear(event, params)` is told what the host says, its notifications named by their last
 * part without its dashes, and answers "teardown". Await `connect()`, then call. callServerTool returns its result;
 * "toolresult" tells of the host's own runs only.
 */
function createBridge(hear) {
  const waiting = new Map();
  let host, context;

  /** Ask the host; when `signal` is aborted the host is told that nobody waits any longer. */
  function send(method, params = {}, { signal } = {}) {
    const id = lastId++;
    return new Promise((done, fail) => {
      toHost({ id, method, params });
      waiting.set(id, { done, fail });
      signal?.addEventListener("abort", () => {
        const { reason } = signal;
        if (!waiting.delete(id)) return;
        toHost({ method: "notifications/cancelled", params: { requestId: id, reason: String(reason) } });
        fail(reason);
      });
    });
  }
  const asks = (method) => (params) => send(method, params);

  function receive({ source, data }) {
    if (source !== parent || data?.jsonrpc !== "2.0") return;
    const { id, method, result, error } = data;
    const params = data.params ?? {};
    const asked = waiting.get(+id);
    if (!method) {
      waiting.delete(+id);
      error ? asked?.fail(bridgeError(error.message, error.code, error.data)) : asked?.done(result);
    } else if (id !== undefined) answer(id, method, params);
    else {
      const event = method.split("/").at(-1).replaceAll("-", "");
      if (event === "hostcontextchanged") context = { ...context, ...params };
      hear(event, params);
    }
  }

  async function answer(id, method, params) {
    try {
      if (!/^(ping|ui\/resource-teardown)$/.test(method)) throw bridgeError("Method not found", -32601);
      toHost({ id, result: { ...(method !== "ping" && (await hear("teardown", params))) } });
    } catch ({ code, message, data }) {
      toHost({ id, error: { code: code | 0 || -32603, message: String(message), data } });
    }
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
    getHostContext: () => context,
    getHostCapabilities: () => host?.hostCapabilities,
    // Hosts wait longer for what tells how far it is.
    callServerTool: (params, options) =>
      send("tools/call", { ...params, _meta: { progressToken: lastId } }, options),
    readServerResource: asks("resources/read"),
    openLink: asks("ui/open-link"),
    downloadFile: asks("ui/download-file"),
    updateModelContext: asks("ui/update-model-context"),
    send,
    receive,
    waiting
  };
}

/** Tell the host the page's size whenever it changes, but for what `runsAway(grown)`; returns the observer. */
function watchSize(runsAway) {
  const root = document.documentElement;
  const { style } = root;
  let frame, width, height;
  const measure = () => {
    frame = 0;
    const before = style.height;
    style.height = "max-content";
    const tall = Math.ceil(root.getBoundingClientRect().height);
    style.height = before;
    const grown = width === innerWidth ? tall - height : NaN;
    if (grown === 0 || runsAway?.(grown)) return;
    [width, height] = [innerWidth, tall];
    toHost({ method: APP_NOTE + "size-changed", params: { width, height } });
  };
  const observer = new ResizeObserver(() => (frame ||= requestAnimationFrame(measure)));
  observer.observe(document.body);
  return observer;
}
