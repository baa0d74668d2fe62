"use strict";
// report.js: the page of a review. It is a small MCP Apps host: its frames are sandboxed views that are told a call and its result.
const review = JSON.parse(document.getElementById("review").textContent);
const LINES = ["Before", "After"];
const frames = new Map();
let theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
let width = "";

/** An element with attributes and children; texts are text. */
function h(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) if (value !== undefined) node.setAttribute(name, value);
  node.append(...children.filter((child) => child != null && child !== false));
  return node;
}

const byId = (id) => document.getElementById(id);

// Frames

const escapedText = (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

/** The page of a view: the shared shell with its own title and data; a page of its own is whole. */
function pageOf(frame) {
  if (frame.html) return frame.html;
  const data = JSON.stringify(frame.data, null, 1).replace(/[<>&]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
  const [title, hole] = review.holes;
  return review.shells[frame.shell].split(title).join(escapedText(frame.title)).split(hole).join(data);
}

const post = (node, message) => node.contentWindow?.postMessage({ jsonrpc: "2.0", ...message }, "*");
const notify = (node, method, params) => post(node, { method: `ui/notifications/${method}`, params });
const context = (view) => ({
  // Inline, a long view is folded, and what changed may lie below the fold.
  theme, displayMode: "fullscreen", locale: "en-US", timeZone: "UTC", toolInfo: { tool: view.definition },
});
const answers = {
  "ui/initialize": ({ view }) => ({
    protocolVersion: "2026-01-26",
    hostInfo: { name: "genui review", version: "1" },
    hostCapabilities: { serverTools: {}, updateModelContext: { text: {} } },
    hostContext: context(view),
  }),
  "tools/call": ({ state }) => state.result ?? { content: [] },
  "ui/update-model-context": () => ({}),
  "ui/request-display-mode": () => ({ mode: "fullscreen" }),
  ping: () => ({}),
};

addEventListener("message", ({ source, data }) => {
  const node = [...frames.keys()].find((one) => one.contentWindow === source);
  if (!node || data?.jsonrpc !== "2.0") return;
  const shown = frames.get(node);
  if (data.method && data.id !== undefined) {
    const answer = answers[data.method];
    if (answer) post(node, { id: data.id, result: answer(shown) });
    else post(node, { id: data.id, error: { code: -32601, message: `A review has no ${data.method}` } });
  } else if (data.method === "ui/notifications/initialized") {
    if (shown.state.arguments) {
      notify(node, "tool-input", { arguments: shown.state.arguments });
      notify(node, "tool-result", shown.state.result);
    }
  } else if (data.method === "ui/notifications/size-changed" && data.params?.height) {
    node.style.height = `${Math.min(4000, Math.ceil(data.params.height) + 2)}px`;
    node.dataset.ready = "true";
  }
});

/** One side of a view: its frame, or why there is none. */
function sideOf(view, index) {
  const frame = view.frames[index];
  const head = h("h4", {}, LINES[index]);
  if (!frame) return h("div", {}, head, h("p", { class: "none" }, index ? "No view any more." : "No view before."));
  if (frame.why) return h("div", {}, head, h("p", { class: "none" }, frame.why));
  const node = h("iframe", { sandbox: "allow-scripts", title: `${LINES[index]}: view of ${view.tool}` });
  node.style.width = width && `${width}px`;
  frames.set(node, { view, page: pageOf(frame), state: view.states[0] });
  return h("div", {}, head, node);
}

/** Load a frame; it is told its call and result once it is there. */
function load(node) {
  delete node.dataset.ready;
  node.style.height = ""; // a view is never lower than its frame
  node.srcdoc = frames.get(node).page;
}

const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    load(target);
  }
}, { rootMargin: "600px" });

// Cards

function changeOf(change) {
  const level = change.accepted ? "accepted" : change.level;
  return h("li", {},
    h("span", { class: `level ${level}` }, level),
    h("div", {},
      h("p", {}, change.words),
      h("p", {}, `${change.accepted ? `Accepted: ${change.accepted}. ` : ""}${change.why} (${change.rule})`)));
}

/** A diff with its added and removed lines marked. */
function diffOf(label, text) {
  if (!text) return null;
  const lines = text.split("\n").map((line) => {
    const kind = { "+": "add", "-": "del" }[line[0]];
    return kind ? h("span", { class: kind }, `${line}\n`) : `${line}\n`;
  });
  return h("details", {}, h("summary", {}, label), h("pre", { tabindex: "0" }, ...lines));
}

/** The state to look at; both frames are shown with it. */
function statesOf(view, nodes) {
  const buttons = view.states.map((state, index) => {
    const button = h("button", { type: "button", "aria-pressed": String(!index) }, state.name);
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      for (const node of nodes) {
        frames.get(node).state = state;
        seen.unobserve(node);
        load(node);
      }
    });
    return button;
  });
  return h("div", { class: "seg", role: "group", "aria-label": `Data of ${view.tool}` }, ...buttons);
}

