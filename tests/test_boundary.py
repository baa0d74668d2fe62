"""Pages of a model or a person that throw: their result is shown nevertheless, and the host is told."""

from collections.abc import Callable
from typing import Any

import pytest
from browser import ViewPage

from genui.assets import load_assets
from genui.model import Tool
from genui.pages import link_page

pytestmark = pytest.mark.browser

TOOL = {"name": "list_orders", "inputSchema": {"type": "object"}}
RESULT = {"structuredContent": {"orders": [{"customer": "Ada", "total": 3}, {"customer": "Bo", "total": 5}]}}
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Orders</title></head>
<body><h1>Orders</h1>
<script type="module">
import { App } from "@modelcontextprotocol/ext-apps";
BEFORE
const app = new App({ name: "orders", version: "1" });
app.ontoolresult = (result) => { DRAWS };
await app.connect();
AFTER
</script></body></html>"""
DRAWS = "document.body.append(result.structuredContent.orders.length + ' orders')"


def shown(open_view: Callable[..., ViewPage], *, before="", draws=DRAWS, after="", result=RESULT) -> ViewPage:
    page = PAGE.replace("BEFORE", before).replace("DRAWS", draws).replace("AFTER", after)
    html = link_page(Tool(TOOL), page, load_assets("templates"), source="")
    view = open_view(html, tool=TOOL)
    view.wait_initialized()
    view.send_result(result)
    view.settle()
    return view


FAULTS: dict[str, dict[str, Any]] = {
    "before it greets the host": {"before": "nothing.at.all;"},
    "when its result comes": {"draws": "result.missing.length"},
    "in an async handler": {"draws": "(async () => { await null; result.missing.length })()"},
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_page_that_throws_shows_its_result_below_a_line_and_tells_the_host(
    open_view: Callable[..., ViewPage], fault: str
) -> None:
    view = shown(open_view, **FAULTS[fault])
    view.frame.get_by_role("alert").wait_for()

    assert "could not be drawn" in view.frame.get_by_role("alert").inner_text()
    assert "Ada" in view.frame.locator("table").inner_text()
    logged = view.wait_sent("notifications/message")[0]
    assert (logged["level"], logged["logger"]) == ("error", "list_orders")


def test_a_page_that_draws_after_it_threw_is_left_alone_and_the_host_is_told(
    open_view: Callable[..., ViewPage],
) -> None:
    view = shown(open_view, after="nothing.at.all;")

    assert view.wait_sent("notifications/message")
    assert "2 orders" in view.frame.locator("body").inner_text()
    assert view.frame.locator("[data-result]").count() == 0


def test_a_page_that_works_is_left_alone(open_view: Callable[..., ViewPage]) -> None:
    view = shown(open_view)

    assert "2 orders" in view.frame.locator("body").inner_text()
    assert view.frame.locator("[data-result]").count() == 0
    assert view.sent("notifications/message") == []


def test_what_a_click_throws_later_is_logged_and_changes_nothing(open_view: Callable[..., ViewPage]) -> None:
    view = shown(
        open_view, after="document.querySelector('h1').addEventListener('click', () => nothing.at.all);"
    )
    view.frame.locator("h1").click()

    assert view.wait_sent("notifications/message")
    assert "2 orders" in view.frame.locator("body").inner_text()
    assert view.frame.locator("[data-result]").count() == 0
