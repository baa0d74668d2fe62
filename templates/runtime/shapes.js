// shapes.js: the shape of text that is no JSON: tables, records, logs, lists, diffs, markup.
// needs: data.js markdown.js

const ANSI = /\x1b\[[\d;?]*[A-Za-z]/g;
const MARKDOWN =
  /^#{1,6} \S|^ {0,3}([-*+]|\d+\.) \S.*\n(.*\n)?( {0,3}([-*+]|\d+\.) \S)|\*\*\S[^*\n]*\*\*|^```|\[[^\]\n]+\]\(\S+\)|^\s*\|.*\|\s*\n\s*\|[ :|-]+\|/m;

/** A text as {as, data, lead, trail}: `as` is data, diff, code, markdown or text. */
function shapeOfText(text) {
  let body = text.replaceAll("\r\n", "\n").replace(ANSI, "");
  const lead = [];
  for (let strips = 0; strips < 4 && body.length < 5e6; strips++) {
    const lines = body.split("\n");
    const told = lines.filter((line) => line.trim());
    for (const read of SHAPES) {
      const found = read(body, lines, told);
      if (found) return { as: "data", trail: "", ...found, lead: [...lead, found.lead].filter(Boolean).join("\n") };
    }
    const [, first, rest] = /^\s*(\S[^\n]{0,300}:)[ \t]*\n([^]*\S[^]*)$/.exec(body) ?? [];
    if (!rest) break;
    lead.push(first);
    body = rest;
  }
  return { as: MARKDOWN.test(text) ? "markdown" : "text", data: text, lead: "", trail: "" };
}

function wholeFence(body) {
  const [, language, inner] = /^\s*```(\S*)[^\n]*\n([^]*?)\n?```\s*$/.exec(body) ?? [];
  if (inner === undefined || /^```/m.test(inner)) return null;
  const as = { diff: "diff", patch: "diff", md: "markdown", markdown: "markdown" }[language] ?? "code";
  return { as, data: inner, language };
}

function diffText(body) {
  const at = body.search(/^(diff --git |Index: \S.*\n=+\n|--- .+\n\+\+\+ |@@ -\d)/m);
  const diff = at >= 0 && /^[+-]/m.test(body) && /^@@ -\d/m.test(body);
  return diff && { as: "diff", data: body.slice(at), lead: body.slice(0, at).trim() };
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
  const [attributes, children] = [[...element.attributes], [...element.children]];
  const words = [...element.childNodes].map((node) => (node.nodeName[0] === "#" ? node.nodeValue : "")).join("").trim();
  if (!attributes.length && !children.length) return typed(words);
  const entries = new Map(attributes.map(({ name, value }) => [name, typed(value)]));
  for (const child of children) {
    const [name, value, old] = [child.nodeName, elementData(child), entries.get(child.nodeName)];
    entries.set(name, old === undefined ? value : [].concat(old, [value]));
  }
  if (words) entries.set("text", typed(words));
  const [only] = entries.values();
  return !whole && entries.size === 1 && isList(only) ? only : objectOf(entries);
}

/** A word as the number or boolean it is, when writing it back gives the same word. */
function typed(word) {
  const text = word.trim();
  if (/^(true|false)$/.test(text)) return text === "true";
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text;
}

const areNames = (names, test) => new Set(names).size === names.length && names.every((name) => name && test.test(name));

/** Rows of cells below a row of names as objects. */
const tableData = ([names, ...rows]) =>
  rows.map((cells) => objectOf(names.map((name, at) => [name, cells[at] ? typed(cells[at]) : null])));

/** The one pipe table of a text, when it is most of it. */
function pipeTable(body, lines) {
  const rule = /^\s*\|?(\s*:?-{2,}:?\s*\|)+\s*(:?-{2,}:?\s*)?$/;
  const at = lines.findIndex((line, index) => index && rule.test(line) && lines[index - 1].includes("|"));
  if (at < 0) return null;
  let end = at + 1;
  while (lines[end]?.includes("|")) end++;
  const [lead, trail] = [lines.slice(0, at - 1), lines.slice(end)];
  const rest = [...lead, ...trail].filter((line) => line.trim());
  const cells = [lines[at - 1], ...lines.slice(at + 1, end)].map(pipeCells);
  const most = rest.length <= end - at + 2 && !rest.some((line) => rule.test(line) || /^(#|```|\s*[-*] )/.test(line));
  if (!most || !cells[1] || !areNames(cells[0], /./)) return null;
  return { data: tableData(cells), lead: lead.join("\n").trim(), trail: trail.join("\n").trim() };
}

