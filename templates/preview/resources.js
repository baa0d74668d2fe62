// resources.js: what a UIResource is and how it may be shown: inline HTML, an external page, or a remote DOM.

const HTML = /^text\/html(?:;\s*profile=mcp-app)?$/i;

/** "html" | "url" | "remote-dom" | null, from a MIME type. */
export function kindOf(mimeType) {
  if (typeof mimeType !== "string") return null;
  if (HTML.test(mimeType)) return "html";
  if (/^text\/uri-list\b/i.test(mimeType)) return "url";
  return mimeType.startsWith("application/vnd.mcp-ui.remote-dom") ? "remote-dom" : null;
}

/** The UIResources among the content of a result. */
export const resourcesIn = (result) =>
  (Array.isArray(result?.content) ? result.content : [])
    .filter(
      (block) =>
        block?.type === "resource" &&
        (kindOf(block.resource?.mimeType) || String(block.resource?.uri).startsWith("ui://")),
    )
    .map((block) => block.resource);

/** Why a resource cannot be shown, "" when it can. */
export function objection(resource) {
  const { uri, mimeType } = resource;
  if (typeof uri !== "string" || !uri.startsWith("ui://"))
    return `Its URI is ${JSON.stringify(uri)}: a UI resource's starts with ui://.`;
  if (!kindOf(mimeType))
    return `Its MIME type is ${JSON.stringify(mimeType)}: expected text/html, text/uri-list or a remote DOM.`;
  return "";
}

/** The text of a resource, decoded where it came as a blob. */
export function textOf({ text, blob }) {
  if (typeof text === "string") return text;
  if (typeof blob !== "string") return "";
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(blob), (character) => character.charCodeAt(0)));
  } catch {
    return "";
  }
}

/** The address that a text/uri-list names first, checked: https, or http on this machine, and not the preview itself. */
export function addressIn(text, own = []) {
  const line = text
    .split(/\r?\n/)
    .find((each) => each.trim() && !each.startsWith("#"))
    ?.trim();
  if (!line) return { problem: "It names no address." };
  let url;
  try {
    url = new URL(line);
  } catch {
    return { problem: `${JSON.stringify(line)} is no address.` };
  }
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && local))
    return { problem: `${line} is neither https nor on this machine.` };
  if (own.includes(url.origin)) return { problem: `${line} is the preview itself.` };
  return { url };
}

/** Inline HTML gets an opaque origin; an external page keeps its own, or it could not reach its own server. */
export const sandboxOf = (kind) => (kind === "url" ? "allow-scripts allow-same-origin" : "allow-scripts");

/** The size that a resource asks for: {width, height}, numbers or undefined. */
export function preferredSize(meta) {
  const asked = Object(meta)["mcpui.dev/ui-preferred-frame-size"];
  const [width, height] = Array.isArray(asked) ? asked : [asked?.width, asked?.height];
  const number = (value) => (parseFloat(value) > 0 ? Math.min(parseFloat(value), 4000) : undefined);
  return { width: number(width), height: number(height) };
}
