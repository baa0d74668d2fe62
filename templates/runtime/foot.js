// foot.js: Copy, and the raw result one click away, always at the same place.
// needs: dom.js format.js parts.js data.js

/** The raw result as [what it is, text]: the data as JSON and the text as it came where that says something else, or the whole answer. */
function rawParts(result, { structured, text, blocks }) {
  const data = structured ?? undefined;
  const { data: told = text } = readJson(text) ?? {};
  if (blocks.length || !(data ?? text)) return [["", pretty(result)]];
  const parts = [data !== undefined && ["Structured data", pretty(data)]];
  if (told && JSON.stringify(told) !== JSON.stringify(data)) parts.push(["Text", pretty(told)]);
  return parts.filter(Boolean);
}

/** The foot of a result. */
function resultFoot(result, read, left, { raw = true } = {}) {
  let made;
  const parts = () => (made ??= rawParts(result, read));
  const copy = button("sm quiet push", "Copy", () => copyText(parts().map(([, text]) => text).join("\n\n"), copy), {
    "aria-live": "polite",
  });
  const foot = h("div.foot small dim", h("span", left), copy);
  if (!raw) return [foot];
  const pane = h("div.near", { "data-raw-pane": "" });
  const toggle = foldButton("sm quiet", "Show raw", pane, { open: "Hide raw", make: () => rawPane(parts()) });
  toggle.dataset.raw = "";
  foot.append(toggle);
  return [foot, pane];
}

function rawPane(parts) {
  const made = parts.map(([name, text]) => {
    const body = h("pre", { dir: "ltr" });
    watchOverflow(body, "Raw result");
    return [parts[1] && h("p.small dim", name), inParts(body, text, TEXT_STEP)];
  });
  return h("div.near", made);
}
