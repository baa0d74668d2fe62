// bridge.js: MCP Apps 2026-01-26 as far as views speak it; ext-apps.js makes of it the App that pages import.

const APP_NOTE = "ui/notifications/";

const bridgeError = (message, code, data) => Object.assign(new Error(message), { code, data });
let lastId = 0;
const toHost = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

/**
 * The page's side of the wire. `hear(event, params)` is told what the host says, its notifications named without their
 * dashes, and answers "teardown". Await `connect()`, then call. callServerTool returns its result; "toolresult" tells of
 * the host's own runs only.
 */
function createBridge(hear) {
  const waiting = new Map();
  let host, context;

  function send(method, params = {}, { timeout = 60000, signal, onprogress } = {}) {
    const id = lastId++;
    let timer, abort;
    return new Promise((done, fail) => {
      signal?.throwIfAborted();
      const cancel = (reason) => {
        toHost({ method: "notifications/cancelled", params: { requestId: id, reason: String(reason) } });
        fail(reason);
      };
      const expire = () => cancel(bridgeError("Request timed out", "REQUEST_TIMEOUT", { timeout }));
      const progress = (update) => {
        clearTimeout(timer);
        if (timeout < 2 ** 31) timer = setTimeout(expire, timeout);
        if (update) onprogress(update);
      };
      if (onprogress) params = { ...params, _meta: { ...params._meta, progressToken: id } };
      toHost({ id, method, params });
      waiting.set(id, { done, fail, progress });
      signal?.addEventListener("abort", (abort = () => cancel(signal.reason)));
      progress();
    }).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      waiting.delete(id);
    });
  }
  const asks = (method) => (params, options) => send(method, params, options);

  function receive({ source, data }) {
    if (source !== parent || data?.jsonrpc !== "2.0") return;
    const { id, method, result, error } = data;
    const params = data.params ?? {};
    const { progressToken, ...update } = params;
    const asked = waiting.get(+(method ? progressToken : id));
    if (!method) error ? asked?.fail(bridgeError(error.message, error.code, error.data)) : asked?.done(result);
    else if (id !== undefined) answer(id, method, params);
    else if (method === "notifications/progress") asked?.progress(update);
    else if (method.startsWith(APP_NOTE)) {
      const event = method.slice(APP_NOTE.length).replaceAll("-", "");
      if (event === "hostcontextchanged") context = { ...context, ...params };
      hear(event, event === "toolresult" ? { content: [], ...params } : params);
    }
  }

  async function answer(id, method, params) {
    try {
      if (!/^(ping|ui\/resource-teardown)$/.test(method)) throw bridgeError("Method not found", -32601);
      toHost({ id, result: (method !== "ping" && (await hear("teardown", params))) || {} });
    } catch ({ code, message, data }) {
      toHost({ id, error: { code: code | 0 || -32603, message: String(message), data } });
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
    getHostContext: () => context,
    getHostCapabilities: () => host?.hostCapabilities,
    callServerTool: async (params, options) => ({
      content: [],
      ...(await send("tools/call", params, { onprogress() {}, ...options }))
    }),
    readServerResource: asks("resources/read"),
    openLink: asks("ui/open-link"),
    downloadFile: asks("ui/download-file"),
    updateModelContext: asks("ui/update-model-context"),
    send,
    receive,
    waiting
  };
}

/** Tell the host the page's size whenever it changes; returns what ends that. */
function watchSize() {
  const root = document.documentElement;
  const { style } = root;
  let frame, width, height, inner;
  let chased = 0;
  const measure = () => {
    frame = 0;
    const before = style.height;
    style.height = "max-content";
    const tall = Math.ceil(root.getBoundingClientRect().height);
    style.height = before;
    const grown = width === innerWidth ? tall - height : NaN;
    // What is sized in vh grows each time the host follows it: after three steps it stays as it is.
    if (grown === 0 || (grown > 0 && innerHeight > inner && ++chased > 3)) return;
    inner = innerHeight;
    [width, height] = [innerWidth, tall];
    toHost({ method: APP_NOTE + "size-changed", params: { width, height } });
  };
  const observer = new ResizeObserver(() => (frame ||= requestAnimationFrame(measure)));
  const changes = { subtree: true, childList: true, attributes: true };
  new MutationObserver(() => (chased = 0)).observe(document.body, changes);
  // The children too: a body of fixed height does not change when they do.
  for (const node of [root, document.body, ...document.body.children]) observer.observe(node);
  return () => observer.disconnect();
}
