"""The page's main flow: states, runs of the host and our own, errors, the host's context, no host."""

from typing import Any

import pytest
from browser import assert_clean
from conftest import linked
from playwright.sync_api import expect

from genui.assets import load_assets
from genui.link import link
from genui.model import Tool, View

pytestmark = pytest.mark.browser

TOOL = {
    "name": "list_orders",
    "title": "List orders",
    "inputSchema": {
        "type": "object",
        "properties": {"customer": {"type": "string"}, "limit": {"type": "integer"}},
        "required": ["customer"],
    },
}
SPEC: dict[str, Any] = {"version": 1, "result": [{"type": "auto"}]}
ROWS = "[{'id': 7, 'total': 12.5, 'placed': '%s-11-21T14:02:00Z'}, {'id': 8, 'total': 3.0, 'placed': None}]"


def text(value: str, **more: Any) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": value}], **more}


ORDERS = text(ROWS % 2025)


@pytest.fixture
def view(open_tool: Any) -> Any:
    return open_tool(TOOL, SPEC)


def state(view: Any) -> str:
    return view.frame.evaluate("document.documentElement.dataset.state")


def run(view: Any, customer: str = "Ada") -> None:
    """Fill the form and press its button."""
    view.frame.locator("[name=customer]").fill(customer)
    view.frame.locator("[data-submit]").click()


def test_a_view_is_ready_without_any_input(view: Any) -> None:
    assert state(view) == "ready"
    expect(view.frame.locator("h1")).to_be_visible()
    expect(view.frame.locator("[name=customer]")).to_be_visible()
    expect(view.frame.locator("[data-component=skeleton]")).to_have_count(0)
    assert view.axe() == []
    assert_clean(view)


def test_the_hosts_run_fills_the_form_and_shows_the_result(view: Any) -> None:
    view.send_input({"customer": "Ada", "limit": 5})
    assert state(view) == "running"
    expect(view.frame.locator("[data-component=running]")).to_contain_text("Listing orders, Ada")
    expect(view.frame.locator("[data-cancel-run]")).to_have_count(0)
    view.send_result(ORDERS)
    assert state(view) == "result"
    expect(view.frame.locator("[data-result] [data-component=table] tbody tr")).to_have_count(2)
    expect(view.frame.locator("details.run > summary")).to_contain_text("Ada")
    expect(view.frame.locator("[data-component=running]")).to_have_count(0)
    assert view.frame.locator("details.run").get_attribute("open") is None
    assert view.frame.locator("[name=customer]").input_value() == "Ada"
    assert view.axe() == []
    assert_clean(view)


def test_a_result_without_input_is_shown(view: Any) -> None:
    view.send_result(text("hello"))
    expect(view.frame.locator("[data-result]")).to_contain_text("hello")
    assert state(view) == "result"


def test_our_own_run_shows_what_the_call_returned_and_tells_the_model(open_tool: Any) -> None:
    view = open_tool(TOOL, SPEC, call=ORDERS)
    run(view)
    expect(view.frame.locator("[data-result] tbody tr")).to_have_count(2)
    assert [(call["name"], call["arguments"]) for call in view.calls] == [
        ("list_orders", {"customer": "Ada"})
    ]
    [context] = view.wait_sent("ui/update-model-context")
    assert '{"customer":"Ada"}' in context["content"][0]["text"]
    expect(view.frame.locator("[role=status].sr")).to_have_text("2 items loaded")
    assert view.frame.evaluate("document.activeElement.localName") == "summary"
    assert_clean(view)


def test_the_model_gets_the_data_of_a_run_beside_its_text(open_tool: Any) -> None:
    found = {"structuredContent": {"orders": [{"id": 1}]}, "content": []}
    view = open_tool(TOOL, SPEC, call=found)
    run(view)
    [context] = view.wait_sent("ui/update-model-context")
    assert context["structuredContent"] == found["structuredContent"]
    assert "list_orders" in context["content"][0]["text"]


