// states.js: what the page shows while there is no result to show: waiting, running, empty, failed, stopped, outside a host.

import { entriesOf, readText } from "./data.js";
import { button, h, say } from "./dom.js";
import { cut, isList, isNested, isPlain, pretty } from "./format.js";
import { foldButton } from "./parts.js";
import { POINTER } from "./shapes.js";

/** A note of the look: heading, sentences, buttons; what is not there is left out, and a row of none hidden by the style. */
export const note = (look, attrs, title, sentences, ...buttons) =>
  h(
    "div.note " + look,
    attrs,
    say("h2", title),
    sentences.filter(Boolean).map((sentence) => say(POINTER.test(sentence) ? "pre" : "p.dim lines", sentence)),
    h("div.row", buttons)
  );

/** The running line; its seconds show from 3 s on, as long as it is in the page. */
export function runningLine(doing, values, oncancel) {
  const seconds = h("span.small dim");
  let past = 0;
  const clock = setInterval(() => {
    if (!node.isConnected) clearInterval(clock);
    if (++past > 2) seconds.textContent = past + " s";
  }, 1000);
  const node = h(
    "div.row",
    { "data-component": "running" },
    h("span.spin"),
    say("span", doing + (values ? ", " + values : "")),
    seconds,
    oncancel && button("sm push", "Cancel", oncancel, { "data-cancel-run": true })
  );
  return node;
}

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
function tellFault(raw, toolTitle) {
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

/** "Show details", and the pane of a text that it opens. */
export function detailsFold(text) {
  const pane = h("pre", cut(text, 2e4));
  return [foldButton("sm quiet", "Show details", pane, { open: "Hide details" }), pane];
}

/** What failed, what was kept, Try again and Edit, and the details folded. */
export function errorNote(raw, title, kept, onretry, onedit) {
  const told = tellFault(raw, title);
  const [fold, details] = detailsFold(raw);
  const node = note(
    "bad",
    { role: "alert", "data-component": "error" },
    told.title,
    [told.text, kept && kept + " kept."],
    onretry && button("sm", "Try again", onretry),
    onedit && button("sm", "Edit", onedit),
    !["", told.title, told.text].includes(raw.trim()) && fold
  );
  node.append(details);
  return node;
}

/** Nothing came back, and what was asked. */
export const emptyNote = (title, asked, facts, onedit) =>
  note(
    "",
    { "data-component": "empty" },
    title,
    [asked && `Nothing for ${asked}.`, facts.join(" · ")],
    onedit && button("sm", "Change values", onedit)
  );

/** A result that was shown once and is no longer kept. */
export const goneNote = (onretry) =>
  note("", { "data-component": "empty" }, "The result is not here any more", [], onretry && button("sm", "Run again", onretry));

export const cancelledNote = (reason, onretry) =>
  note(
    "",
    { role: "status", "data-component": "cancelled" },
    "Stopped before it finished",
    [reason, "The server may have done part of it."],
    onretry && button("sm", "Run again", onretry)
  );

export const outsideNote = (title) =>
  note("", { "data-component": "outside" }, "A view outside its host", [
    `Made by genui. To run ${title}, open it in an MCP Apps host.`
  ]);
