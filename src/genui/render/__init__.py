"""The render check: a view runs in Chromium, under the CSP of MCP Apps, before a fake host."""

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

from genui.assets import Assets, load_assets
from genui.model import Finding, JsonObject, Tool
from genui.pages import PageError, link_page
from genui.render.browser import Report, WarmBrowser, find_chromium, in_flight, warm_browser
from genui.render.odd import odd_results
from genui.render.results import Feed, feed_of
from genui.render.rules import RENDER_RULES, findings_in
from genui.scripts import SDK

__all__ = [
    "RENDER_RULES",
    "WarmBrowser",
    "check_render",
    "find_chromium",
    "in_flight",
    "tool_of",
    "warm_browser",
]

PATIENCE = 4.0
"""Seconds that a page may take to answer; machines under load are slow."""

BUTTONS = 12
"""Buttons of a page that are pressed."""

CAPABILITIES: JsonObject = {
    "serverTools": {},
    "openLinks": {},
    "logging": {},
    "updateModelContext": {"text": {}},
}


def check_render(
    html: bytes,
    tool: Tool,
    *,
    browser: WarmBrowser | None = None,
    tools: Sequence[Tool] | None = None,
    examples: Sequence[JsonObject] = (),
    fuzz: int = 0,
    patience: float = PATIENCE,
    assets: Assets | None = None,
) -> tuple[Finding, ...]:
    """Show a view to a fake host, feed it results of every kind, press its buttons, and tell what went wrong.

    A page that still imports the App package is linked first. `examples` are recorded calls
    `{arguments, result}`, `tools` all those of the server, `fuzz` the number of odd results to feed besides.
    Without `browser` one is started for this check alone; warm_browser() gives one, for threads too.

    Raises:
        GenuiError: There is no browser, it does not start, or it ends.
    """
    # No host resolves a bare import (MCP Apps gives none the duty), so such a page cannot run as it is.
    if SDK.encode() in html:
        try:
            text = html.decode("utf-8", "replace")
            html = link_page(tool, text, assets or load_assets("templates"), source="")
        except PageError as error:
            return (error.finding,)
    feed = feed_of(html.decode("utf-8", "replace"), tool, examples=examples)

    def look(used: WarmBrowser, patience: float, **how: Any) -> Report:
        plan = plan_of(feed, tool, tools=tools, fuzz=fuzz, patience=patience)
        return used.check(html, {**plan, **how}, limit=patience * (12 + 4 * fuzz))

    with nullcontext(browser) if browser else warm_browser() as used:
        report = look(used, patience)
        found = findings_in(report, feed)
        if found:
            # What a hurried look finds is told only where a calm one, at a view on the screen, finds it too.
            # On a machine under load a good page may be late: it gets twice the time.
            late = report.get("hung") or not report.get("ready")
            found = findings_in(look(used, patience * 2 if late else patience, calm=True), feed)
    return found


def plan_of(
    feed: Feed, tool: Tool, *, tools: Sequence[Tool] | None, fuzz: int, patience: float
) -> dict[str, Any]:
    """Return what the fake host does with a view, in order; times in milliseconds."""
    return {
        "context": context_of(tool),
        "capabilities": CAPABILITIES,
        "args": feed.args,
        "typical": feed.typical,
        "results": [
            ("another", feed.other),
            ("the empty result", feed.empty),
            ("the error", feed.failing),
            ("the hostile result", feed.hostile),
        ],
        "answers": [feed.run],
        "known": None if tools is None else [known.name for known in tools],
        "fuzz": list(odd_results(feed.typical, fuzz)),
        "patience": patience * 1000,
        "limit": BUTTONS,
    }


def tool_of(html: bytes, tools: Sequence[Tool]) -> Tool:
    """Return the tool that a page's scripts name most often; one of no shape where they name none."""
    text = html.decode("utf-8", "replace")

    def times(tool: Tool) -> int:
        return sum(text.count(f"{quote}{tool.name}{quote}") for quote in "\"'`")

    named = max(tools, key=times, default=None)
    if named is not None and (times(named) or len(tools) == 1):
        return named
    return Tool({"name": "page", "inputSchema": {"type": "object"}})


def context_of(tool: Tool) -> JsonObject:
    """Return the host context of an inline view in a web host."""
    return {
        "toolInfo": {"tool": {"name": tool.name, "inputSchema": tool.input_schema}},
        "theme": "light",
        "displayMode": "inline",
        "availableDisplayModes": ["inline"],
        "containerDimensions": {"width": 560, "maxHeight": 4000},
        "locale": "en-US",
        "timeZone": "UTC",
        "platform": "web",
    }
