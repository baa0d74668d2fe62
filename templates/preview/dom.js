// dom.js: elements from text and named attributes, never from markup.

/** h("p", { class: "dim", onclick }, "Text", child): null, false and "" are left out. */
export function h(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  return fill(node, children);
}

export const find = (selector) => document.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];
export const fill = (node, ...children) => (node.replaceChildren(...children.flat(3).filter(Boolean)), node);
export const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** A hint as a sentence of its own; a command stays as it is typed. */
const sentence = (text) =>
  /^[a-z]+ (?!build|check|list|init|refine|history|undo|serve)/.test(text)
    ? text[0].toUpperCase() + text.slice(1)
    : text;

/** A note of a kind ("bad", "warn" or ""): a title, what happened, and the hint that mends it. */
export const noteOf = (kind, title, { message, hint = "" }) =>
  h(
    "div",
    { class: `note ${kind}`, role: kind === "bad" ? "alert" : "status" },
    h("b", {}, title),
    h("p", {}, message),
    hint && h("p", { class: "dim small" }, hint.split("\n").map(sentence).join("\n")),
  );

/** A value on one line, cut. */
export function brief(value, length = 90) {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > length ? text.slice(0, length - 1) + "…" : text;
}

/** A button of the look: "primary", "sm", "quiet sm". */
export const button = (look, label, onclick, attributes) =>
  h("button", { type: "button", class: `btn ${look}`, onclick, ...attributes }, label);

export const copyButton = (text) =>
  button("quiet sm", "Copy", async ({ currentTarget: node }) => {
    await navigator.clipboard.writeText(text);
    node.textContent = "Copied";
    setTimeout(() => (node.textContent = "Copy"), 1500);
  });
