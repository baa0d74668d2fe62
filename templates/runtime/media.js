// media.js: pictures, sound, film, links to resources and the resources themselves.
// needs: dom.js result.js format.js expressions.js parts.js value.js data.js text.js

/** How the base64 of known files begins. */
const MAGIC = {
  iVBORw0KGgo: "image/png",
  "/9j/": "image/jpeg",
  R0lGOD: "image/gif",
  "UklGR.{7}RUJQ": "image/webp",
  PHN2Zy: "image/svg+xml",
  "UklGR.{7}QVZF": "audio/wav",
  SUQz: "audio/mpeg",
  T2dnU: "audio/ogg",
  "AAAA.GZ0eX": "video/mp4",
  JVBERi0: "application/pdf",
  UEsDB: "application/zip",
};
const MIME = "[\\w.+-]+/[\\w.+-]+";
const magicOf = (text) => MAGIC[Object.keys(MAGIC).find((start) => RegExp("^" + start).test(text))];

/** A text that is a file: a data URI, or base64 of some length. */
const isFile = (text) =>
  text.length > 300 &&
  (RegExp(`^data:${MIME}[;,]`).test(text) ||
    (text.length % 4 === 0 && [/^[a-z\d+/]+={0,2}$/i, /[a-z]/, /[A-Z]/, /\d/].every((test) => test.test(text))));

