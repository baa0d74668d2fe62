"""The host's input and result where they are hard: a host that answers late, and very many arguments."""

from typing import Any

import pytest
from browser import assert_clean
from conftest import linked
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

SPEC: dict[str, Any] = {"version": 1, "result": [{"type": "auto"}]}
ONE = {"type": "object", "properties": {"customer": {"type": "string"}}, "required": ["customer"]}
ROW = {"type": "array", "items": {"type": ["string", "number", "null"]}}
SHEET = {
    "name": "write_range",
    "title": "Write range",
    "inputSchema": {
        "type": "object",
        "properties": {
            "sheet": {"type": "string"},
            "at": {"type": "string", "format": "date-time"},
            "rows": {"type": "array", "items": ROW},
        },
        "required": ["sheet", "rows"],
    },
}
LONG = {"sheet": "Sales", "rows": [[f"row {i}", i, None, "x" * 60] for i in range(80)]}
OTHER = {"sheet": "Costs", "rows": [[f"cost {i}", i, None, "y" * 60] for i in range(80)]}
DONE = {"content": [{"type": "text", "text": "written"}]}
FIELDS = "document.querySelectorAll('.form input, .form textarea').length"
SUBMIT = "document.querySelector('[data-submit]').click()"

# A host that answers once the page has given up waiting, and sends what it has as soon as it may.
LATE = """
const frame = document.querySelector("iframe");
const send = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
const tell = (name, params) => send({ method: "ui/notifications/" + name, params });
let asked;
const answer = () => send({ id: asked, result: {
  protocolVersion: "2026-01-26", hostInfo: { name: "late", version: "1" },
  hostCapabilities: { serverTools: {} }, hostContext: {}
} });
addEventListener("message", ({ data }) => {
  if (data.method === "ui/initialize") asked = data.id;
  if (data.method !== "ui/notifications/initialized") return;
  tell("tool-input", { arguments: { customer: "Ada" } });
  tell("tool-result", { content: [{ type: "text", text: "hello Ada" }] });
});
"""
# Inside of the page, where no task comes between: what `initialized` brings is heard before any timer runs.
AT_ONCE = """
const later = window.setTimeout;
window.held = [];
window.setTimeout = (work, ms, ...rest) => ms ? later(work, ms, ...rest) : window.held.push(work);
"""


def opened_sheet(open_tool: Any, **more: Any) -> Any:
    view = open_tool(SHEET, SPEC, **more)
    view.before = view.frame.evaluate(FIELDS)
    return view


def unfold(view: Any) -> None:
    view.frame.locator("details.run > summary").click()


def submitted(view: Any, count: int = 1) -> Any:
    """Press the button of the form, and return the arguments that it sent."""
    view.frame.evaluate(SUBMIT)
    return view.wait_calls(count)[-1]["arguments"]


def test_what_a_late_host_sends_at_once_stays(open_page: Any) -> None:
    from html import escape

    html = linked({"name": "greet", "title": "Greet", "inputSchema": ONE}, SPEC).decode()
    inner = escape(html.replace("<script>", f"<script>{AT_ONCE}</script><script>", 1), quote=True)
    host = f'<!doctype html><html lang="en"><title>late</title><iframe srcdoc="{inner}"></iframe>'
    shown = open_page(f"{host}<script>{LATE}</script>".encode())
    frame = shown.page.frame_locator("iframe")
    expect(frame.locator("[data-component=outside]")).to_be_visible()

    shown.page.evaluate("answer()")
    expect(frame.locator("[data-result]")).to_contain_text("hello Ada")
    inside = shown.page.frames[1]
    inside.evaluate("for (const work of held) work()")

    assert inside.evaluate("held.length") > 0
    expect(frame.locator("[data-result]")).to_contain_text("hello Ada")
    expect(frame.locator("[data-component=outside]")).to_have_count(0)
    expect(frame.locator("details.run > summary")).to_contain_text("Ada")
    assert inside.evaluate("document.documentElement.dataset.state") == "result"
    assert frame.locator("[name=customer]").input_value() == "Ada"


