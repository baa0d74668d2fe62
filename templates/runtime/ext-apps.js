// ext-apps.js: what a page can import from @modelcontextprotocol/ext-apps; link puts it in place of the import.
// needs: bridge.js

const MORE_METHODS = {
  listServerResources: "resources/list",
  sendMessage: "ui/message",
  sendOpenLink: "ui/open-link",
  requestDisplayMode: "ui/request-display-mode",
  sendLog: "notifications/message",
  sendSizeChanged: APP_NOTE + "size-changed",
  requestTeardown: APP_NOTE + "request-teardown",
};
const appMethods = App.prototype;
const { callServerTool, connect } = appMethods;
/** Opened from disk, by somebody who reviews it. */
const withoutHost = parent === window;
for (const event of APP_EVENTS)
  Object.defineProperty(appMethods, "on" + event, {
    get() {
      return slotOf(this, event).handler;
    },
  });
for (const name in MORE_METHODS)
  appMethods[name] = function (params = {}, options) {
    return this._call(MORE_METHODS[name], params, options);
  };

function slotOf(app, event) {
  const slot = app._slots.get(event);
  if (!slot) throw bridgeError("No event " + event);
  slot.listeners ??= new Set();
  return slot;
}

/** Says what the page is, and waits for ever: nothing is wrong, so no page should tell of an error. */
function hostless() {
  const said = document.createElement("p");
  said.setAttribute("role", "note");
  said.style.margin = "0 0 12px";
  said.textContent = "A view outside its host: open it in an MCP Apps host to run the tool.";
  document.body.prepend(said);
  return new Promise(() => {});
}

Object.assign(appMethods, {
  addEventListener(event, listener) {
    slotOf(this, event).listeners.add(listener);
    this._replay(event);
  },
  removeEventListener(event, listener) {
    slotOf(this, event).listeners.delete(listener);
  },
  async connect(transport, options) {
    if (this._ready) throw bridgeError("Already connected: close() first");
    if (withoutHost) return hostless();
    return connect.call(this, transport, options);
  },
  setupSizeChangedNotifications() {
    return this._watchSize();
  },
  getHostVersion() {
    return this._host?.hostInfo;
  },
  async callServerTool(params, options) {
    if (typeof params === "string") throw bridgeError(`callServerTool() takes { name: "${params}", arguments: {…} }`);
    if (withoutHost) throw bridgeError("Tools run in a host only", "NOT_CONNECTED");
    return callServerTool.call(this, params, options);
  },
});

/** Only so that pages which name a transport run: the bridge has its own. */
class PostMessageTransport {}

const getDocumentTheme = () => (document.documentElement.dataset.theme === "dark" ? "dark" : "light");
const applyDocumentTheme = (theme) => {
  document.documentElement.dataset.theme = document.documentElement.style.colorScheme = theme;
};
const applyHostStyleVariables = (variables, root = document.documentElement) => {
  for (const [name, value] of Object.entries(variables ?? {})) if (value !== undefined) root.style.setProperty(name, value);
};
/** Fonts come from elsewhere, and the sandbox lets nothing in. */
const applyHostFonts = () => {};

const EXT_APPS = {
  __proto__: null,
  App,
  PostMessageTransport,
  applyDocumentTheme,
  applyHostFonts,
  applyHostStyleVariables,
  getDocumentTheme,
  LATEST_PROTOCOL_VERSION: "2026-01-26",
  RESOURCE_MIME_TYPE: "text/html;profile=mcp-app",
  RESOURCE_URI_META_KEY: "ui/resourceUri",
  default: App,
};

Object.defineProperty(globalThis, "genuiExtApps", { value: Object.freeze(EXT_APPS) });
