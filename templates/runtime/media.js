// media.js: pictures, sound, film, links to resources and the resources themselves.

import { components } from "./components.js";
import { MEDIUM } from "./data.js";
import { button, h, say } from "./dom.js";
import { evaluate, present } from "./expressions.js";
import { attempt, bytesText, cut, isNumber, isText, shortUrl, textOf } from "./format.js";
import { externalLink, foldButton, handOver, hostCan, inParts, TEXT_STEP } from "./parts.js";
import { drawn } from "./result.js";
import { codeNode } from "./source.js";
import { inSteps } from "./value.js";

/** How the base64 of known files begins. */
const MAGIC =
  "iVBOR=image/png /9j/=image/jpeg R0lGOD=image/gif UklGR.{7}RUJQ=image/webp PHN2Zy=image/svg+xml UklGR.{7}QVZF=audio/wav JVBERi=application/pdf"
    .split(" ")
    .map((each) => each.split("="));
const magicOf = (text) => MAGIC.find(([start]) => RegExp("^" + start).test(text))?.[1];
const DATA_URI = /^data:([\w.+-]+\/[\w.+-]+)?[;,](?:[^,]*base64,)?/;

/** A text that is a file: a data URI, or base64 of some length. */
export const isFile = (text) =>
  text.length > 300 &&
  (DATA_URI.test(text) ||
    (text.length % 4 === 0 && /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[a-zA-Z\d+/]+={0,2}$/.test(text)));

