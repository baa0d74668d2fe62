// probe.js: runs in the view's frame before the page does; notes what goes wrong, and acts for the host.
"use strict";

const notes = { errors: [], blocked: [], consoled: [], mutations: 0 };
const cut = (text) => String(text).slice(0, 300);
const note = (list, text) => list.length < 20 && list.push(cut(text));

addEventListener("error", (event) => event.message && note(notes.errors, event.message), true);
addEventListener("unhandledrejection", ({ reason }) => note(notes.errors, `unhandled rejection: ${reason?.message ?? reason}`));
addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
  note(notes.blocked, `${effectiveDirective} ${blockedURI}`)
);
const { error } = console;
console.error = (...all) => {
  note(notes.consoled, all.map((one) => one?.message ?? String(one)).join(" "));
  error.apply(console, all);
};
const observer = new MutationObserver((records) => {
  notes.mutations += records.length;
  if (observers.length) book();
});
const watched = { subtree: true, childList: true, attributes: true, characterData: true };
observer.observe(document, watched);

/** What a person sees of a result once it has been drawn. */
async function shown() {
  await settled();
  return state();
}

const isShown = (element) => {
  const { visibility, opacity } = styleOf(element);
  return element.getClientRects().length > 0 && visibility === "visible" && opacity !== "0";
};

/** A number for a text, the same for the same. */
const numbers = new Map();
function numbered(text) {
  if (!numbers.has(text)) numbers.set(text, numbers.size);
  return numbers.get(text);
}

const drawings = () => [...document.querySelectorAll("canvas")].map((canvas) => (canvas.width ? cut(canvas.toDataURL().slice(-200)) : ""));
const fields = () => [...document.querySelectorAll("input,select,textarea")].map((field) => field.value + field.checked).join();

/** What stands in the page: the same number for the same. */
function mark() {
  const html = [...document.body.childNodes].map((node) => (node.tagName === "SCRIPT" ? "" : (node.outerHTML ?? node.data)));
  return numbered([...html, fields(), drawings()].join("\n"));
}

function state() {
  const { body } = document;
  if (!body) return { text: "", around: "", mark: 0, media: 0, canaries: 0, ...taken() };
  const text = body.innerText.trim();
  return {
    text: text.length > 4e4 ? text.slice(0, 2e4) + text.slice(-2e4) : text,
    // What genui's frame around a page tells is no part of the page.
    around: [...document.querySelectorAll("[data-frame]")].map(({ shadowRoot }) => shadowRoot?.textContent).join(" "),
    mark: mark(),
    media: [...body.querySelectorAll("svg,img,canvas,video,input,select,textarea")].filter(isShown).length,
    canaries: document.querySelectorAll("genui-canary,[genui-canary]").length + (globalThis.genuiCanary ? 1 : 0),
    scripted: [...document.querySelectorAll("[href],[src],[action]")].filter(({ href, src, action }) =>
      /^\s*javascript:/i.test(href?.baseVal ?? href ?? src ?? action)
    ).length,
    polluted: Object.keys(Object.prototype).concat("genuiCanary" in {} ? "genuiCanary" : []),
    ...taken(),
  };
}

/** What went wrong since the last time. */
function taken() {
  const { errors, blocked, consoled } = notes;
  notes.errors = [];
  notes.blocked = [];
  notes.consoled = [];
  return { errors, blocked, consoled };
}

const SAMPLES = { number: "3", range: "3", date: "2026-01-15", time: "09:30", month: "2026-01", week: "2026-W03" };
Object.assign(SAMPLES, { "datetime-local": "2026-01-15T09:30", email: "ada@example.com", url: "https://example.com", color: "#336699" });

