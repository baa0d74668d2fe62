"""The page of last resort shows its tool, what went wrong, and whatever the host sends."""

from collections.abc import Callable
from typing import Any

import pytest
from browser import assert_clean
from playwright.sync_api import expect

from genui.emergency import emergency_page
from genui.model import Tool

pytestmark = pytest.mark.browser

TOOL = {"name": "<add>", "inputSchema": {"type": "object"}}
HTML = emergency_page(Tool(TOOL), "page.html:3: no filter named 'x' & more")


def test_it_says_what_failed_and_shows_raw_data(open_view: Callable[..., Any]) -> None:
    view = open_view(HTML, tool=TOOL, theme="dark")
    expect(view.frame.locator("h1")).to_have_text("<add>")
    expect(view.frame.get_by_role("alert")).to_contain_text("page.html:3: no filter named 'x' & more")

    view.send_input({"a": 1, "__proto__": "<img src=x onerror=alert(1)>"})
    view.send_result({"content": [{"type": "text", "text": "<b>3</b>"}], "isError": True})

    expect(view.frame.locator("#data")).to_contain_text('"__proto__": "<img src=x onerror=alert(1)>"')
    expect(view.frame.locator("#data")).to_contain_text('"text": "<b>3</b>"')
    assert view.frame.locator("html").get_attribute("data-state") == "error"
    assert view.wait_sent("ui/notifications/size-changed")
    assert view.teardown() == {}
    assert view.axe() == []
    assert_clean(view)


def test_it_says_so_outside_a_host_as_well(open_page: Callable[..., Any]) -> None:
    opened = open_page(HTML)

    expect(opened.page.get_by_role("alert")).to_be_visible()
    assert_clean(opened)
