// ext-apps.js: what a page can import from @modelcontextprotocol/ext-apps; link puts it in place of the import.

import { called, given } from "./page.js";
import { APP_NOTE, bridgeError, createBridge, tellSize, toHost } from "./bridge.js";
import { h } from "./dom.js";

/** Named as the notifications are, without their dashes. */
const APP_EVENTS = ["toolinput", "toolinputpartial", "toolresult", "toolcancelled", "hostcontextchanged"];
const APP_METHODS = {
  readServerResource: "resources/read",
  openLink: "ui/open-link",
  downloadFile: "ui/download-file",
  updateModelContext: "ui/update-model-context",
  listServerResources: "resources/list",
  sendMessage: "ui/message",
  sendOpenLink: "ui/open-link",
  requestDisplayMode: "ui/request-display-mode",
  sendLog: "notifications/message",
  sendSizeChanged: APP_NOTE + "size-changed",
  requestTeardown: APP_NOTE + "request-teardown"
};

/** The options of a request: it is given up after a minute, where the page says no other time. */
function limited({ timeout = 60000, ...options } = {}) {
  return { ...options, timeout, expired: bridgeError("Request timed out", "REQUEST_TIMEOUT", { timeout }) };
}

/** Opened from disk, by somebody who reviews it. */
const withoutHost = parent === window;

/** Says what the page is, and waits for ever: nothing is wrong, so no page should tell of an error. */
function hostless() {
  const said = "A view outside its host: open it in an MCP Apps host to run the tool.";
  document.body.prepend(h("p", { role: "note", style: "margin:0 0 12px" }, said));
  return new Promise(() => {});
}

/**
 * A watch over the size of a page whose style may be anything. One that is sized in vh grows each time the host
 * follows it: after three steps it stays as it is.
 */
function watchPage() {
  const { style } = page;
  let frame, width, height, inner;
  let chased = 0;
  const measure = () => {
    frame = 0;
    const before = style.height;
    style.height = "max-content";
    const tall = Math.ceil(page.getBoundingClientRect().height);
    style.height = before;
    const grown = width === innerWidth ? tall - height : NaN;
    if (grown === 0) return;
    if (grown > 0 && innerHeight > inner && ++chased > 3) return;
    inner = innerHeight;
    [width, height] = [innerWidth, tall];
    tellSize(tall);
  };
  const changes = { subtree: true, childList: true, attributes: true };
  new MutationObserver(() => (chased = 0)).observe(document.body, changes);
  const observer = new ResizeObserver(() => (frame ||= requestAnimationFrame(measure)));
  // The children too: a body of fixed height does not change when they do.
  for (const node of [page, document.body, ...document.body.children]) observer.observe(node);
  return observer;
}

/** Set handlers, `await connect()`, then call. */
class App {
  /** What the host answers to the greeting, once there is one. */
  static greeted;
  #hello;
  #autoResize;
  #bridge;
  #ready;
  #host;
  #watch;
  #slots = new Map(APP_EVENTS.map((event) => [event, { listeners: new Set() }]));
  onteardown;

  static {
    const methods = this.prototype;
    for (const name in APP_METHODS)
      methods[name] = function (params, options) {
        return this.#call(APP_METHODS[name], params, options);
      };
    for (const event of APP_EVENTS)
      Object.defineProperty(methods, "on" + event, {
        get() {
          return this.#slot(event).handler;
        },
        set(handler) {
          this.#slot(event).handler = handler;
          this.#replay(event);
        },
        configurable: true
      });
  }

  constructor(info, capabilities, { autoResize = true } = {}) {
    this.#hello = [{ version: "1.0.0", ...info }, capabilities];
    this.#autoResize = autoResize;
  }

  async connect(_transport, options) {
    if (this.#ready) throw bridgeError("Already connected: close() first");
    if (withoutHost) return hostless();
    this.#bridge = createBridge((event, params) => this.#hear(event, params));
    App.greeted = this.#bridge.connect(...this.#hello, limited(options));
    this.#ready = App.greeted.then((host) => {
      this.#host = host;
      if (this.#autoResize) this.#watch = watchPage();
    });
    this.#ready.catch(() => this.close());
    return this.#ready;
  }

