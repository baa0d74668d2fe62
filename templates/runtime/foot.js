// foot.js: Copy, and the raw result one click away, always at the same place.
// needs: dom.js format.js parts.js data.js

/** The raw result as text: the data as JSON, the text as it came, else the whole answer. */
function rawText(result, read) {
  if (read.structured !== undefined && read.structured !== null && !read.blocks.length) return pretty(read.structured);
  if (read.text && !read.blocks.length && !result?.structuredContent)
    return pretty(readJson(read.text)?.data ?? read.text);
  return pretty(result);
}

/** The foot of a result. */
function resultFoot(result, read, left, { raw = true } = {}) {
  let text;
  const whole = () => (text ??= rawText(result, read));
  const copy = button("sm quiet push", "Copy", () => copyText(whole(), copy), { "aria-live": "polite" });
  const foot = h("div.foot small dim", h("span", left), copy);
  if (!raw) return [foot];
  const pane = h("div.near", { "data-raw-pane": "" });
  const toggle = foldButton("sm quiet", "Show raw", pane, { open: "Hide raw", make: () => rawPane(whole()) });
  toggle.dataset.raw = "";
  foot.append(toggle);
  return [foot, pane];
}

function rawPane(text) {
  const body = h("pre", { dir: "ltr" });
  watchOverflow(body, "Raw result");
  return h("div.near", inParts(body, text, TEXT_STEP));
}
