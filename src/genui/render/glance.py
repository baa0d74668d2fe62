"""A glance at a view: drawn once in Chromium on one result, its parts measured for the scorer."""

from collections.abc import Sequence

from genui.errors import GenuiError
from genui.generate.sight import Box
from genui.model import JsonObject, Tool
from genui.render import CAPABILITIES, PATIENCE, context_of
from genui.render.browser import WarmBrowser


def glanced(browser: WarmBrowser, html: bytes, tool: Tool, exchange: JsonObject) -> Sequence[Box] | None:
    """Show a view the call `{arguments, result}`; None where no browser draws it."""
    plan = {
        "context": context_of(tool),
        "capabilities": CAPABILITIES,
        "args": exchange["arguments"],
        "typical": exchange["result"],
        "patience": PATIENCE * 1000,
        "glance": True,
    }
    try:
        report = browser.check(html, plan, limit=PATIENCE * 4)
    except GenuiError:
        return None
    if "boxes" not in report:
        return None
    return [Box(*box) for box in report["boxes"]]
