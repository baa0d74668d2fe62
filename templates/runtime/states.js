// states.js: what the page shows while there is no result to show: waiting, running, empty, failed, stopped, outside a host; what is asked once more;
// and below a result Copy and the raw result, one click away, always at the same place.

import { readJson } from "./data.js";
import { button, copyFoot, foldButton, h, hostCan, inParts, say, TEXT_STEP, watchOverflow } from "./dom.js";
import { tellFault } from "./faults.js";
import { cut, pretty } from "./format.js";
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

/** A question before what may not be undone, in the place of `foot`: `rows` say with what, one of the two buttons goes back to `opener`, the other on. */
export function askFirst(title, why, rows, [no, yes], foot, opener, done) {
  const back = () => {
    box.replaceWith(foot);
    opener.focus();
  };
  const escape = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    back();
  };
  const box = note(
    "bad",
    { role: "group", "aria-label": title, "data-component": "confirm", onkeydown: escape },
    title,
    [why],
    button("", no, back, { "data-cancel": "" }),
    button("danger", yes, () => (back(), done()), { "data-confirm": "" })
  );
  const head = box.firstChild;
  head.tabIndex = -1;
  if (rows[0]) box.lastChild.before(h("dl.kv", rows.map(([name, text]) => [say("dt", name), say("dd", text)])));
  foot.replaceWith(box);
  head.focus();
}

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

/** The raw result: its data and, where that says something else, its text; or the whole answer. */
function rawText(result, { structured, text, blocks }) {
  const { data = text } = readJson(text) ?? {};
  const parts = new Set([structured ?? "", data].map(pretty).filter(Boolean));
  return parts.size && !blocks[0] ? [...parts].join("\n\n") : pretty(result);
}

/** A button by which the host is told of this view no more; what genui says to that takes its place. */
function textButton({ app, tool, announce }) {
  const asText = () =>
    app.callTool({ name: "_ui_text", arguments: { toolName: tool.name } })
      .then(({ content }) => content[0].text, ({ message }) => message)
      .then((told) => (toggle.replaceWith(told), announce(told)));
  const toggle = button("sm quiet", "Show as text from now on", asText);
  return toggle;
}

/** The foot of a result. */
export function resultFoot(result, read, left, here = { spec: {} }, copy) {
  const foot = copyFoot(left, () => rawText(result, read), copy);
  if (here.spec.raw === false) return [foot];
  const pane = h("div.near", { "data-raw-pane": "" });
  const make = () => {
    const body = h("pre", { dir: "ltr" });
    watchOverflow(body, "Raw result");
    const text = inParts(body, rawText(result, read), TEXT_STEP);
    return h("div.near", text, hostCan(here, "serverTools") && h("div.row", textButton(here)));
  };
  const toggle = foldButton("sm quiet", "Show raw", pane, { open: "Hide raw", make });
  toggle.dataset.raw = "";
  foot.append(toggle);
  return [foot, pane];
}
