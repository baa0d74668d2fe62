"""What genui draws around a page of another author: title, arguments, how a run goes, the raw result."""

import pytest
from browser import assert_clean

from genui.assets import load_assets
from genui.model import Tool
from genui.pages import link_page

pytestmark = pytest.mark.browser

TOOL = {
    "name": "list_orders",
    "inputSchema": {
        "type": "object",
        "properties": {"customer": {"type": "string"}, "limit": {"type": "integer"}},
    },
}
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Open orders</title><style>
:root{color-scheme:light dark}p,button,pre{font-size:40px;color:red}</style></head><body>BODY<p id="out"></p>
<button type="button" id="go">List</button><script type="module">
import { App } from "@modelcontextprotocol/ext-apps";
const app = new App({ name: "orders", version: "1.0.0" });
const show = ({ isError, content }) => (out.textContent = isError ? "ERROR" : content[0].text);
app.ontoolresult = show;
const call = { name: "list_orders", arguments: { customer: "Bo" } };
go.onclick = () => app.callServerTool(call).then(show, () => {});
await app.connect();
</script></body></html>"""
RESULT = {"content": [{"type": "text", "text": '{"orders": [{"id": 7}]}'}]}
FAILED = {"isError": True, "content": [{"type": "text", "text": "no such customer: Ada"}]}


@pytest.fixture
def opened(open_view):
    def open_page(body="", error=""):
        page = PAGE.replace("BODY", body).replace("ERROR", error)
        view = open_view(link_page(Tool(TOOL), page, load_assets("templates"), source=""), tool=TOOL)
        view.wait_initialized()
        return view

    return open_page


def state(view, wanted):
    view.frame.locator(f"html[data-state={wanted}]").wait_for(state="attached")
    view.settle()


def test_a_page_has_the_title_the_arguments_and_the_raw_result_of_every_view(opened):
    view = opened()
    view.send_input({"customer": "Ada", "limit": 3})
    state(view, "running")
    assert view.frame.locator("[data-component=running]").is_visible()
    view.send_result(RESULT)
    state(view, "result")
    assert view.frame.locator(".ran").inner_text() == "Open orders · Ada"
    assert view.frame.locator("[data-component=running]").count() == 0
    raw = view.frame.locator("[data-raw]")
    raw.click()
    assert '"id": 7' in view.frame.locator("[data-raw-pane]").inner_text()
    assert raw.inner_text() == "Hide raw"
    # Neither style reaches the other.
    size = "node => getComputedStyle(node).fontSize"
    assert (raw.evaluate(size), view.frame.locator("#out").evaluate(size)) == ("12px", "40px")
    assert view.axe() == []
    assert_clean(view)


def test_its_own_runs_are_told_too_and_a_failure_stands_above_it(opened):
    view = opened()
    view.send_input({"customer": "Ada"})
    view.send_result(FAILED)
    state(view, "error")
    error = view.frame.locator("[data-component=error]")
    assert "such customer: Ada" in error.inner_text()
    view.frame.locator("#go").click()
    view.wait_calls()
    view.answer(RESULT)
    state(view, "result")
    assert error.count() == 0
    assert view.frame.locator(".ran").inner_text() == "Open orders · Bo"
    view.frame.locator("#go").click()
    view.wait_calls(2)
    view.refuse("the server is gone")
    state(view, "error")
    assert "server is gone" in error.inner_text()
    view.cancel("not needed")
    state(view, "cancelled")
    assert "not needed" in view.frame.locator("[data-component=cancelled]").inner_text()
    assert_clean(view)


def test_what_a_page_draws_itself_is_left_to_it(opened):
    view = opened("<h1>Mine</h1><button type=button>Show raw JSON</button>", error="no such customer: Ada")
    view.send_input({"customer": "Ada"})
    view.send_result(FAILED)
    state(view, "error")
    for own in (".ran", "[data-raw]", "[data-component=error]"):
        assert view.frame.locator(own).count() == 0
