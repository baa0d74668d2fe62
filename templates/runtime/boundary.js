// boundary.js: a page of another author that throws before or while it draws: genui's renderer shows the result.

import { toHost } from "./bridge.js";
import { h, say } from "./dom.js";
import { EXT_APPS } from "./ext-apps.js";
import { renderResult } from "./result.js";
import { faultText } from "./states.js";

/** Such a page has a style of its own, and not genui's. */
const STYLE =
  ".genui-result{padding:12px;font:14px/1.5 system-ui,sans-serif;overflow:auto}" +
  ".genui-result table{border-collapse:collapse}.genui-result :is(th,td){padding:4px 8px;text-align:start;border:1px solid}" +
  ".genui-result pre{white-space:pre-wrap}.genui-result svg{width:20px;height:20px}.genui-result th button{all:unset}.genui-result .sr{display:none}";

/** Tell the host of a fault, as a line of its log. */
export const logFault = (name, fault) =>
  toHost({ method: "notifications/message", params: { level: "error", logger: name, data: `${name}: ${faultText(fault)}` } });

/** Watch over a page: whatever it throws is logged, and until somebody uses it, what it was sent is shown as well. */
export function guardPage({ tool }) {
  const { name } = tool;
  let input, result, place, used;
  const draw = () => {
    if (!place || !result) return;
    const context = { tool, spec: {}, announce() {} };
    place.lastChild.replaceWith(renderResult(result, input ?? {}, context));
  };
  const threw = (fault) => {
    logFault(name, fault);
    if (place || used) return;
    const said = say("p", { role: "alert", title: fault?.message }, "This page failed; its result follows.");
    place = h("div.genui-result", say("style", STYLE), said, h("div"));
    document.body.append(place);
    draw();
    // A page that threw before it greeted the host would wait for ever.
    setTimeout(() => EXT_APPS.App.greeted || new EXT_APPS.App({ name }).connect().catch(console.info));
  };
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || parent === window) return;
    if (data?.method === "ui/notifications/tool-input") input = data.params?.arguments;
    if (data?.method !== "ui/notifications/tool-result") return;
    result = data.params;
    draw();
  });
  addEventListener("error", ({ error, message }) => threw(error ?? { message }));
  addEventListener("unhandledrejection", ({ reason }) => threw(reason));
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, () => (used = true), true);
}
