// dom.js: making nodes. Data enters the page only here, as text or as attributes named by the code.

import { isText, isWords, written } from "./format.js";

const SVG = "http://www.w3.org/2000/svg";

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
export const s = (...parts) => build((name) => document.createElementNS(SVG, name), ...parts);

/** A text with the characters visible that would turn the order of all that follows. */
export const visible = (text) =>
  isWords(text) ? visible(written(text)) : isText(text) ? text.replace(/\u202d/g, "[U+202D]").replace(/\u202e/g, "[U+202E]") : text;

const isThere = (value) => value !== undefined && value !== null && value !== false;

export function fill(node, attrs, children) {
  for (const [name, value] of Object.entries(attrs || {}))
    if (!/^(on|value|checked|selected)/.test(name)) mark(node, { [name]: value });
    else if (isThere(value)) node[name] = value;
  for (const child of children.flat(Infinity))
    if (isThere(child)) node.append(visible(child));
  return node;
}

/** Set attributes; null, undefined and false take one away. */
export function mark(node, attrs) {
  for (const [name, value] of Object.entries(attrs))
    isThere(value)
      ? node.setAttribute(name, value === true ? "" : visible(value))
      : node.removeAttribute(name);
}

let counter = 0;
/** A fresh id: from a counter, never from data. */
export const uid = () => "u" + ++counter;

/** A button of the look: kind is "primary", "sm", "sm quiet", "danger"… */
export const button = (kind, label, onclick, attrs) => h("button", { type: "button", class: "btn " + kind, onclick, ...attrs }, label);

/** An svg stretched over its box, lines excepted. */
export const stretched = (...children) =>
  s(
    "svg",
    { viewBox: "0 0 100 100", preserveAspectRatio: "none", width: "100%", height: "100%", overflow: "visible" },
    children,
  );

export const dotAt = ([x, y], style) => s("circle.dot", { cx: x + "%", cy: y + "%", r: 4, style });
