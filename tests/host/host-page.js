// host-page.js: a strict MCP Apps host on the official AppBridge. tests/browser.py drives it through window.host.
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
import { EmptyResultSchema } from "@modelcontextprotocol/core";

const MAX_HEIGHT = 4000;

let bridge, frame, listener, settings, wire, calls, held, greeted;

const log = (from, message) => wire.push(JSON.stringify({ from, ...message }));

class LoggedTransport extends PostMessageTransport {
  send(message, options) {
    log("host", message);
    return super.send(message, options);
  }
}

/** Texts, not objects, cross between Python and this page: JSON.parse keeps a member named __proto__. */
async function mount(json) {
  await unmount();
  settings = JSON.parse(json);
  [wire, calls, held] = [[], [], new Map()];
  frame = document.createElement("iframe");
  frame.title = "view";
  frame.setAttribute("sandbox", settings.sandbox);
  frame.style.cssText = `display:block;border:0;width:${settings.width}px;height:300px`;
  document.body.append(frame);
  listener = (event) => {
    if (event.source !== frame.contentWindow) return;
    log("view", event.data);
    if (event.data?.method === "tools/call") calls.push({ id: event.data.id, json: JSON.stringify(event.data.params ?? null) });
  };
  addEventListener("message", listener);
  bridge = connectable();
  await bridge.connect(new LoggedTransport(frame.contentWindow, frame.contentWindow));
  frame.src = settings.url;
}

function connectable() {
  const made = new AppBridge(null, settings.hostInfo, settings.capabilities, { hostContext: settings.context });
  made.oncalltool = (_params, extra) => answerCall(extra.mcpReq.id);
  made.onreadresource = async ({ uri }) => {
    if (!(uri in settings.resources)) throw Object.assign(new Error("Resource not found"), { code: -32002, data: { uri } });
    return { contents: [{ uri, ...settings.resources[uri] }] };
  };
  made.onlistresources = async () => ({ resources: Object.keys(settings.resources).map((uri) => ({ uri, name: uri })) });
  made.onopenlink = async () => ({});
  made.onmessage = async () => ({});
  made.ondownloadfile = async () => ({});
  made.onupdatemodelcontext = async () => ({});
  made.onrequestdisplaymode = async ({ mode }) => ({ mode: settings.context.availableDisplayModes?.includes(mode) ? mode : "inline" });
  made.addEventListener("sizechange", ({ height }) => {
    if (height) frame.style.height = `${Math.min(height, MAX_HEIGHT)}px`;
  });
  greeted = new Promise((done) => made.addEventListener("initialized", () => done(true)));
  return made;
}

async function answerCall(id) {
  const { json } = calls.find((call) => call.id === id);
  if (settings.call === "fixed") return settings.result;
  const answer =
    settings.call === "hold"
      ? await new Promise((resolve) => held.set(id, resolve))
      : await (await fetch("/call", { method: "POST", body: json })).json();
  if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
  return answer.result;
}

/** Answers the oldest call still held. */
function release(json) {
  const [id] = held.keys();
  held.get(id)(JSON.parse(json));
  held.delete(id);
}

/** Messages keep their order, so an answered ping says that the view has handled what came before. */
async function delivered() {
  await bridge.request({ method: "ping" }, EmptyResultSchema, { timeout: 1000 }).catch(() => {});
}

async function send(method, json) {
  await bridge[method](JSON.parse(json));
  await delivered();
}

/** A message the official bridge would not send: unknown methods, broken JSON-RPC, answers nobody waits for. */
async function post(json) {
  const message = JSON.parse(json);
  log("host", message);
  frame.contentWindow.postMessage(message, "*");
  await delivered();
}

async function setContext(json) {
  bridge.setHostContext({ ...settings.context, ...JSON.parse(json) });
  Object.assign(settings.context, JSON.parse(json));
  await delivered();
}

const teardown = (timeout) => bridge.teardownResource({ reason: "test over" }, { timeout }).then(JSON.stringify);

async function unmount() {
  removeEventListener("message", listener);
  frame?.remove();
  await bridge?.close().catch(() => {});
  bridge = frame = undefined;
}

window.host = {
  mount,
  unmount,
  send,
  post,
  release,
  setContext,
  teardown,
  delivered,
  /** Whether the handshake ends within so many milliseconds. */
  initialized: (ms) => Promise.race([greeted, new Promise((done) => setTimeout(done, ms, false))]),
  heldCount: () => held.size,
  sentCount: (method) => wire.map((text) => JSON.parse(text)).filter((message) => message.from === "view" && message.method === method).length,
  wire: () => wire,
  callCount: () => calls.length,
  calls: () => calls.map((call) => call.json),
};
