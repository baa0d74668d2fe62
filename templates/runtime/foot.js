// foot.js: Copy, and the raw result one click away, always at the same place.

import { readJson } from "./data.js";
import { h } from "./dom.js";
import { pretty } from "./format.js";
import { copyFoot, foldButton, inParts, TEXT_STEP, watchOverflow } from "./parts.js";

/** The raw result: its data and, where that says something else, its text; or the whole answer. */
function rawText(result, { structured, text, blocks }) {
  const { data = text } = readJson(text) ?? {};
  const parts = new Set([structured ?? "", data].map(pretty));
  parts.delete("");
  return parts.size && !blocks[0] ? [...parts].join("\n\n") : pretty(result);
}

/** The foot of a result. */
export function resultFoot(result, read, left, raw = true) {
  const foot = copyFoot(left, () => rawText(result, read));
  if (!raw) return [foot];
  const pane = h("div.near", { "data-raw-pane": "" });
  const make = () => {
    const body = h("pre", { dir: "ltr" });
    watchOverflow(body, "Raw result");
    return h("div.near", inParts(body, rawText(result, read), TEXT_STEP));
  };
  const toggle = foldButton("sm quiet", "Show raw", pane, { open: "Hide raw", make });
  toggle.dataset.raw = "";
  foot.append(toggle);
  return [foot, pane];
}
