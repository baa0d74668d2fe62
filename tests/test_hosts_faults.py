"""What hosts get wrong, a view of genui bears: each test fails without what was done about it."""

import json
from typing import Any

import pytest
from browser import assert_clean
from conftest import linked
from playwright.sync_api import expect

from genui.hosts.laboratory import tried_all
from genui.hosts.profiles import FAULTS, find_profiles
from genui.hosts.trials import LESSENS, Case
from genui.model import Tool

pytestmark = pytest.mark.browser

ROWS = [{"id": f"A-{at}", "city": f"City {at}", "total": at * 7} for at in range(100, 148)]
DATA = {"orders": ROWS}
TOOL: dict[str, Any] = {
    "name": "list_orders",
    "title": "List orders",
    "inputSchema": {"type": "object", "properties": {"city": {"type": "string"}}},
    "outputSchema": {
        "type": "object",
        "properties": {"orders": {"type": "array", "items": {"type": "object"}}},
        "required": ["orders"],
    },
}
INPUT = {"city": "Bergen"}
NOTHING = {"content": [{"type": "text", "text": "{}"}], "structuredContent": {}}


def result(data: Any = None, *, text: str | None = None) -> dict[str, Any]:
    data = DATA if data is None else data
    return {"content": [{"type": "text", "text": text or json.dumps(data)}], "structuredContent": data}


def few(count: int = 2) -> dict[str, Any]:
    return result({"orders": ROWS[:count]})


def test_a_view_bears_each_fault(warm: Any) -> None:
    [host] = find_profiles("chatgpt")
    exchange = {"arguments": INPUT, "result": few()}
    html = linked(TOOL)
    cases = [Case(Tool(TOOL), html, host, (*host["faults"], fault), exchange) for fault in FAULTS]
    verdicts = warm.run(tried_all(warm, cases, "", lambda _: None))

    expected = {fault: "degraded" if fault in LESSENS else "works" for fault in FAULTS}
    because = {each.fault: each.because for each in verdicts}
    assert {each.fault: each.verdict for each in verdicts} == expected, because


def test_a_result_is_drawn_from_its_text_where_its_data_are_lost_and_from_its_data_where_they_say_more(
    open_tool: Any,
) -> None:
    view = open_tool(TOOL)
    view.send_input(INPUT)
    view.send_result({"content": few()["content"]})
    expect(view.frame.locator("[data-result]")).to_contain_text("A-101")

    view.send_result(result({"orders": ROWS[:3]}, text="Found three orders."))
    expect(view.frame.locator("tbody tr")).to_have_count(3)
    view.frame.locator("[data-raw]").click()
    expect(view.frame.locator("[data-raw-pane]")).to_contain_text("Found three orders.")


def test_where_the_structured_content_is_empty_the_text_is_drawn(open_tool: Any) -> None:
    view = open_tool({**TOOL, "outputSchema": {"type": "object"}})
    view.send_input(INPUT)
    view.send_result({"content": few()["content"], "structuredContent": {}})

    expect(view.frame.locator("[data-result]")).to_contain_text("A-101")


def test_an_emptied_replay_is_not_taken_for_nothing_found(open_tool: Any) -> None:
    view = open_tool(TOOL, call=few())
    view.send_input(INPUT)
    view.send_result(NOTHING)
    expect(view.frame.locator("main")).to_contain_text("The result is not here any more")

    view.frame.get_by_role("button", name="Run again").click()
    expect(view.frame.locator("tbody tr")).to_have_count(2)
    assert view.calls[0]["arguments"] == INPUT


def test_a_host_that_begins_again_and_again_loses_nothing_typed_or_opened(open_tool: Any) -> None:
    view = open_tool(TOOL)
    view.send_input(INPUT)
    view.send_result(few())
    view.frame.locator("details.run > summary").click()
    view.frame.locator("[name=city]").fill("Oslo")
    view.frame.locator("[data-raw]").click()

    for _ in range(3):
        view.set_context({"theme": "light", "locale": "en-US"})
        view.send_input(INPUT)
        view.send_result(few())

    assert view.frame.locator("[name=city]").input_value() == "Oslo"
    assert view.frame.locator("html").get_attribute("data-state") == "result"
    expect(view.frame.locator("[data-raw-pane]")).to_be_visible()
    assert_clean(view)


def test_a_host_that_begins_again_leaves_the_page_where_it_was_scrolled_to(open_tool: Any) -> None:
    view = opened_long(open_tool)
    view.frame.get_by_role("button", name="Show all 48 rows").click()
    view.page.evaluate("document.querySelector('iframe').style.height = '300px'")
    row = view.frame.locator("tbody tr").nth(40)
    row.scroll_into_view_if_needed()
    row.evaluate("(node) => (globalThis.there = [node, scrollY])")
    for _ in range(3):
        view.set_context({"theme": "light"})
        view.send_input(INPUT)
        view.send_result(few(48))

    assert view.frame.evaluate("there[0].isConnected && there[1] > 0 && scrollY === there[1]")


def test_what_somebody_does_to_a_view_is_not_kept_by_telling_the_model(open_tool: Any) -> None:
    view = open_tool(TOOL)
    view.send_input(INPUT)
    view.send_result(few(8))
    view.frame.locator("th button").first.click()
    view.frame.locator("[data-raw]").click()
    view.frame.locator("details.run > summary").click()
    view.frame.locator("[name=city]").fill("Oslo")
    view.teardown()

    assert view.sent("ui/update-model-context") == []


def test_a_run_that_is_never_cancelled_leaves_the_form_to_be_used(open_tool: Any) -> None:
    view = open_tool(TOOL, call=few())
    view.send_input(INPUT)
    view.frame.locator("details.run > summary").click()
    view.frame.locator("[name=city]").fill("Oslo")
    view.frame.locator("[data-submit]").click()

    expect(view.frame.locator("tbody tr")).to_have_count(2)
    assert view.calls[0]["arguments"] == {"city": "Oslo"}


