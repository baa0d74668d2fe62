// states.js: what the page shows while there is no result to show: waiting, running, empty, failed, stopped, outside a host; and what is asked once more.

import { button, h, say } from "./dom.js";
import { tellFault } from "./faults.js";
import { cut } from "./format.js";
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
