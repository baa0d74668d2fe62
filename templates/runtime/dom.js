// dom.js: making nodes. Data enters the page only here, as text or as attributes named by the code.

const SVG = "http://www.w3.org/2000/svg";

/** An element; attrs: `class`, `data-…`, properties such as `value`, listeners as `onclick: fn`; children: nodes, texts, arrays, null. */
const h = (tag, attrs, ...children) => fill(document.createElement(tag), attrs, children);
const s = (tag, attrs, ...children) => fill(document.createElementNS(SVG, tag), attrs, children);

/** A text with the characters visible that would turn the order of all that follows. */
const visible = (text) =>
  typeof text === "string"
    ? text.replace(/[\u202d\u202e]/g, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`)
    : text;

function fill(node, attrs, children) {
  for (const [name, value] of Object.entries(attrs || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "indeterminate" || name === "selected") node[name] = value;
    else node.setAttribute(name, value === true ? "" : /^(title|alt|placeholder|aria-label)$/.test(name) ? visible(value) : value);
  }
  for (const child of children.flat(Infinity))
    if (child !== null && child !== undefined && child !== false) node.append(visible(child));
  return node;
}

let counter = 0;
/** A fresh id: from a counter, never from data. */
const uid = () => "u" + ++counter;

const ICONS = {
  up: "M8 12.5v-9m-4 4l4-4 4 4",
  down: "M8 3.5v9m-4-4l4 4 4-4",
  remove: "M4.5 4.5l7 7m0-7l-7 7",
  add: "M8 3.5v9M3.5 8h9",
  previous: "M10 4L6 8l4 4",
  next: "M6 4l4 4-4 4",
};
const icon = (name) => s("svg", { class: "i", viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));

/** A button of the look: kind is "primary", "sm", "sm quiet", "danger"… */
const button = (kind, label, onclick, attrs) => h("button", { type: "button", class: "btn " + kind, onclick, ...attrs }, label);
