// schema-text.js: patterns and formats of texts, and what to do about them.
// needs: schema.js form-messages.js

/** A pattern as Unicode, else as it is, else as Python wrote it, else undefined: then it is not checked. */
const regex = (p) =>
  attempt(() => new RegExp(p, "u")) ?? attempt(() => new RegExp(p.replace(/\\A/g, "^").replace(/\\[zZ]/g, "$")));
const slow = new Set();
/** Whether a text fits a pattern; true where that cannot be told in time, as the server has the last word. */
function matches(pattern, text) {
  const p = String(pattern);
  const re = p.length < 5e3 && text.length < 5e4 && !slow.has(p) && regex(p);
  if (!re) return true;
  // Any pattern can run for ever on the right text: it is tried on growing beginnings, and given up when it turns slow.
  for (let n = 0; n < text.length; n = Math.ceil((n + 1) * 1.1)) {
    const start = performance.now();
    // A pattern too large to compile throws only now.
    if (attempt(() => re.test(text.slice(0, n) + "\0")) === undefined) return true;
    if (performance.now() - start > 8) return !!slow.add(p);
  }
  return attempt(() => re.test(text)) ?? true;
}

RULES.matches = matches;

const URI = "(?:[\\w.~:/?#[\\]@!$&'()*+,;=-]|%[\\da-f]{2})*$";
const NAME = "[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?";
const DOMAIN = `(?=.{1,253}$)${NAME}(?:\\.${NAME})*`;
const ATOM = '[^\\s@"(),:;<>[\\]\\\\.]+';
const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const POINTER = "(?:/(?:[^~/]|~[01])*)*$";
const isCalendarDay = (v) =>
  /^\d{4}-\d\d-\d\d$/.test(v) && !!attempt(() => new Date(v + "T00:00Z").toISOString().startsWith(v));
const isTime = (v) => /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i.test(v);
const BASE64 = "^(?:[A-Za-z\\d+/]{4})*(?:[A-Za-z\\d+/]{2}==|[A-Za-z\\d+/]{3}=)?$";
// [rule, an example]
const FORMATS = {
  date: [isCalendarDay, "2026-05-01"],
  time: [isTime, "10:30:00Z"],
  "date-time": [
    (v) => isCalendarDay(v.slice(0, 10)) && /[t ]/i.test(v[10]) && isTime(v.slice(11)),
    "2026-05-01T10:30:00Z"
  ],
  email: [`^(?:${ATOM}(?:\\.${ATOM})*|"[^"]+")@(?:${DOMAIN}|\\[.+\\])$`],
  "idn-email": ["^[^\\s@]+@[^\\s@]+$"],
  uri: ["^(?!https?:(?!//[^/?#]))[a-z][a-z\\d+.-]*:(?!$)" + URI, "https://example.com"],
  "uri-reference": ["^" + URI, "/path"],
  iri: ["^[a-z][a-z\\d+.-]*:\\S+$", "https://example.com"],
  "uri-template": ["^(?:[^{}\\s]|\\{[^{}\\s]+\\})*$", "/items/{id}"],
  uuid: ["^[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}$", "123e4567-e89b-12d3-a456-426614174000"],
  ipv4: [`^${OCTET}(?:\\.${OCTET}){3}$`, "192.0.2.10"],
  ipv6: [(v) => /^[\da-f:.]+$/i.test(v) && !!attempt(() => new URL(`http://[${v}]`)), "2001:db8::1"],
  hostname: [`^${DOMAIN}$`, "www.example.com"],
  duration: [
    "^P(?!$)(?:\\d+W|(?:\\d+Y)?(?:\\d+M)?(?:\\d+D)?(?:T(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:\\d+(?:[.,]\\d+)?S)?)?)$",
    "P1DT2H"
  ],
  regex: [(v) => !!regex(v), "^[a-z]+$"],
  "json-pointer": ["^" + POINTER, "/items/0"],
  "relative-json-pointer": ["^(?:0|[1-9]\\d*)(?:#$|" + POINTER + ")", "1/items"],
  byte: [BASE64, "aGVsbG8="],
  color: [(v) => CSS.supports("color", v), "#265cd8"]
};
const isFormed = (v, [rule]) => (typeof rule === "string" ? new RegExp(rule, "i").test(v) : rule(v));

Object.assign(RULES.string, {
  pattern: (v, p) => matches(p, v),
  format: (v, f) => !has(FORMATS, f) || isFormed(v, FORMATS[f]),
  contentEncoding: (v, e) => e !== "base64" || isFormed(v, [BASE64])
});
RULES.object.patternProperties = (v, map, s, c) =>
  keys(map).flatMap((p) => keys(v).flatMap((k) => (matches(p, k) ? inner(v[k], map[p], c, k) : [])));

Object.assign(MESSAGES, {
  pattern: (p, v, s) =>
    list(s.examples).length || s.default ? `Write it like ${list(s.examples)[0] ?? s.default}.` : `Use the form ${p}.`,
  format: (p, v) =>
    /email/.test(p)
      ? (/@$/.test(v) ? "Add a domain after the @" : "Use an address") + ", like name@example.com."
      : `Write it like ${FORMATS[p][1]}.`,
  contentEncoding: () => "Choose a file, or use base64 text."
});
