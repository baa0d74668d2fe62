// frame.js: what stands around a page of another author, as around genui's own views: title and arguments, how a run goes, the raw result.
// What the page draws itself is left to it. It stands beside the body, in shadow trees: neither style reaches the other.

import { readResult } from "./data.js";
import { h, say, visible } from "./dom.js";
import { errorText, faultText } from "./faults.js";
import { resultFoot } from "./foot.js";
import { summaryOf } from "./form.js";
import { bytesText } from "./format.js";
import { cancelledNote, errorNote, runningLine } from "./states.js";

/** So long a page may take to draw what it draws itself. */
const PATIENCE = 150;
const OWN_STYLE = `:host{display:block;background:var(--bg);color:var(--fg);font:400 var(--sm);overflow-wrap:anywhere}main{padding-block:14px 12px}
.ran{padding-bottom:10px}.ran h1{display:inline;font:var(--bold) var(--sm)}`;

/** The words of the view; the trees above and below the page; what was told last, and its arguments. */
let plan, head, foot, turn, asked;

const page = document.documentElement;
const shows = (pattern, selector = "button,summary,h1,h2,h3,p,div,span") =>
  [...document.body.querySelectorAll(selector)].some(({ textContent }) => pattern.test(textContent));

/** Stand around the page of a view, where a host shows it and the link told its words. */
export function framePage(view) {
  if (parent !== window) plan = view.form;
}

/** The page was replaced by genui's drawing, which says all of this. */
export function unframe() {
  plan = undefined;
  head?.remove();
  foot?.remove();
}

function tree() {
  const node = h("div", { "data-frame": "" });
  const sheet = new CSSStyleSheet();
  // Custom properties of the root are inherited; those of the style are for its own root.
  sheet.replaceSync(document.getElementById("genui-style").textContent.replaceAll(":root", ":host") + OWN_STYLE);
  node.attachShadow({ mode: "open" }).adoptedStyleSheets = [sheet];
  return node;
}

const put = (node, ...children) => node.shadowRoot.replaceChildren(...(children.flat(2).some(Boolean) ? [h("main", children)] : []));

/** Draw around the page once it has had its chance to draw the same; only what was told last is drawn. */
function around(state, args, drawn) {
  if (!plan) return;
  const mine = (turn = {});
  asked = args ?? asked;
  setTimeout(() => {
    if (!plan || turn !== mine) return;
    page.dataset.state = state;
    if (!head) document.body.before((head = tree())), document.body.after((foot = tree()));
    const { above, below } = drawn();
    put(head, line(), above);
    put(foot, below);
  }, PATIENCE);
}

/** "Forecast · Oslo · 3 days"; a page with a heading of its own keeps it. */
function line() {
  if (document.body.querySelector("h1")) return;
  const told = asked && summaryOf(plan.said, asked);
  return h("div.ran", h("h1", visible(document.title || plan.words.title)), told && say("span.asked", " · " + told));
}

export const running = (args) =>
  around("running", args, () => ({ above: !document.querySelector("[aria-busy=true]") && runningLine(plan.words.doing) }));

export const cancelled = ({ reason }) =>
  around("cancelled", undefined, () => ({ above: !shows(/cancel|stopped/i) && cancelledNote(reason) }));

/** A result, or the `fault` of a call that has none. */
export function told(result, args, fault) {
  const read = readResult(result ?? {});
  const error = fault ? faultText(fault) : read.state === "error" && errorText(read);
  const own = (text) => document.body.innerText.includes(text.trim().slice(0, 60));
  around(error === false ? "result" : "error", args, () => ({
    above: error !== false && !own(error) && errorNote(error, plan.words.title),
    below: result && !shows(/\braw\b/i, "button,summary,a") && resultFoot(result, read, read.bytes >= 1000 ? bytesText(read.bytes) : ""),
  }));
}
