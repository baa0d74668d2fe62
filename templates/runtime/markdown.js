// markdown.js: markdown as nodes, line by line in blocks and one expression for what stands in a paragraph; never as HTML.
// needs: dom.js result.js format.js expressions.js parts.js text.js code.js

components.markdown = (props, scope, context) => {
  const text = textOf(evaluate(props.of, scope)).replace(/\r\n?/g, "\n");
  if (!text.trim()) return null;
  const refs = new Map(Array.from(text.matchAll(RegExp(DEFINITION, "gm")), ([, name, url]) => [name.toLowerCase(), url]));
  const make = (part) => markdownBlocks(part.split("\n"), { context, refs, level: 0, depth: 0 });
  return h("div", { "data-large": text.length > TEXT_STEP }, inParts(say("div.prose"), text, TEXT_STEP, make));
};

const FENCE = /^ {0,3}(`{3,}|~{3,}) *([\w+#.-]*)/;
const BULLET = /^ {0,3}(?:[-*+]|(\d{1,9})[.)])(?: +|$)(\[[ xX]\] )?/;
const QUOTE = /^ {0,3}> ?/;
const RULE = /^ {0,3}([-*_])( *\1){2,} *$/;
const HEADING = /^ {0,3}(#{1,6})(?: +|$)(.*)/;
const TABLE_RULE = /^(?=.{0,2000}$)(?=.*[|:]) *\|? *:?-+:? *(\| *:?-+:? *)*\|? *$/;
const DEFINITION = /^ {0,3}\[([^\]]{1,200})\]: +<?([^\s>]+)/;
const UNDERLINE = /^ {0,3}(=+|-{2,}) *$/;
const indentOf = (line) => line.length - line.trimStart().length;
const outdented = (lines, by) => lines.map((line) => line.slice(Math.min(by, indentOf(line))));
const startsBlock = (line) => [FENCE, HEADING, RULE, BULLET, QUOTE].some((start) => start.test(line));

/** Nodes of some lines; `doc`: {context, refs, level and base of headings, depth}. */
function markdownBlocks(lines, doc) {
  const nodes = [];
  const reader = {
    at: 0,
    next: () => lines[reader.at] ?? "",
    /** The lines that follow as long as they fit. */
    take(fits) {
      const from = reader.at;
      while (reader.at < lines.length && fits(lines[reader.at])) reader.at++;
      return lines.slice(from, reader.at);
    },
  };
  while (reader.at < lines.length) nodes.push(blockNode(lines[reader.at++], reader, doc));
  return nodes.filter(Boolean);
}

const innerBlocks = (lines, doc) => markdownBlocks(lines, { ...doc, depth: doc.depth + 1 });

/** The block that begins with a line and takes the lines that belong to it. */
function blockNode(line, reader, doc) {
  let found;
  if (!line.trim() || DEFINITION.test(line)) return null;
  if ((found = FENCE.exec(line))) {
    const [, fence, language] = found;
    const isEnd = (each) => each.trim().startsWith(fence) && !each.trim().replaceAll(fence[0], "");
    const body = reader.take((each) => !isEnd(each));
    reader.at++;
    return codeNode(outdented(body, indentOf(line)).join("\n"), language);
  }
  if ((found = HEADING.exec(line))) return headingNode(found[1].length, found[2].replace(/(^| )#+ *$/, ""), doc);
  if (RULE.test(line)) return h("hr");
  if (doc.depth < 12) {
    if (QUOTE.test(line)) {
      const quoted = [line, ...reader.take((each) => each.trim() && (QUOTE.test(each) || !startsBlock(each)))];
      return h("blockquote", innerBlocks(quoted.map((each) => each.replace(QUOTE, "")), doc));
    }
    if (BULLET.test(line)) return listNode(reader, doc);
  }
  if (line.includes("|") && TABLE_RULE.test(reader.next()))
    return tableNode([line, ...reader.take((each) => each.includes("|"))].map(pipeCells), doc);
  if (indentOf(line) >= 4)
    return codeNode(outdented([line, ...reader.take((each) => indentOf(each) >= 4 || !each.trim())], 4).join("\n").trimEnd());
  const text = [line, ...reader.take((each) => each.trim() && !startsBlock(each) && !UNDERLINE.test(each))].join("\n");
  if (!UNDERLINE.test(reader.next())) return say("p", inlineNodes(text, doc));
  const level = reader.next().includes("=") ? 1 : 2;
  reader.at++;
  return headingNode(level, text.replaceAll("\n", " "), doc);
}

/** Headings keep their order below the page's own, without gaps. */
function headingNode(level, text, doc) {
  doc.base ??= level;
  doc.level = Math.min(Math.max(0, level - doc.base), doc.level + 1);
  return say("h" + Math.min(6, (doc.context.heading ?? 2) + doc.level), inlineNodes(text, doc));
}

/** A list from the line that was read last on. */
function listNode(reader, doc) {
  const items = [];
  reader.at--;
  const [, first] = BULLET.exec(reader.next());
  for (let found; (found = BULLET.exec(reader.next())) && !found[1] === !first && !RULE.test(reader.next()); ) {
    const [whole, , task] = found;
    const width = whole.length - (task ?? "").length;
    const line = reader.next().slice(whole.length);
    let blank = false;
    reader.at++;
    const belongs = (each) => {
      const fits = !each.trim() || indentOf(each) >= width || !(blank || startsBlock(each));
      blank = !each.trim();
      return fits;
    };
    const nodes = innerBlocks([line, ...outdented(reader.take(belongs), width)], doc);
    if (nodes[0]?.tagName === "P") nodes.splice(0, 1, ...nodes[0].childNodes);
    const done = /x/i.test(task);
    const box = task && h("input", { type: "checkbox", disabled: true, checked: done, "aria-label": done ? "Done" : "Not done" });
    items.push(h("li", { class: task && "task" }, box, nodes));
  }
  return h(first ? "ol" : "ul", { start: first && Number(first) !== 1 && Number(first) }, items);
}

/** The cells of a line of a pipe table. */
const pipeCells = (line) =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

function tableNode([head, rule, ...rows], doc) {
  const cell = (tag, text = "", at) =>
    h(tag, { scope: tag === "th" && "col", class: /-:$/.test(rule[at]) && "num" }, inlineNodes(text, doc));
  const row = (tag, cells) => h("tr", head.map((_, at) => cell(tag, cells[at], at)));
  return scrollBox("Table", h("table", h("thead", row("th", head)), h("tbody", rows.map((cells) => row("td", cells)))));
}

/**
 * In order: an escaped sign; code; strong, deleted; emphasis; an image or link with its label, target or reference; addresses;
 * an entity; a line's end. Each looks a bounded way ahead, so that a mark which is never closed costs no more than that.
 */
const SPAN =
  /\\([!-/:-@[-`{-~])|(?<!`)(`+)(?!`)([^]{0,2000}?[^`])\2(?!`)|(?<!\w(?=_))(?:(\*\*|__|~~)(?!\s|\4)((?:`[^`]{0,99}`|\\[^]|[^`\\]){1,999}?)(?<!\s)\4(?!\*)|([*_])(?![\s*_])((?:`[^`]{0,99}`|\\[^]|[^`\\]){1,999}?)(?<![\s*_])\6(?!\6))(?!(?<=_)\w)|(!?)\[((?:[^\][\\]|\\[^]|\[[^\][]{0,200}\]){0,999})\](?:\( {0,9}(?:<([^<>\n]{0,2000})>|((?:[^\s()]|\([^\s()]{0,200}\)){0,2000}))(?:\s{1,9}(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'))? {0,9}\)|\[([^\]]{0,200})\])?|<(https?:\/\/[^\s<>]+|mailto:[^\s<>]+)>|(https?:\/\/[^\s<>"'`]+)|&(#39|[a-z]{2,4});|(\n) *|<br ?\/?>/gi;
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", "#39": "'" };
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
  const [all, sign, , code, mark, strong, , em, bang, label, angled, target, ref, auto, bare, entity, end] = found;
  const { context, refs } = doc;
  if (sign) return sign;
  if (code) return h("code", code.replaceAll("\n", " ").replace(/^ (.*\S.*) $/, "$1"));
  if (mark || em) return h(TAGS[mark] ?? "em", inlineNodes(strong ?? em, doc));
  if (label !== undefined) {
    const url = angled ?? target ?? refs.get((ref || label).toLowerCase());
    if (bang && /^data:image\//i.test(url)) return h("img", { src: url, alt: label });
    const inner = inlineNodes(label, doc);
    if (url !== undefined) return externalLink(url, label ? inner : url, context);
    return [bang + "[", inner, all.slice(bang.length + label.length + 1)];
  }
  if (auto) return externalLink(auto, auto.replace("mailto:", ""), context);
  if (bare) return withLinks(bare, context);
  if (entity) return ENTITIES[entity.toLowerCase()] ?? all;
  const { index, input } = found;
  // Lines that were broken on purpose stay apart.
  const wrapped = end && !/( {2}|\\)$/.test(input.slice(index - 2, index)) && index - input.lastIndexOf("\n", index - 1) >= 60;
  return wrapped ? " " : h("br");
}
