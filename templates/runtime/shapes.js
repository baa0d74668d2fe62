// shapes.js: the shape of text that is no JSON: tables, records, logs, lists, diffs, markup.
// needs: data.js markdown.js

const ANSI = /\x1b\[[\d;?]*[A-Za-z]/g;
const MARKDOWN =
  /^#{1,6} \S|^ {0,3}([-*+]|\d+\.) \S.*\n(.*\n)?( {0,3}([-*+]|\d+\.) \S)|\*\*\S[^*\n]*\*\*|^```|\[[^\]\n]{1,300}\]\(\S+\)|^\s*\|.*\|\s*\n\s*\|[ :|-]+\|/m;

/** What only a fixed pitch tells: a stack trace, the long form of `ls`. */
const FIXED = /^(\s+(at |File ")|[-dl]([r-][w-][xsStT-]){3})/m;

/** A text as {as, data, lead, trail}: `as` is data, diff, code, markdown or text. */
function shapeOfText(text) {
  let lines = text.replaceAll("\r\n", "\n").replace(ANSI, "").split("\n");
  const lead = [];
  const words = (part) => part.join("\n").trim();
  for (let strips = 0; strips < 4 && text.length < 5e6; strips++) {
    const told = lines.filter((line) => line.trim());
    for (const read of SHAPES) {
      const found = read(lines.join("\n"), lines, told);
      if (!found) continue;
      const { as = "data", data, language, from = 0, to = lines.length } = found;
      return { as, data, language, lead: words([...lead, words(lines.slice(0, from))]), trail: words(lines.slice(to)) };
    }
    // What a line with a colon announces.
    const after = lines.indexOf(told[0]) + 1;
    if (!told[1] || !/^.{1,300}:\s*$/.test(told[0])) break;
    lead.push(told[0]);
    lines = lines.slice(after);
  }
  return { as: MARKDOWN.test(text) ? "markdown" : FIXED.test(text) ? "code" : "text", data: text, lead: "", trail: "" };
}

function wholeFence(body) {
  const [, language, inner] = /^\s*```(\S*)[^\n]*\n([^]*?)\n?```\s*$/.exec(body) ?? [];
  if (inner === undefined || /^```/m.test(inner)) return null;
  const as = { diff: "diff", patch: "diff", md: "markdown", markdown: "markdown" }[language] ?? "code";
  return { as, data: inner, language };
}

/** The number of the line in which a place of a text lies. */
const lineAt = (body, at) => body.slice(0, at).split("\n").length - 1;

function diffText(body) {
  const at = body.search(/^(diff --git |Index: \S.*\n=+\n|--- .+\n\+\+\+ |@@ -\d)/m);
  const diff = at >= 0 && /^[+-]/m.test(body) && /^@@ -\d/m.test(body);
  return diff && { as: "diff", data: body.slice(at), from: lineAt(body, at) };
}

/** XML becomes data; HTML stays source. */
function markup(body) {
  const text = body.trim();
  if (!/^<[!?a-z][^]*>$/i.test(text)) return null;
  const html = /^<(!doctype html|html|svg|body|div|p|head)\b/i.test(text);
  const data = !html && xmlData(text);
  return data ? { data } : (html || text.includes("</")) && { as: "code", data: body, language: html ? "html" : "xml" };
}

/** Elements as members, attributes beside them, those of one name as a list; null where the browser finds no XML. */
function xmlData(text) {
  const source = text.replace(/<[?!][a-z][^>[]*>/gi, "").replace(/&(?!(lt|gt|amp|quot|apos|#\w+);)/g, "&amp;");
  const { documentElement: root } = new DOMParser().parseFromString(`<x>${source}</x>`, "text/xml");
  return root.children.length && !root.querySelector("parsererror") ? elementData(root, true) : null;
}

function elementData(element, whole) {
  const entries = new Map();
  const add = (name, value) => entries.set(name, entries.has(name) ? [].concat(entries.get(name), [value]) : value);
  for (const { name, value } of element.attributes) add(name, typed(value));
  for (const child of element.children) add(child.nodeName, elementData(child));
  const words = Array.from(element.childNodes, (node) => (/#[ct][^o]/.test(node.nodeName) ? node.nodeValue : "")).join("").trim();
  if (!entries.size) return typed(words);
  if (words) add("text", typed(words));
  const [only] = entries.values();
  return !whole && entries.size === 1 && isList(only) ? only : objectOf(entries);
}

/** A word as the number or boolean it is, when writing it back gives the same word; a date of git's as ISO 8601 has it. */
function typed(word) {
  const text = word.trim();
  if (/^(true|false)$/.test(text)) return text === "true";
  const [, wall, zone] = /^\w{3} (\w{3} .{15,16}) ([+-]\d{4})$/.exec(text) ?? [];
  if (zone) return attempt(() => new Date(wall + " UTC").toISOString().slice(0, 19) + zone.replace(/..$/, ":$&")) ?? text;
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text;
}

const areNames = (names, test) => new Set(names).size === names.length && names.every((name) => name && test.test(name));

/** Rows of cells as objects. */
const tableData = ([names, ...rows]) => named(names, rows.map((cells) => cells.map((cell) => (cell ? typed(cell) : null))));

/** The one table of a text drawn with bars, when it is most of it. */
function pipeTable(body, lines) {
  const isRule = (line) => /^[\s|+]*(:?-{2,}:?\s*[|+]\s*)+(:?-{2,}:?\s*)?$/.test(line);
  let from = lines.findIndex((line, at) => line.includes("|") && isRule(lines[at + 1]));
  if (from < 0) return null;
  let to = from + 1;
  while (/\|/.test(lines[to]) || isRule(lines[to])) to++;
  if (isRule(lines[from - 1])) from--;
  const rest = lines.filter((line, at) => line.trim() && (at < from || at >= to));
  const cells = lines.slice(from, to).filter((line) => !isRule(line)).map(pipeCells);
  const most = rest.length <= to - from + 1 && !rest.some((line) => isRule(line) || /^(#|```|\s*[-*] )/.test(line));
  return most && cells[1] && areNames(cells[0], /./) && { data: tableData(cells), from, to };
}

const LOG =
  /^(?:(\S{1,12})\s+)?\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\s\]]*)\]?\s+\[?(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\]?:?\s+(.*)$/i;

/** Log lines; what follows a line without a time of its own belongs to it. */
function logLines(body, lines) {
  const from = lines.findIndex((line) => LOG.test(line));
  if (from < 0 || from > 5) return null;
  const data = [];
  for (const line of lines.slice(from)) {
    const [, mark, time, level, message] = LOG.exec(line) ?? [];
    if (time) data.push({ ...(mark && { line: mark }), time: time.replace(",", "."), level, message });
    else if (line.trim()) data.at(-1).message += "\n" + line;
  }
  return data[1] && { data, from };
}

/** What `git log` prints, as records. */
function commitLog(body) {
  const told = body.replace(/^commit (?=[\da-f]{7,40}\b)/gm, "commit: ").replace(/^(Date: .*\n)\n {4}/gm, "$1message: ");
  return told !== body && records(told, told.split("\n"), ["commit: it"]);
}

const TAGGED = /^\s*\[([A-Za-z][\w -]{0,20})\]\s+(.*?)(?:\s{2,}(\S.*))?\s*$/;

/** Lines such as "[FILE] name   1.2 KB". */
function taggedLines(body, lines) {
  const to = [...lines, ""].findIndex((line) => !TAGGED.test(line));
  const parts = lines.slice(0, to).map((line) => TAGGED.exec(line));
  const third = parts.find((part) => part[3])?.[3];
  const name = /\d ?([KMGT]?i?B|bytes)$/i.test(third) ? "size" : "detail";
  const data = parts.map(([, type, first, value = null]) => ({ name: first, type, ...(third && { [name]: value }) }));
  return data[1] && { data, to };
}

const PAIR = /^([\p{L}][\p{L}\p{N}_ .()/-]{0,40}?)(?::(?:[ \t]+|$)| ?=(?!=) ?)(.*)$/u;
const nameIn = (line) => PAIR.exec(line)?.[1];

/** Blocks of "key: value" lines that begin alike: one record each. Keys are those that most blocks have. */
function records(body, lines, [head]) {
  const first = nameIn(head);
  const starts = first ? [...lines.keys()].filter((at) => nameIn(lines[at]) === first) : [];
  const blocks = starts.map((start, at) => lines.slice(start, starts[at + 1]).filter((line) => !/^\s*[-=*_]{3,}\s*$/.test(line)));
  const names = blocks.map((block) => new Set(block.map(nameIn)));
  const keys = [...new Set(names.flatMap((each) => [...each]))].filter(
    (name) => name && names.filter((each) => each.has(name)).length > blocks.length * 0.6,
  );
  return blocks[1] && keys[1] && { data: blocks.map((block) => pairsOf(block, keys)), from: starts[0] };
}

function pairsOf(lines, keys) {
  const entries = new Map();
  let last;
  for (const line of lines) {
    const [, name, value] = PAIR.exec(line) ?? [];
    if (name && (keys?.includes(name) ?? true) && !entries.has(name)) entries.set((last = name), value);
    else if (last) entries.set(last, entries.get(last) + "\n" + line);
  }
  return objectOf([...entries].map(([name, value]) => [name, typed(value)]));
}

/** Every line a pair: one object. */
function pairs(body, lines, told) {
  const long = told.filter((line) => line.length > 160);
  const alone = told.every((line) => PAIR.exec(line)?.[2]) && areNames(told.map(nameIn), /./);
  return told[1] && alone && long.length <= told.length / 2 && { data: pairsOf(told) };
}

/** CSV, TSV and their kin, with a first line of names. */
function delimited(body, lines, [head = ""]) {
  for (const mark of ["\t", ";", ",", "|"]) {
    if (!head.includes(mark)) continue;
    const rows = splitDelimited(body.trim(), mark).map((row) => row.map((cell) => cell.trim()));
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
  const cell = RegExp(`(?:"((?:[^"]|"")*)"|([^${mark}\\n]*))([${mark}\\n]|$)`, "y");
  const rows = [[]];
  for (let more = true; more; ) {
    const [, quoted, plain, end] = cell.exec(text) ?? [];
    if (end === undefined) return [[]];
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\n") rows.push([]);
    more = end;
  }
  return rows.filter((row) => row[1] !== undefined || row[0]);
}

/** What command lines print below a line of names: columns are apart where every line is blank. */
function alignedColumns(body, lines, told) {
  const [head] = told;
  if (!told[1] || body.length > 2e5 || !/\S {2,}\S/.test(head)) return null;
  const isBlank = (at) => told.every((line) => !(line[at] ?? " ").trim());
  const starts = [...head].flatMap((sign, at) => (at && isBlank(at - 1) && !isBlank(at) && head.slice(0, at).trim() ? [at] : []));
  const cells = told.map((line) => [0, ...starts].map((start, at) => line.slice(start, starts[at]).trim()));
  return cells[0].length > 2 && areNames(cells[0], /^[\p{L}#%].{0,29}$/u) && { data: tableData(cells) };
}

/** What configures: nested YAML, INI. */
function settings(body, lines, told) {
  const nested = told.some((line, at) => /:\s*$|^\[.+\]$/.test(line) && /^\s|=/.test(told[at + 1]));
  const all = told[2] && told.every((line) => /^\s*(- )?[\w."'-]+(:( |$)| ?=)|^\s*(- |[#;])|^---$|^\[.+\]$/.test(line));
  return all && nested && { as: "code", data: body, language: /^\[/m.test(body) ? "ini" : "yaml" };
}

/** Best first: (body, its lines, those that are not blank) → {as (data where absent), data, lead?, trail?} or nothing. */
const SHAPES = [
  wholeFence,
  diffText,
  markup,
  pipeTable,
  logLines,
  commitLog,
  taggedLines,
  records,
  pairs,
  delimited,
  alignedColumns,
  settings,
];
