// faults.js: failures in plain words.

import { readText } from "./data.js";
import { POINTER } from "./shapes.js";
import { cut, entriesOf, isList, isNested, isPlain, pretty } from "./values.js";

/** A fault as the host's log and "Show details" tell it. */
export const faultOf = (fault) => String(fault?.stack ?? fault).slice(0, 5000);

/** How failures sound, what happened, and what to know of it where the text itself says less. */
const FAULTS = [
  [/\b40[13]\b|unauthori|forbidden|authentic|api key|denied|permission|credential|token[^']*(valid|expired)/i, "Access was refused"],
  [/\b429\b|rate.?limit|too many req|quota/i, "The service asks for fewer requests"],
  [/(?<!\bE)timed? ?out|deadline e/i, "No answer came in time"],
  [
    /ENOTFOUND|ECONN|ETIMED|EAI_|fetch failed|network error|getaddr|hang up|NOT_RESOLVED|unreachable/i,
    "The service did not answer",
    "It may be out of reach.",
  ],
  [/-32602|validation error|invalid (arg|input|param)|required (at|prop)|field required/i, "Some values were not accepted"],
];
const WRAPPED =
  /^((MCP error -?\d+|Error executing tool \S+|Input validation error|\d+ validation error.*|Tool '[^']*' execution failed|#* ?Error)(:\s*|\s*\n|\s*$))+/i;
/** Where an error was raised: what goes before or after its own words. */
const TRACE = /^[^]*Traceback \(most[^]*?\n(?=\w)|\n[^\S\n]+at .*|(?<!\n)\n+[^\S\n]*(For further information.*|Call log[^]*)/g;

/** Members that say what went wrong, and those that say where. */
const SAYS = /title|detail|mess|msg|reason|error|fault|descr/i;
const whereIn = ({ name, field, path, loc }) => [name ?? field ?? path ?? loc].flat().join(".");

/** What data says of a failure, wherever it does: a text for each member and each item of a list; `named` below a member that says it. */
function saidIn(value, named) {
  if (!isNested(value)) return named && value ? [String(value)] : [];
  if (isList(value)) return value.flatMap((each) => (isPlain(each) ? [whereIn(each), ...saidIn(each)].filter(Boolean).join(": ") : saidIn(each, named)));
  return entriesOf(value).flatMap(([name, each]) => saidIn(each, named || SAYS.test(name)));
}

/** An error text with its data or its page as what they say: sentences, else single words. */
function faultWords(raw) {
  const index = raw.search(/[[{]\s*[[{"']/);
  const data = index < 0 ? "" : raw.slice(index, Math.max(raw.lastIndexOf("]"), raw.lastIndexOf("}")) + 1);
  const said = saidIn(readText(data).data);
  const told = said.filter((each) => each.includes(" "));
  if (said[0]) return [raw.slice(0, index), ...(told[0] ? told : said)].join("\n").trim();
  return /<html[^]*?<(?:title|h1)[^>]*>([^<]+)/i.exec(raw)?.[1] ?? raw;
}

/** A failure in plain words: {title, text}, from an error text that servers wrap in many ways. */
export function tellFault(raw, toolTitle) {
  const whole = raw.slice(0, 1e4).replace(TRACE, "").trim();
  const words = faultWords(whole).replace(WRAPPED, "").replace(/^(\S+)\n +(.*) \[type=.*/gm, "$1: $2").trim() || whole;
  const [, title, text = cut(words, 300)] = FAULTS.find(([test]) => test.test(whole)) ?? [];
  if (title) return { title, text };
  const [, head, rest = ""] = /^(.{1,100})(?:\n([^]{1,300}))?$/.exec(words) ?? [];
  // What a caret points at is no heading, and stands as it was sent.
  const pointed = POINTER.test(rest.split("\n", 1)[0]);
  return head && !pointed
    ? { title: head[0].toUpperCase() + head.slice(1), text: rest }
    : { title: toolTitle + " did not work", text: pointed ? raw.trimEnd() : text };
}

export const errorText = (read) => read.text || pretty(read.structured ?? "");
export const faultText = (fault) =>
  [fault?.message ?? String(fault), fault?.data && pretty(fault.data)].filter(Boolean).join("\n");
