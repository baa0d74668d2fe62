// shapes.js: the shape of text that is no JSON: tables, records, logs, lists, diffs, markup.

import { named } from "./columns.js";
import { readText } from "./data.js";
import { tablesIn, xmlData } from "./markup.js";
import { isNested, isoOf, isText, objectOf } from "./values.js";

/** A heading of one # stands apart: below a line, or above one in small letters, it is a comment. Only a list counts from 1. */
const MARKDOWN =
  /^#{2,6} \S|^(?<!.\n)# \S.*$(?!\n[!-)+,.-@[-~])|^ {0,3}([-*+]|1\.) \S.*\n(.*\n)?( {0,3}([-*+]|[12]\.) \S)|\*\*\S([^*\n]*\S)?\*\*|(?<![\w)\]])\[[^[\]\n]{1,300}\]\((?:[^\s()]|\([^\s()]*\)){1,300}\)|^[^\S\n]*\|.*\|[^\S\n]*\n[^\S\n]*\|[ :|-]+\|/m;

/** A line that points at what stands above it. */
export const POINTER = /^[ |~-]*\^[~^ -]*$/m;
/** What only a fixed pitch tells, whatever else it looks like: scripts, settings, metrics, trees and boxes. */
const SOURCE =
  /^(#!|# (HELP|TYPE) |\}[;)]*$|[A-Z]\w*=| *[│-╏║-╿]|[| ]*[|+`]--? )/m;
/** And where it is no markdown: a stack trace, the long form of `ls`. */
const FIXED = /^([^\S\n]+(at |File ")|[-dl]([r-][w-].){3})/m;

/** A text as {as, data, lead, trail}: `as` is data, diff, code, markdown or text. */
export function shapeOfText(text) {
  // Without the colours of terminals.
  let body = text.replaceAll("\r\n", "\n").replace(/\x1b\[[\d;?]*[A-Za-z]/g, "");
  let told = "";
  for (let strips = 0; strips < 4 && text.length < 5e6; strips++) {
    const lines = body.split("\n").filter((line) => line.trim());
    for (const read of SHAPES) {
      const found = read(body, lines);
      if (!found) continue;
      const { from = 0, to = body.length, lead = "", trail = "" } = found;
      return { as: "data", ...found, lead: (told + body.slice(0, from) + lead).trim(), trail: (trail + body.slice(to)).trim() };
    }
    // What a line with a colon announces, and what comments tell.
    const [head] = /^\s*((?=\S).{1,300}:\s*\n|((#|\/\/|--) .*\n)+)(?=\s*\S)/.exec(body) ?? [];
    if (!head) break;
    told += head;
    body = body.slice(head.length);
  }
  const as = SOURCE.test(text) ? "code" : MARKDOWN.test(text) ? "markdown" : [FIXED, POINTER].some((each) => each.test(text)) ? "code" : "text";
  return { as, data: text, lead: "", trail: "" };
}

/** The data in a text: JSON and literals, else what the shape of the text says. */
export function dataOfText(text) {
  const { data } = readText(text);
  const shape = isText(data) && shapeOfText(data);
  return shape?.as === "data" ? shape.data : data;
}

/** What stands between fences is not looked into, but for data and what calls itself markdown, where there is no other. */
const FENCE = /^((?:(?!```).*\n)*)(```+)(?:(md|markdown)|[ct]sv|xml|te?xt|log|) *\n((?:(?!\2).*\n)*)\2([^`]*)$/i;
function fenced(body) {
  const [, lead, , written, inside, trail] = FENCE.exec(body) ?? [];
  const inner = inside && shapeOfText(inside);
  if (inner && (written || isNested(inner.data))) return { ...inner, lead: lead + inner.lead, trail: inner.trail + trail };
  return /^```/m.test(body) && { as: "markdown", data: body };
}

function diffText(body) {
  const from = body.search(/^(diff --git |Index: \S.*\n=+\n|--- .+\n\+\+\+ |@@ -\d)/m);
  return from >= 0 && /^[+-]/m.test(body) && /^@@ -\d/m.test(body) && { as: "diff", data: body.slice(from), from };
}

/** The tables of HTML that is mostly tables, by their captions where there are several, and the words around them. */
function htmlTables(body) {
  if (!/<table[\s>]/i.test(body)) return null;
  const [tables, lead, trail] = tablesIn(body);
  const found = tables.map(({ caption, rows }, at) => [caption ?? `Table ${at + 1}`, cellRows(rows)]);
  const most = (lead + trail).length < JSON.stringify(found).length && found.every(([, rows]) => rows);
  return most && { data: found[1] ? objectOf(found) : found[0][1], lead, trail };
}

/** The rows of a table below its names; null where it lays out a page. */
function cellRows([names, ...rest]) {
  const fits = rest[0] && rest.every((cells) => cells.length === names.length) && areNames(names, /./);
  return fits ? tableData([names, ...rest]) : null;
}

/** XML becomes data; HTML, and what is no XML after all, stay source. */
function markup(body) {
  const text = body.trim();
  if (!/^<[!?a-z][^]*>$/i.test(text)) return null;
  const html = /^<(!doctype html|html|svg|body|div|p|head)\b/i.test(text);
  const source = text.replace(/<[?!](--[^]*?--|[a-z][^>[]*)>/gi, "").replace(/&(?!(lt|gt|amp|quot|apos|#\w+);)/g, "&amp;");
  const data = html ? undefined : xmlData(source, typed);
  if (data !== undefined) return { data };
  return (html || text.includes("</")) && { as: "code", data: body, language: html ? "html" : "xml" };
}

/** A word as the number or boolean it is, when writing it back gives the same word; a date of git's or JavaScript's as ISO 8601 has it. */
export function typed(word) {
  const text = word.trim();
  if (/^(true|false)$/.test(text)) return text === "true";
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : isoOf(text);
}

const areNames = (names, test) => new Set(names).size === names.length && names.every((name) => name && test.test(name));

/** Rows of cells as objects; databases write NULL for nothing. */
const tableData = ([names, ...rows]) =>
  named(names, rows.map((cells) => cells.map((cell) => (cell && cell !== "NULL" ? typed(cell) : null))));

/** The cells of a line of a pipe table. */
export const pipeCells = (line) =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

/** A line of names, a rule below it, and rows: between bars, in a box or as psql draws them. */
const BARS =
  /^(?: *\+-.*\n)?(?=.*\|).*\n[ |+]*(?::?-{2,}:? *[|+] *)+(?::?-{2,}:? *)?$(?:\n(?=.*\|| *\+-).*)*/m;

/** The one table of a text drawn with bars, when it is most of it. */
function pipeTable(body, lines) {
  const { index: from, 0: table = "" } = BARS.exec(body) ?? {};
  const to = from + table.length;
  const drawn = table.split("\n");
  const rest = body.slice(0, from) + body.slice(to);
  const most = lines.length <= drawn.length * 2 + 1 && !/^(#|[^\S\n]*[-*] |[ |+:]*--.*[|+])/m.test(rest);
  const cells = drawn.filter((line) => !/^[-+|: ]*$/.test(line)).map(pipeCells);
  return most && cells[1] && areNames(cells[0], /./) && { data: tableData(cells), from, to };
}

/** Lines that are rows: what logs say, at most so many lines down, and such as "[FILE] name   1.2 KB". */
const ROW_LINES = [
  [
    /^(?:(?<line>\S{1,12})\s+)?\[?(?<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\s\]]*)\]?\s+\[?(?<level>TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\]?:?\s+(?<message>.*)$/i,
    5,
  ],
  [/^\s*\[(?<type>[A-Za-z][\w -]{0,20})\]\s+(?<name>.*?)(?:\s{2,}(?:(?<size>\d\S* ?(?:[KMGT]?i?B|bytes))|(?<detail>\S.*)))?\s*$/i, 0],
];

/** Lines that each match; what follows an entry of a log belongs to it. */
function rowLines(body, lines) {
  for (const [line, last] of ROW_LINES) {
    const first = lines.findIndex((each) => line.test(each));
    const data = [];
    let to;
    for (const each of lines.slice(first)) {
      const { groups } = line.exec(each) ?? {};
      if (groups) data.push(JSON.parse(JSON.stringify({ name: groups.name, ...groups })));
      else if (data.at(-1)?.message === undefined) {
        to = body.indexOf(each);
        break;
      } else data.at(-1).message += "\n" + each;
    }
    if (data[1] && first <= last) return { data, from: body.indexOf(lines[first]), to };
  }
}

const PAIR = /^([\p{L}][\p{L}\p{N}_ .()/-]{0,40}?)(?::(?:[ \t]+|$)| ?=(?!=) ?)(.*)$/u;
const nameIn = (line) => PAIR.exec(line)?.[1];

/** What `git log` prints, with names for what has none there. */
const namedCommits = (text) =>
  text.replace(/^commit (?=[\da-f]{7,40}\b)/gm, "commit: ").replace(/^(Date: .*\n)\n {4}/gm, "$1message: ");

/**
 * Blocks of "key: value" lines that begin alike: one record each, with the keys that most blocks have; where there is one
 * block and every line a pair, one object.
 */
function records(body, all) {
  const lines = namedCommits(body).split("\n");
  const heads = lines.map(nameIn);
  const first = heads.find(Boolean);
  const starts = [...lines.keys()].filter((at) => first && heads[at] === first);
  const blocks = starts.map((start, at) => lines.slice(start, starts[at + 1]).filter((line) => !/^\s*[-=*_]{3,}\s*$/.test(line)));
  const names = blocks.map((block) => new Set(block.map(nameIn)));
  const keys = [...new Set(names.flatMap((each) => [...each]))].filter(
    (name) => name && names.filter((each) => each.has(name)).length > blocks.length * 0.6,
  );
  const data = blocks.map((block) => pairsOf(block, keys));
  if (!keys[1]) return undefined;
  if (data[1]) return { data, from: lines.slice(0, starts[0]).join("\n").length };
  const long = all.filter((line) => line.length > 160);
  return keys.length === all.length && all.every((line) => PAIR.exec(line)?.[2]) && 2 * long.length <= keys.length && { data: data[0] };
}

function pairsOf(lines, keys) {
  const entries = new Map();
  let last;
  for (const line of lines) {
    const [, name, value] = PAIR.exec(line) ?? [];
    if (keys.includes(name) && !entries.has(name)) entries.set((last = name), value);
    else if (last) entries.set(last, entries.get(last) + "\n" + line);
  }
  return objectOf([...entries].map(([name, value]) => [name, typed(value)]));
}

/** CSV, TSV and their kin, with a first line of names. */
function delimited(body, [head = ""]) {
  for (const mark of ["\t", ";", ",", "|"]) {
    if (!head.includes(mark)) continue;
    const rows = splitDelimited(body, mark);
    const [names, ...rest] = rows;
    const fits = rest.filter((row) => row.length === names.length).length >= rest.length * 0.95;
    const sure =
      mark === "\t" ||
      rest.some((row) => row.some((cell) => !cell || typed(cell) !== cell || /^\d{4}-\d\d/.test(cell))) ||
      (rest.length > 2 && !head.includes(", "));
    const enough = rest.length > 1 || (rest.length && names.length > 2);
    if (enough && fits && sure && areNames(names, /^[\p{L}_#].{0,39}(?<![.!?:])$/u)) return { data: tableData(rows) };
  }
  return null;
}

function splitDelimited(text, mark) {
  const cells = RegExp(`(?:"((?:[^"]|"")*)"|([^${mark}\\n]*))([${mark}\\n]|$)`, "g");
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(cells)) {
    rows.at(-1).push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (!end) break;
    if (end === "\n") rows.push([]);
  }
  return rows.filter((row) => row[1] !== undefined || row[0]);
}

/** What command lines print below a line of names: columns are apart where every line is blank. */
function alignedColumns(body, lines) {
  const [head] = lines;
  if (!lines[1] || body.length > 2e5 || !/\S {2,}\S/.test(head)) return null;
  const isBlank = (at) => lines.every((line) => !(line[at] ?? " ").trim());
  const starts = [...head].flatMap((sign, at) => (at && isBlank(at - 1) && !isBlank(at) && head.slice(0, at).trim() ? [at] : []));
  const cells = lines.map((line) => [0, ...starts].map((start, at) => line.slice(start, starts[at]).trim()));
  return cells[0].length > 2 && areNames(cells[0], /^[\p{L}#%].{0,29}$/u) && { data: tableData(cells) };
}

/** What configures: nested YAML, INI. */
const settings = (body) =>
  /(:|^\[.+\])\s*\n(\s+\S|.*=)/m.test(body) &&
  !/^(?![^\S\n]*(- )?([\w."'-]+(:( |$)| ?=)|[#;]|-\s|-{3}$|\[.+\]$)).*\S/m.test(body) && { as: "code", data: body, language: /^\[/m.test(body) ? "ini" : "yaml" };

/** Best first: (body, its lines that are not blank) → {as (data where absent), data, from?, to?} or nothing. */
const SHAPES = [fenced, diffText, htmlTables, markup, pipeTable, rowLines, records, delimited, alignedColumns, settings];
