// dom.js: making nodes, and small pieces that several components share. Data enters the page only here, as text or as attributes named by the code.

import { bytesText, entriesOf, formatValue, isText, isWords, keys, present, written } from "./format.js";
import { labelOf } from "./labels.js";
import { toneOf, TONES } from "./tones.js";

function build(make, tag, attrs, ...children) {
  const [name, look] = tag.split(".");
  const plain = attrs?.constructor === Object;
  return fill(make(name), { class: look, ...(plain && attrs) }, plain ? children : [attrs, children]);
}
/** An element, "div" or with its classes "div.note bad"; attrs, if any: `data-…`, properties such as `value`, listeners as `onclick: fn`; children: nodes, texts, arrays, null. */
export const h = (...parts) => build((name) => document.createElement(name), ...parts);
/** An element whose words are data: they run in the direction that is theirs. */
export function say(...parts) {
  const node = h(...parts);
  node.dir = "auto";
  return node;
}
/** The same in an svg. */
export const s = (...parts) => build((name) => document.createElementNS("http://www.w3.org/2000/svg", name), ...parts);

/** A text with the characters visible that would turn the order of all that follows. */
export const visible = (text) =>
  isWords(text) ? visible(written(text)) : isText(text) ? text.replace(/\u202d/g, "[U+202D]").replace(/\u202e/g, "[U+202E]") : text;

const isThere = (value) => present(value) && value !== false;

export function fill(node, attrs, children) {
  for (const [name, value] of entriesOf(attrs || {}))
    if (!/^(on|value|checked|selected)/.test(name)) mark(node, { [name]: value });
    else if (isThere(value)) node[name] = value;
  for (const child of children.flat(Infinity))
    if (isThere(child)) node.append(visible(child));
  return node;
}

/** Set attributes; null, undefined and false take one away. */
export function mark(node, attrs) {
  for (const [name, value] of entriesOf(attrs))
    isThere(value)
      ? node.setAttribute(name, value === true ? "" : visible(value))
      : node.removeAttribute(name);
}

let counter = 0;
/** A fresh id: from a counter, never from data. */
export const uid = () => "u" + ++counter;

/** A button of the look: kind is "primary", "sm", "sm quiet", "danger"… */
export const button = (kind, label, onclick, attrs) => h("button", { class: "btn " + kind, onclick, ...attrs }, label);

/** An svg stretched over its box, lines excepted. */
export const stretched = (...children) =>
  s(
    "svg",
    { viewBox: "0 0 100 100", preserveAspectRatio: "none", width: "100%", height: "100%", overflow: "visible" },
    children,
  );

export const dotAt = ([x, y], style) => s("circle.dot", { cx: x + "%", cy: y + "%", r: 4, style });

export const hostCan = (context, what) => context.app?.abilities()?.[what];

/** A link that the host opens; anything but http, https and mailto stays text. */
export function externalLink(url, text, context) {
  const title = text !== url && url;
  if (!/^(https?:|mailto:)/i.test(url)) return say("span", { title }, text);
  const onclick = (event) => {
    if (!hostCan(context, "openLinks")) return;
    event.preventDefault();
    context.app.send("ui/open-link", { url }).catch(() => {});
  };
  return say("a", { href: url, target: "_blank", rel: "noopener noreferrer", title, onclick }, text);
}

/** A box that scrolls sideways and can be focused only while it does. */
export const scrollBox = (label, node) => watchOverflow(h("div.scroll", node), label);

export function watchOverflow(box, label) {
  const watch = new ResizeObserver(() => {
    const over = box.scrollWidth > box.clientWidth + 1;
    mark(box, { tabindex: over && "0", role: over && "region", "aria-label": over && label });
  });
  watch.observe(box);
  if (box.firstElementChild) watch.observe(box.firstElementChild);
  return box;
}

