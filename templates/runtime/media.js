// media.js: pictures, sound, film, links to resources and the resources themselves.

import { MEDIUM } from "./data.js";
import { evaluate } from "./expressions.js";
import { components, typeOutline } from "./outline.js";
import { attempt, cut, formatted, isNumber, isText, joined, present, shortUrl, textOf, words } from "./values.js";

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

/** What a prop or an item of content holds of a medium: {url (data only), outer, mimeType, name, bytes (where it is base64)}. */
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
    bytes: start.endsWith("base64,") ? Math.floor(((whole.length - start.length) * 3) / 4) : undefined,
  };
}

/** A component for a kind of medium; one that cannot be shown is told, with a link where it lies elsewhere. */
const medium = (kind, what) => (props, scope) => {
  const held = mediumOf(evaluate(props.src, scope));
  if (!held.url.startsWith(`data:${kind}/`)) return { type: "medium", what: what + ":", medium: held };
  return { type: kind, what, label: words(evaluate(props.alt, scope)) || held.name || what, medium: held };
};
components.image = medium("image", "Picture");
components.audio = medium("audio", "Recording");
components.video = medium("video", "Video");

/** Web addresses, resource links and embedded resources. */
components.links = (props, scope, context) => {
  const list = [evaluate(props.of, scope)].flat();
  return present(list[0]) ? { type: "links", links: list.map((each) => linkOutline(each, context)).filter(Boolean) } : null;
};

function linkOutline(each, context) {
  if (each?.type === "resource") return resourceOutline(each.resource, context);
  const { title, name, description, mimeType, size, ...rest } = isText(each) ? { url: each } : Object(each);
  const uri = textOf(rest.url ?? rest.uri ?? rest.href ?? rest.link);
  const short = shortUrl(uri);
  const label = textOf(title ?? name) || short || "Link";
  const told = [mimeType, isNumber(size) && formatted(size, "bytes"), label !== short && cut(short, 200)];
  return { type: "link", label, uri, about: joined(told.filter(Boolean), " · "), description: textOf(description) };
}

/** An embedded resource by its MIME type, under its name; `file` is what nobody reads as text. */
export function resourceOutline(resource, context) {
  const { uri, text } = Object(resource);
  const held = mediumOf(resource);
  const { name, mimeType, bytes, url } = held;
  const [kind] = MEDIUM.exec(mimeType) ?? [];
  const read = text ?? (/^text\/|json/.test(mimeType) ? fromBase64(url.slice(url.indexOf(",") + 1)) : undefined);
  const told = read !== undefined;
  if (kind && !told) return typeOutline(kind, { resource }, context);
  const outline = { type: "resource", label: name || "Resource" };
  if (!told) return bytes ? { ...outline, file: { ...held, name: "Resource" }, resource } : { ...outline, about: uri };
  const source = /html|xml|javascript|typescript|css|x-|yaml|toml|sql/.test(mimeType);
  const type = /markdown/.test(mimeType) ? "markdown" : "auto";
  const code = { type: "code-block", text: read, language: mimeType.replace(/^.*\/(x-)?/, "") };
  return { ...outline, about: mimeType, part: source ? code : typeOutline(type, read, context) };
}

/** The text of base64: UTF-8, else a letter a byte; undefined where it is no base64. */
function fromBase64(blob) {
  const bytes = attempt(() => atob(blob));
  const escaped = bytes?.replace(/[^]/g, (byte) => "%" + byte.charCodeAt(0).toString(16).padStart(2, "0"));
  return attempt(() => decodeURIComponent(escaped ?? "%")) ?? bytes;
}