function baseName(uri) {
  const last = uri.replace(/[?#].*$/s, "").split("/").filter(Boolean).at(-1) ?? "";
  return cut(attempt(() => decodeURIComponent(last)) ?? last, 120);
}

/** What a prop or an item of content holds of a medium: {url (data only), outer, mimeType, name, base64}. */
function mediumOf(value) {
  const held = isText(value) ? { url: value } : Object(value);
  const { data, blob, uri, url, name, title, mimeType: told } = { ...held, ...held.resource };
  const found = textOf(data ?? blob ?? url ?? uri);
  const magic = magicOf(found);
  const [type = magic ?? ""] = /^[\w.+-]+\/[\w.+-]+/.exec(told) ?? [];
  const bare = !DATA_URI.test(found) && (data ?? blob ?? (magic || isFile(found)));
  const whole = bare ? `data:${type};base64,${found}` : found;
  const [start = "", mimeType = type] = DATA_URI.exec(whole) ?? [];
  return {
    url: start && whole,
    outer: /^https?:/i.test(found) ? found : uri,
    mimeType,
    name: textOf(title ?? name) || baseName(start ? textOf(uri) : found),
    base64: start.endsWith("base64,") ? whole.slice(start.length) : "",
  };
}

const toldOf = ({ name, mimeType, base64 }) =>
  [name, mimeType, base64 && bytesText(Math.floor((base64.length * 3) / 4))].filter(Boolean).join(" · ");

/** Name, type and size in small print, and the data as text one click away. */
const mediumLine = (medium) =>
  h(
    "details.fold",
    h("summary.small dim", say("span", toldOf(medium))),
    h("div.near", inParts(h("pre.wrap", { dir: "ltr" }), medium.base64 || medium.url, TEXT_STEP)),
  );

/** A medium that cannot be shown: what it is and, if it lies elsewhere, a link. */
const mediumNote = (what, medium, context) => {
  const { outer, name } = medium;
  const link = /^https?:/i.test(outer) && externalLink(outer, name || outer, context);
  return say("p.dim", what + " ", link || toldOf(medium));
};

/** A component for a kind of medium, which `draw` makes of its address, its name and a way to say that it failed. */
const medium = (kind, what, draw) => (props, scope, context) => {
  const held = mediumOf(evaluate(props.src, scope));
  if (!held.url.startsWith(`data:${kind}/`)) return mediumNote(what + ":", held, context);
  const name = textOf(evaluate(props.alt, scope)) || held.name || what;
  const failed = () => mediumNote(`This ${what.toLowerCase()} cannot be shown:`, { ...held, name }, context);
  return h("figure", draw(held.url, name, failed), h("figcaption", mediumLine(held)));
};
const player = (tag) => (src, name) => h(tag, { controls: true, preload: "metadata", "aria-label": name, src });

/** A picture at its own size up to the width; a click shows it in full, in place. */
components.image = medium("image", "Picture", (src, alt, failed) => {
  const onclick = () => (frame.ariaPressed = frame.ariaPressed === "false");
  const picture = h("img", { src, alt, onerror: () => frame.replaceWith(failed()) });
  const frame = h("button.zoom", { type: "button", "aria-pressed": "false", onclick }, picture);
  return frame;
});
components.audio = medium("audio", "Recording", player("audio"));
components.video = medium("video", "Video", player("video"));

/** Web addresses, resource links and embedded resources. */
components.links = (props, scope, context) => {
  const value = evaluate(props.of, scope);
  const list = [value].flat();
  return present(list[0]) ? inSteps(h("ul"), list, 50, (each) => h("li", linkLine(each, context))) : null;
};

/** A link or a resource: what it is called, what is told of it and what can be done; what it holds goes below. */
const entryNode = (label, told, action, ...below) =>
  h("section.near", h("div.row", label, action), told && say("p.small dim", told), below);

function linkLine(each, context) {
  if (each?.type === "resource") return resourceNode(each.resource, context);
  const { title, name, description, mimeType, size, ...rest } = isText(each) ? { url: each } : Object(each);
  const uri = textOf(rest.url ?? rest.uri ?? rest.href ?? rest.link);
  const short = shortUrl(uri);
  const label = textOf(title ?? name) || short || "Link";
  const told = [mimeType, isNumber(size) && bytesText(size), label !== short && cut(short, 200)];
  const web = /^https?:\/\//i.test(uri);
  const pane = !web && /^[a-z][a-z\d+.-]+:\S+$/i.test(uri) && hostCan(context, "serverResources") && h("div.near");
  return entryNode(
    web ? externalLink(uri, label, context) : say("b", label),
    told.filter(Boolean).join(" · "),
    pane && foldButton("sm", "Open", pane, { open: "Close", make: () => readInto(uri, context) }),
    description && say("p", textOf(description)),
    pane,
  );
}

/** A place that is filled when the host has read the resource. */
function readInto(uri, context) {
  const place = h("div.near", { role: "status" }, "Reading…");
  context.app.send("resources/read", { uri }).then(
    ({ contents }) => place.replaceChildren(...(contents ?? []).map((resource) => resourceNode(resource, context))),
    (fault) => place.replaceChildren(h("p.err", "It could not be read: " + cut(textOf(fault?.message), 300))),
  );
  return place;
}

/** An embedded resource by its MIME type, under its name. */
export function resourceNode(resource, context) {
  const { uri, text } = Object(resource);
  const medium = mediumOf(resource);
  const { name, mimeType, base64 } = medium;
  const [kind] = MEDIUM.exec(mimeType) ?? [];
  const words = text ?? (/^text\/|json/.test(mimeType) ? fromBase64(base64) : undefined);
  const told = words !== undefined;
  if (kind && !told) return drawn(kind, { resource }, context);
  const source = /html|xml|javascript|typescript|css|x-|yaml|toml|sql/.test(mimeType);
  const type = /markdown/.test(mimeType) ? "markdown" : context.fallbacks.has("auto") ? "auto" : "text";
  const file = base64 && !told;
  return entryNode(
    say("b", name || "Resource"),
    told ? mimeType : !file && uri,
    file && hostCan(context, "downloadFile") && saveButton(resource, context),
    told && (source ? codeNode(words, mimeType.replace(/^.*\/(x-)?/, "")) : drawn(type, words, context)),
    file && mediumLine({ ...medium, name: "Resource" }),
  );
}

const fromBase64 = (blob) =>
  attempt(() => new TextDecoder().decode(Uint8Array.from(atob(blob), (each) => each.charCodeAt(0))));

/** The host takes the file. */
function saveButton(resource, context) {
  const save = button("sm", "Download", () =>
    handOver(resource, context).catch(() => (save.textContent = "The host did not take it")),
  );
  return save;
}