const LOG =
  /^(?:(\S{1,12})\s+)?\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^\s\]]*)\]?\s+\[?(TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\]?:?\s+(.*)$/i;

/** Log lines; what follows a line without a time of its own belongs to it. */
function logLines(body, lines) {
  const first = lines.findIndex((line) => LOG.test(line));
  if (first < 0 || first > 5) return null;
  const data = [];
  for (const line of lines.slice(first)) {
    const [, mark, time, level, message] = LOG.exec(line) ?? [];
    if (time) data.push({ ...(mark && { line: mark }), time: time.replace(",", "."), level, message });
    else if (line.trim()) data.at(-1).message += "\n" + line;
  }
  return data.length > 1 && { data, lead: lines.slice(0, first).join("\n").trim() };
}

/** What `git log` prints; its dates as ISO 8601 has them. */
function commitLog(body) {
  const [lead, ...commits] = body.split(/^commit (?=[\da-f]{7,40}\b)/m);
  const data = commits.map((text) => {
    const [, commit, head, message] = /^(\S+)[^\n]*\n((?:\w+: .*\n)+)\n?([^]*)$/.exec(text.trimEnd() + "\n") ?? [];
    const { Date: date, ...more } = pairsOf((head ?? "").split("\n"));
    const [, wall, zone] = /^(\w{3} .* \d{4}) ([+-]\d{4})$/.exec(date) ?? [];
    const iso = wall ? new Date(wall + " UTC").toISOString().slice(0, 19) + zone.replace(/..$/, ":$&") : (date ?? "");
    return commit && { message: message.replace(/^ {4}/gm, "").trim(), ...more, date: iso, commit };
  });
  return data.length && data.every(Boolean) && { data, lead: lead.trim() };
}

/** Lines such as "[FILE] name   1.2 KB". */
function taggedLines(body, lines) {
  const until = lines.findIndex((line, index) => index && !line.trim());
  const [block, trail] = until < 0 ? [lines, []] : [lines.slice(0, until), lines.slice(until)];
  const parts = block
    .filter((line) => line.trim())
    .map((line) => /^\s*\[([A-Za-z][\w -]{0,20})\]\s+(.*?)(?:\s{2,}(\S.*))?\s*$/.exec(line));
  if (parts.length < 2 || !parts.every(Boolean)) return null;
  const thirds = parts.map(([, , , value]) => value).filter(Boolean);
  const third = thirds.every((value) => /^[\d.,]+ ?([KMGT]?i?B|bytes)$/i.test(value)) ? "size" : "detail";
  const data = parts.map(([, type, name, value = null]) => ({ name, type, ...(thirds.length && { [third]: value }) }));
  return { data, trail: trail.join("\n").trim() };
}

const PAIR = /^([\p{L}][\p{L}\p{N}_ .()/-]{0,40}?):(?:[ \t]+(.*))?$/u;
const nameIn = (line) => PAIR.exec(line)?.[1];

/** Blocks of "key: value" lines that begin alike: one record each. Keys are those that most blocks have. */
function records(body, lines, told) {
  const first = nameIn(told[0] ?? "");
  const starts = first ? [...lines.keys()].filter((at) => nameIn(lines[at]) === first) : [];
  if (starts.length < 2) return null;
  const blocks = starts.map((start, index) => lines.slice(start, starts[index + 1]));
  const names = blocks.map((block) => new Set(block.map(nameIn)));
  const keys = [...new Set(names.flatMap((each) => [...each]))].filter(
    (name) => name && names.filter((each) => each.has(name)).length > blocks.length * 0.6,
  );
  return keys.length > 1 && { data: blocks.map((block) => pairsOf(block, keys)) };
}

function pairsOf(lines, keys) {
  const entries = new Map();
  let last;
  for (const line of lines) {
    const [, name, value = ""] = PAIR.exec(line) ?? [];
    if (name && (keys?.includes(name) ?? true) && !entries.has(name)) entries.set((last = name), value);
    else if (last) entries.set(last, entries.get(last) + "\n" + line);
  }
  return objectOf([...entries].map(([name, value]) => [name, typed(value)]));
}

/** Every line a pair: one object. */
function pairs(body, lines, told) {
  const long = told.filter((line) => line.length > 160);
  const alone = told.length > 1 && told.every((line) => PAIR.exec(line)?.[2]) && areNames(told.map(nameIn), /./);
  return alone && long.length <= told.length / 2 && { data: pairsOf(told) };
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
  while (cell.lastIndex < text.length) {
    const [, quoted, plain, end] = cell.exec(text) ?? [];
    if (end === undefined) return [[]];
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === "\n") rows.push([]);
  }
  return rows.filter((row) => row.length > 1 || row[0]);
}

/** What command lines print: columns held apart by two blanks or more, below a line of names. */
function alignedColumns(body, lines, told) {
  const cells = told.map((line) => line.trim().split(/ {2,}|\t+/));
  const [names = [], ...rest] = cells;
  const fits = rest.filter((row) => row.length === names.length).length >= rest.length * 0.9;
  return rest.length > 0 && names.length > 2 && fits && areNames(names, /^[\p{L}#%].{0,29}$/u) && { data: tableData(cells) };
}

function yamlText(body, lines, told) {
  const yaml =
    told.length > 2 &&
    told.every((line) => /^\s*(- )?[\w."'-]+:( |$)|^\s*- |^\s*#|^---$/.test(line)) &&
    told.some((line, index) => /:\s*$/.test(line) && /^\s+/.test(told[index + 1] ?? ""));
  return yaml && { as: "code", data: body, language: "yaml" };
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
  yamlText,
];