  async close() {
    const { receive, waiting } = this.#bridge ?? {};
    removeEventListener("message", receive);
    this.#watch?.disconnect();
    this.#bridge = this.#ready = this.#host = undefined;
    waiting?.forEach(({ fail }) => fail(bridgeError("Connection closed", "CONNECTION_CLOSED")));
  }

  getHostContext = () => this.#bridge?.surroundings();
  getHostCapabilities = () => this.#host?.hostCapabilities;
  getHostVersion = () => this.#host?.hostInfo;

  async callServerTool(params, options) {
    if (typeof params === "string") throw bridgeError(`callServerTool() takes { name: "${params}", arguments: {…} }`);
    if (withoutHost) throw bridgeError("Tools run in a host only", "NOT_CONNECTED");
    called(params);
    try {
      const result = { content: [], ...(await this.#call("tools/call", params, { onprogress() {}, ...options })) };
      given(result, params);
      return result;
    } catch (fault) {
      called(params, fault);
      throw fault;
    }
  }

  setupSizeChangedNotifications() {
    this.#watch = watchPage();
    return () => this.#watch.disconnect();
  }

  addEventListener(event, listener) {
    this.#slot(event).listeners.add(listener);
    this.#replay(event);
  }

  removeEventListener(event, listener) {
    this.#slot(event).listeners.delete(listener);
  }

  #slot(event) {
    if (!this.#slots.has(event)) throw bridgeError("No event " + event);
    return this.#slots.get(event);
  }

  #hear(event, told) {
    if (event === "teardown") return this.#leave(told);
    const params = event === "toolresult" ? { content: [], ...told } : told;
    const slot = this.#slots.get(event);
    const all = slot ? [slot.handler, ...slot.listeners].filter(Boolean) : [];
    if (slot && !all[0] && event !== "hostcontextchanged") slot.missed = params;
    // In tasks of their own: one that throws is reported and stops no other.
    for (const listener of all) queueMicrotask(() => listener(params));
  }

  async #leave(params) {
    try {
      return { result: { ...(await this.onteardown?.(params)) } };
    } catch ({ code, message, data }) {
      return { error: { code: code | 0 || -32603, message: String(message), data } };
    }
  }

  /** The first listener is told the last of what came before it. */
  #replay(event) {
    const { missed } = this.#slot(event);
    this.#slot(event).missed = undefined;
    if (missed) this.#hear(event, missed);
  }

  async #call(method, params = {}, options) {
    if (!this.#ready) throw bridgeError("Not connected: await connect() first", "NOT_CONNECTED");
    // Once connected at once: the page may close in the same task.
    if (!this.#host) await this.#ready;
    if (method.includes("notifications/")) return toHost({ method, params });
    return this.#bridge.send(method, params, limited(options));
  }
}

const page = document.documentElement;

/** What is left under a global name for pages of other authors. */
export const EXT_APPS = Object.freeze({
  __proto__: null,
  App,
  default: App,
  /** Only so that pages which name a transport run: the bridge has its own. */
  PostMessageTransport: class {},
  getDocumentTheme: () => (page.dataset.theme === "dark" ? "dark" : "light"),
  applyDocumentTheme(theme) {
    page.dataset.theme = page.style.colorScheme = theme;
  },
  applyHostStyleVariables(variables, root = page) {
    for (const [name, value] of Object.entries(variables ?? {})) if (value !== undefined) root.style.setProperty(name, value);
  },
  /** Fonts come from elsewhere, and the sandbox lets nothing in. */
  applyHostFonts() {},
  LATEST_PROTOCOL_VERSION: "2026-01-26",
  RESOURCE_MIME_TYPE: "text/html;profile=mcp-app",
  RESOURCE_URI_META_KEY: "ui/resourceUri",
});
