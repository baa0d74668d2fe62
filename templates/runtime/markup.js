// markup.js: XML and the tables of HTML as data; read here, since outlines are made where no browser is.

import { attempt, isList, objectOf } from "./values.js";

/** The characters that HTML has names for and that texts often have; letters with marks are made below. */
const ENTITIES = {
  __proto__: null,
  amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", euro: "€",
  ndash: "–", mdash: "—", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”", hellip: "…", middot: "·",
};

/** Marks on letters as Unicode has them: "eacute" is "e" and one of these. */
const MARKS = { __proto__: null, grave: "\u0300", acute: "\u0301", circ: "\u0302", tilde: "\u0303", uml: "\u0308", ring: "\u030a", caron: "\u030c", cedil: "\u0327" };

function namedLetter(name) {
  const [, letter, mark] = /^([a-z])(\w+)$/i.exec(name) ?? [];
  return MARKS[mark] && (letter + MARKS[mark]).normalize("NFC");
}

/** A text with its entities as the characters that they stand for. */
export const unescaped = (text) =>
  text.replace(/&(?:#(x[\da-f]+|\d+)|(\w+));/gi, (all, code, name) =>
    name ? (ENTITIES[name] ?? namedLetter(name) ?? all) : (attempt(() => String.fromCodePoint(Number(code.replace(/^x/i, "0x")))) ?? all),
  );

/** A comment; what is no part of the text; a tag's slash and name. */
const TAG = /<!-{2}[^]*?(?:-->|$)|<(script|style)\b[^]*?(?:<\/\1\s*>|$)|<(\/?)([a-z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^<>"'])*>|<[!?][^<>]*>/gi;

/** The tables of a page in order, {caption?, rows: texts by row and cell}, and the words before the first and after it. */
export function tablesIn(html) {
  const found = [];
  const around = ["", ""];
  /** The tables that are open, and in each of them the cell or caption that is. */
  const open = [];
  const tell = (text) => {
    // The words of a cell are those of so many tables around it as well.
    const within = open.slice(-9).filter(({ into }) => into);
    for (const { into } of within) into.text += text;
    if (!within[0]) around[found[0] ? 1 : 0] += text;
  };
  const cellIn = (table) => {
    const cell = { text: "" };
    if (!table.rows[0]) table.rows.push([]);
    table.rows.at(-1).push(cell);
    return cell;
  };
  const begins = {
    table: () => found.push(open[open.push({ rows: [] }) - 1]),
    caption: (table) => (table.into = table.caption = { text: "" }),
    tr: (table) => (table.into = void table.rows.push([])),
    td: (table) => (table.into = cellIn(table)),
    th: (table) => (table.into = cellIn(table)),
  };
  let from = 0;
  // The title of a page that stands in its head is none of its words.
  const body = html.replace(/^((?:\s|<[^t>][^>]*>)*)<title\b[^]*?<\/title\s*>/i, "$1");
  for (const { 0: whole, 2: end, 3: written = "", index } of body.matchAll(TAG)) {
    tell(unescaped(body.slice(from, index)));
    from = index + whole.length;
    const name = written.toLowerCase();
    const table = open.at(-1);
    // The words of these stand on lines of their own.
    if (!table && /^(p|div|li|br|h[1-6])$/.test(name)) tell("\n");
    if (end && name === "table") open.pop();
    else if (name === "table" || (table && begins[name])) end ? (table.into = undefined) : begins[name](table);
  }
  tell(unescaped(body.slice(from)));
  const textsOf = (cells) => cells.map(({ text }) => text.trim());
  const tables = found.map(({ caption, rows }) => ({ caption: caption?.text, rows: rows.filter((cells) => cells[0]).map(textsOf) }));
  return [tables, ...around.map((text) => text.replace(/[^\S\n]+/g, " ").replace(/ ?\n\s*/g, "\n").trim())];
}

const NAME = "[\\p{L}_][\\p{L}\\p{N}_.:·-]*";
const ATTRIBUTE = RegExp(`\\s+(${NAME})\\s*=\\s*("[^"<]*"|'[^'<]*')`, "gu");
/** CDATA; the end of an element; its begin with its attributes and whether it is empty; text. */
const XML = RegExp(`<!\\[CDATA\\[([^]*?)\\]\\]>|</(${NAME})\\s*>|<(${NAME})((?:${ATTRIBUTE.source})*)\\s*(/?)>|([^<]+)`, "uy");

/** The data of elements side by side, whose words `typed` reads; undefined where this is no XML. */
export function xmlData(source, typed) {
  const scan = new RegExp(XML);
  const stack = [{ entries: new Map(), text: "" }];
  while (scan.lastIndex < source.length) {
    const [all, literal, ended, begun, attributes, , , empty, text] = scan.exec(source) ?? [];
    const top = stack.at(-1);
    if (all === undefined) return undefined;
    if (begun) {
      const entries = [...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, typed(unescaped(value.slice(1, -1)))]);
      stack.push({ name: begun, entries: new Map(entries), text: "" });
    } else if (!ended) top.text += literal ?? unescaped(text);
    if (!(ended || empty)) continue;
    const { name, ...element } = stack.pop();
    if (!stack[0] || (ended && ended !== name)) return undefined;
    enter(stack.at(-1).entries, name, elementData(element, typed));
  }
  const [root, more] = stack;
  return more || !root.entries.size ? undefined : elementData(root, typed, true);
}

/** Members of one name are a list. */
const enter = (entries, name, value) => entries.set(name, entries.has(name) ? [].concat(entries.get(name), [value]) : value);

/** An element as its members, attributes beside elements. */
function elementData({ entries, text }, typed, whole) {
  const words = typed(text);
  if (!entries.size) return words;
  if (words !== "") entries.set("text", words);
  const [only] = entries.values();
  return !whole && entries.size === 1 && isList(only) ? only : objectOf(entries);
}
