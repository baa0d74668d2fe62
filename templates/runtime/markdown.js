// markdown.js: markdown as nodes, in one pass over its lines and one over the characters of each paragraph; never as HTML.
// needs: dom.js result.js format.js expressions.js parts.js text.js code.js

components.markdown = (props, scope, context) => {
  const text = textOf(evaluate(props.of, scope));
  if (!text.trim()) return null;
  const refs = new Map();
  const make = (part) =>
    markdownBlocks(part.replace(/\r\n?/g, "\n").split("\n"), {
      context,
      refs,
      top: context.heading ?? 2,
      level: 0,
      depth: 0,
    });
  return h(
    "div",
    { "data-large": text.length > TEXT_STEP },
    inParts(h("div", { class: "prose", dir: "auto" }), text, TEXT_STEP, make),
  );
};

const FENCE = /^ {0,3}(`{3,}|~{3,}) *([\w+#.-]*)/;
const BULLET = /^( {0,3})([-*+]|\d{1,9}[.)])( +|$)(\[[ xX]\] )?/;
const QUOTE = /^ {0,3}>/;
const RULE = /^ {0,3}([-*_])( *\1){2,} *$/;
const HEADING = /^ {0,3}(#{1,6})(?: +|$)(.*)/;
const TABLE_RULE = /^ *\|? *:?-+:? *(\| *:?-+:? *)*\|? *$/;
const DEFINITION = /^ {0,3}\[([^\]]{1,200})\]: +<?([^\s>]+)/;
const isTableRule = (line) => line.length < 2000 && /[|:]/.test(line) && TABLE_RULE.test(line);
const indentOf = (line) => line.length - line.trimStart().length;
const startsBlock = (line) =>
  FENCE.test(line) || HEADING.test(line) || RULE.test(line) || BULLET.test(line) || QUOTE.test(line);

/** Nodes of some lines; `doc`: {context, refs, top, level, depth}. */
function markdownBlocks(lines, doc) {
  const reader = { lines, at: 0, doc };
  const nodes = [];
  for (const line of lines) {
    const [, name, url] = (line.includes("]:") && DEFINITION.exec(line)) || [];
    if (name) doc.refs.set(name.toLowerCase(), url);
  }
  while (reader.at < lines.length) {
    const line = lines[reader.at];
    const [test, make] = BLOCKS.find(([test]) => test(line, reader));
    const node = make(reader, line, test(line, reader));
    if (node) nodes.push(node);
  }
  return nodes;
}

function taken(reader, fits) {
  const from = reader.at;
  while (reader.at < reader.lines.length && fits(reader.lines[reader.at])) reader.at++;
  return reader.lines.slice(from, reader.at);
}

/** The kinds of block, first match wins: [is it one?, (reader, its first line, what the test found) → node]. */
const BLOCKS = [
  [(line) => !line.trim() || DEFINITION.test(line), (reader) => void reader.at++],
  [(line) => FENCE.exec(line), fencedBlock],
  [(line) => HEADING.exec(line), headingBlock],
  [(line) => RULE.test(line), (reader) => (reader.at++, h("hr"))],
  [(line, { doc }) => doc.depth < 12 && QUOTE.test(line), quoteBlock],
  [(line, { doc }) => doc.depth < 12 && BULLET.test(line), listBlock],
  [(line, { lines, at }) => line.includes("|") && isTableRule(lines[at + 1] ?? ""), tableBlock],
  [(line) => indentOf(line) >= 4, indentedBlock],
  [() => true, paragraphBlock],
];

function fencedBlock(reader, line, [, fence, language]) {
  const shift = indentOf(line);
  const isEnd = (each) => each.trim().startsWith(fence) && !each.trim().replaceAll(fence[0], "");
  reader.at++;
  const body = taken(reader, (each) => !isEnd(each));
  reader.at++;
  return codeNode(body.map((each) => (indentOf(each) >= shift ? each.slice(shift) : each)).join("\n"), language);
}

function headingBlock(reader, line, [, marks, title]) {
  reader.at++;
  const closing = / #+$/.test(title.slice(-8).trimEnd());
  return headingNode(marks.length, closing ? title.slice(0, title.lastIndexOf(" #")) : title, reader.doc);
}

function quoteBlock(reader) {
  const quoted = taken(reader, (each) => each.trim() && (QUOTE.test(each) || !startsBlock(each)));
  const inner = quoted.map((each) => each.replace(/^ {0,3}> ?/, ""));
  return h("blockquote", {}, markdownBlocks(inner, { ...reader.doc, depth: reader.doc.depth + 1 }));
}

function indentedBlock(reader) {
  const body = taken(reader, (each) => indentOf(each) >= 4 || !each.trim()).map((each) => each.slice(4));
  return codeNode(body.join("\n").trimEnd());
}

function paragraphBlock(reader, line) {
  reader.at++;
  const text = [line, ...taken(reader, (each) => each.trim() && !startsBlock(each) && !/^ {0,3}=+ *$/.test(each))];
  const [under] = /^ {0,3}(=+|-{2,}) *$/.exec(reader.lines[reader.at] ?? "") ?? [];
  if (!under) return h("p", { dir: "auto" }, inlineNodes(text.join("\n"), reader.doc));
  reader.at++;
  return headingNode(under.includes("=") ? 1 : 2, text.join(" "), reader.doc);
}

/** Headings keep their order below the page's own, without gaps. */
function headingNode(level, text, doc) {
  doc.base ??= level;
  doc.level = Math.min(Math.max(0, level - doc.base), doc.level + 1);
  return h("h" + Math.min(6, doc.top + doc.level), { dir: "auto" }, inlineNodes(text, doc));
}

/** A list and the lines that belong to its items. */
function listBlock(reader, start) {
  const [, , mark] = BULLET.exec(start);
  const ordered = /\d/.test(mark);
  const items = [];
  let blank = false;
  for (; reader.at < reader.lines.length; reader.at++) {
    const line = reader.lines[reader.at];
    const [whole, indent, sign, space, task] = BULLET.exec(line) ?? [];
    const current = items.at(-1);
    if (line.trim() && current && indentOf(line) >= current.indent) current.lines.push(line.slice(current.indent));
    else if (sign && /\d/.test(sign) === ordered && !RULE.test(line)) {
      const content = whole.length - (task?.length ?? 0);
      const inner = space.length > 4 ? indent.length + sign.length + 1 : content;
      items.push({ indent: inner, task, lines: [line.slice(whole.length)] });
    } else if (!line.trim()) current.lines.push("");
    else if (blank || startsBlock(line)) break;
    else current.lines.push(line.trimStart());
    blank = !line.trim();
  }
  const doc = { ...reader.doc, depth: reader.doc.depth + 1 };
  const first = ordered && parseInt(mark) !== 1 && parseInt(mark);
  return h(
    ordered ? "ol" : "ul",
    { start: first },
    items.map((item) => itemNode(item, doc)),
  );
}

function itemNode({ lines, task }, doc) {
  const nodes = markdownBlocks(lines, doc);
  const done = /x/i.test(task);
  if (nodes[0]?.tagName === "P") nodes.splice(0, 1, ...nodes[0].childNodes);
  const attrs = { type: "checkbox", disabled: true, checked: done, "aria-label": done ? "Done" : "Not done" };
  return h("li", { class: task && "task" }, task && h("input", attrs), nodes);
}

const tableCells = (line) =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

function tableBlock(reader) {
  const [head, rule, ...rows] = taken(reader, (each) => each.includes("|")).map(tableCells);
  const ends = rule.map((cell) => (/-:$/.test(cell) ? "num" : null));
  const cell = (tag, attrs, text = "", at) => h(tag, { ...attrs, class: ends[at] }, inlineNodes(text, reader.doc));
  const row = (tag, attrs) => (line) =>
    h(
      "tr",
      {},
      head.map((_, at) => cell(tag, attrs, line[at], at)),
    );
  const body = h("tbody", {}, rows.map(row("td")));
  return scrollBox("Table", h("table", {}, h("thead", {}, row("th", { scope: "col" })(head)), body));
}

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", "#39": "'" };
const TOKEN =
  /\\([!-/:-@[-`{-~])|(`+)|(\*\*|__|~~|[*_])|(!?\[)|(\])|<(https?:\/\/[^\s<>]+|mailto:[^\s<>]+)>|(https?:\/\/[^\s<>"'`]+)|\n *|<br ?\/?>|&(#39|[a-z]{2,4});/gi;
const TARGET = /\( {0,9}(?:<([^<>\n]*)>|((?:[^\s()]|\([^\s()]*\))*))(?:\s{1,9}(?:"[^"\n]*"|'[^'\n]*'))? {0,9}\)/y;
const TAGS = { "**": "strong", __: "strong", "~~": "del", "*": "em", _: "em" };

/** Nodes of a paragraph. Marks open frames on a stack of at most 20; a frame that is never closed stays text. */
function inlineNodes(text, doc) {
  const state = { text, doc, scan: new RegExp(TOKEN), frames: [{ nodes: [] }], missing: new Set(), index: 0 };
  let from = 0;
  for (let token; (token = state.scan.exec(text)); from = state.scan.lastIndex) {
    state.index = token.index;
    if (token.index > from) put(state, text.slice(from, token.index));
    const group = token.findIndex((each, at) => at && each);
    SPANS[group < 0 ? 0 : group](state, token[Math.max(0, group)]);
  }
  if (from < text.length) put(state, text.slice(from));
  spill(state, 1);
  return state.frames[0].nodes;
}

const put = ({ frames }, ...nodes) => frames.at(-1).nodes.push(...nodes);

/** Frames above this one were never closed: their marks are text. */
function spill(state, to) {
  while (state.frames.length > to) {
    const { mark, nodes } = state.frames.pop();
    put(state, mark, ...nodes);
  }
}

/** What each group of TOKEN makes; group 0: line ends, breaks, what is left. */
const SPANS = [
  lineEnd,
  put,
  codeSpan,
  emphasis,
  (state, mark) =>
    state.frames.length < 20 ? state.frames.push({ mark, nodes: [], at: state.scan.lastIndex }) : put(state, mark),
  closeLink,
  (state, url) => put(state, externalLink(url, url.replace("mailto:", ""), state.doc.context)),
  (state, url) =>
    put(
      state,
      ...withLinks(url, state.doc.context)
        .flat(9)
        .filter((node) => node !== ""),
    ),
  (state, name) => put(state, ENTITIES[name.toLowerCase()] ?? `&${name};`),
];

function lineEnd(state, whole) {
  const { text, index } = state;
  if (whole[0] !== "\n") return put(state, /^<br/i.test(whole) ? h("br") : whole);
  const hard = /( {2}|\\)$/.test(text.slice(index - 2, index)) || index - text.lastIndexOf("\n", index - 1) < 60;
  return put(state, hard ? h("br") : " ");
}

function codeSpan(state, ticks) {
  const { text, scan, missing } = state;
  const from = scan.lastIndex;
  const end = missing.has(ticks.length) ? -1 : closingTicks(text, ticks, from);
  if (end < 0) {
    missing.add(ticks.length);
    return put(state, ticks);
  }
  scan.lastIndex = end + ticks.length;
  const source = text.slice(from, end).replaceAll("\n", " ");
  return put(state, h("code", {}, /^ .*\S.* $/.test(source) ? source.slice(1, -1) : source));
}

function emphasis(state, run) {
  const { text, scan, frames, index } = state;
  // "***" closes the inner mark first.
  const inner = run[1] && frames.at(-1).mark === run[0] && text[scan.lastIndex] === run[0];
  const mark = inner ? run[0] : run;
  if (inner) scan.lastIndex--;
  const [before, after] = [text[index - 1] ?? " ", text[scan.lastIndex] ?? " "];
  const opener = frames.findLastIndex((frame) => frame.mark === mark);
  const inWord = mark[0] === "_" && /\w/.test(before) && /\w/.test(after);
  if (opener > 0 && /\S/.test(before) && !inWord) {
    spill(state, opener + 1);
    put(state, h(TAGS[mark], {}, frames.pop().nodes));
  } else if (/\S/.test(after) && !inWord && frames.length < 20) frames.push({ mark, nodes: [] });
  else put(state, mark);
}

function closingTicks(text, ticks, from) {
  for (let end = text.indexOf(ticks, from); end >= 0; end = text.indexOf(ticks, end)) {
    let length = 0;
    while (text[end + length] === "`") length++;
    if (length === ticks.length) return end;
    end += length;
  }
  return -1;
}

/** `]`: a link when a target follows, an image of the page's own data, else plain text. */
function closeLink(state, bracket) {
  const { text, scan, frames, doc } = state;
  const opener = frames.findLastIndex(({ mark }) => mark === "[" || mark === "![");
  if (opener < 1) return put(state, bracket);
  TARGET.lastIndex = scan.lastIndex;
  const target = TARGET.exec(text);
  const [named, name] = (!target && /^\[([^\]]{0,200})\]/.exec(text.slice(scan.lastIndex, scan.lastIndex + 202))) || [
    "",
  ];
  const { mark, at } = frames[opener];
  const label = text.slice(at, scan.lastIndex - 1);
  const url = target ? (target[1] ?? target[2]) : doc.refs.get((name || label.slice(0, 200)).toLowerCase());
  spill(state, opener + 1);
  const { nodes } = frames.pop();
  if (url === undefined) return put(state, mark, ...nodes, bracket);
  scan.lastIndex += target ? target[0].length : named.length;
  if (mark === "![" && /^data:image\//i.test(url)) return put(state, h("img", { src: url, alt: label }));
  return put(state, externalLink(url, nodes.length ? nodes : url, doc.context));
}
