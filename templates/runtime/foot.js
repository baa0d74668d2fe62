// foot.js: Copy, and the raw result one click away, always at the same place.

import { readJson } from "./data.js";
import { button, h } from "./dom.js";
import { pretty } from "./format.js";
import { copyFoot, foldButton, hostCan, inParts, TEXT_STEP, watchOverflow } from "./parts.js";

/** The raw result: its data and, where that says something else, its text; or the whole answer. */
function rawText(result, { structured, text, blocks }) {
  const { data = text } = readJson(text) ?? {};
  const parts = new Set([structured ?? "", data].map(pretty));
  parts.delete("");
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