const baseName = (uri) => {
  const last =
    String(uri ?? "")
      .replace(/[?#].*$/s, "")
      .split("/")
      .filter(Boolean)
      .at(-1) ?? "";
  try {
    return cut(decodeURIComponent(last), 120);
  } catch {
    return cut(last, 120);
  }
};

/** What a prop or an item of content holds of a medium: {url (data only), outer, mimeType, name, base64}. */
function mediumOf(value) {
  const bare = typeof value === "string" && !value.startsWith("data:") && (magicOf(value) || isFile(value));
  const held = bare ? { data: value, mimeType: magicOf(value) } : typeof value === "string" ? { url: value } : Object(value);
  const { data, blob, uri, url, name, title, mimeType: told } = { ...held, ...Object(held.resource) };
  const text = textOf(data ?? blob ?? url ?? uri);
  const [whole, given] = RegExp(`^data:(${MIME})[;,]`).exec(text.slice(0, 200)) ?? [];
  const mimeType = given ?? RegExp("^" + MIME).exec(told ?? "")?.[0];
  const base64 = whole ? (/^[^,]*;base64,(.*)/s.exec(text)?.[1] ?? "") : (data ?? blob) ? text : "";
  return {
    url: whole ? text : base64 && mimeType ? `data:${mimeType};base64,${base64}` : "",
    outer: /^https?:/i.test(text) ? text : uri,
    mimeType,
    name: textOf(title ?? name) || baseName(uri ?? (whole ? "" : url)),
    base64,
  };
}

/** Name, type and size in small print, and the data as text one click away. */
function mediumLine({ name, mimeType, base64, url }, ...more) {
  const pane = h("div.near");
  const make = () => h("div.near", inParts(h("pre.wrap", { dir: "ltr" }), base64 || url, TEXT_STEP));
  const told = [name, mimeType, base64 && sizeOfBase64(base64)].filter(Boolean).join(" · ");
  const show = foldButton("sm quiet", "Show data", pane, { open: "Hide data", make });
  return h("div.near", h("div.row small dim", h("span", { dir: "auto" }, told), more, show), pane);
}

const sizeOfBase64 = (base64) => formatValue(Math.floor((base64.length * 3) / 4), "bytes");
const mediumNote = (what, { name, mimeType, base64, outer }, context) =>
  h(
    "p",
    { class: "dim", dir: "auto" },
    what + " ",
    /^https?:/i.test(outer ?? "")
      ? externalLink(outer, name || outer, context)
      : [name, mimeType, base64 && sizeOfBase64(base64)].filter(Boolean).join(" · "),
  );

/** A picture at its own size up to the width; a click shows it in full, in place. */
components.image = (props, scope, context) => {
  const medium = mediumOf(evaluate(props.src, scope));
  if (!/^data:image\//i.test(medium.url)) return mediumNote("Picture:", medium, context);
  const alt = textOf(evaluate(props.alt, scope)) || medium.name || "Picture";
  const zoom = () => frame.setAttribute("aria-pressed", String(frame.classList.toggle("whole")));
  const picture = h("img", {
    alt,
    onerror: () => frame.replaceWith(mediumNote("This picture cannot be shown:", { ...medium, name: alt }, context)),
  });
  const frame = h("button", { type: "button", class: "zoom", "aria-pressed": "false", onclick: zoom }, picture);
  new ResizeObserver(
    () => (frame.disabled = !frame.classList.contains("whole") && picture.naturalWidth <= picture.clientWidth),
  ).observe(picture);
  picture.src = medium.url;
  return h(
    "figure",
    {},
    frame,
    h("figcaption", mediumLine(medium.name === alt ? { ...medium, name: "" } : medium)),
  );
};

const player = (tag, what) => (props, scope, context) => {
  const medium = mediumOf(evaluate(props.src, scope));
  if (!medium.url.startsWith(`data:${tag}/`)) return mediumNote(what + ":", medium, context);
  const node = h(tag, { controls: true, preload: "metadata", "aria-label": medium.name || what, src: medium.url });
  return h("figure", {}, node, h("figcaption", mediumLine(medium)));
};
components.audio = player("audio", "Recording");
components.video = player("video", "Video");

/** Web addresses, resource links and embedded resources. */
components.links = (props, scope, context) => {
  const value = evaluate(props.of, scope);
  if (value?.type === "resource") return resourceNode(value.resource, scope, context);
  const list = Array.isArray(value) ? value : present(value) ? [value] : [];
  return list.length
    ? inSteps(h("ul", { class: "plain" }), list, 50, (each) => h("li", {}, linkLine(each, scope, context)))
    : null;
};

function linkLine(each, scope, context) {
  if (each?.type === "resource") return resourceNode(each.resource, scope, context);
  const { title, name, description, mimeType, size, ...rest } = typeof each === "string" ? { url: each } : Object(each);
  const uri = textOf(rest.url ?? rest.uri ?? rest.href ?? rest.link);
  const label = textOf(title ?? name) || formatValue(uri, "url") || "Link";
  const told = [
    mimeType,
    Number.isFinite(size) && formatValue(size, "bytes"),
    label !== uri && uri.length < 200 && formatValue(uri, "url"),
  ]
    .filter(Boolean)
    .join(" · ");
  const web = /^https?:\/\//i.test(uri);
  const pane = h("div", { class: "near" });
  const read =
    !web &&
    context.app?.getHostCapabilities()?.serverResources &&
    foldButton("sm", "Open", pane, { open: "Close", make: () => readInto(uri, scope, context) });
  return h(
    "div",
    { class: "near" },
    h("div", { class: "row" }, web ? externalLink(uri, label, context) : h("b", { dir: "auto" }, label), read),
    told ? h("p", { class: "small dim", dir: "auto" }, told) : null,
    description ? h("p", { dir: "auto" }, textOf(description)) : null,
    read && pane,
  );
}

/** A place that is filled when the host has read the resource. */
function readInto(uri, scope, context) {
  const place = h("div", { class: "near", role: "status" }, "Reading…");
  context.app.readServerResource({ uri }).then(
    ({ contents }) =>
      place.replaceChildren(...(contents ?? []).map((resource) => resourceNode(resource, scope, context))),
    (fault) =>
      place.replaceChildren(h("p", { class: "err" }, "It could not be read: " + cut(textOf(fault?.message), 300))),
  );
  return place;
}

const SOURCE = /html|xml|javascript|typescript|css|x-|yaml|toml|sql/;
/** An embedded resource by its MIME type, under its name. */
function resourceNode(resource, scope, context) {
  const { uri, mimeType = "", text, blob } = Object(resource);
  const { name } = mediumOf(resource);
  const [kind] = /^(image|audio|video)(?=\/)/.exec(mimeType) ?? [];
  const words = text ?? (/^text\/|json/.test(mimeType) ? fromBase64(blob) : undefined);
  if (words === undefined && kind)
    return components[kind]({ src: { $item: "" } }, { ...scope, item: { resource } }, context);
  const source = SOURCE.test(mimeType) && mimeType.replace(/^.*\/(x-)?/, "");
  const type = /markdown/.test(mimeType) ? "markdown" : source ? "code-block" : components.auto ? "auto" : "text";
  const props = { of: { $item: "" }, ...(source ? { language: source } : {}) };
  const head = h("b", { dir: "auto" }, name || "Resource");
  const file = words === undefined && blob;
  return h(
    "section.near",
    file
      ? [head, mediumLine({ name: "Resource", mimeType, base64: blob }, saveButton(resource, context))]
      : h("div.row", head, h("span.small dim", { dir: "auto" }, mimeType)),
    words !== undefined && context.render({ type, props }, { ...scope, item: words }),
    !words && !blob && uri && h("p.small dim", { dir: "auto" }, uri),
  );
}

function fromBase64(blob) {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(blob), (each) => each.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** The host takes the file, where it can. */
function saveButton(resource, context) {
  if (!context.app?.getHostCapabilities()?.downloadFile) return [];
  const told = h("span", { class: "small dim", role: "status" });
  const save = () =>
    context.app
      .downloadFile({ contents: [{ type: "resource", resource }] })
      .catch(() => (told.textContent = "The host did not take it"));
  return [button("sm", "Download", save), told];
}
