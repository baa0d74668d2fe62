"""The emergency page: no template, spec or runtime; the tool's name, the reason, and the raw data."""

from genui.model import Tool
from genui.plaintext import escaped, one_line

PAGE = """<!doctype html>
<html lang="en" data-state="waiting">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{name}</title>
<style>
:root{{color-scheme:light dark;--bg:light-dark(#fff,#1c1c1b);--fg:light-dark(#1b1b19,#ededea)}}
body{{margin:16px;font:400 .875rem/1.43 system-ui,sans-serif;
background:var(--color-background-primary,var(--bg));color:var(--color-text-primary,var(--fg))}}
h1{{font-size:1rem}}h2{{font-size:.875rem}}h1,h2,p,pre{{margin:0 0 12px;overflow-wrap:anywhere}}
pre{{white-space:pre-wrap;font-family:ui-monospace,monospace}}
</style>
</head>
<body>
<main>
<h1>{name}</h1>
<p role="alert">This view could not be made: {reason}</p>
<section data-result data-component="emergency" id="data"><p>No data yet.</p></section>
</main>
<script>{script}</script>
</body>
</html>
"""

MARK = b'data-component="emergency"'
"""Only an emergency page has it: in the data of another, its quotes are escaped."""

SCRIPT = """(() => {
  "use strict";
  const root = document.documentElement;
  const shown = {
    __proto__: null,
    "ui/notifications/tool-input": ["Arguments", "running"],
    "ui/notifications/tool-result": ["Result", "result"],
    "ui/notifications/tool-cancelled": ["Cancelled", "cancelled"],
  };
  const post = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  const show = (title, value) => {
    const section = document.getElementById("data");
    if (!section.querySelector("pre")) section.replaceChildren();
    const [heading, text] = ["h2", "pre"].map((tag) => document.createElement(tag));
    heading.textContent = title;
    text.textContent = JSON.stringify(value, null, 2);
    section.append(heading, text);
    const height = Math.ceil(root.getBoundingClientRect().height);
    post({ method: "ui/notifications/size-changed", params: { height } });
  };
  const adopt = ({ theme, styles } = {}) => {
    if (theme) root.style.colorScheme = theme;
    for (const [name, value] of Object.entries(styles?.variables ?? {})) root.style.setProperty(name, value);
  };
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== "2.0") return;
    const { id, method, params, result } = data;
    if (id === 1 && !method) {
      if (!result) return;
      adopt(result.hostContext);
      root.dataset.state = "ready";
      post({ method: "ui/notifications/initialized" });
    } else if (id !== undefined && method) {
      const known = method === "ping" || method === "ui/resource-teardown";
      post(known ? { id, result: {} } : { id, error: { code: -32601, message: "Method not found" } });
    } else if (method === "ui/notifications/host-context-changed") adopt(params);
    const [title, state] = shown["" + method] ?? [];
    if (!title) return;
    root.dataset.state = params?.isError ? "error" : state;
    show(title, params);
  });
  const appInfo = { name: "genui", version: "1.0.0" };
  const params = { protocolVersion: "2026-01-26", appCapabilities: {}, appInfo };
  if (parent !== window) post({ id: 1, method: "ui/initialize", params });
})()"""
"""Shows whatever arrives as it is; JavaScript, so that raw data is there to read even now."""


def emergency_page(tool: Tool, reason: str) -> bytes:
    """Return a page that needs nothing but itself: the tool's name, the reason, and the raw data to come."""
    return filled(*(escaped(one_line(text)).encode() for text in (tool.name, reason)))


def filled(name: bytes, reason: bytes) -> bytes:
    """Return the page with these texts, which are escaped."""
    page = PAGE.format(name="\0", reason="\1", script=SCRIPT).encode()
    return page.replace(b"\0", name).replace(b"\1", reason)


def texts_in(page: bytes) -> tuple[bytes, bytes]:
    """Return the texts of a page that `filled` has made, of any other whatever stands there."""
    name = page.partition(b"<title>")[2].partition(b"</title>")[0]
    return name, page.partition(b"could not be made: ")[2].partition(b"</p>")[0]
