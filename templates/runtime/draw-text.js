// draw-text.js: plain text as it is, with its web addresses as links; source with Copy, unified diffs, transcripts.

import { belowHeading, draws } from "./components.js";
import { draw } from "./draw.js";
import { h, say } from "./dom.js";
import { isText, numberText, reflowed, written } from "./format.js";
import { copyFoot, inParts, TEXT_STEP, watchOverflow, withLinks } from "./parts.js";
import { inSteps } from "./value.js";

draws.text = ({ text }, context) =>
  h("div", inParts(say("div.asis"), reflowed(written(text)), TEXT_STEP, (part) => withLinks(part, context)));
draws["code-block"] = ({ text, language }) => codeNode(written(text), written(language));
draws.diff = ({ text }) => diffNode(written(text).replaceAll("\r\n", "\n"));

/** A block of source; its foot names the language and copies the whole. */
export function codeNode(text, language = "") {
  const body = watchOverflow(h("pre", { dir: "ltr" }), "Source");
  const parts = inParts(body, text.replace(/\n$/, ""), TEXT_STEP);
  return h("div.near", { "data-component": "code-block" }, parts, copyFoot(language, () => text));
}

/** A unified diff as one block for each file. */
export function diffNode(text) {
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
