"""One look at a view in Chromium, where there is one: a model's page is tried, a drawn view measured."""

from collections.abc import Sequence

from genui.assets import Assets
from genui.errors import GenuiError
from genui.generate.sight import Box
from genui.generate.verdict import FAILED, NO_BROWSER, PASSED
from genui.model import JsonObject, Tool, errors_of
from genui.render import CAPABILITIES, PATIENCE, check_render, context_of
from genui.render.browser import WarmBrowser
from genui.viewoptions import ViewOptions


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


def tried(html: bytes, tool: Tool, options: ViewOptions, assets: Assets) -> str:
    """Show a page to a fake host with results of every kind; return in words how that went."""
    try:
        found = check_render(html, tool, examples=options.examples, assets=assets)
    except GenuiError:
        return NO_BROWSER
    wrong = errors_of(found)
    return f"{FAILED}{wrong[0].rule}: {wrong[0].message}"[:200] if wrong else PASSED