def test_the_model_is_told_nothing_where_the_host_or_the_spec_says_no(open_tool: Any) -> None:
    for spec, capabilities in [({**SPEC, "context": False}, None), (SPEC, {"serverTools": {}})]:
        more = {"host_capabilities": capabilities} if capabilities else {}
        view = open_tool(TOOL, spec, call=text("ok"), **more)
        run(view)
        expect(view.frame.locator("[data-result]")).to_contain_text("ok")
        assert view.sent("ui/update-model-context") == []


def test_a_run_can_be_cancelled_and_its_late_answer_is_ignored(view: Any) -> None:
    view.send_result(text("former"))
    view.frame.locator("details.run > summary").click()
    run(view)
    view.wait_calls()
    assert state(view) == "running"
    expect(view.frame.locator("[data-submit]")).to_be_disabled()
    expect(view.frame.locator("[data-state=running] .out")).to_contain_text("former")
    view.frame.locator("[data-cancel-run]").click()
    expect(view.frame.locator("[data-component=cancelled]")).to_contain_text("Stopped before it finished")
    assert state(view) == "cancelled"
    view.answer(text("too late"))
    view.settle()
    expect(view.frame.locator("[data-result]")).not_to_contain_text("too late")
    assert_clean(view)


def test_the_hosts_cancellation_is_a_state(view: Any) -> None:
    view.send_input({"customer": "Ada"})
    view.cancel("The user stopped it.")
    expect(view.frame.locator("[data-component=cancelled]")).to_contain_text("The user stopped it.")
    assert state(view) == "cancelled"
    assert view.axe() == []


def test_a_tool_error_says_what_failed_and_what_was_kept(open_tool: Any) -> None:
    view = open_tool(
        TOOL, SPEC, call=text("Error executing tool list_orders: Customer 'Ada' is unknown.", isError=True)
    )
    run(view)
    note = view.frame.locator("[data-component=error]")
    expect(note.locator("h2")).to_have_text("Customer 'Ada' is unknown.")
    expect(note).to_contain_text("Ada kept.")
    assert state(view) == "error"
    assert note.get_attribute("role") == "alert"
    note.get_by_role("button", name="Show details").click()
    expect(note.locator("pre")).to_contain_text("Error executing tool list_orders")
    note.get_by_role("button", name="Edit").click()
    expect(view.frame.locator("[name=customer]")).to_be_focused()
    assert view.axe() == []
    note.get_by_role("button", name="Try again").click()
    assert len(view.wait_calls(2)) == 2


FAULTS = {
    "getaddrinfo ENOTFOUND api.example.com": "The service did not answer",
    "ETIMEDOUT: upstream request timed out after 30000 ms": "No answer came in time",
    "MCP error -32602: Input validation error: customer: too short": "Some values were not accepted",
    "HTTP 401 Unauthorized": "Access was refused",
    "429 Too Many Requests": "The service asks for fewer requests",
    '{"error": {"message": "no such table: nope"}}': "No such table: nope",
    "Traceback\nline\n" + "x" * 300: "List orders did not work",
    "Traceback (most recent call last):\n  File 'a.py'\n    f()\nKeyError: 'city'": "KeyError: 'city'",
    "RangeError: no such date\n    at f (a.js:1:2)\n    at g (b.js:3:4)": "RangeError: no such date",
    "<html><head><title>502 Bad Gateway</title></head><body>x</body></html>": "502 Bad Gateway",
    "Unexpected token '<': no valid JSON": "Unexpected token '<': no valid JSON",
}

TOLD = {
    '{"title": "Not valid.", "invalid_params": [{"name": "to", "reason": "is no IBAN"}]}': "to: is no IBAN",
    'HTTP 422: {"message": "Not valid.", "errors": {"age": ["Must be 18."]}}': "Not valid.\nMust be 18.",
    '{"errors": [{"title": "Query", "detail": "is empty"}, {"detail": "Page 0."}]}': "Page 0.",
    '{"errorMessages": ["No issue.", "No right."], "errors": {}}': "No right.",
    'Invalid:\n[{"code": "small", "path": ["a", 0], "message": "Too small."}]': "a.0: Too small.",
    "1 validation error for f\nfen\n  Missing argument [type=missing]\n    For further information visit x": (
        "fen: Missing argument"
    ),
    '{"error": {"message": "Too many requests, wait 9 s.", "code": 429}}': "Too many requests, wait 9 s.",
}