def test_very_many_arguments_fill_the_form_once_it_is_opened(open_tool: Any) -> None:
    view = opened_sheet(open_tool, call=DONE)
    view.send_input(LONG)
    view.send_result(DONE)
    expect(view.frame.locator("[data-result]")).to_contain_text("written")
    expect(view.frame.locator("details.run > summary")).to_contain_text("Sales")
    assert view.frame.evaluate(FIELDS) == view.before

    unfold(view)

    expect(view.frame.locator("[name=sheet]")).to_have_value("Sales")
    assert view.frame.evaluate(FIELDS) > view.before + 80
    assert submitted(view) == LONG
    assert_clean(view)


def test_few_arguments_fill_the_form_at_once(open_tool: Any) -> None:
    view = opened_sheet(open_tool)
    view.send_input(LONG)
    view.send_input({"sheet": "Small", "rows": [["a"]]})
    assert view.frame.locator("[name=sheet]").input_value() == "Small"
    unfold(view)
    view.settle()
    assert view.frame.locator("[name=sheet]").input_value() == "Small"


def test_a_form_that_is_opened_by_a_search_has_its_values(open_tool: Any) -> None:
    view = opened_sheet(open_tool)
    view.send_input(LONG)
    view.frame.evaluate("document.querySelector('details.run').open = true")
    expect(view.frame.locator("[name=sheet]")).to_have_value("Sales")


def test_an_opened_form_has_the_values_it_was_given_last(open_tool: Any) -> None:
    view = opened_sheet(open_tool, call=DONE)
    view.send_input(LONG)
    view.send_input(OTHER)
    view.send_result(DONE)
    unfold(view)
    expect(view.frame.locator("[name=sheet]")).to_have_value("Costs")
    assert submitted(view) == OTHER


def test_editing_and_trying_again_keep_very_many_values(open_tool: Any) -> None:
    view = opened_sheet(open_tool, call={**DONE, "isError": True})
    view.send_input(LONG)
    view.send_result({**DONE, "isError": True})
    note = view.frame.locator("[data-component=error]")
    note.get_by_role("button", name="Try again").click()
    assert view.wait_calls()[0]["arguments"] == LONG
    note.get_by_role("button", name="Edit").click()
    expect(view.frame.locator("[name=sheet]")).to_be_focused()
    expect(view.frame.locator("[name=sheet]")).to_have_value("Sales")
    view.settle()
    expect(view.frame.locator("[name=sheet]")).to_be_focused()


def test_a_new_time_zone_neither_fills_nor_forgets_what_is_yet_to_come(open_tool: Any) -> None:
    view = opened_sheet(open_tool, call=DONE)
    timed = {**LONG, "at": "2025-11-21T14:02:00Z"}
    view.send_input(timed)
    view.send_result(DONE)
    view.set_context({"timeZone": "Asia/Tokyo"})
    view.send_partial({"sheet": "Half"})
    assert view.frame.evaluate(FIELDS) == view.before
    unfold(view)
    expect(view.frame.locator("[name=at]")).to_have_value("2025-11-21T23:02")
    sent = submitted(view)
    assert {**sent, "at": None} == {**LONG, "at": None}


def test_what_was_typed_into_the_filled_form_is_not_filled_over(open_tool: Any) -> None:
    view = opened_sheet(open_tool, call=DONE)
    view.send_input(LONG)
    view.send_result(DONE)
    unfold(view)
    expect(view.frame.locator("[name=sheet]")).to_have_value("Sales")
    view.frame.locator("[name=sheet]").fill("Typed")
    unfold(view)
    unfold(view)
    view.settle()
    assert submitted(view) == {**LONG, "sheet": "Typed"}


def test_an_empty_answer_of_a_tool_without_arguments_says_only_that(open_tool: Any) -> None:
    view = open_tool({"name": "read", "inputSchema": {"type": "object"}}, SPEC)
    view.send_input({})
    view.send_result({"content": []})
    note = view.frame.locator("[data-component=empty]")
    expect(note.get_by_role("heading")).to_be_visible()
    assert " ".join(note.inner_text().split()) == "Nothing found"