def test_another_result_of_the_same_input_is_shown(open_tool: Any) -> None:
    view = open_tool(TOOL)
    view.send_input(INPUT)
    view.send_result(few())
    view.send_input(INPUT)
    view.send_result(few(3))

    expect(view.frame.locator("tbody tr")).to_have_count(3)


def test_an_input_that_comes_after_its_result_starts_nothing(open_tool: Any) -> None:
    view = open_tool(TOOL)
    view.send_result(few())
    view.send_input(INPUT)

    assert view.frame.locator("html").get_attribute("data-state") == "result"
    expect(view.frame.locator("details.run > summary")).to_contain_text("Bergen")


def test_a_result_without_input_after_half_an_input_is_shown(open_tool: Any) -> None:
    view = open_tool(TOOL)
    view.send_partial({"city": "Ber"})
    view.send_result(few())

    expect(view.frame.locator("tbody tr")).to_have_count(2)


def test_a_tool_for_models_only_is_not_called_by_its_view(open_tool: Any) -> None:
    view = open_tool({**TOOL, "_meta": {"ui": {"visibility": ["model"]}}}, call=few())
    expect(view.frame.locator("main")).to_contain_text("Only the assistant may run this tool")

    view.frame.locator("[data-submit]").click()
    view.settle()
    assert view.calls == []
    view.send_input(INPUT)
    view.send_result(few())
    expect(view.frame.locator("tbody tr")).to_have_count(2)


def test_a_view_without_style_variables_is_readable_in_both_themes(open_tool: Any) -> None:
    for theme in ("light", "dark"):
        view = open_tool(TOOL, theme=theme, context={"styles": {}})
        view.send_input(INPUT)
        view.send_result(few())
        view.settle()
        assert view.axe() == []


def test_a_person_shows_a_tool_as_text_from_now_on(open_tool: Any) -> None:
    view = open_tool(TOOL, call={"content": [{"type": "text", "text": "list_orders is shown as text."}]})
    view.send_input(INPUT)
    view.send_result(few())
    view.frame.locator("[data-raw]").click()
    view.frame.get_by_role("button", name="Show as text from now on").click()

    expect(view.frame.locator("[data-raw-pane]")).to_contain_text("list_orders is shown as text.")
    assert [(call["name"], call["arguments"]) for call in view.calls] == [
        ("_ui_text", {"toolName": "list_orders"})
    ]
    assert_clean(view)


def opened_long(open_tool: Any, *, modes: tuple[str, ...] = ("inline",), rows: int = 48) -> Any:
    view = open_tool(TOOL, context={"availableDisplayModes": list(modes)})
    view.send_input(INPUT)
    view.send_result(few(rows))
    view.settle()
    return view


def height(view: Any) -> float:
    view.settle()
    return float(view.frame.evaluate("document.documentElement.getBoundingClientRect().height"))


def test_a_long_result_ends_in_a_fold_that_a_button_opens(open_tool: Any) -> None:
    view = opened_long(open_tool)
    assert height(view) <= 760
    expect(view.frame.locator("[data-raw]")).to_be_visible()

    view.frame.get_by_role("button", name="Show all 48 rows").click()
    expect(view.frame.locator("tbody tr")).to_have_count(48)
    assert height(view) > 1000
    assert view.sent("ui/notifications/size-changed")[-1]["height"] > 1000
    assert view.axe() == []


@pytest.mark.parametrize("room", [{"height": 400}, {"maxHeight": 400}])
def test_a_host_with_less_room_has_the_fold_within_it(open_tool: Any, room: dict[str, int]) -> None:
    view = open_tool(TOOL, context={"containerDimensions": {"width": 560, **room}})
    view.send_input(INPUT)
    view.send_result(few(48))
    view.settle()

    assert height(view) <= 400


def test_the_fold_says_how_many_rows_there_are_and_opens_for_what_comes_into_view(open_tool: Any) -> None:
    view = opened_long(open_tool, rows=3)
    expect(view.frame.locator("[data-unfold]")).to_have_count(0)

    view.send_result(few(30))
    expect(view.frame.locator("[data-unfold]")).to_have_text("Show all 30 rows")
    view.frame.locator("tbody tr").last.scroll_into_view_if_needed()
    expect(view.frame.locator("[data-unfold]")).to_have_count(0)


def test_full_screen_is_offered_where_the_host_has_it_and_has_no_fold(open_tool: Any) -> None:
    assert opened_long(open_tool).frame.locator("[data-fullscreen]").count() == 0
    view = opened_long(open_tool, modes=("inline", "fullscreen"))
    view.frame.locator("[data-fullscreen]").click()

    assert view.wait_sent("ui/request-display-mode") == [{"mode": "fullscreen"}]
    view.set_context({"displayMode": "fullscreen"})
    expect(view.frame.locator("[data-unfold]")).to_have_count(0)
    view.set_context({"displayMode": "inline"})
    expect(view.frame.locator("[data-unfold]")).to_be_visible()


@pytest.mark.parametrize("insets", [0, 142])
def test_the_height_comes_to_rest_however_the_host_uses_it(open_tool: Any, insets: int) -> None:
    view = opened_long(open_tool)
    view.set_context({"safeAreaInsets": {"top": insets, "right": 0, "bottom": insets, "left": 0}})
    told = []
    for _ in range(6):
        told.append(height(view))
        view.page.evaluate(f"document.querySelector('iframe').style.height = '{told[-1] + 2}px'")
    assert len(set(told[1:])) == 1
