// media.js: pictures, sound, film, links to resources and the resources themselves.
// needs: dom.js result.js format.js expressions.js parts.js value.js data.js text.js

/** How the base64 of known files begins. */
const MAGIC =
  "iVBOR=image/png /9j/=image/jpeg R0lGOD=image/gif UklGR.{7}RUJQ=image/webp PHN2Zy=image/svg+xml UklGR.{7}QVZF=audio/wav JVBERi=application/pdf"
    .split(" ")
    .map((each) => each.split("="));
const magicOf = (text) => MAGIC.find(([start]) => RegExp("^" + start).test(text))?.[1];
const DATA_URI = /^data:([\w.+-]+\/[\w.+-]+)[;,](?:[^,]*base64,)?/;

/** A text that is a file: a data URI, or base64 of some length. */
const isFile = (text) =>
  text.length > 300 &&
  (DATA_URI.test(text) ||
    (text.length % 4 === 0 && /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[a-zA-Z\d+/]+={0,2}$/.test(text)));

function baseName(uri) {
  const [last = ""] = /[^/]*(?=\/*$)/.exec(uri.replace(/[?#].*$/s, "")) ?? [];
  return cut(attempt(() => decodeURIComponent(last)) ?? last, 120);
}

/** What a prop or an item of content holds of a medium: {url (data only), outer, mimeType, name, base64}. */
function mediumOf(value) {
  const held = isText(value) ? { url: value } : Object(value);
  const { data, blob, uri, url, name, title, mimeType: told } = { ...held, ...held.resource };
  const text = textOf(data ?? blob ?? url ?? uri);
  const [start = "", given] = DATA_URI.exec(text) ?? [];
  const bare = !start && (data ?? blob ?? (magicOf(text) || isFile(text)));
  const mimeType = given ?? /^[\w.+-]+\/[\w.+-]+/.exec(told)?.[0] ?? (bare ? magicOf(text) : undefined);
  return {
    url: start ? text : bare && mimeType ? `data:${mimeType};base64,${text}` : "",
    outer: /^https?:/i.test(text) ? text : uri,
    mimeType,
    name: textOf(title ?? name) || baseName(start || bare ? textOf(uri) : text),
    base64: bare ? text : start.endsWith("base64,") ? text.slice(start.length) : "",
  };
}

const toldOf = ({ name, mimeType, base64 }) =>
  [name, mimeType, base64 && bytesText(Math.floor((base64.length * 3) / 4))].filter(Boolean).join(" · ");

/** Name, type and size in small print, and the data as text one click away. */
function mediumLine(medium, ...more) {
  const pane = h("div.near");
  const make = () => h("div.near", inParts(h("pre.wrap", { dir: "ltr" }), medium.base64 || medium.url, TEXT_STEP));
  const show = foldButton("sm quiet", "Show data", pane, { open: "Hide data", make });
  return h("div.near", h("div.row small dim", say("span", toldOf(medium)), more, show), pane);
}

/** A medium that cannot be shown: what it is and, if it lies elsewhere, a link. */
const mediumNote = (what, medium, context) => {
  const { outer, name } = medium;
  const link = /^https?:/i.test(outer) && externalLink(outer, name || outer, context);
  return say("p.dim", what + " ", link || toldOf(medium));
};

/** A picture at its own size up to the width; a click shows it in full, in place. */
components.image = (props, scope, context) => {
  const medium = mediumOf(evaluate(props.src, scope));
  if (!/^data:image\//i.test(medium.url)) return mediumNote("Picture:", medium, context);
  const alt = textOf(evaluate(props.alt, scope)) || medium.name || "Picture";
  const onclick = () => frame.setAttribute("aria-pressed", frame.classList.toggle("whole"));
  const onerror = () => frame.replaceWith(mediumNote("This picture cannot be shown:", { ...medium, name: alt }, context));
  const picture = h("img", { alt, onerror, src: medium.url });
  const frame = h("button.zoom", { type: "button", "aria-pressed": "false", onclick }, picture);
  const fits = () => !frame.matches(".whole") && picture.naturalWidth <= picture.clientWidth;
  new ResizeObserver(() => (frame.disabled = fits())).observe(picture);
  return h("figure", frame, h("figcaption", mediumLine({ ...medium, name: medium.name === alt ? "" : medium.name })));
};

const player = (tag, what) => (props, scope, context) => {
  const medium = mediumOf(evaluate(props.src, scope));
  if (!medium.url.startsWith(`data:${tag}/`)) return mediumNote(what + ":", medium, context);
  const node = h(tag, { controls: true, preload: "metadata", "aria-label": medium.name || what, src: medium.url });
  return h("figure", node, h("figcaption", mediumLine(medium)));
};
components.audio = player("audio", "Recording");
components.video = player("video", "Video");

/** Web addresses, resource links and embedded resources. */
components.links = (props, scope, context) => {
  const value = evaluate(props.of, scope);
  const list = [value].flat();
  if (!present(list[0])) return null;
  return list[1] ? inSteps(h("ul.plain"), list, 50, (each) => h("li", linkLine(each, context))) : linkLine(list[0], context);
};

function linkLine(each, context) {
  if (each?.type === "resource") return resourceNode(each.resource, context);
  const { title, name, description, mimeType, size, ...rest } = isText(each) ? { url: each } : Object(each);
  const uri = textOf(rest.url ?? rest.uri ?? rest.href ?? rest.link);
  const short = shortUrl(uri);
  const label = textOf(title ?? name) || short || "Link";
  const told = [mimeType, isNumber(size) && bytesText(size), label !== uri && uri.length < 200 && short];
  const web = /^https?:\/\//i.test(uri);
  const pane = !web && hostCan(context, "serverResources") && h("div.near");
  const make = () => readInto(uri, context);
  return h(
    "div.near",
    h(
      "div.row",
      web ? externalLink(uri, label, context) : say("b", label),
      pane && foldButton("sm", "Open", pane, { open: "Close", make }),
    ),
    say("p.small dim", told.filter(Boolean).join(" · ")),
    description && say("p", textOf(description)),
    pane,
  );
}

/** A place that is filled when the host has read the resource. */
function readInto(uri, context) {
  const place = h("div.near", { role: "status" }, "Reading…");
  context.app.readServerResource({ uri }).then(
    ({ contents }) => place.replaceChildren(...(contents ?? []).map((resource) => resourceNode(resource, context))),
    (fault) => place.replaceChildren(h("p.err", "It could not be read: " + cut(textOf(fault?.message), 300))),
  );
  return place;
}

/** An embedded resource by its MIME type, under its name. */
function resourceNode(resource, context) {
  const { uri, mimeType = "", text, blob } = Object(resource);
  const [kind] = MEDIUM.exec(mimeType) ?? [];
  const words = text ?? (/^text\/|json/.test(mimeType) ? fromBase64(blob) : undefined);
  if (words === undefined && kind) return tried(kind, { resource }, context);
  const source = /html|xml|javascript|typescript|css|x-|yaml|toml|sql/.test(mimeType);
  const type = /markdown/.test(mimeType) ? "markdown" : source ? "code-block" : components.auto ? "auto" : "text";
  const { name } = mediumOf(resource);
  const head = say("b", name || "Resource");
  const file = words === undefined && blob;
  return h(
    "section.near",
    file
      ? [name && head, mediumLine({ name: "Resource", mimeType, base64: blob }, saveButton(resource, context))]
      : h("div.row", head, say("span.small dim", mimeType)),
    words !== undefined && drawn(type, words, context, { language: mimeType.replace(/^.*\/(x-)?/, "") }),
    !words && !blob && uri && say("p.small dim", uri),
  );
}

const fromBase64 = (blob) =>
  attempt(() => new TextDecoder().decode(Uint8Array.from(atob(blob), (each) => each.charCodeAt(0))));

/** The host takes the file, where it can. */
function saveButton(resource, context) {
  if (!hostCan(context, "downloadFile")) return null;
  const contents = [{ type: "resource", resource }];
  const save = () => context.app.downloadFile({ contents }).catch(() => (told.textContent = "The host did not take it"));
  const told = h("span.small dim", { role: "status" });
  return [button("sm", "Download", save), told];
}
