// resources.js: the UIResources in a result, each shown by its kind (inline HTML, an external page, a remote DOM) or with the reason why not.
import { post } from "./api.js";
import { button, fill, find, h } from "./dom.js";
import { hearDialect, openFrame } from "./frame.js";

const MOST_HEIGHT = 4000;
const HTML = /^text\/html(?:;\s*profile=mcp-app)?$/i;
const shown = [];

/** "html" | "url" | "remote-dom" | undefined, from a MIME type. */
export function kindOf(mimeType) {
  const type = String(mimeType);
  if (HTML.test(type)) return "html";
  if (/^text\/uri-list\b/i.test(type)) return "url";
  return type.startsWith("application/vnd.mcp-ui.remote-dom") ? "remote-dom" : undefined;
}

const isView = (uri) => String(uri).startsWith("ui://");

/** The UIResources among the content of a result. */
const resourcesIn = (result) =>
  (Array.isArray(result?.content) ? result.content : [])
    .filter((block) => block?.type === "resource" && (kindOf(block.resource?.mimeType) || isView(block.resource?.uri)))
    .map((block) => block.resource);

/** Refuse what is no UI resource. */
function check({ uri, mimeType }) {
  if (!isView(uri)) throw new Error(`Its URI is ${JSON.stringify(uri)}: a UI resource's starts with ui://.`);
  if (!kindOf(mimeType))
    throw new Error(`Its MIME type is ${JSON.stringify(mimeType)}: expected text/html, text/uri-list or a remote DOM.`);
}

/** What came as base64. */
export const bytesOf = (blob) => Uint8Array.from(atob(blob), (character) => character.charCodeAt(0));

/** The text of a resource, decoded where it came as a blob. */
export const textOf = ({ text, blob = "" }) => text ?? new TextDecoder().decode(bytesOf(blob));

const said = (title, text, source) =>
  h(
    "div",
    { class: "note", role: "note" },
    h("b", {}, title),
    h("p", { class: "small" }, text),
    source && h("details", {}, h("summary", { class: "small dim" }, "Source"), h("pre", { tabindex: "0" }, source)),
  );

/** Ask the person, who sees what is asked for; resolves once it is allowed. Each request is asked about by itself. */
const confirmed = (notes) => (method, params) =>
  new Promise((done, fail) => {
    if (notes.childElementCount >= 4) throw new Error("too much is asked for at once");
    const isCall = method === "tools/call";
    const refused = new Error(`${method} was refused by the person`);
    const answer = (settle, value) => () => {
      note.remove();
      settle(value);
    };
    const note = h(
      "div",
      { class: "note", role: "alertdialog", "aria-label": "The resource asks to be let through" },
      h("b", {}, isCall ? `It asks to run ${params.name}` : `It asks for ${method}`),
      h("pre", { tabindex: "0" }, JSON.stringify(isCall ? params.arguments : params, null, 2)),
      h(
        "div",
        { class: "row" },
        button("sm", "Allow once", answer(done), { "data-allow": true }),
        button("sm", "Refuse", answer(fail, refused), { "data-refuse": true }),
      ),
    );
    notes.append(note);
  });

/** An external page is a stranger: it gets nothing of the upstream. */
const nothing = (method) => {
  throw new Error(`${method} is not for external pages`);
};

/** The address that a text/uri-list names first, checked: https, or http on this machine, and not the preview itself. */
function addressIn(text, ports) {
  const line = text
    .split(/\r?\n/)
    .find((each) => each.trim() && !each.startsWith("#"))
    ?.trim();
  const url = URL.parse(line);
  if (!url) throw new Error(line ? `${JSON.stringify(line)} is no address.` : "It names no address.");
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && local))
    throw new Error(`${line} is neither https nor on this machine.`);
  if (local && ports.includes(url.port)) throw new Error(`${line} is the preview itself.`);
  return url;
}

/** Each kind of resource as a node. `context` has port, theme, hostOptions({ told, renderData, allow }). */
const SHOW = {
  async html(resource, { port, theme, hostOptions }) {
    const ui = resource._meta?.ui ?? {};
    const { id } = await post("api/frame", { html: textOf(resource), csp: ui.csp });
    const notes = h("div", { class: "stack" });
    const frame = { id, tokens: new Map() };
    const told = { size: (asked) => resize(frame.node, asked) };
    const host = hostOptions(frame, { told, renderData: renderDataOf(resource), allow: confirmed(notes) });
    openFrame(frame, { port, title: resource.uri, theme, permissions: ui.permissions, host });
    shown.push(frame);
    return h("div", { class: "stack" }, sized(frame.node, resource), notes);
  },
  url(resource, { port, hostOptions }) {
    const url = addressIn(textOf(resource), [String(port), location.port]);
    const node = h("iframe", {
      title: resource.uri,
      // It keeps its own origin, or it could not reach its own server.
      sandbox: "allow-scripts allow-same-origin",
      referrerpolicy: "no-referrer",
      src: url.href,
    });
    const told = { size: (asked) => resize(node, asked) };
    const { dialect } = hostOptions({}, { told, renderData: renderDataOf(resource), allow: nothing });
    const reply = (message) => node.contentWindow.postMessage(message, url.origin);
    const receive = ({ source, origin, data }) => {
      if (source === node.contentWindow && origin === url.origin) hearDialect(data, { ...dialect, reply });
    };
    addEventListener("message", receive);
    shown.push({ close: () => removeEventListener("message", receive) });
    return h("div", { class: "stack" }, h("p", { class: "small dim" }, `From ${url.origin}`), sized(node, resource));
  },
  "remote-dom"(resource) {
    const text =
      "It is a script that drives the host's own components. This preview has none, as most hosts; give inline HTML (text/html) as well.";
    return said("A remote DOM resource", text, textOf(resource));
  },
};

const renderDataOf = (resource) => Object(resource._meta)["mcpui.dev/ui-initial-render-data"] ?? null;

/** Set a frame's height as its document asks. */
function resize(node, { height }) {
  if (height > 0) node.style.height = `${Math.min(MOST_HEIGHT, Math.ceil(height))}px`;
}

/** Give a frame the size that its resource asks for. */
function sized(node, resource) {
  const asked = Object(resource._meta)["mcpui.dev/ui-preferred-frame-size"];
  const [width, height] = Array.isArray(asked) ? asked : [asked?.width, asked?.height];
  const pixels = (value) => parseFloat(value) > 0 && `${Math.min(parseFloat(value), MOST_HEIGHT)}px`;
  Object.assign(node.style, { width: pixels(width) || "100%", maxWidth: "100%", height: pixels(height) || "320px" });
  return node;
}

/** Take away what was shown of a former result. */
export function clearResources() {
  for (const frame of shown.splice(0)) frame.close();
  fill(find("#resources"));
}

/** Show one UIResource. */
export async function resourceNode(resource, context) {
  try {
    check(resource);
    return await SHOW[kindOf(resource.mimeType)](resource, context);
  } catch (problem) {
    return said("This UI resource is not shown", problem.message, JSON.stringify(resource, null, 2));
  }
}

/** Show the UIResources that a result holds, below the view. */
export async function showResources(result, context) {
  clearResources();
  for (const resource of resourcesIn(result)) {
    const attributes = { class: "stack", "data-kind": kindOf(resource.mimeType) ?? "unknown" };
    const title = h("h3", {}, `UI resource ${resource.uri}`);
    find("#resources").append(h("section", attributes, title, await resourceNode(resource, context)));
  }
}