def test_faults_are_told_in_plain_words(open_tool: Any) -> None:
    view = open_tool(TOOL, SPEC)
    shown = view.frame.locator("[data-component=error]")
    for message, title in FAULTS.items():
        view.send_result(text(message, isError=True))
        expect(shown.locator("h2")).to_have_text(title)
    for message, words in TOLD.items():
        view.send_result(text(message, isError=True))
        expect(shown.locator("p").first).to_have_text(words)
        expect(shown.get_by_role("button", name="Show details")).to_be_visible()


POINTED = 'syntax error at or near "FRM"\nLINE 1: SELECT * FRM x\n                 ^'
"""A failure whose caret stands below what is wrong."""


@pytest.mark.parametrize(
    ("message", "title", "words"),
    [
        (f"ERROR:  {POINTED}", 'Syntax error at or near "FRM"', POINTED.partition("\n")[2]),
        ("Error:\n  SELECT * FRM x\n           ^~~", "List orders did not work", None),
    ],
)
def test_a_caret_stays_below_what_it_points_at(open_tool: Any, message: str, title: str, words: str) -> None:
    view = open_tool(TOOL, SPEC)
    view.send_result(text(message, isError=True))
    shown = view.frame.locator("[data-component=error]")
    expect(shown.locator("h2")).to_have_text(title)
    told = shown.locator("pre").first
    assert told.inner_text() == (words or message)
    assert told.evaluate("(node) => getComputedStyle(node).fontFamily").endswith("monospace")


def test_a_caret_in_an_answer_stays_below_what_it_points_at(view: Any) -> None:
    view.send_result(text(POINTED))
    assert view.frame.locator("[data-result] pre").inner_text() == POINTED


def test_a_protocol_error_is_an_error_state(view: Any) -> None:
    run(view)
    view.wait_calls()
    view.refuse("connection to upstream lost", code=-32000)
    expect(view.frame.locator("[data-component=error]")).to_contain_text("onnection to upstream lost")
    assert state(view) == "error"
    expect(view.frame.locator("[data-submit]")).to_be_enabled()


@pytest.mark.parametrize(
    "result", [{"content": []}, text(""), text("[]"), {"content": [], "structuredContent": {"orders": []}}]
)
def test_nothing_is_said_in_words(view: Any, result: dict[str, Any]) -> None:
    view.send_input({"customer": "Ada"})
    view.send_result(result)
    expect(view.frame.locator("[data-component=empty]")).to_contain_text("No orders found")
    expect(view.frame.locator("[data-result]")).to_contain_text("Nothing for Ada.")
    assert state(view) == "result"


def test_raw_is_one_click_away_and_drawn_in_steps(view: Any) -> None:
    view.send_result(text("x" * 250_000))
    toggle, pane = view.frame.locator("[data-raw]"), view.frame.locator("[data-raw-pane]")
    expect(pane).to_be_hidden()
    toggle.click()
    expect(toggle).to_have_text("Hide raw")
    assert len(pane.locator("pre").inner_text()) == 100_000
    pane.locator("[data-more]").click()
    pane.locator("[data-more]").click()
    assert len(pane.locator("pre").inner_text()) == 250_000
    expect(pane.locator("[data-more]")).to_be_hidden()


def test_a_spec_can_leave_raw_out_and_put_the_form_below(open_tool: Any) -> None:
    view = open_tool(TOOL, {**SPEC, "raw": False, "form": {"position": "bottom"}})
    view.send_result(text("hello"))
    expect(view.frame.locator("[data-raw]")).to_have_count(0)
    below = "document.querySelector('.out').compareDocumentPosition(document.querySelector('.run'))"
    assert view.frame.evaluate(below) == 4


