// dom.js: making nodes. Data enters the page only here, as text or as attributes named by the code.
// needs: format.js

const SVG = "http://www.w3.org/2000/svg";

/** An element, "div" or with its classes "div.note bad"; attrs, if any: `data-…`, properties such as `value`, listeners as `onclick: fn`; children: nodes, texts, arrays, null. */
function h(tag, attrs, ...children) {
  const [name, look] = tag.split(".");
  const plain = attrs?.constructor === Object;
  return fill(document.createElement(name), { class: look, ...(plain && attrs) }, plain ? children : [attrs, children]);
}
/** An element whose words are data: they run in the direction that is theirs. */
function say(...parts) {
  const node = h(...parts);
  node.dir = "auto";
  return node;
}
/** The same in an svg; attrs always come. */
function s(tag, attrs, ...children) {
  const [name, look] = tag.split(".");
  return fill(document.createElementNS(SVG, name), { class: look, ...attrs }, children);
}

/** A text with the characters visible that would turn the order of all that follows. */
const visible = (text) =>
  isText(text)
    ? text.replace(/[\u202d\u202e]/g, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`)
    : text;

const isThere = (value) => value !== undefined && value !== null && value !== false;

function fill(node, attrs, children) {
  for (const [name, value] of Object.entries(attrs || {}))
    if (!/^(on\w+|value|checked|indeterminate|selected)$/.test(name)) mark(node, { [name]: value });
    else if (isThere(value)) node[name] = value;
  for (const child of children.flat(Infinity))
    if (isThere(child)) node.append(visible(child));
  return node;
}

/** Set attributes; null, undefined and false take one away. */
function mark(node, attrs) {
  for (const [name, value] of Object.entries(attrs))
    isThere(value)
      ? node.setAttribute(name, value === true ? "" : visible(value))
      : node.removeAttribute(name);
}

let counter = 0;
/** A fresh id: from a counter, never from data. */
const uid = () => "u" + ++counter;

/** A button of the look: kind is "primary", "sm", "sm quiet", "danger"… */
const button = (kind, label, onclick, attrs) => h("button", { type: "button", class: "btn " + kind, onclick, ...attrs }, label);
