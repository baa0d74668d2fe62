// boundary.js: a page of another author that throws before or while it draws: genui draws its result instead.

import { APP_NOTE, logFault } from "./bridge.js";
import { readResult } from "./data.js";
import { h } from "./dom.js";
import { EXT_APPS } from "./ext-apps.js";
import { errorText, faultOf } from "./faults.js";
import { resultFoot } from "./foot.js";
import { cancelled, framePage, running, told, unframe } from "./frame.js";
import { renderResult } from "./draw.js";
import { errorNote } from "./states.js";

/** So long a page that has thrown before its result may take to change with it. */
const PATIENCE = 500;

/** The page's tool, and the input that the host has told. */
let tool, input;
/** genui's own style, once it is used. */
let style;
/** The last result and its arguments; whether a person has used the page since; the last fault; whether genui draws by now. */
let last, used, failed, gone;

/** Watch over a page: until somebody uses it, what it throws keeps it from drawing the result. */
export function guardPage(view) {
  ({ tool } = view);
  framePage(view);
  if (parent === window) return;
  addEventListener("message", ({ source, data }) => {
    const { method, params } = Object(data);
    if (source !== parent) return;
    if (method === APP_NOTE + "tool-input") running((input = params?.arguments));
    if (method === APP_NOTE + "tool-result") given(params);
    if (method === APP_NOTE + "tool-cancelled") cancelled(Object(params));
  });
  // In a task of its own: the page may say that it has handled the fault itself.
  for (const type of ["error", "unhandledrejection"]) addEventListener(type, (event) => setTimeout(hearFault, 0, event));
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => (used = true), true);
}

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
  style ??= document.getElementById("genui-style");
  // It may have stood in the body, which is emptied below.
  document.head.append(style);
  style.media = "";
  for (const sheet of document.styleSheets) sheet.disabled = sheet.ownerNode !== style;
  gone = true;
  unframe();
  const { title } = document;
  const notice = h("p.small dim", { role: "alert" }, "This page could not be drawn; its data follows.");
  const drawn =
    read.state === "error"
      ? errorNote(errorText(read), title)
      : [renderResult(result, args ?? {}, { tool, spec: {}, read, announce() {} }), resultFoot(result, read)];
  document.body.replaceChildren(h("main", h("h1.sr", title), notice, drawn));
}