def test_theme_variables_and_safe_area_come_from_the_host(open_tool: Any) -> None:
    variables = {
        "--color-background-primary": "rgb(1, 2, 3)",
        "--bg": "red",
        "--color-text-primary": "url(https://x.test/a)",
    }
    view = open_tool(
        TOOL,
        SPEC,
        theme="dark",
        context={
            "styles": {"variables": variables},
            "safeAreaInsets": {"top": 7, "right": 0, "bottom": 0, "left": 0},
        },
    )
    style = "(name) => document.documentElement.style.getPropertyValue(name)"
    assert view.frame.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(1, 2, 3)"
    assert view.frame.evaluate(style, "--bg") == ""
    assert view.frame.evaluate(style, "--color-text-primary") == ""
    assert view.frame.evaluate("document.documentElement.style.colorScheme") == "dark"
    assert view.frame.evaluate("document.body.style.paddingTop") == "7px"
    view.set_context({"theme": "light"})
    assert view.frame.evaluate("document.documentElement.style.colorScheme") == "light"


def test_a_spec_can_fix_the_theme(open_tool: Any) -> None:
    view = open_tool(TOOL, {**SPEC, "theme": "light"}, theme="dark")
    assert view.frame.evaluate("document.documentElement.style.colorScheme") == "light"


def test_a_new_locale_redraws_values_and_keeps_what_was_typed(view: Any) -> None:
    view.send_result(ORDERS)
    cell = view.frame.locator("tbody tr").first.locator("td").last
    expect(cell).to_have_text("Nov 21, 2025, 2:02 PM")
    view.frame.locator("details.run > summary").click()
    view.frame.locator("[name=customer]").fill("typed")
    view.set_context({"locale": "de-DE", "timeZone": "Asia/Tokyo"})
    expect(cell).to_have_text("21. Nov. 2025, 23:02")
    assert view.frame.locator("[name=customer]").input_value() == "typed"


def test_a_host_that_does_not_say_that_views_may_run_tools_is_tried_once_by_a_click(open_tool: Any) -> None:
    view = open_tool(TOOL, SPEC, host_capabilities={"openLinks": {}})
    assert "This host does not let views run tools" not in view.frame.locator("main").inner_text()
    run(view)
    assert len(view.wait_calls()) == 1
    view.refuse("Method not found", code=-32601)
    expect(view.frame.locator("details.run")).to_contain_text("This host does not let views run tools")
    view.frame.locator("details.run").evaluate("(node) => { node.open = true; }")
    run(view)
    view.settle()
    assert len(view.calls) == 1


def test_an_answer_that_the_tool_cannot_have_given_is_gone_and_not_empty(open_tool: Any) -> None:
    told = {"type": "object", "properties": {"orders": {"type": "array"}}, "required": ["orders"]}
    view = open_tool({**TOOL, "outputSchema": told}, {**SPEC, "result": [{"type": "auto"}]})
    view.send_input({"customer": "Ada"})
    view.send_result({"content": [], "structuredContent": {}})
    expect(view.frame.locator("[data-result]")).to_contain_text("The result is not here any more")
    view.frame.get_by_role("button", name="Run again").click()
    assert len(view.wait_calls()) == 1
    view.answer({"structuredContent": {"orders": []}})
    expect(view.frame.locator("[data-result]")).not_to_contain_text("not here any more")


STRANGE: list[dict[str, Any]] = [
    {"content": [{"type": "hologram", "data": {"x": 1}}, {"type": "text", "text": "after"}]},
    {"content": [{"type": "text", "text": "after"}, {"type": "image"}]},
    {
        "content": [],
        "structuredContent": {
            "constructor": {"prototype": 1},
            "__proto__": "p",
            "toString": None,
            "word": "after",
        },
    },
    {"content": [{"type": "text", "text": "after " + "[" * 3000}]},
]


def test_a_strange_result_never_blanks_the_page(view: Any) -> None:
    for result in STRANGE:
        view.send_result(ORDERS)
        expect(view.frame.locator("[data-result]")).not_to_contain_text("after")
        view.post({"jsonrpc": "2.0", "method": "ui/notifications/tool-result", "params": result})
        expect(view.frame.locator("[data-result]")).to_contain_text("after")
        assert state(view) == "result"
        assert_clean(view)


