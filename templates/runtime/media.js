// media.js: pictures, sound, film, links to resources and the resources themselves.
// needs: dom.js result.js format.js expressions.js parts.js value.js data.js text.js

const MAGIC = {
  iVBORw0KGgo: "image/png",
  "/9j/": "image/jpeg",
  R0lGOD: "image/gif",
  UklGR: "image/webp",
  PHN2Zy: "image/svg+xml",
};
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
  const magic = typeof value === "string" && MAGIC[Object.keys(MAGIC).find((start) => value.startsWith(start))];
  const held = magic ? { data: value, mimeType: magic } : typeof value === "string" ? { url: value } : Object(value);
  const { data, blob, uri, url, name, title, mimeType: told } = { ...held, ...Object(held.resource) };
  const text = textOf(data ?? blob ?? url ?? uri);
  const [whole, given] = /^data:([\w.+-]+\/[\w.+-]+)[;,]/.exec(text.slice(0, 200)) ?? [];
  const mimeType = given ?? /^[\w.+-]+\/[\w.+-]+/.exec(told ?? "")?.[0];
  const base64 = whole || !(data ?? blob) ? "" : text;
  return {
    url: whole ? text : base64 && mimeType ? `data:${mimeType};base64,${base64}` : "",
    outer: /^https?:/i.test(text) ? text : uri,
    mimeType,
    name: textOf(title ?? name) || baseName(uri ?? (whole ? "" : url)),
    base64,
  };
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
    medium.name && medium.name !== alt ? h("figcaption", { class: "small dim", dir: "auto" }, medium.name) : null,
  );
};

const player = (tag, what) => (props, scope, context) => {
  const medium = mediumOf(evaluate(props.src, scope));
  if (!medium.url.startsWith(`data:${tag}/`)) return mediumNote(what + ":", medium, context);
  const node = h(tag, { controls: true, preload: "metadata", "aria-label": medium.name || what, src: medium.url });
  return h("figure", {}, node, medium.name ? h("figcaption", { class: "small dim", dir: "auto" }, medium.name) : null);
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
  const at = (type, value, props) =>
    context.render({ type, props: { of: { $item: "" }, ...props } }, { ...scope, item: value });
  const [kind] = /^(image|audio|video)(?=\/)/.exec(mimeType) ?? [];
  const words = text ?? (/^text\/|json/.test(mimeType) ? fromBase64(blob) : undefined);
  const head = h(
    "div",
    { class: "row" },
    h("b", { dir: "auto" }, name || "Resource"),
    h("span", { class: "small dim", dir: "auto" }, [mimeType, blob && sizeOfBase64(blob)].filter(Boolean).join(" · ")),
  );
  if (words === undefined && kind)
    return components[kind]({ src: { $item: "" } }, { ...scope, item: { resource } }, context);
  if (words === undefined) head.append(...(blob ? saveButton(resource, context) : []));
  const type = /markdown/.test(mimeType)
    ? "markdown"
    : SOURCE.test(mimeType)
      ? "code-block"
      : components.auto
        ? "auto"
        : "text";
  return h(
    "section",
    { class: "near" },
    head,
    words === undefined
      ? null
      : at(type, words, type === "code-block" ? { language: mimeType.replace(/^.*\/(x-)?/, "") } : {}),
    !words && !blob && uri ? h("p", { class: "small dim", dir: "auto" }, uri) : null,
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
