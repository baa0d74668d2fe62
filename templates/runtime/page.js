// page.js: the runtime of pages of other authors: that of every view, and what such a page can import from @modelcontextprotocol/ext-apps, which link puts in the
// place of the import. Around the page stands what stands around genui's own views: title and arguments, how a run goes, the raw result. What it draws itself is
// left to it. Where it throws before or while it draws, genui draws its result instead.

import { APP_NOTE, bridgeError, createBridge, logFault, tellSize, toHost } from "./bridge.js";
import { readResult } from "./data.js";
import { h, say, visible } from "./dom.js";
import { renderResult } from "./draw.js";
import { errorText, faultOf, faultText } from "./faults.js";
import { summaryOf } from "./form.js";
import "./index.js";
import { cancelledNote, errorNote, resultFoot, runningLine } from "./states.js";

const page = document.documentElement;

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
    const slot = this.#slots.get(event) ?? { listeners: [] };
    const all = [slot.handler, ...slot.listeners].filter(Boolean);
    if (!all[0] && event !== "hostcontextchanged") slot.missed = params;
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

/** What is left under a global name for pages of other authors. */
const EXT_APPS = Object.freeze({
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

/** The page's tool, and the input that the host has told. */
let tool, input;
/** The last result and its arguments; whether a person has used the page since; the last fault; whether genui draws by now. */
let last, used, failed, gone;

/** Watch over a page: until somebody uses it, what it throws keeps it from drawing the result. */
function guardPage(view) {
  ({ tool, form: plan } = view);
  addEventListener("message", ({ source, data }) => {
    if (source === parent) HEARD[data?.method]?.(Object(data.params));
  });
  // In a task of its own: the page may say that it has handled the fault itself.
  for (const type of ["error", "unhandledrejection"]) addEventListener(type, (event) => setTimeout(hearFault, 0, event));
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => (used = true), true);
}

/** What the host tells, to the page too. */
const HEARD = {
  __proto__: null,
  [APP_NOTE + "tool-input"]: (params) => {
    input = params.arguments;
    running(input);
  },
  [APP_NOTE + "tool-result"]: given,
  [APP_NOTE + "tool-cancelled"]: (params) => cancelled(params),
};

function hearFault({ error, reason, defaultPrevented }) {
  const fault = error ?? reason;
  if (!fault || defaultPrevented) return;
  if (faultOf(fault) !== faultOf(failed)) tell(fault);
  failed = fault;
  if (last && !used) show();
}

/** Log a fault; a page that threw before it greeted the host would wait for ever. */
function tell(fault) {
  const { App } = EXT_APPS;
  if (!App.greeted) new App({ name: tool.name }).connect();
  App.greeted.then(({ hostCapabilities }) => logFault(hostCapabilities, tool.name, fault), () => {});
}

/** The page has a result, from the host or from a `call` of its own: it has its chance to draw that, unless it has had one. */
function given(result, call) {
  if (!tool || (call && call.name !== tool.name)) return;
  last = [result, call?.arguments ?? input];
  told(...last);
  used = false;
  const { body } = document;
  const before = failed && body.innerHTML;
  if (gone) show();
  // So long a page that has thrown before its result may take to change with it.
  else setTimeout(() => body.innerHTML === before && show(), 500);
}

/** The page calls its tool; `fault` is why that failed. */
function called({ name, arguments: args }, fault) {
  if (name !== tool?.name) return;
  if (fault) told(undefined, args, fault);
  else running(args);
}

/** Put genui's drawing of the result in the place of the page and its style. */
function show() {
  const [result, args] = last;
  const read = readResult(result);
  const style = document.getElementById("genui-style");
  // It may have stood in the body, which is emptied below.
  document.head.append(style);
  style.media = "";
  for (const sheet of document.styleSheets) sheet.disabled = sheet.ownerNode !== style;
  gone = true;
  // Genui's drawing says itself what stands around a page.
  plan = undefined;
  head?.remove();
  foot?.remove();
  const { title } = document;
  const notice = h("p.small dim", { role: "alert" }, "This page could not be drawn; its data follows.");
  const drawn =
    read.state === "error"
      ? errorNote(errorText(read), title)
      : [renderResult(result, args ?? {}, { tool, spec: {}, read, announce() {} }), resultFoot(result, read)];
  document.body.replaceChildren(h("main", h("h1.sr", title), notice, drawn));
}

// What stands around the page: beside the body, in shadow trees, so that neither style reaches the other.

const OWN_STYLE = `:host{display:block;background:var(--bg);color:var(--fg);font:400 var(--sm);overflow-wrap:anywhere}main{padding-block:14px 12px}
.ran{padding-bottom:10px}.ran h1{display:inline;font:var(--bold) var(--sm)}`;

/** The words of the view, as long as genui stands around the page; the trees above and below it; what was told last, and its arguments. */
let plan, head, foot, turn, asked;

const shows = (pattern, selector = "button,summary,h1,h2,h3,p,div,span") =>
  [...document.body.querySelectorAll(selector)].some(({ textContent }) => pattern.test(textContent));

function tree() {
  const node = h("div", { "data-frame": "" });
  const sheet = new CSSStyleSheet();
  // Custom properties of the root are inherited; those of the style are for its own root.
  sheet.replaceSync(document.getElementById("genui-style").textContent.replaceAll(":root", ":host") + OWN_STYLE);
  node.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
  return node;
}

const put = (node, ...children) => node.shadowRoot.replaceChildren(...(children.flat(2).some(Boolean) ? [h("main", children)] : []));

/** Draw around the page once it has had its chance, 150 ms, to draw the same; only what was told last is drawn. */
function around(state, args, drawn) {
  if (!plan) return;
  const mine = (turn = {});
  asked = args ?? asked;
  setTimeout(() => {
    if (!plan || turn !== mine) return;
    page.dataset.state = state;
    if (!head) document.body.before((head = tree())), document.body.after((foot = tree()));
    const { above, below } = drawn();
    put(head, line(), above);
    put(foot, below);
  }, 150);
}

/** "Forecast · Oslo · 3 days"; a page with a heading of its own keeps it. */
function line() {
  if (document.body.querySelector("h1")) return;
  const told = asked && summaryOf(plan.said, asked);
  return h("div.ran", h("h1", visible(document.title || plan.words.title)), told && say("span.asked", " · " + told));
}

const running = (args) =>
  around("running", args, () => ({ above: !document.querySelector("[aria-busy=true]") && runningLine(plan.words.doing) }));

const cancelled = ({ reason }) =>
  around("cancelled", undefined, () => ({ above: !shows(/cancel|stopped/i) && cancelledNote(reason) }));

/** A result, or the `fault` of a call that has none. */
function told(result, args, fault) {
  const read = readResult(result ?? {});
  const error = fault ? faultText(fault) : read.state === "error" && errorText(read);
  const own = (text) => document.body.innerText.includes(text.trim().slice(0, 60));
  around(error === false ? "result" : "error", args, () => ({
    above: error !== false && !own(error) && errorNote(error, plan.words.title),
    below: result && !shows(/\braw\b/i, "button,summary,a") && resultFoot(result, read),
  }));
}

globalThis.genuiExtApps = EXT_APPS;

const data = document.getElementById("view-data");
// What it throws, it throws before it is whole.
if (data && !withoutHost) guardPage(JSON.parse(data.textContent));
