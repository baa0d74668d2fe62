// shapes.js: the shape of text that is no JSON: tables, records, logs, lists, diffs, markup.
// needs: data.js

const ANSI = /\x1b\[[\d;?]*[A-Za-z]/g;

/** A text as {as, data, lead, trail}: `as` is data, diff, code, markdown or text. */
function shapeOfText(text) {
  let body = text.replaceAll("\r\n", "\n").replace(ANSI, "");
  const lead = [];
  for (let strips = 0; strips < 4; strips++) {
    const shape = shapeOfBody(body);
    if (shape.as !== "text")
      return { ...shape, lead: [...lead, shape.lead].filter(Boolean).join("\n"), trail: shape.trail ?? "" };
    const [, first, rest] = /^\s*(\S[^\n]{0,300}:)[ \t]*\n([^]*\S[^]*)$/.exec(body) ?? [];
    if (!rest) break;
    lead.push(first);
    body = rest;
  }
  return { as: MARKDOWN.some((mark) => mark.test(text)) ? "markdown" : "text", data: text, lead: "", trail: "" };
}

const MARKDOWN = [
  /^#{1,6} \S/m,
  /^ {0,3}([-*+]|\d+\.) \S.*\n(.*\n)?( {0,3}([-*+]|\d+\.) \S)/m,
  /\*\*\S[^*\n]*\*\*/,
  /^```/m,
  /\[[^\]\n]+\]\(\S+\)/,
  /^\s*\|.*\|\s*\n\s*\|[ :|-]+\|/m,
];

function shapeOfBody(body) {
  if (body.length > 5e6) return { as: "text" };
  const lines = body.split("\n");
  for (const shape of [
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
  ]) {
    const found = shape(body, lines);
    if (found) return found;
  }
  return { as: "text" };
}

function wholeFence(body) {
  const [, language, inner] = /^\s*```(\S*)[^\n]*\n([^]*?)\n?```\s*$/.exec(body) ?? [];
  if (inner === undefined || /^```/m.test(inner)) return null;
  if (language === "diff" || language === "patch") return { as: "diff", data: inner };
  return /^(md|markdown)$/.test(language) ? { as: "markdown", data: inner } : { as: "code", data: inner, language };
}

function diffText(body) {
  const at = body.search(/^(diff --git |Index: \S.*\n=+\n|--- .+\n\+\+\+ |@@ -\d)/m);
  return at >= 0 && /^[+-]/m.test(body) && /^@@ -\d/m.test(body)
    ? { as: "diff", data: body.slice(at), lead: body.slice(0, at).trim() }
    : null;
}

/** XML becomes data; HTML stays source. */
function markup(body) {
  const text = body.trim();
  if (!/^<[!?a-z][^]*>$/i.test(text)) return null;
  if (/^<(!doctype html|html|svg|body|div|p|head)\b/i.test(text)) return { as: "code", data: body, language: "html" };
  const data = elementData(text);
  return data ? { as: "data", data } : text.includes("</") ? { as: "code", data: body, language: "xml" } : null;
}

const XML_ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const plainMarkup = (text) =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, ten, sixteen, name) =>
    name ? (XML_ENTITIES[name] ?? all) : String.fromCodePoint(Math.min(0x10ffff, ten ?? parseInt(sixteen, 16))),
  );

