"""The page of last resort: no template, no spec, no runtime; a name, what went wrong, the raw data."""

import html
import json
from collections.abc import Mapping
from typing import Any

from genui.model import Json, Tool
from genui.pagedata import data_text
from genui.plaintext import plain_text

PAGE = """<!doctype html>
<html lang="en" data-state="waiting">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{name}</title>
<script type="application/json" id="view-data">
{data}
</script>
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


BEFORE, AFTER = '<script type="application/json" id="view-data">\n', "\n</script>"


def emergency_page(tool: Tool, reason: str, head: Mapping[str, Json] | None = None) -> bytes:
    """Return a page that needs nothing but itself: the tool's name, the reason, and the raw data to come.

    `head` is what a build must remember of the page, as the first members of its data.
    """
    return filled({**(head or {}), "tool": {"name": tool.name}, "reason": reason})


def filled(data: Mapping[str, Any]) -> bytes:
    """Return the page that these data give."""
    shown = (data["tool"]["name"], data["reason"])
    name, why = (html.escape(" ".join(plain_text(str(text)).split())) for text in shown)
    return PAGE.format(name=name, reason=why, script=SCRIPT, data=data_text(data)).encode()


def emergency_data(page: bytes) -> Mapping[str, Any] | None:
    """Return the data of an emergency page, None where a page is not one to the byte."""
    text = page.decode("utf-8", "replace").partition(BEFORE)[2].partition(AFTER)[0]
    try:
        data = json.loads(text)
        return data if filled(data) == page else None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