/** A button that opens and closes `pane` in place; `make`, when given, fills it on first opening. */
export function foldButton(kind, label, pane, { open = label, make } = {}) {
  pane.id ||= uid();
  const show = (shown) => {
    pane.hidden = !shown;
    toggle.setAttribute("aria-expanded", shown);
    toggle.textContent = shown ? open : label;
  };
  const press = () => {
    if (make && !pane.firstChild) pane.append(make());
    show(pane.hidden);
  };
  const toggle = button(kind, label, press, { "aria-controls": pane.id });
  show(false);
  return toggle;
}

/** A text that the stylesheet cuts, not the DOM, and a button for the rest. */
export function clipped(node) {
  const turn = () => {
    more.ariaExpanded = !node.classList.toggle("clip");
    more.textContent = node.matches(".clip") ? "more" : "less";
  };
  const more = h("button.link small more", { onclick: turn });
  turn();
  return [node, more];
}

export const TEXT_STEP = 1e5;

/** A node that `add` fills turn by turn; where that tells what is left, a button brings the next. */
export function inTurns(node, add) {
  const turn = () => {
    const left = add();
    more.hidden = !left;
    more.textContent = `Show more (${left} left)`;
  };
  const more = button("sm", "", turn, { "data-more": "" });
  turn();
  return more.hidden ? node : h("div.stack", node, h("div.row", more));
}

/** Fill a node with a text part by part, cut at line ends where there are any. */
export function inParts(node, text, step, make = (part) => part) {
  let from = 0;
  return inTurns(node, () => {
    const full = from + step;
    const line = text.lastIndexOf("\n", full) + 1;
    const end = full < text.length && line > full - step / 2 ? line : full;
    fill(node, {}, [make(text.slice(from, end))]);
    from = end;
    return from < text.length && bytesText(text.length - from);
  });
}

/**
 * `host` with the first of some panels {name: what `make` makes a node of}; the others are made when asked for, by a switch that stands
 * in the tools of the one that shows.
 */
export function viewSwitch(host, panels, make = (panel) => panel()) {
  const made = {};
  const show = (name, pressed) => {
    const panel = (made[name] ??= make(panels[name]));
    host.replaceChildren(panel);
    for (const each of bar.children) each.setAttribute("aria-pressed", each.dataset.view === name);
    if (names[1]) panel.querySelector(".bar").append(bar);
    pressed?.focus();
  };
  const names = keys(panels);
  const tab = (name) => button("sm quiet", labelOf(name), ({ target }) => show(name, target), { "data-view": name });
  const bar = h("div.seg push", { role: "group", "aria-label": "View" }, names.map(tab));
  show(names[0]);
  return host;
}

/** Put text on the clipboard, by the one way that sandboxes allow, and say how it went. Focus stays where it is. */
export function copied(text) {
  const focused = document.activeElement;
  const area = h("textarea.sr", { value: text });
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  focused.focus();
  return done ? "Copied" : "Not allowed here";
}

/** Copy a text; the button says how it went. */
export function copyText(text, toggle) {
  const old = toggle.textContent;
  toggle.textContent = copied(text);
  setTimeout(() => (toggle.textContent = old), 1500);
}

/** A foot of small words and of Copy, which copies what `text()` gives. */
export function copyFoot(told, text, label) {
  const copy = button("sm quiet push", label || "Copy", () => copyText(text(), copy), { "aria-live": "polite" });
  return h("div.foot small dim", h("span", told), copy);
}

export const handOver = (resource, context) => context.app.send("ui/download-file", { contents: [{ type: "resource", resource }] });

/** A status as a coloured dot and word, in its tone or that of a known word; others stay neutral. */
export const badge = (value, tone = toneOf(value)) =>
  say("span.badge " + (tone ?? ""), formatValue(value, "badge"));

/** The sign of a tone, said as its word, and a space; nothing for no tone. */
export const signOf = (tone, [sign, word] = TONES[tone] ?? []) =>
  sign ? [h("span.sign", { "data-tone": tone, role: "img", "aria-label": word }, sign), " "] : [];
