// bridge.js: the App class of MCP Apps 2026-01-26, as far as views need it; ext-apps.js adds what pages may ask for besides.

const APP_NOTE = "ui/notifications/";
/** Named as the notifications are, without their dashes. */
const APP_EVENTS = ["toolinput", "toolinputpartial", "toolresult", "toolcancelled", "hostcontextchanged"];
const APP_METHODS = {
  readServerResource: "resources/read",
  openLink: "ui/open-link",
  downloadFile: "ui/download-file",
  updateModelContext: "ui/update-model-context",
};

const bridgeError = (message, code, data) => Object.assign(new Error(message), { code, data });
const toHost = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

/** Set handlers, `await connect()`, then call. callServerTool returns its result; ontoolresult tells of the host's own runs only. */
class App {
  #hello;
  #autoResize;
  _ready;
  _host;
  #context;
  #stop;
  #lastId = 0;
  #waiting = new Map();
  _slots = new Map(APP_EVENTS.map((event) => [event, {}]));
  onteardown;

  static {
    const methods = this.prototype;
    for (const name in APP_METHODS)
      methods[name] = function (params = {}, options) {
        return this._call(APP_METHODS[name], params, options);
      };
    for (const event of APP_EVENTS)
      Object.defineProperty(methods, "on" + event, {
        set(handler) {
          this._slots.get(event).handler = handler;
          this._replay(event);
        },
        configurable: true,
      });
  }

  constructor(info, capabilities = {}, { autoResize = true } = {}) {
    this.#hello = { appInfo: { version: "1.0.0", ...info }, appCapabilities: capabilities, protocolVersion: "2026-01-26" };
    this.#autoResize = autoResize;
  }

  async connect(_transport, options) {
    if (parent === window) throw bridgeError("Not inside an MCP Apps host", "NOT_CONNECTED");
    addEventListener("message", this.#receive);
    this._ready = this.#send("ui/initialize", this.#hello, options).then((host) => {
      this._host = host;
      // A change may have come before the answer.
      this.#context = { ...host.hostContext, ...this.#context };
      toHost({ method: APP_NOTE + "initialized" });
      if (this.#autoResize) this._watchSize();
    });
    this._ready.catch(() => this.close());
    return this._ready;
  }

  async close() {
    removeEventListener("message", this.#receive);
    this.#stop?.();
    this._ready = this._host = this.#context = undefined;
    this.#waiting.forEach(({ fail }) => fail(bridgeError("Connection closed", "CONNECTION_CLOSED")));
  }

  getHostContext = () => this.#context;
  getHostCapabilities = () => this._host?.hostCapabilities;

  async callServerTool(params, options) {
    return { content: [], ...(await this._call("tools/call", params, { onprogress() {}, ...options })) };
  }

  /** Tells the host the page's size whenever it changes; returns what ends that. */
  _watchSize() {
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
    const later = () => (frame ||= requestAnimationFrame(measure));
    const observer = new ResizeObserver(later);
    const changes = { subtree: true, childList: true, attributes: true };
    new MutationObserver(() => (chased = 0)).observe(document.body, changes);
    // The children too: a body of fixed height does not change when they do.
    for (const node of [root, document.body, ...document.body.children]) observer.observe(node);
    return (this.#stop = () => observer.disconnect());
  }

  #dispatch(event, params) {
    const slot = this._slots.get(event);
    const { handler, listeners = [] } = slot;
    const all = [handler, ...listeners].filter(Boolean);
    if (event === "hostcontextchanged") this.#context = { ...this.#context, ...params };
    else if (!all.length) slot.missed = params;
    // In tasks of their own: one that throws is reported and stops no other.
    for (const listener of all) queueMicrotask(() => listener(params));
  }

  /** The first listener is told the last of what came before it. */
  _replay(event) {
    const slot = this._slots.get(event);
    const { missed } = slot;
    slot.missed = undefined;
    if (missed) this.#dispatch(event, missed);
  }

  #receive = ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== "2.0") return;
    const { id, method, result, error } = data;
    const params = data.params ?? {};
    const { progressToken, ...update } = params;
    const waiting = this.#waiting.get(+(method ? progressToken : id));
    if (!method) {
      if (error) waiting?.fail(bridgeError(error.message, error.code, error.data));
      else waiting?.done(result);
    } else if (id !== undefined) this.#answer(id, method, params);
    else if (method === "notifications/progress") waiting?.progress(update);
    else if (method.startsWith(APP_NOTE)) {
      const event = method.slice(APP_NOTE.length).replaceAll("-", "");
      if (this._slots.has(event)) this.#dispatch(event, event === "toolresult" ? { content: [], ...params } : params);
    }
  };

  async #answer(id, method, params) {
    try {
      let result;
      if (method === "ui/resource-teardown") result = await this.onteardown?.(params);
      else if (method !== "ping") throw bridgeError("Method not found", -32601);
      toHost({ id, result: result ?? {} });
    } catch ({ code, message, data }) {
      toHost({ id, error: { code: code | 0 || -32603, message: String(message), data } });
    }
  }

  async _call(method, params, options) {
    if (!this._ready) throw bridgeError("Not connected: await connect() first", "NOT_CONNECTED");
    const act = () => (method.includes("notifications/") ? toHost({ method, params }) : this.#send(method, params, options));
    return this._host ? act() : this._ready.then(act);
  }

  #send(method, params, { timeout = 60000, signal, onprogress } = {}) {
    const id = this.#lastId++;
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
      this.#waiting.set(id, { done, fail, progress });
      signal?.addEventListener("abort", (abort = () => cancel(signal.reason)));
      progress();
    }).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      this.#waiting.delete(id);
    });
  }
}