/** Fill what is empty, as a person would: from the sample arguments by name, else by kind. */
function fill(args) {
  for (const field of document.querySelectorAll("input,textarea,select")) {
    if (field.disabled || field.readOnly || field.type === "file") continue;
    const sample = args[field.name || field.id];
    if (field.type === "checkbox" || field.type === "radio") {
      if (field.required && !field.checked) field.click();
      continue;
    }
    if (field.value !== "") continue;
    if (field.tagName === "SELECT") field.selectedIndex = [...field.options].findIndex(({ value, disabled }) => value && !disabled);
    else field.value = typeof sample === "string" || typeof sample === "number" ? sample : (SAMPLES[field.type] ?? "Zurich");
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

let found = [];
const labelOf = (button) =>
  cut(button.getAttribute("aria-label") || button.innerText || button.value || button.title || button.tagName.toLowerCase()).trim();
function buttons() {
  const all = document.querySelectorAll("button,input[type=button],input[type=submit],input[type=image],[role=button],summary");
  found = [...all].filter((button) => !button.disabled && isShown(button)).slice(0, 40);
  return found.map(labelOf);
}

/** Click one; where the sandbox keeps a submit event from firing, fire it. */
function click(index) {
  const button = found[index];
  if (!button?.isConnected || button.disabled || !isShown(button)) return { clicked: false };
  const { form } = button;
  let fired = false;
  const told = () => (fired = true);
  let prevented = false;
  const last = (event) => (prevented = event.defaultPrevented);
  form?.addEventListener("submit", told, { once: true, capture: true });
  addEventListener("click", last, { once: true });
  button.click();
  removeEventListener("click", last);
  form?.removeEventListener("submit", told, { capture: true });
  const dead = Boolean(form) && /^(submit|image)$/.test(button.type) && !prevented && !fired && form.isConnected && form.checkValidity();
  if (dead) form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  return { clicked: true, dead };
}

/** Fill what is empty, click, and wait for what comes of it: {clicked, dead, before, after}. */
async function press({ index, args }) {
  if (index) fill(args);
  const before = { mark: mark() };
  const told = click(index);
  return told.clicked ? { ...told, before, after: await shown() } : told;
}

let canvas;
const known = new Map();
/** A CSS colour as [red, green, blue, alpha], whatever notation it comes in: drawn where it is not a plain one. */
function rgba(colour) {
  if (!known.has(colour)) {
    const [, r, g, b, a = 1] = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(colour) ?? drawnColour(colour);
    known.set(colour, [+r, +g, +b, +a]);
  }
  return known.get(colour);
}
function drawnColour(colour) {
  canvas ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = "#000";
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
  return [colour, r, g, b, a / 255];
}
const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
const light = (colour) => {
  const [r, g, b] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** The colours behind an element, all blended; undefined behind pictures, which nobody can judge so. */
function behind(element, found) {
  if (!found.has(element)) found.set(element, blended(element, found));
  return found.get(element);
}
function blended(element, found) {
  const { backgroundColor, backgroundImage } = styleOf(element);
  if (backgroundImage !== "none") return undefined;
  const colour = rgba(backgroundColor);
  if (colour[3] === 1) return colour;
  const below = behind(element.parentElement, found);
  return below && over(colour, below);
}

/** The worst contrast of any shown text: {ratio, text}. */
function contrast() {
  const dark = styleOf(document.documentElement).colorScheme.includes("dark") && darkens.matches;
  const found = new Map([[null, rgba(dark ? "#121212" : "#fff")]]);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let worst = { ratio: 21, text: "" };
  for (let seen = 0; walker.nextNode() && seen < 300; ) {
    const text = walker.currentNode.data.trim();
    const element = walker.currentNode.parentElement;
    if (!text || !element || /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|OPTION)$/.test(element.tagName)) continue;
    const box = element.getBoundingClientRect();
    if (!isShown(element) || box.width < 2 || box.height < 2 || element.closest(":disabled,[aria-disabled=true],[aria-hidden=true]")) continue;
    if (element.namespaceURI !== document.documentElement.namespaceURI) continue;
    seen++;
    const below = behind(element, found);
    if (!below) continue;
    const [a, b] = [light(over(rgba(styleOf(element).color), below)), light(below)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < worst.ratio) worst = { ratio, text: cut(text).slice(0, 60) };
  }
  return worst;
}

/** How wide the page is, once the frame has this width; its new width comes to it in its own time. */
async function extent(width) {
  for (let round = 0; round < 300 && innerWidth !== width; round++) await new Promise((done) => later(done, 2));
  await settled();
  const { scrollWidth, clientWidth } = document.documentElement;
  return { scroll: Math.max(scrollWidth, document.body.scrollWidth), width: innerWidth, inner: clientWidth };
}

/** The components of a result as they are drawn: their heights, and the share of their texts that is cut. */
function boxes() {
  const outermost = (node) => !node.parentElement.closest("[data-component]:not([data-component=section],[data-component=tabs])");
  const drawn = [...document.querySelectorAll("[data-result] [data-component]")].filter((node) => isShown(node) && outermost(node));
  return drawn.map((node) => {
    const texts = [...node.querySelectorAll("*")].filter(({ childElementCount, innerText }) => !childElementCount && innerText?.trim()).slice(0, 300);
    const cut = texts.filter((text) => text.clientWidth && (text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 2) && styleOf(text).overflow !== "visible");
    const { height } = node.getBoundingClientRect();
    return [node.dataset.component, height, texts.length ? cut.length / texts.length : 0];
  });
}

const ready = (args) => (fill(args), buttons());
const calm = () => void (due.calm = true);
const acts = { calm, shown, extent, ready, press, contrast, boxes, drawn, settled };
// Its own messages come and go by the way of the page's, so that neither overtakes the other.
addEventListener(
  "message",
  async (event) => {
    if (event.source !== parent || event.data?.probe !== SECRET) return;
    event.stopImmediatePropagation();
    const { id, act, value } = event.data;
    const answer = { id };
    try {
      answer.value = await acts[act](value);
    } catch (fault) {
      answer.fault = String(fault);
    }
    tell(answer);
  },
  true
);
tell({ at: location.href });
