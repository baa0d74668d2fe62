// foot.js: Copy, and the raw result one click away, always at the same place.
// needs: dom.js format.js parts.js data.js

const RAW_STEP = 1e5;

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
  let shown = 0;
  const more = button(
    "sm",
    "Show more",
    () => {
      body.append(text.slice(shown, (shown += RAW_STEP)));
      more.hidden = shown >= text.length;
      more.textContent = `Show more (${formatValue(Math.max(0, text.length - shown), "bytes")} left)`;
    },
    { "data-more": "" },
  );
  more.click();
  return h("div.near", body, h("div", more));
}
