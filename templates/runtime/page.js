// page.js: the runtime of pages of other authors: that of every view, and what such a page may import. Around the page stands what stands around
// genui's own views: title and arguments, how a run goes, the raw result. What it draws itself is left to it. Where it throws before or while it
// draws, genui draws its result instead.

import "./index.js";
import { APP_NOTE, logFault } from "./bridge.js";
import { readResult } from "./data.js";
import { h, say, visible } from "./dom.js";
import { EXT_APPS } from "./ext-apps.js";
import { errorText, faultOf, faultText } from "./faults.js";
import { summaryOf } from "./form.js";
import { renderResult } from "./draw.js";
import { cancelledNote, errorNote, resultFoot, runningLine } from "./states.js";

/** So long a page that has thrown before its result may take to change with it. */
const PATIENCE = 500;

/** The page's tool, and the input that the host has told. */
let tool, input;
/** The last result and its arguments; whether a person has used the page since; the last fault; whether genui draws by now. */
let last, used, failed, gone;

/** Watch over a page: until somebody uses it, what it throws keeps it from drawing the result. */
function guardPage(view) {
  ({ tool, form: plan } = view);
  addEventListener("message", ({ source, data }) => {
    if (source === parent) HEARD[data?.method]?.(Object(data.params));
  });
  // In a task of its own: the page may say that it has handled the fault itself.
  for (const type of ["error", "unhandledrejection"]) addEventListener(type, (event) => setTimeout(hearFault, 0, event));
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => (used = true), true);
}

/** What the host tells, to the page too. */
const HEARD = {
  __proto__: null,
  [APP_NOTE + "tool-input"]: (params) => {
    input = params.arguments;
    running(input);
  },
  [APP_NOTE + "tool-result"]: given,
  [APP_NOTE + "tool-cancelled"]: (params) => cancelled(params),
};

function hearFault({ error, reason, defaultPrevented }) {
  const fault = error ?? reason;
  if (!fault || defaultPrevented) return;
  if (faultOf(fault) !== faultOf(failed)) tell(fault);
  failed = fault;
  if (last && !used) show();
}

/** Log a fault; a page that threw before it greeted the host would wait for ever. */
function tell(fault) {
  const { App } = EXT_APPS;
  if (!App.greeted) new App({ name: tool.name }).connect();
  App.greeted.then(({ hostCapabilities }) => logFault(hostCapabilities, tool.name, fault), () => {});
}

/** The page has a result, from the host or from a `call` of its own: it has its chance to draw that, unless it has had one. */
export function given(result, call) {
  if (!tool || (call && call.name !== tool.name)) return;
  last = [result, call?.arguments ?? input];
  told(...last);
  used = false;
  const { body } = document;
  const before = failed && body.innerHTML;
  if (gone) show();
  else setTimeout(() => body.innerHTML === before && show(), PATIENCE);
}

/** The page calls its tool; `fault` is why that failed. */
export function called({ name, arguments: args }, fault) {
  if (name !== tool?.name) return;
  if (fault) told(undefined, args, fault);
  else running(args);
}

/** Put genui's drawing of the result in the place of the page and its style. */
function show() {
  const [result, args] = last;
  const read = readResult(result);
  const style = document.getElementById("genui-style");
  // It may have stood in the body, which is emptied below.
  document.head.append(style);
  style.media = "";
  for (const sheet of document.styleSheets) sheet.disabled = sheet.ownerNode !== style;
  gone = true;
  // Genui's drawing says itself what stands around a page.
  plan = undefined;
  head?.remove();
  foot?.remove();
  const { title } = document;
  const notice = h("p.small dim", { role: "alert" }, "This page could not be drawn; its data follows.");
  const drawn =
    read.state === "error"
      ? errorNote(errorText(read), title)
      : [renderResult(result, args ?? {}, { tool, spec: {}, read, announce() {} }), resultFoot(result, read)];
  document.body.replaceChildren(h("main", h("h1.sr", title), notice, drawn));
}

// What stands around the page: beside the body, in shadow trees, so that neither style reaches the other.

/** So long a page may take to draw what it draws itself. */
const DRAWING = 150;
const OWN_STYLE = `:host{display:block;background:var(--bg);color:var(--fg);font:400 var(--sm);overflow-wrap:anywhere}main{padding-block:14px 12px}
.ran{padding-bottom:10px}.ran h1{display:inline;font:var(--bold) var(--sm)}`;

/** The words of the view, as long as genui stands around the page; the trees above and below it; what was told last, and its arguments. */
let plan, head, foot, turn, asked;

const page = document.documentElement;
const shows = (pattern, selector = "button,summary,h1,h2,h3,p,div,span") =>
  [...document.body.querySelectorAll(selector)].some(({ textContent }) => pattern.test(textContent));

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
  }, DRAWING);
}

/** "Forecast · Oslo · 3 days"; a page with a heading of its own keeps it. */
function line() {
  if (document.body.querySelector("h1")) return;
  const told = asked && summaryOf(plan.said, asked);
  return h("div.ran", h("h1", visible(document.title || plan.words.title)), told && say("span.asked", " · " + told));
}

const running = (args) =>
  around("running", args, () => ({ above: !document.querySelector("[aria-busy=true]") && runningLine(plan.words.doing) }));

const cancelled = ({ reason }) =>
  around("cancelled", undefined, () => ({ above: !shows(/cancel|stopped/i) && cancelledNote(reason) }));

/** A result, or the `fault` of a call that has none. */
function told(result, args, fault) {
  const read = readResult(result ?? {});
  const error = fault ? faultText(fault) : read.state === "error" && errorText(read);
  const own = (text) => document.body.innerText.includes(text.trim().slice(0, 60));
  around(error === false ? "result" : "error", args, () => ({
    above: error !== false && !own(error) && errorNote(error, plan.words.title),
    below: result && !shows(/\braw\b/i, "button,summary,a") && resultFoot(result, read),
  }));
}

globalThis.genuiExtApps = EXT_APPS;

const data = document.getElementById("view-data");
// What it throws, it throws before it is whole.
if (data && parent !== window) guardPage(JSON.parse(data.textContent));