/** Elements as members, attributes beside them, those of one name as a list; null where tags do not match. */
function elementData(text) {
  const stack = [{ entries: new Map(), text: "" }];
  for (const [, comment, cdata, end, name, attributes = "", empty, words] of text.matchAll(
    /(<!-{2}[^]*?-->|<[!?][^[>][^>]*>)|<!\[CDATA\[([^]*?)\]\]>|<(\/?)([\w:.-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/g,
  )) {
    const top = stack.at(-1);
    if (comment) continue;
    if (name && !end) {
      const made = { name, entries: new Map(), text: "" };
      for (const [, key, double, single] of attributes.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
        made.entries.set(key, typed(plainMarkup(double ?? single)));
      stack.push(made);
    }
    if (end && top.name !== name) return null;
    if (end || empty) closeElement(stack);
    else if (!name) top.text += cdata ?? plainMarkup(words);
    if (!stack.length || stack.length > 200) return null;
  }
  return stack.length === 1 && stack[0].entries.size ? Object.fromEntries(stack[0].entries) : null;
}

function closeElement(stack) {
  const { name, entries, text } = stack.pop();
  const words = text.trim();
  if (words && entries.size) entries.set("text", typed(words));
  const [only] = entries.size === 1 ? entries.values() : [];
  const value = !entries.size ? typed(words) : Array.isArray(only) ? only : Object.fromEntries(entries);
  const before = stack.at(-1).entries;
  const old = before.get(name);
  before.set(name, old === undefined ? value : Array.isArray(old) ? [...old, value] : [old, value]);
}

/** A word as the number or boolean it is, when writing it back gives the same word. */
function typed(word) {
  const text = word.trim();
  if (text === "true" || text === "false") return text === "true";
  return /^-?(0|[1-9]\d{0,14})(\.\d+)?$/.test(text) ? Number(text) : text;
}

const asRow = (names, cells) =>
  Object.fromEntries(
    names.map((name, index) => [name, cells[index] === undefined || cells[index] === "" ? null : typed(cells[index])]),
  );
const distinctNames = (names) => new Set(names).size === names.length && names.every(Boolean);

/** The one pipe table of a text, when it is most of it. */
function pipeTable(body, lines) {
  const rule = /^\s*\|?(\s*:?-{2,}:?\s*\|)+\s*(:?-{2,}:?\s*)?$/;
  const at = lines.findIndex((line, index) => index && rule.test(line) && lines[index - 1].includes("|"));
  if (at < 0 || lines.filter((line) => rule.test(line)).length > 1) return null;
  let end = at + 1;
  while (end < lines.length && lines[end].includes("|")) end++;
  const cells = (line) =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => cell.replaceAll("\\|", "|").trim());
  const names = cells(lines[at - 1]);
  const rest = [...lines.slice(0, at - 1), ...lines.slice(end)].filter((line) => line.trim());
  if (!distinctNames(names) || rest.length > end - at + 2 || rest.some((line) => /^(#|```|\s*[-*] )/.test(line)))
    return null;
  const data = lines.slice(at + 1, end).map((line) => asRow(names, cells(line)));
  return data.length
    ? {
        as: "data",
        data,
        lead: lines
          .slice(0, at - 1)
          .join("\n")
          .trim(),
        trail: lines.slice(end).join("\n").trim(),
      }
    : null;
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
    if (time) data.push({ ...(mark ? { line: mark } : {}), time: time.replace(",", "."), level, message });
    else if (line.trim()) data.at(-1).message += "\n" + line;
  }
  return data.length > 1 ? { as: "data", data, lead: lines.slice(0, first).join("\n").trim() } : null;
}

const GIT_DATE = /^\w{3} (\w{3}) +(\d+) ([\d:]{8}) (\d{4}) ([+-]\d\d)(\d\d)$/;

/** What `git log` prints; its dates as ISO 8601 has them. */
function commitLog(body) {
  const commits = body.split(/^commit (?=[\da-f]{7,40}\b)/m);
  const lead = commits.shift().trim();
  const data = commits.map((commit) => {
    const [, hash, head, message] = /^(\S+)[^\n]*\n((?:\w+: .*\n)+)\n?([^]*)$/.exec(commit.trimEnd() + "\n") ?? [];
    const { Date: date = "", ...more } = pairsOf((head ?? "").trim().split("\n"));
    const [, month, day, time, year, hours, minutes] = GIT_DATE.exec(date) ?? [];
    const number = String("JanFebMarAprMayJunJulAugSepOctNovDec".indexOf(month) / 3 + 1).padStart(2, "0");
    const iso = `${year}-${number}-${day?.padStart(2, "0")}T${time}${hours}:${minutes}`;
    return hash && { message: message.replace(/^ {4}/gm, "").trim(), ...more, date: month ? iso : date, commit: hash };
  });
  return data.length && data.every(Boolean) ? { as: "data", data, lead } : null;
}

/** Lines such as "[FILE] name   1.2 KB". */
function taggedLines(body, lines) {
  const until = lines.findIndex((line, index) => index && !line.trim());
  const block = (until < 0 ? lines : lines.slice(0, until)).filter((line) => line.trim());
  const parts = block.map((line) => /^\s*\[([A-Za-z][\w -]{0,20})\]\s+(.*?)(?:\s{2,}(\S.*))?\s*$/.exec(line));
  if (block.length < 2 || !parts.every(Boolean)) return null;
  const third = parts.some(([, , , value]) => value);
  const size = parts.every(([, , , value]) => !value || /^[\d.,]+ ?([KMGT]?i?B|bytes)$/i.test(value))
    ? "size"
    : "detail";
  const data = parts.map(([, type, name, value]) => ({ name, type, ...(third ? { [size]: value ?? null } : {}) }));
  return { as: "data", data, trail: until < 0 ? "" : lines.slice(until).join("\n").trim() };
}

const PAIR = /^([\p{L}][\p{L}\p{N}_ .()/-]{0,40}?):(?:[ \t]+(.*))?$/u;

/** Blocks of "key: value" lines that begin alike: one record each. Keys are those that most blocks have. */
function records(body, lines) {
  const [, first] = PAIR.exec(lines.find((line) => line.trim()) ?? "") ?? [];
  if (!first) return null;
  const starts = lines.flatMap((line, index) => (PAIR.exec(line)?.[1] === first ? [index] : []));
  if (starts.length < 2) return null;
  const blocks = starts.map((start, index) => lines.slice(start, starts[index + 1]));
  const counts = new Map();
  for (const block of blocks)
    for (const name of new Set(block.map((line) => PAIR.exec(line)?.[1]).filter(Boolean)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  const keys = new Set([...counts].filter(([, count]) => count > blocks.length * 0.6).map(([name]) => name));
  return keys.size > 1 ? { as: "data", data: blocks.map((block) => pairsOf(block, keys)) } : null;
}

function pairsOf(lines, keys) {
  const entries = new Map();
  let last;
  for (const line of lines) {
    const [, name, value] = PAIR.exec(line) ?? [];
    if (name && (!keys || keys.has(name)) && !entries.has(name)) entries.set((last = name), value ?? "");
    else if (last !== undefined) entries.set(last, entries.get(last) + "\n" + line);
  }
  return Object.fromEntries([...entries].map(([name, value]) => [name, typed(value.trim())]));
}

/** Every line a pair: one object. */
function pairs(body, lines) {
  const told = lines.filter((line) => line.trim());
  const names = told.map((line) => PAIR.exec(line)?.[1]);
  if (told.length < 2 || !distinctNames(names) || told.some((line) => !PAIR.exec(line)?.[2])) return null;
  return told.filter((line) => line.length > 160).length > told.length / 2 ? null : { as: "data", data: pairsOf(told) };
}

/** CSV, TSV and their kin, with a first line of names. */
function delimited(body, lines) {
  const head = lines.find((line) => line.trim()) ?? "";
  for (const mark of ["\t", ";", ",", "|"]) {
    const width = head.split(mark).length;
    if (width < 2) continue;
    const rows = splitDelimited(body.trim(), mark);
    const [names, ...rest] = rows.map((row) => row.map((cell) => cell.trim()));
    const fits = rest.filter((row) => row.length === names.length).length;
    const named =
      distinctNames(names) &&
      names.every((name) => name.length <= 40 && /^[\p{L}_#]/u.test(name) && !/[.!?:]$/.test(name));
    const sure =
      mark === "\t" ||
      rest.some((row) => row.some((cell) => cell === "" || typed(cell) !== cell || /^\d{4}-\d\d/.test(cell))) ||
      (rest.length > 2 && !/, /.test(head));
    if (named && rest.length && fits >= rest.length * 0.95 && sure && (rest.length > 1 || names.length > 2))
      return { as: "data", data: rest.map((row) => asRow(names, row)) };
  }
  return null;
}

function splitDelimited(text, mark) {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${mark === "|" ? "\\|" : mark}\\n]*))(${mark === "|" ? "\\|" : mark}|\\n|$)`,
    "y",
  );
  const rows = [[]];
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) return [];
    rows.at(-1).push(match[1]?.replaceAll('""', '"') ?? match[2]);
    if (match[3] === "\n") rows.push([]);
    else if (!match[3]) break;
  }
  return rows.filter((row) => row.length > 1 || row[0]);
}

/** What command lines print: columns held apart by two blanks or more, below a line of names. */
function alignedColumns(body, lines) {
  const told = lines.filter((line) => line.trim());
  const cells = told.map((line) => line.trim().split(/ {2,}|\t+/));
  const [names, ...rest] = cells;
  if (
    rest.length < 1 ||
    names.length < 3 ||
    !distinctNames(names) ||
    !names.every((name) => /^[\p{L}#%]/u.test(name) && name.length <= 30)
  )
    return null;
  return rest.filter((row) => row.length === names.length).length >= rest.length * 0.9
    ? { as: "data", data: rest.map((row) => asRow(names, row)) }
    : null;
}

function yamlText(body, lines) {
  const told = lines.filter((line) => line.trim());
  const yaml =
    told.length > 2 &&
    told.every((line) => /^\s*(- )?[\w."'-]+:( |$)|^\s*- |^\s*#|^---$/.test(line)) &&
    told.some((line, index) => /:\s*$/.test(line) && /^\s+/.test(told[index + 1] ?? ""));
  return yaml ? { as: "code", data: body, language: "yaml" } : null;
}
