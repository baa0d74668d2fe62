// heard.js: what a view asks of its host besides running tools: shown as a conversation, done only by a click.
import { brief, copyButton, fill, find, h } from "./dom.js";

const textIn = (content) =>
  (Array.isArray(content) ? content : [])
    .map((block) => (block?.type === "text" ? block.text : `[${block?.type ?? "nothing"}]`))
    .join("\n");

const card = (title, ...rest) => h("div", { class: "note" }, h("h3", {}, title), ...rest);

/** Add a card below the view; one of the same kind replaces the last where it says so. */
function put(kind, node, { replace = false } = {}) {
  const list = find("#heard");
  node.dataset.heard = kind;
  const before = replace && list.querySelector(`[data-heard="${kind}"]`);
  if (before) before.replaceWith(node);
  else list.append(node);
}

export const clearHeard = () => fill(find("#heard"));

/** The answers of the host to these requests. */
export const heardAnswers = {
  "ui/message": ({ content }) => {
    put("message", card("The view says in the conversation", h("p", { dir: "auto" }, textIn(content))));
    return {};
  },
  "ui/update-model-context": ({ content, structuredContent }) => {
    const data =
      structuredContent && h("pre", { tabindex: "0" }, brief(JSON.stringify(structuredContent, null, 2), 4000));
    put(
      "context",
      card(
        "The model is told",
        h("p", { dir: "auto" }, brief(textIn(content), 600)),
        data && h("details", {}, h("summary", { class: "small dim" }, "Data"), data),
      ),
      { replace: true },
    );
    return {};
  },
  "ui/open-link": ({ url }) => {
    if (!/^https?:\/\//i.test(url)) return { isError: true };
    put(
      "link",
      card(
        "The view wants to open",
        h(
          "div",
          { class: "row" },
          h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, url),
          copyButton(() => url),
        ),
      ),
    );
    return {};
  },
  "ui/download-file": ({ contents }) => {
    for (const item of contents) put("download", card("The view offers a file", downloadOf(item)));
    return {};
  },
};

function downloadOf(item) {
  const resource = item?.resource;
  if (!resource)
    return h(
      "a",
      { href: /^https?:/.test(item?.uri) ? item.uri : null, target: "_blank", rel: "noopener noreferrer" },
      item?.name ?? item?.uri ?? "a file",
    );
  const name =
    String(resource.uri ?? "file")
      .split("/")
      .at(-1) || "file";
  const bytes =
    typeof resource.blob === "string"
      ? Uint8Array.from(atob(resource.blob), (each) => each.charCodeAt(0))
      : (resource.text ?? "");
  const href = URL.createObjectURL(new Blob([bytes], { type: resource.mimeType ?? "application/octet-stream" }));
  return h("a", { href, download: name }, name);
}
