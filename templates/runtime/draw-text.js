// draw-text.js: plain text as it is, with its web addresses as links; source with Copy, unified diffs, transcripts; markdown, line by line in blocks
// and one expression for what stands in a paragraph, never as HTML.

import { draw } from "./draw.js";
import { copyFoot, externalLink, h, inParts, say, scrollBox, TEXT_STEP, watchOverflow } from "./dom.js";
import { formatValue, isDateText, isText, numberText, reflowed, written } from "./format.js";
import { unescaped } from "./markup.js";
import { pipeCells } from "./shapes.js";
import { doneBox, inSteps } from "./value.js";
import { belowHeading, draws } from "./outline.js";

draws.text = ({ text }, context) =>
  h("div", inParts(say("div.asis"), reflowed(written(text)), TEXT_STEP, (part) => withLinks(part, context)));
draws["code-block"] = ({ text, language }) => codeNode(written(text), written(language));
draws.diff = ({ text }) => diffNode(written(text).replaceAll("\r\n", "\n"));

/** An address in running text: what ends a sentence does not belong to it, nor a bracket that it does not open. */
const ADDRESS = /(https?:\/\/[^\s<>"'`]*(?:[^\s<>"'`.,;:!?\]*)]|(?<=\([^\s()]*)\)))/;

/** A text with its http addresses as links. */
const withLinks = (text, context) =>
  text.split(ADDRESS).map((part, index) => (index % 2 ? externalLink(part, part, context) : part));

/** A block of source; its foot names the language and copies the whole. */
function codeNode(text, language = "") {
  const body = watchOverflow(h("pre", { dir: "ltr" }), "Source");
  const parts = inParts(body, text.replace(/\n$/, ""), TEXT_STEP);
  return h("div.near", { "data-component": "code-block" }, parts, copyFoot(language, () => text));
}

/** A unified diff as one block for each file. */
function diffNode(text) {
  // Where no line names the file, the two above its first hunk do.
  const start = /^(diff --git|Index:) /m.test(text) ? /^(?=diff --git |Index: )/m : /^(?=--- .*\n\+\+\+ .*\n@@ )/m;
  return inSteps(h("div.stack", { "data-component": "diff" }), text.split(start), 20, diffFile);
}

const FILE_NAME = /^(?:(?:\+\+\+|---|Index:|rename to) (?!\/dev\/null)(?:[ab]\/)?|diff --git a\/.* b\/)([^\t\n]+)/gm;

/** A file of a diff: what stands above its first hunk is told about it, then the first sign of a line counts. */
function diffFile(text) {
  const [head] = text.split(/^@@ -\d/m);
  const name = [...head.matchAll(FILE_NAME)].at(-1)?.[1];
  const lines = text.replace(/\n$/, "").split("\n");
  const above = head.split("\n").length;
  const kinds = lines.map((line, at) => (at < above ? "dim" : { "+": "ok", "-": "bad", "@": "dim", "\\": "dim" }[line[0]]));
  const count = (kind) => numberText(kinds.filter((each) => each === kind).length);
  const body = watchOverflow(h("pre.diff", { dir: "ltr" }), name ?? "Changes");
  const counts = h("span.small dim", `+${count("ok")} −${count("bad")}`);
  const shown = inSteps(body, lines, 1000, (line, at) => h("span", { class: kinds[at] }, line || " "));
  return h("section.near", h("div.row", say("b", name ?? "Changes"), counts), shown);
}

draws["message-list"] = ({ messages }, context) => inSteps(h("ol.talk"), messages, 50, (message) => messageNode(message, context));

/** One message; its text is drawn by what this page has for it. */
function messageNode({ who, when, part }, context) {
  const time = when && h("time.small dim", { title: isText(when) ? when : when.toString() }, written(when));
  return h("li.near", h("div.row", say("b", who), time), part && draw(part, belowHeading(context)));
}

/** Markdown below a heading of the level of `context`. */
draws.markdown = (outline, context) => {
  const text = written(outline.text).replace(/\r\n?/g, "\n");
  const refs = new Map(Array.from(text.matchAll(RegExp(DEFINITION, "gm")), ([, name, url]) => [name.toLowerCase(), url]));
  const make = (part) => markdownBlocks(part.split("\n"), { context, refs, level: 0, depth: 0 });
  return h("div", inParts(say("div.prose"), text, TEXT_STEP, make));
};

const TABLE_RULE = /^(?=.{0,2000}$)(?=.*[|:]) *\|? *:?-+:? *(\| *:?-+:? *)*\|? *$/;
const DEFINITION = /^ {0,3}\[([^\]]{1,200})\]: +<?([^\s>]+)/;
const UNDERLINE = /^ {0,3}(=+|-{2,}) *$/;
const QUOTE = /^ {0,3}> ?/;

/** How blocks begin, best first, and what draws them: (found, line, take, doc, nodes so far) → Node. */
const BLOCKS = [
  [/^ {0,3}(`{3,}|~{3,}) *([\w+#.-]*)/, fenceNode],
  [/^ {0,3}(#{1,6})(?: +|$)(.*)/, ([, marks, text], line, take, doc) => headingNode(marks.length, text.replace(/(^| )#+ *$/, ""), doc)],
  [/^ {0,3}([-*_])( *\1){2,} *$/, () => h("hr")],
  [QUOTE, quoteNode],
  [/^ {0,3}(?:[-*+]|(\d{1,9})[.)])(?: +|$)(\[[ xX]\] )?/, itemNode],
];
const startsBlock = (line) => BLOCKS.some(([start]) => start.test(line));
const indentOf = (line) => line.length - line.trimStart().length;
const outdented = (lines, by) => lines.map((line) => line.slice(Math.min(by, indentOf(line))));

/** Nodes of some lines; `doc`: {context, refs, level and base of headings, depth}. */
function markdownBlocks(lines, doc) {
  const nodes = [];
  let at = 0;
  /** The lines that follow as long as they fit, so many at most. */
  const take = (fits, most = Infinity) => {
    const from = at;
    while (at < Math.min(lines.length, from + most) && fits(lines[at])) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at++];
    if (!line.trim() || DEFINITION.test(line)) continue;
    const [start, draw] = BLOCKS.find(([start]) => start.test(line)) ?? [];
    nodes.push(draw ? draw(start.exec(line), line, take, doc, nodes) : wordsNode(line, take, doc));
  }
  return nodes;
}

const innerBlocks = (lines, doc) =>
  doc.depth < 12
    ? markdownBlocks(lines, { ...doc, depth: doc.depth + 1 })
    : [say("p", inlineNodes(lines.join("\n"), doc))];

/** Source; a diff is drawn as one. */
function fenceNode([, fence, language], line, take) {
  const isEnd = (each) => each.trim().startsWith(fence) && !each.trim().replaceAll(fence[0], "");
  const body = outdented(take((each) => !isEnd(each)), indentOf(line));
  take(isEnd, 1);
  const text = body.join("\n");
  return /^(diff|patch)$/.test(language) ? diffNode(text) : codeNode(text, language);
}

function quoteNode(found, line, take, doc) {
  const lines = [line, ...take((each) => each.trim() && (QUOTE.test(each) || !startsBlock(each)))];
  return h("blockquote", innerBlocks(lines.map((each) => each.replace(QUOTE, "")), doc));
}

/** An item, in the list that goes before it if that is of its kind. */
function itemNode([whole, number, task = ""], line, take, doc, nodes) {
  const width = whole.length - task.length;
  let blank = false;
  const belongs = (each) => {
    const fits = !each.trim() || indentOf(each) >= width || !(blank || startsBlock(each));
    blank = !each.trim();
    return fits;
  };
  const inner = innerBlocks([line.slice(whole.length), ...outdented(take(belongs), width)], doc);
  if (inner[0]?.tagName === "P") inner.splice(0, 1, ...inner[0].childNodes);
  const kind = number ? "ol" : "ul";
  const list = nodes.at(-1)?.localName === kind ? nodes.pop() : h(kind);
  list.append(h(task ? "li.task" : "li", { value: number !== "1" && number }, task && [doneBox(/x/i.test(task)), " "], inner));
  return list;
}

/** A table, indented code, a paragraph or what is underlined as a heading. */
function wordsNode(line, take, doc) {
  const isBarred = (each) => each.includes("|");
  const [rule] = isBarred(line) ? take((each) => TABLE_RULE.test(each), 1) : [];
  if (rule) return tableNode([line, rule, ...take(isBarred)].map(pipeCells), doc);
  if (indentOf(line) >= 4)
    return codeNode(outdented([line, ...take((each) => indentOf(each) >= 4 || !each.trim())], 4).join("\n").trimEnd());
  const text = [line, ...take((each) => each.trim() && !startsBlock(each) && !UNDERLINE.test(each))].join("\n");
  const [under] = take((each) => UNDERLINE.test(each), 1);
  const members = text.split("\n").map((each) => MEMBER.exec(each));
  if (members[2] && members.every(Boolean)) return h("dl.kv", members.map(([, label, value]) => memberNodes(label.replace(/:$/, ""), value, doc)));
  return under
    ? headingNode(under.includes("=") ? 1 : 2, text.replaceAll("\n", " "), doc)
    : say("p", inlineNodes(text, doc));
}

/** "**First seen**: 2026-11-19": three lines of this kind or more tell members of something. */
const MEMBER = /^\*\*([^*:]{1,40}:?)\*\*:? +(\S.*)$/;
const memberNodes = (label, value, doc) => [say("dt", label), h("dd", isDateText(value) ? formatValue(value, "datetime") : inlineNodes(value, doc))];

/** Headings keep their order below the page's own, without gaps. */
function headingNode(level, text, doc) {
  doc.base ??= level;
  doc.level = Math.min(Math.max(0, level - doc.base), doc.level + 1);
  return say("h" + Math.min(6, doc.context.headingLevel + doc.level), inlineNodes(text, doc));
}

function tableNode([head, rule, ...rows], doc) {
  const cell = (tag, text = "", at) =>
    h(tag, { scope: tag === "th" && "col", class: /-:$/.test(rule[at]) && "num" }, inlineNodes(text, doc));
  const row = (tag, cells) => h("tr", head.map((_, at) => cell(tag, cells[at], at)));
  return scrollBox("Table", h("table", h("thead", row("th", head)), h("tbody", rows.map((cells) => row("td", cells)))));
}

/**
 * In order: an escaped sign; code; strong, deleted, emphasis; an image or link with its label, target or reference; addresses;
 * an entity; a line's end. Each looks a bounded way ahead, so that a mark which is never closed costs no more than that.
 */
const SPAN =
  /\\([!-/:-@[-`{-~])|(?<!`)(`+)(?!`)([^]{0,2000}?[^`])\2(?!`)|(?<!\w(?=_))(\*\*|__|~~|[*_])(?!\s|\4)((?:`[^`]{0,99}`|\\[^]|[^`\\]){1,999}?)(?<!\s|\4)\4(?!\4|\*)(?!(?<=_)\w)|(!?)\[((?:[^\][\\]|\\[^]|\[[^\][]{0,200}\]){0,999})\](?:\( {0,9}<?((?:[^\s()<>]|\([^\s()]{0,200}\)){0,2000})>?(?:\s{1,9}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))? {0,9}\)|\[([^\]]{0,200})\])?|<((?:https?:\/\/|mailto:)[^\s<>]+)>|(https?:\/\/[^\s<>"'`]+)|&(#?\w{2,8});|(\n) *|<br ?\/?>/gi;
const TAGS = { "**": "strong", __: "strong", "~~": "del" };

/** Nodes of the words of a paragraph. */
function inlineNodes(text, doc) {
  const nodes = [];
  let from = 0;
  for (const found of text.matchAll(SPAN)) {
    nodes.push(text.slice(from, found.index), spanNode(found, doc));
    from = found.index + found[0].length;
  }
  return [...nodes, text.slice(from)];
}

function spanNode(found, doc) {
  const [all, sign, , code, mark, inner, bang, label, target, ref, auto, bare, entity, end] = found;
  const { context, refs } = doc;
  if (sign) return sign;
  if (code) return h("code", code.replaceAll("\n", " ").replace(/^ (.*\S.*) $/, "$1"));
  if (mark) return h(TAGS[mark] ?? "em", inlineNodes(inner, doc));
  if (label !== undefined) {
    const url = target ?? refs.get((ref || label).toLowerCase());
    if (bang && /^data:image\//i.test(url)) return h("img", { src: url, alt: label });
    const words = inlineNodes(label, doc);
    if (url !== undefined) return externalLink(url, label ? words : url, context);
    return [bang + "[", words, all.slice(bang.length + label.length + 1)];
  }
  if (auto) return externalLink(auto, auto.replace("mailto:", ""), context);
  if (bare) return withLinks(bare, context);
  if (entity) return unescaped(all);
  const { index, input } = found;
  // Lines that were broken on purpose stay apart.
  const wrapped = end && !/( {2}|\\)$/.test(input.slice(index - 2, index)) && index - input.lastIndexOf("\n", index - 1) >= 60;
  return wrapped ? " " : h("br");
}
