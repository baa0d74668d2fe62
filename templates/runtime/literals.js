// literals.js: JSON and Python literals found in text, alone, in fences, in lines or among words.
// needs: data.js

const LITERAL =
  /\s*(?:([[{(\])},:=])|[bruf]{0,2}("""|'''|["'])|(-?(?:\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+|inf\b|nan\b|Infinity\b))|([A-Za-z_][\w.]*)|<([^<>\n]*)>)/y;
const LITERAL_WORDS = new Map(
  Object.entries({
    True: true,
    False: false,
    None: null,
    true: true,
    false: false,
    null: null,
    undefined: null,
    NaN: null,
    nan: null,
    NaT: null,
  }),
);
const CLOSING = { "[": "]", "(": ")", "{": "}" };
const ESCAPES = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v", 0: "\0", "\n": "" };
const ESCAPE = /^\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|[^])/i;
const MAX_DEPTH = 400;

const noLiteral = () => {
  throw new SyntaxError("no literal");
};

/** One literal of JSON or Python at `at`: {value, end}; throws where there is none. */
function readLiteral(text, at) {
  const reader = { text, at, slash: -1 };
  return { value: readValue(reader, 0), end: reader.at };
}

function nextToken(reader) {
  LITERAL.lastIndex = reader.at;
  const token = LITERAL.exec(reader.text) ?? noLiteral();
  reader.at = LITERAL.lastIndex;
  return token;
}

/** Is this the next mark? Then it is taken, unless `leave`. */
function isNext(reader, mark, leave) {
  let at = reader.at;
  while (reader.text.charCodeAt(at) <= 32) at++;
  if (reader.text[at] !== mark) return false;
  if (!leave) reader.at = at + 1;
  return true;
}

function readValue(reader, depth, [, mark, quote, digits, name, angle] = nextToken(reader)) {
  if (depth > MAX_DEPTH) noLiteral();
  if (quote) return readString(reader, quote);
  if (digits) return numeral(digits);
  if (angle !== undefined) return depth ? angle.replace(/^class '|'$|^[\w.]*\.(\w+):.*/g, "$1") : noLiteral();
  if (LITERAL_WORDS.has(name)) return LITERAL_WORDS.get(name);
  if (name && isNext(reader, "(")) return callValue(name.split(".").at(-1), readMembers(reader, "(", depth + 1));
  if (name) return depth && name.includes(".") ? name : noLiteral();
  if (!(mark in CLOSING)) noLiteral();
  const { list, pairs } = readMembers(reader, mark, depth + 1);
  if (mark === "{" && !list.length) return Object.fromEntries(pairs);
  return pairs.length ? noLiteral() : list;
}

/** What stands between brackets: values, and names or keys with their values. */
function readMembers(reader, open, depth) {
  const [list, pairs] = [[], []];
  while (!isNext(reader, CLOSING[open])) {
    const token = nextToken(reader);
    if (open === "(" && token[4] && isNext(reader, "=")) pairs.push([token[4], readValue(reader, depth)]);
    else {
      const each = readValue(reader, depth, token);
      const paired = open === "{" && isNext(reader, ":");
      if (paired)
        pairs.push([typeof each === "object" ? JSON.stringify(each) : String(each), readValue(reader, depth)]);
      else list.push(each);
    }
    if (!isNext(reader, ",") && !isNext(reader, CLOSING[open], true)) noLiteral();
  }
  return { list, pairs };
}

function readString(reader, quote) {
  const { text } = reader;
  let out = "";
  for (;;) {
    const end = text.indexOf(quote, reader.at);
    if (end < 0) noLiteral();
    if (reader.slash < reader.at) reader.slash = (text.indexOf("\\", reader.at) + 1 || Infinity) - 1;
    if (end < reader.slash) {
      out += text.slice(reader.at, end);
      reader.at = end + quote.length;
      return out;
    }
    const [escape, x, u, long] = ESCAPE.exec(text.slice(reader.slash, reader.slash + 10)) ?? noLiteral();
    const code = parseInt(x ?? u ?? long, 16);
    if (code > 0x10ffff) noLiteral();
    out += text.slice(reader.at, reader.slash);
    out += Number.isNaN(code) ? (ESCAPES[escape[1]] ?? escape[1]) : String.fromCodePoint(code);
    reader.at = reader.slash + escape.length;
  }
}

function numeral(digits) {
  const plain = digits.replaceAll("_", "");
  const amount = Number(plain.replace("inf", "Infinity"));
  if (!Number.isFinite(amount)) return Number.isNaN(amount) ? null : plain;
  return /^-?\d{16,}$/.test(plain) && !Number.isSafeInteger(amount) ? plain : amount;
}

const two = (amount) => String(amount ?? 0).padStart(2, "0");

/** What a Python call stands for: dates as ISO text, Decimal as a number, others by their arguments. */
function callValue(name, { list, pairs }) {
  const [year, month, day, hour, minute, second] = list;
  const date = () => `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
  if (name === "datetime" || name === "Timestamp")
    return typeof year === "string"
      ? year
      : `${date()}T${two(hour)}:${two(minute)}:${two(second)}${pairs.some(([key]) => /^tz/.test(key)) ? "Z" : ""}`;
  if (name === "date") return date();
  if (name === "time") return `${two(year)}:${two(month)}:${two(day)}`;
  if (name === "Decimal")
    return String(year).replace(/\D/g, "").length <= 15 && String(year).trim() && Number.isFinite(Number(year))
      ? Number(year)
      : year;
  if (pairs.length && !list.length) return Object.fromEntries(pairs);
  const last = list.at(-1) ?? null;
  const entries =
    Array.isArray(last) &&
    last.length &&
    last.every((each) => Array.isArray(each) && each.length === 2 && typeof each[0] === "string");
  return entries && /dict/i.test(name)
    ? Object.fromEntries(last)
    : list.length === 1 || (last && typeof last === "object")
      ? last
      : list;
}

function tryLiteral(text, at) {
  try {
    return readLiteral(text, at);
  } catch {
    return null;
  }
}

/** The whole text as one literal. */
function wholeLiteral(text) {
  const body = text.trim();
  if (!/^[[{(]|^\w+\(/.test(body)) return undefined;
  const found = tryLiteral(body, 0);
  return found && found.end === body.length && found.value && typeof found.value === "object"
    ? { data: found.value }
    : undefined;
}

/** One fenced block of data, with the words before and after it. */
function fencedData(text) {
  const fences = [...text.matchAll(/^```(\w*)[^\n]*\n([^]*?)\n?```[ \t]*$/gm)];
  const held = fences.map(
    ([, language, body]) =>
      (/^(json\w*|python|py|)$/i.test(language) && (readJson(body) ?? wholeLiteral(body))) || null,
  );
  const index = held.findIndex((each) => each && typeof each.data === "object" && each.data);
  if (index < 0 || fences.length > 1) return undefined;
  const { index: from, 0: whole } = fences[index];
  return { ...held[index], lead: text.slice(0, from).trim(), trail: text.slice(from + whole.length).trim() };
}

const telling = (value) =>
  value &&
  typeof value === "object" &&
  (Object.keys(value).length > 1 ||
    Object.values(value).some((each) => each && typeof each === "object") ||
    (!Array.isArray(value) && Object.keys(value).length > 0));

/** Literals that stand in lines of their own, or after a colon, among words. */
function embeddedData(text) {
  const found = [];
  let from = 0;
  let tries = 0;
  for (const match of text.matchAll(/(?:^|[:=]|\n)[ \t]*(?=[[{])/g)) {
    const at = match.index + match[0].length;
    if (at < from || ++tries > 200) continue;
    const literal = tryLiteral(text, at);
    if (!literal || !telling(literal.value) || !/^[ \t.,;)]*(\n|$)/.test(text.slice(literal.end, literal.end + 40)))
      continue;
    found.push({ ...literal, at });
    from = literal.end;
  }
  if (!found.length) return undefined;
  const words = [0, ...found.map(({ end }) => end)].map((end, index) =>
    text.slice(end, found[index]?.at ?? text.length).trim(),
  );
  if (
    found.length > 1 &&
    (words.join("").length > 40 * found.length ||
      !found.every(({ value }) => Array.isArray(value) === Array.isArray(found[0].value)))
  )
    return undefined;
  const between = found.length > 1 ? words.slice(1, -1).filter(Boolean).join("\n") : "";
  return {
    data: found.length > 1 ? found.map(({ value }) => value) : found[0].value,
    lead: words[0],
    trail: [between, words.at(-1)].filter(Boolean).join("\n"),
  };
}

textReaders.push(wholeLiteral, fencedData, embeddedData);
