// uiresources.js: the UIResources in a result, each shown by its kind or with the reason why not.
import { post } from "./api.js";
import { fill, find, h } from "./dom.js";
import { hearDialect } from "./dialect.js";
import { openFrame } from "./frame.js";
import { addressIn, kindOf, objection, preferredSize, resourcesIn, sandboxOf, textOf } from "./resources.js";

const HEIGHT = 320;
const MOST_ASKED = 4;
const shown = [];

const said = (title, text, source) =>
  h(
    "div",
    { class: "note", role: "note" },
    h("b", {}, title),
    h("p", { class: "small" }, text),
    source
      ? h("details", {}, h("summary", { class: "small dim" }, "Source"), h("pre", { tabindex: "0" }, source))
      : null,
  );

/** Ask the person, who sees what is asked for; resolves once it is allowed. Each request is asked about by itself. */
const confirmed = (notes) => (method, params) =>
  new Promise((done, fail) => {
    if (notes.childElementCount >= MOST_ASKED) throw new Error("too much is asked for at once");
    const answer = (settle, value) => () => (note.remove(), settle(value));
    const button = (name, text, act) =>
      h("button", { type: "button", class: "btn sm", [`data-${name}`]: "", onclick: act }, text);
    const note = h(
      "div",
      { class: "note", role: "alertdialog", "aria-label": "The resource asks to be let through" },
      h("b", {}, method === "tools/call" ? `It asks to run ${params.name}` : `It asks for ${method}`),
      h("pre", { tabindex: "0" }, JSON.stringify(method === "tools/call" ? params.arguments : params, null, 2)),
      h(
        "div",
        { class: "row" },
        button("allow", "Allow once", answer(done)),
        button("refuse", "Refuse", answer(fail, new Error(`${method} was refused by the person`))),
      ),
    );
    notes.append(note);
  });

/** An external page is a stranger: it gets nothing of the upstream. */
const nothing = (method) => {
  throw new Error(`${method} is not for external pages`);
};

/** Each kind of resource as a node. `context` has port, theme, hostOptions({ told, renderData, allow }). */
const SHOW = {
  async html(resource, { port, theme, hostOptions }) {
    const ui = resource._meta?.ui ?? {};
    const { id } = await post("api/frame", { html: textOf(resource), csp: ui.csp });
    const size = sizer(() => frame.node);
    const notes = h("div", { class: "stack" });
    const host = hostOptions({ told: { size }, renderData: renderDataOf(resource), allow: confirmed(notes) });
    const frame = openFrame({ id, port, title: resource.uri, theme, permissions: ui.permissions, host });
    shown.push(frame);
    return h("div", { class: "stack" }, sized(frame.node, resource), notes);
  },
  url(resource, { port, hostOptions }) {
    const own = [port, location.port].flatMap((each) => [`http://127.0.0.1:${each}`, `http://localhost:${each}`]);
    const { url, problem } = addressIn(textOf(resource), own);
    if (problem) return said("This external page is not shown", problem, textOf(resource));
    const frame = h("iframe", {
      title: resource.uri,
      sandbox: sandboxOf("url"),
      referrerpolicy: "no-referrer",
      src: url.href,
    });
    const told = { size: sizer(() => frame) };
    const { dialect } = hostOptions({ told, renderData: renderDataOf(resource), allow: nothing });
    const reply = (message) => frame.contentWindow.postMessage(message, url.origin);
    const receive = ({ source, origin, data }) => {
      if (source === frame.contentWindow && origin === url.origin) hearDialect(data, { ...dialect, reply });
    };
    addEventListener("message", receive);
    shown.push({ close: () => removeEventListener("message", receive) });
    return h("div", { class: "stack" }, h("p", { class: "small dim" }, `From ${url.origin}`), sized(frame, resource));
  },
  "remote-dom"(resource) {
    const text =
      "It is a script that drives the host's own components. This preview has none, as most hosts; give inline HTML (text/html) as well.";
    return said("A remote DOM resource", text, textOf(resource));
  },
};

const renderDataOf = (resource) => Object(resource._meta)["mcpui.dev/ui-initial-render-data"] ?? null;

/** What sets a frame's height as its document asks. */
const sizer =
  (frame) =>
  ({ height }) => {
    if (height > 0) frame().style.height = `${Math.min(4000, Math.ceil(height))}px`;
  };

function sized(frame, resource) {
  const { width, height } = preferredSize(resource._meta);
  frame.style.width = width ? `${width}px` : "100%";
  frame.style.maxWidth = "100%";
  frame.style.height = `${height ?? HEIGHT}px`;
  return frame;
}

/** Take away what was shown of a former result. */
export function clearResources() {
  for (const frame of shown.splice(0)) frame.close();
  fill(find("#resources"));
}

/** Show one UIResource. */
export async function resourceNode(resource, context) {
  const wrong = objection(resource);
  if (wrong) return said("Not a UI resource that can be shown", wrong, JSON.stringify(resource, null, 2));
  return SHOW[kindOf(resource.mimeType)](resource, context);
}

/** Show the UIResources that a result holds, below the view. */
export async function showResources(result, context) {
  clearResources();
  for (const resource of resourcesIn(result)) {
    const node = await resourceNode(resource, context);
    find("#resources").append(
      h(
        "section",
        { class: "stack", "data-kind": kindOf(resource.mimeType) ?? "unknown" },
        h("h3", {}, `UI resource ${resource.uri}`),
        node,
      ),
    );
  }
}
