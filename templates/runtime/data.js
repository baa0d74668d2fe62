// data.js: what a tool result holds: its data, the words around it, and every item of content that is not text.

/** Ways to find data in text, best first: text → {data, lead?, trail?, as?} or undefined. parse.js enters more. */
const textReaders = [(text) => /^\s*[[{"]/.test(text) && readJson(text)];

/** {data} of a text that is JSON as a whole, seen through strings that hold JSON; big integers stay exact, as text. */
function readJson(text, depth = 0) {
  try {
    const exact = (_, value, { source } = {}) =>
      typeof value === "number" && source && /^-?\d{16,}$/.test(source) && !Number.isSafeInteger(value)
        ? source
        : value;
    const data = /[^.\d]\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text);
    if (typeof data === "string") return (depth < 3 && /^\s*[[{"]/.test(data) && readJson(data, depth + 1)) || { data };
    return { data };
  } catch {
    return undefined;
  }
}

/** What a text says: data found in it, with its `source` where it is no plain JSON; else the text itself. */
function readText(text) {
  for (const read of textReaders) {
    const found = text.length < 5e7 && read(text);
    if (found) return read === textReaders[0] ? found : { ...found, source: text };
  }
  return { data: text };
}

/**
 * A CallToolResult as {state, data, lead, trail, source, blocks, text, bytes}: `data` is structuredContent exactly, else the
 * JSON found in the text, else the text; `lead` and `trail` are the words around it; `blocks` the content that is not text.
 */
function readResult(result) {
  const whole =
    result && typeof result === "object"
      ? result
      : { content: result === undefined || result === null ? [] : [{ type: "text", text: String(result) }] };
  const content = Array.isArray(whole.content) ? whole.content : [];
  const structured = whole.structuredContent ?? (Array.isArray(whole.content) ? undefined : withoutMeta(whole));
  const texts = content
    .filter((item) => item?.type === "text" && typeof item.text === "string")
    .map((item) => item.text);
  const text = texts.join("\n\n");
  const blocks = content.filter((item) => item?.type !== "text" || typeof item.text !== "string");
  const bytes = text.length + (structured ? JSON.stringify(structured).length : 0);
  const found = structured !== undefined && structured !== null ? { data: structured } : readTexts(texts, text);
  const mirrored = blocks.length > 0 && isMirror(found.data, blocks);
  const state =
    whole.isError === true
      ? "error"
      : isEmpty(found.data) && !blocks.length && !found.lead && !found.trail
        ? "empty"
        : "result";
  return {
    state,
    lead: "",
    trail: "",
    ...found,
    data: mirrored ? undefined : found.data,
    structured,
    blocks,
    text,
    bytes,
    plain: !structured && found.data === text,
  };
}

function withoutMeta({ _meta, isError, content, ...rest }) {
  if ("toolResult" in rest) return rest.toolResult;
  return content !== undefined ? content : Object.keys(rest).length ? rest : undefined;
}

/** Several texts that all hold data make one list; words beside data stand around it; else it is one text. */
function readTexts(texts, text) {
  if (texts.length < 2) return readText(text);
  const all = texts.map(readText);
  const holds = (found) => typeof found.data !== "string" || found.as;
  const data = all.filter(holds);
  if (!data.length || (data.length > 1 && data.length < all.length)) return readText(text);
  if (data.length > 1) return { data: data.map((found) => found.data) };
  const at = all.findIndex(holds);
  const words = (from, to) => texts.slice(from, to).join("\n\n");
  const { lead = "", trail = "" } = data[0];
  return {
    ...data[0],
    lead: [words(0, at), lead].filter(Boolean).join("\n\n"),
    trail: [trail, words(at + 1)].filter(Boolean).join("\n\n"),
  };
}

/** Is the structured content only a copy of the items of content? */
function isMirror(data, blocks) {
  const list = Array.isArray(data)
    ? data
    : data && typeof data === "object" && Object.keys(data).length === 1
      ? Object.values(data)[0]
      : null;
  const items = Array.isArray(list) ? list : list && typeof list === "object" ? [list] : [];
  return (
    items.length > 0 &&
    items.length === blocks.length &&
    items.every((item, index) => item?.type === blocks[index]?.type)
  );
}

/** Nothing to show: no value, an empty list, or an envelope of empty lists that says no more than that. */
function isEmpty(value, root = true) {
  if (value === undefined || value === null) return root;
  if (typeof value === "string") return root && !value.trim();
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) return value.every((each) => each !== null && isEmpty(each, false));
  const entries = Object.entries(value);
  const lists = entries.filter(([, each]) => each !== null && typeof each === "object");
  const says = entries.filter(
    ([name, each]) =>
      !lists.some(([other]) => other === name) &&
      each !== true &&
      !/(^|_)(count|total|size|length|status|message|query|source_id)$/i.test(name),
  );
  return lists.every(([, each]) => isEmpty(each, false)) && (lists.length ? !says.length : !entries.length);
}

/** The component that shows an item of content: image, audio, video, links or text. */
function blockKind(block) {
  const { type, mimeType, resource } = Object(block);
  const kind = /^(image|audio|video)\//.exec(mimeType ?? resource?.mimeType ?? "")?.[1];
  if (type === "resource_link") return "links";
  if (type === "resource") return kind && resource?.blob ? kind : "links";
  return ["image", "audio", "video"].includes(type) ? type : "text";
}