/** Two pictures on each other, and a slider between them. */
function picturesOf(view) {
  const [before, after] = view.pictures ?? [];
  if (!before || !after || before === after) return null;
  const slide = h("input", { class: "slide", type: "range", min: "0", max: "100", value: "50", "aria-label": `Before and after of ${view.tool}` });
  const both = h("div", { class: "slider" },
    h("img", { src: before, alt: `${view.tool} before` }),
    h("img", { src: after, alt: `${view.tool} after` }));
  slide.addEventListener("input", () => both.style.setProperty("--at", `${slide.value}%`));
  return h("details", {}, h("summary", {}, "Pictures"), slide, both);
}

/** A view before and after, with what can be asked of it. */
function viewOf(view) {
  const parts = [];
  if (view.frames) {
    const sides = h("div", { class: "views", "data-view": view.tool }, sideOf(view, 0), sideOf(view, 1));
    const nodes = [...sides.querySelectorAll("iframe")];
    if (nodes.length) parts.push(statesOf(view, nodes));
    parts.push(sides);
    for (const node of nodes) seen.observe(node);
  }
  const about = view.about.map((text) => h("p", { class: "dim small" }, text));
  return [...about, ...parts, picturesOf(view), diffOf("Outline", view.outline), diffOf("Definition of the tool", view.schema)].filter(Boolean);
}

function cardOf(card, index) {
  const article = h("article", { id: `card-${index}`, tabindex: "-1", "aria-labelledby": `name-${index}` });
  const many = card.tools.length > 1;
  article.append(h("div", { class: "head" }, h("h3", { id: `name-${index}` }, card.called), h("span", { class: "dim small" }, many ? card.tools.join(", ") : card.by)));
  article.append(h("ul", {}, ...card.changes.map(changeOf)));
  for (const view of card.views) {
    const parts = viewOf(view);
    if (many && parts.length) article.append(h("details", { class: "view" }, h("summary", {}, view.tool), ...parts));
    else article.append(...parts);
  }
  article.dataset.group = card.group;
  article.dataset.text = JSON.stringify([card.tools, card.called, card.group, card.changes]).toLowerCase();
  return article;
}

const articles = review.cards.map(cardOf);
const sections = review.groups.map(({ name, why }) => {
  const own = articles.filter((one) => one.dataset.group === name);
  if (!own.length) return null;
  const section = h("section", { "aria-label": name }, h("h2", {}, `${name[0].toUpperCase()}${name.slice(1)} (${own.length})`), h("p", { class: "dim" }, why), ...own);
  section.dataset.group = name;
  return section;
}).filter(Boolean);
byId("headline").textContent = review.headline;
byId("sides").textContent = `${review.before} → ${review.after}`;
byId("groups").append(...sections, ...review.notes.map((note) => h("p", { class: "dim" }, note)));

// Filter, keys, look

let chosen = "";
const levels = ["", ...sections.map((one) => one.dataset.group)].map((name) => {
  const button = h("button", { type: "button", "aria-pressed": String(!name) }, name || "all");
  button.addEventListener("click", () => {
    chosen = name;
    for (const other of levels) other.setAttribute("aria-pressed", String(other === button));
    filter();
  });
  return button;
});
byId("levels").append(...levels);

function filter() {
  const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const one of articles) one.hidden = (chosen && one.dataset.group !== chosen) || !words.every((word) => one.dataset.text.includes(word));
  for (const one of sections) one.hidden = ![...one.querySelectorAll("article")].some((article) => !article.hidden);
  const left = articles.filter((one) => !one.hidden).length;
  byId("none").textContent = left ? (words.length || chosen ? `${left} of ${articles.length} shown` : "") : articles.length ? "Nothing matches the filter." : "";
}
byId("filter").addEventListener("input", filter);

/** The order on the page, which is that of the groups. */
const shownCards = () => [...document.querySelectorAll("article")].filter((one) => !one.hidden);

function go(step) {
  const cards = shownCards();
  const at = cards.findIndex((one) => one.classList.contains("at"));
  const next = cards[at < 0 ? (step > 0 ? 0 : cards.length - 1) : Math.min(cards.length - 1, Math.max(0, at + step))];
  for (const one of cards) one.classList.toggle("at", one === next);
  next?.focus();
  next?.scrollIntoView({ block: "start" });
}

function paint() {
  document.documentElement.style.colorScheme = theme;
  byId("theme").textContent = theme === "dark" ? "Light" : "Dark";
  for (const [node, { view }] of frames) notify(node, "host-context-changed", context(view));
}

const toggle = () => {
  theme = theme === "dark" ? "light" : "dark";
  paint();
};
const keys = { n: () => go(1), p: () => go(-1), d: toggle, "/": () => byId("filter").focus() };
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input:not([type=range]),select,textarea")) return;
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
byId("theme").addEventListener("click", toggle);
byId("width").addEventListener("change", ({ target }) => {
  width = target.value;
  for (const node of frames.keys()) node.style.width = width && `${width}px`;
});
paint();
