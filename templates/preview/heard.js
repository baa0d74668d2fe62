// heard.js: what a view asks of its host besides running tools: shown as a conversation, done only by a click.
import { brief, copyButton, fill, find, h } from "./dom.js";
import { bytesOf } from "./resources.js";

const OUTSIDE = { target: "_blank", rel: "noopener noreferrer" };

const textIn = (content) =>
  (Array.isArray(content) ? content : [])
    .map((block) => (block?.type === "text" ? block.text : `[${block?.type ?? "nothing"}]`))
    .join("\n");

/** Add a card below the view, and answer the request. */
function put(title, ...rest) {
  find("#heard").append(h("div", { class: "note" }, h("h3", {}, title), ...rest));
  return {};
}

export const clearHeard = () => fill(find("#heard"));

/** The answers of the host to these requests. */
export const heardAnswers = {
  "ui/message": ({ content }) => put("The view says in the conversation", h("p", { dir: "auto" }, textIn(content))),
  "ui/update-model-context": ({ content, structuredContent }) => {
    const data =
      structuredContent && h("pre", { tabindex: "0" }, brief(JSON.stringify(structuredContent, null, 2), 4000));
    // What the model is told last counts alone.
    find("#heard .context")?.parentElement.remove();
    return put(
      "The model is told",
      h("p", { class: "context", dir: "auto" }, brief(textIn(content), 600)),
      data && h("details", {}, h("summary", { class: "small dim" }, "Data"), data),
    );
  },
  "ui/open-link": ({ url }) => {
    if (!/^https?:\/\//i.test(url)) return { isError: true };
    return put("The view wants to open", h("div", { class: "row" }, h("a", { href: url, ...OUTSIDE }, url), copyButton(url)));
  },
  "ui/download-file": ({ contents }) => put("The view offers a file", contents.map(downloadOf)),
};

function downloadOf({ resource, uri, name }) {
  if (!resource) return h("a", { href: /^https?:/.test(uri) && uri, ...OUTSIDE }, name ?? uri ?? "a file");
  const file = String(resource.uri ?? "").split("/").at(-1) || "file";
  const bytes = resource.blob ? bytesOf(resource.blob) : (resource.text ?? "");
  const href = URL.createObjectURL(new Blob([bytes], { type: resource.mimeType ?? "application/octet-stream" }));
  return h("a", { href, download: file }, file);
}
