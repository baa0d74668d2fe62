// markdown.js: markdown as nodes, in one pass over its lines and one over the characters of each paragraph; never as HTML.
// needs: dom.js result.js format.js expressions.js parts.js text.js code.js

components.markdown = (props, scope, context) => {
  const text = textOf(evaluate(props.of, scope));
  if (!text.trim()) return null;
  const refs = new Map();
  const make = (part) =>
    markdownBlocks(part.replace(/\r\n?/g, "\n").split("\n"), { context, refs, top: context.heading ?? 2, level: 0, depth: 0 });
  return h("div", { "data-large": text.length > TEXT_STEP }, inParts(say("div.prose"), text, TEXT_STEP, make));
};

const FENCE = /^ {0,3}(`{3,}|~{3,}) *([\w+#.-]*)/;
const BULLET = /^( {0,3})([-*+]|\d{1,9}[.)])( +|$)(\[[ xX]\] )?/;
const QUOTE = /^ {0,3}> ?/;
const RULE = /^ {0,3}([-*_])( *\1){2,} *$/;
const HEADING = /^ {0,3}(#{1,6})(?: +|$)(.*)/;
const TABLE_RULE = /^(?=.{0,2000}$)(?=.*[|:]) *\|? *:?-+:? *(\| *:?-+:? *)*\|? *$/;
const DEFINITION = /^ {0,3}\[([^\]]{1,200})\]: +<?([^\s>]+)/;
const UNDERLINE = /^ {0,3}(=+|-{2,}) *$/;
const indentOf = (line) => line.length - line.trimStart().length;
const startsBlock = (line) => [FENCE, HEADING, RULE, BULLET, QUOTE].some((start) => start.test(line));

/** Nodes of some lines; `doc`: {context, refs, top, level, depth}. */
function markdownBlocks(lines, doc) {
  const reader = { lines, at: 0, doc };
  const nodes = [];
  for (const line of lines) {
    const [, name, url] = DEFINITION.exec(line) ?? [];
    if (name) doc.refs.set(name.toLowerCase(), url);
  }
  while (reader.at < lines.length) {
    const line = lines[reader.at++];
    for (const [test, make] of BLOCKS) {
      const found = test(line, reader);
      const node = found && make(reader, line, found);
      if (node) nodes.push(node);
      if (found) break;
    }
  }
  return nodes;
}

/** The lines that follow as long as they fit. */
function taken(reader, fits) {
  const from = reader.at;
  while (reader.at < reader.lines.length && fits(reader.lines[reader.at])) reader.at++;
  return reader.lines.slice(from, reader.at);
}

const innerBlocks = (lines, doc) => markdownBlocks(lines, { ...doc, depth: doc.depth + 1 });

const headingBlock = ({ doc }, line, [, marks, title]) =>
  headingNode(marks.length, title.replace(/(^| )#+ *$/, ""), doc);

/** The kinds of block, first match wins: [is it one?, (reader past its first line, that line, what the test found) → node]. */
const BLOCKS = [
  [(line) => !line.trim() || DEFINITION.test(line), () => null],
  [(line) => FENCE.exec(line), fencedBlock],
  [(line) => HEADING.exec(line), headingBlock],
  [(line) => RULE.test(line), () => h("hr")],
  [(line, { doc }) => doc.depth < 12 && QUOTE.test(line), quoteBlock],
  [(line, { doc }) => doc.depth < 12 && BULLET.exec(line), listBlock],
  [(line, { lines, at }) => line.includes("|") && TABLE_RULE.test(lines[at] ?? ""), tableBlock],
  [(line) => indentOf(line) >= 4, indentedBlock],
  [() => true, paragraphBlock],
];

function fencedBlock(reader, line, [, fence, language]) {
  const shift = indentOf(line);
  const isEnd = (each) => each.trim().startsWith(fence) && !each.trim().replaceAll(fence[0], "");
  const body = taken(reader, (each) => !isEnd(each));
  reader.at++;
  return codeNode(body.map((each) => each.slice(Math.min(shift, indentOf(each)))).join("\n"), language);
}

function quoteBlock(reader, line) {
  const quoted = [line, ...taken(reader, (each) => each.trim() && (QUOTE.test(each) || !startsBlock(each)))];
  return h("blockquote", innerBlocks(quoted.map((each) => each.replace(QUOTE, "")), reader.doc));
}

function indentedBlock(reader, line) {
  const body = [line, ...taken(reader, (each) => indentOf(each) >= 4 || !each.trim())];
  return codeNode(body.map((each) => each.slice(4)).join("\n").trimEnd());
}

function paragraphBlock(reader, line) {
  const text = [line, ...taken(reader, (each) => each.trim() && !startsBlock(each) && !UNDERLINE.test(each))].join("\n");
  const [, under] = UNDERLINE.exec(reader.lines[reader.at] ?? "") ?? [];
  if (!under) return say("p", inlineNodes(text, reader.doc));
  reader.at++;
  return headingNode(under[0] === "=" ? 1 : 2, text.replaceAll("\n", " "), reader.doc);
}

/** Headings keep their order below the page's own, without gaps. */
function headingNode(level, text, doc) {
  doc.base ??= level;
  doc.level = Math.min(Math.max(0, level - doc.base), doc.level + 1);
  return say("h" + Math.min(6, doc.top + doc.level), inlineNodes(text, doc));
}

/** A list and the lines that belong to its items. */
function listBlock(reader, line, [, , mark]) {
  const ordered = /\d/.test(mark);
  const items = [];
  let blank = false;
  for (reader.at--; reader.at < reader.lines.length; reader.at++) {
    const line = reader.lines[reader.at];
    const [whole, indent, sign, space, task = ""] = BULLET.exec(line) ?? [];
    const current = items.at(-1);
    if (line.trim() && current && indentOf(line) >= current.indent) current.lines.push(line.slice(current.indent));
    else if (sign && /\d/.test(sign) === ordered && !RULE.test(line)) {
      const inner = space.length > 4 ? (indent + sign).length + 1 : whole.length - task.length;
      items.push({ indent: inner, task: task || null, lines: [line.slice(whole.length)] });
    } else if (line.trim() && (blank || startsBlock(line))) break;
    else current.lines.push(line.trimStart());
    blank = !line.trim();
  }
  const first = parseInt(mark);
  return h(ordered ? "ol" : "ul", { start: first !== 1 && ordered && first }, items.map((item) => itemNode(item, reader.doc)));
}

function itemNode({ lines, task }, doc) {
  const nodes = innerBlocks(lines, doc);
  const done = /x/i.test(task);
  if (nodes[0]?.tagName === "P") nodes.splice(0, 1, ...nodes[0].childNodes);
  const attrs = { type: "checkbox", disabled: true, checked: done, "aria-label": done ? "Done" : "Not done" };
  return h("li", { class: task && "task" }, task && h("input", attrs), nodes);
}

/** The cells of a line of a pipe table. */
const pipeCells = (line) =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

function tableBlock(reader, line) {
  const [head, rule, ...rows] = [line, ...taken(reader, (each) => each.includes("|"))].map(pipeCells);
  const cell = (tag, text = "", at) =>
    h(tag, { scope: tag === "th" && "col", class: /-:$/.test(rule[at]) && "num" }, inlineNodes(text, reader.doc));
  const row = (tag, cells) => h("tr", head.map((_, at) => cell(tag, cells[at], at)));
  return scrollBox("Table", h("table", h("thead", row("th", head)), h("tbody", rows.map((cells) => row("td", cells)))));
}

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", "#39": "'" };
const TOKEN =
  /\\([!-/:-@[-`{-~])|(`+)|(\*\*|__|~~|[*_])|(!?\[)|(\])|<(https?:\/\/[^\s<>]+|mailto:[^\s<>]+)>|(https?:\/\/[^\s<>"'`]+)|\n *|<br ?\/?>|&(#39|[a-z]{2,4});/gi;
const TARGET = /\( {0,9}(?:<([^<>\n]*)>|((?:[^\s()]|\([^\s()]*\))*))(?:\s{1,9}(?:"[^"\n]*"|'[^'\n]*'))? {0,9}\)/y;
const TAGS = { "**": "strong", __: "strong", "~~": "del", "*": "em", _: "em" };
const MOST_FRAMES = 20;

/** Nodes of a paragraph. Marks open frames on a stack; a frame that is never closed stays text. */
function inlineNodes(text, doc) {
  const state = { text, doc, scan: RegExp(TOKEN), frames: [{ nodes: [] }], missing: {}, index: 0 };
  let from = 0;
  for (let token; (token = state.scan.exec(text)); from = state.scan.lastIndex) {
    state.index = token.index;
    put(state, text.slice(from, token.index));
    const group = Math.max(0, token.findIndex((each, at) => at && each));
    SPANS[group](state, token[group]);
  }
  put(state, text.slice(from));
  spill(state, 1);
  return state.frames[0].nodes;
}

const put = ({ frames }, ...nodes) => frames.at(-1).nodes.push(...nodes.filter((node) => node !== ""));

/** Frames above this one were never closed: their marks are text. */
function spill(state, to) {
  while (state.frames.length > to) {
    const { mark, nodes } = state.frames.pop();
    put(state, mark, ...nodes);
  }
}

const openFrame = (state, mark) =>
  state.frames.length < MOST_FRAMES
    ? state.frames.push({ mark, nodes: [], at: state.scan.lastIndex })
    : put(state, mark);

/** What each group of TOKEN makes; group 0: line ends, breaks, what is left. */
const SPANS = [
  lineEnd,
  put,
  codeSpan,
  emphasis,
  openFrame,
  closeLink,
  (state, url) => put(state, externalLink(url, url.replace("mailto:", ""), state.doc.context)),
  (state, url) => put(state, ...withLinks(url, state.doc.context).flat()),
  (state, name) => put(state, ENTITIES[name.toLowerCase()] ?? `&${name};`),
];

function lineEnd(state, whole) {
  const { text, index } = state;
  if (whole[0] !== "\n") return put(state, h("br"));
  const hard = /( {2}|\\)$/.test(text.slice(index - 2, index)) || index - text.lastIndexOf("\n", index - 1) < 60;
  put(state, hard ? h("br") : " ");
}

function codeSpan(state, ticks) {
  const { text, scan, missing } = state;
  const from = scan.lastIndex;
  let end = missing[ticks] ? -1 : text.indexOf(ticks, from);
  // A longer run of ticks is another mark.
  for (let run; end >= 0 && (run = /^`+/.exec(text.slice(end))[0]) !== ticks; ) end = text.indexOf(ticks, end + run.length);
  missing[ticks] = end < 0;
  if (end < 0) return put(state, ticks);
  scan.lastIndex = end + ticks.length;
  const source = text.slice(from, end).replaceAll("\n", " ");
  put(state, h("code", /^ .*\S.* $/.test(source) ? source.slice(1, -1) : source));
}

function emphasis(state, run) {
  const { text, scan, frames, index } = state;
  // "***" closes the inner mark first.
  const inner = run[1] && frames.at(-1).mark === run[0] && text[scan.lastIndex] === run[0];
  const mark = inner ? run[0] : run;
  if (inner) scan.lastIndex--;
  const [before, after] = [text[index - 1] ?? " ", text[scan.lastIndex] ?? " "];
  const opener = frames.findLastIndex((frame) => frame.mark === mark);
  const inWord = mark[0] === "_" && /\w\w/.test(before + after);
  if (opener > 0 && /\S/.test(before) && !inWord) {
    spill(state, opener + 1);
    put(state, h(TAGS[mark], frames.pop().nodes));
  } else if (/\S/.test(after) && !inWord) openFrame(state, mark);
  else put(state, mark);
}

/** `]`: a link when a target follows, an image of the page's own data, else plain text. */
function closeLink(state, bracket) {
  const { text, scan, frames, doc } = state;
  const opener = frames.findLastIndex(({ mark }) => /\[/.test(mark));
  if (opener < 1) return put(state, bracket);
  TARGET.lastIndex = scan.lastIndex;
  const target = TARGET.exec(text);
  const [named = "", name] = /^\[([^\]]{0,200})\]/.exec(text.slice(scan.lastIndex, scan.lastIndex + 202)) ?? [];
  const { mark, at } = frames[opener];
  const label = text.slice(at, scan.lastIndex - 1);
  const url = target ? (target[1] ?? target[2]) : doc.refs.get((name || label.slice(0, 200)).toLowerCase());
  spill(state, opener + 1);
  const { nodes } = frames.pop();
  if (url === undefined) return put(state, mark, ...nodes, bracket);
  scan.lastIndex += (target?.[0] ?? named).length;
  const picture = mark === "![" && /^data:image\//i.test(url);
  put(state, picture ? h("img", { src: url, alt: label }) : externalLink(url, nodes.length ? nodes : url, doc.context));
}
