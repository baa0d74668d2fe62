"""A trial of a page that a model wrote: run once in Chromium, where there is one, before it is taken."""

from genui.assets import Assets
from genui.errors import GenuiError
from genui.generate.verdict import FAILED, NO_BROWSER, PASSED
from genui.model import Tool, errors_of
from genui.render import check_render
from genui.viewoptions import ViewOptions


def tried(html: bytes, tool: Tool, options: ViewOptions, assets: Assets) -> str:
    """Show a page to a fake host with results of every kind; return in words how that went."""
    try:
        found = check_render(html, tool, examples=options.examples, assets=assets)
    except GenuiError:
        return NO_BROWSER
    wrong = errors_of(found)
    return f"{FAILED}{wrong[0].rule}: {wrong[0].message}"[:200] if wrong else PASSED