def test_teardown_is_answered(view: Any) -> None:
    view.send_input({"customer": "Ada"})
    assert view.teardown() == {}


def test_outside_a_host_the_page_says_what_it_is(open_page: Any) -> None:
    shown = open_page(linked(TOOL, SPEC))
    note = shown.page.locator("[data-component=outside]")
    expect(note).to_contain_text("To run List orders, open it in an MCP Apps host")
    expect(shown.page.locator("[name=customer]")).to_be_visible()
    expect(shown.page.locator("[data-component=skeleton]")).to_have_count(0)
    assert shown.page.evaluate("document.documentElement.dataset.state") == "ready"


def test_outside_a_host_the_example_is_shown(open_page: Any) -> None:
    from genui.assets import load_assets
    from genui.link import link
    from genui.model import Tool, View

    seen = View("list_orders", SPEC, example={"arguments": {"customer": "Ada"}, "result": ORDERS})
    shown = open_page(link(Tool(TOOL), seen, load_assets("templates"), source=""))
    expect(shown.page.locator("[data-result] tbody tr")).to_have_count(2)
    expect(shown.page.locator("[data-component=outside]")).to_be_visible()


def test_a_host_that_never_answers_gets_no_eternal_skeleton(open_page: Any) -> None:
    from html import escape

    inner = escape(linked(TOOL, SPEC).decode(), quote=True)
    host = f'<!doctype html><html lang="en"><title>mute</title><iframe srcdoc="{inner}"></iframe>'
    shown = open_page(host.encode())
    frame = shown.page.frame_locator("iframe")
    expect(frame.locator("[data-component=outside]")).to_be_visible()
    expect(frame.locator("[data-component=skeleton]")).to_have_count(0)
    expect(frame.locator("[name=customer]")).to_be_visible()


def test_escape_folds_what_was_opened_last(view: Any) -> None:
    view.send_result(ORDERS)
    view.frame.locator("details.run > summary").click()
    view.frame.locator("[data-raw]").click()
    view.frame.page.keyboard.press("Escape")
    expect(view.frame.locator("[data-raw-pane]")).to_be_hidden()
    expect(view.frame.locator("[data-raw]")).to_be_focused()
    view.frame.page.keyboard.press("Escape")
    expect(view.frame.locator("[name=customer]")).to_be_hidden()
    expect(view.frame.locator("details.run > summary")).to_be_focused()


def test_nothing_moves_for_those_who_want_no_motion(view: Any) -> None:
    view.page.emulate_media(reduced_motion="reduce")
    view.send_input({"customer": "Ada"})
    assert view.frame.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("width", [320, 400])
def test_no_result_makes_the_page_scroll_sideways(open_tool: Any, width: int) -> None:
    view = open_tool(TOOL, SPEC, width=width)
    rows = [{f"column_{i}": "w" * 80 for i in range(20)} for _ in range(3)]
    for result in [
        {"rows": rows, "b": [rows]},
        {"word": "x" * 500, "n": {"deep": {"deeper": {"x" * 90: "y" * 90}}}},
    ]:
        view.send_result({"content": [], "structuredContent": result})
        view.settle()
        assert view.frame.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_locale_that_is_read_from_right_to_left_turns_the_page(open_tool: Any) -> None:
    view = open_tool({"name": "x", "inputSchema": {"type": "object"}}, locale="ar-EG")
    expect(view.frame.locator("html")).to_have_attribute("dir", "rtl")
    view.set_context({"locale": "de-CH"})
    expect(view.frame.locator("html")).to_have_attribute("dir", "ltr")


def test_a_view_made_while_serving_says_in_its_footer_that_nobody_has_reviewed_it(open_view: Any) -> None:
    made = View(TOOL["name"], SPEC)
    view = open_view(link(Tool(TOOL), made, load_assets("templates"), source="", reviewed=False), tool=TOOL)
    view.wait_initialized()
    view.send_input({"customer": "Ada"})
    view.send_result(ORDERS)
    expect(view.frame.locator(".foot").last).to_contain_text("Not reviewed")
