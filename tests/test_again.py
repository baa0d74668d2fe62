"""Running the tool again: the next page and refreshing; and what a form offers to fill in."""

import pytest
from browser import assert_clean
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TOOL = {
    "name": "list_things",
    "annotations": {"readOnlyHint": True},
    "inputSchema": {
        "type": "object",
        "properties": {"q": {"type": "string"}, "cursor": {"type": "string"}},
    },
}
TABLE = {"type": "table", "props": {"rows": {"$path": "/result/rows"}}}
PAGED = {
    "version": 2,
    "result": [TABLE],
    "nextPage": {"arguments": {"cursor": {"$path": "/result/next"}}},
}
EVERY = {"version": 2, "result": [TABLE], "refresh": {"interval": 30}}
KEEP_TICKS = "window.ticks = {}; window.setInterval = (run, ms) => { ticks[ms] = run; return 1; }"


def answer(name, after=None):
    return {"content": [], "structuredContent": {"rows": [{"name": name}], "next": after}}


def shown(view, name):
    expect(view.frame.locator("th[scope=row]")).to_have_text(name)


def test_the_next_page_feeds_the_cursor_to_the_same_tool_and_the_one_before_comes_back(open_tool):
    view = open_tool(TOOL, PAGED)
    view.send_input({"q": "x"})
    view.send_result(answer("first", "c2"))
    view.frame.get_by_role("button", name="Next page").click()
    assert view.wait_calls(1)[0]["arguments"] == {"q": "x", "cursor": "c2"}
    view.answer(answer("second"))
    shown(view, "second")
    expect(view.frame.get_by_role("button", name="Next page")).to_have_count(0)
    view.frame.get_by_role("button", name="Previous page").click()
    assert view.wait_calls(2)[1]["arguments"] == {"q": "x"}
    view.answer(answer("first", "c2"))
    shown(view, "first")
    assert view.axe() == []
    assert_clean(view)


def test_there_is_no_next_page_where_the_spec_says_that_there_is_none(open_tool):
    more = {**PAGED["nextPage"], "visible": {"$not": {"$eq": [{"$path": "/result/next"}, "end"]}}}
    view = open_tool(TOOL, {**PAGED, "nextPage": more})
    view.send_input({})
    view.send_result(answer("first", "end"))
    expect(view.frame.locator("[data-next-page]")).to_have_count(0)


@pytest.mark.parametrize(
    ("hints", "count"),
    [({}, 1), ({"destructiveHint": True}, 0), ({"destructiveHint": True, "readOnlyHint": True}, 1)],
)
def test_a_tool_that_destroys_is_not_run_again_by_a_button(open_tool, hints, count):
    view = open_tool({**TOOL, "annotations": hints}, EVERY)
    view.send_input({})
    view.send_result(answer("x"))
    expect(view.frame.locator("[data-refresh]")).to_have_count(count)


def test_refresh_asks_the_tool_the_same_again(open_tool):
    view = open_tool(TOOL, {**EVERY, "refresh": {"label": "Look again"}}, call=answer("new"))
    view.send_input({"q": "x"})
    view.send_result(answer("old"))
    view.frame.get_by_role("button", name="Look again").click()
    shown(view, "new")
    assert view.calls[0]["arguments"] == {"q": "x"}


def test_a_tool_that_only_reads_is_refreshed_by_itself_and_can_be_stopped(open_tool):
    view = open_tool(TOOL, EVERY, call=answer("new"))
    view.frame.evaluate(KEEP_TICKS)
    view.send_input({})
    view.send_result(answer("old"))
    view.frame.get_by_label("Every 30 s").uncheck()
    view.frame.evaluate("document.activeElement.blur(); void ticks[30000]()")
    view.settle()
    assert view.calls == []
    view.frame.get_by_label("Every 30 s").check()
    view.frame.evaluate("document.activeElement.blur(); void ticks[30000]()")
    shown(view, "new")
    assert view.sent("ui/update-model-context") == []
    expect(view.frame.locator("[role=status].sr")).to_have_text("1 item loaded")


@pytest.mark.parametrize(
    "busy",
    [
        "Object.defineProperty(document, 'hidden', { value: true })",
        "document.querySelector('[data-raw]').focus()",
        "document.querySelector('details.run').open = true",
    ],
)
def test_nothing_runs_by_itself_while_the_page_is_hidden_or_somebody_is_busy(open_tool, busy):
    view = open_tool(TOOL, EVERY, call=answer("new"))
    view.frame.evaluate(KEEP_TICKS)
    view.send_input({})
    view.send_result(answer("old"))
    view.frame.evaluate(busy + "; void ticks[30000]()")
    view.settle()
    assert view.calls == []


def test_a_tool_that_may_do_more_than_read_never_runs_by_itself(open_tool):
    view = open_tool({**TOOL, "annotations": {}}, EVERY)
    view.frame.evaluate(KEEP_TICKS)
    view.send_input({})
    view.send_result(answer("old"))
    assert view.frame.evaluate("30000 in ticks") is False
    expect(view.frame.locator("[data-refresh]")).to_have_count(1)


def test_what_fails_by_itself_is_shown_and_ends_the_refreshing(open_tool):
    view = open_tool(TOOL, EVERY)
    view.frame.evaluate(KEEP_TICKS)
    view.send_input({})
    view.send_result(answer("old"))
    view.frame.evaluate("void ticks[30000]()")
    view.refuse("The service is away")
    expect(view.frame.get_by_role("alert")).to_contain_text("The service is away")


DAY = {"type": "string", "format": "date"}
SEARCH = {
    "name": "search",
    "inputSchema": {
        "type": "object",
        "properties": {"q": {"type": "string"}, "from": DAY, "to": DAY, "sort": {"type": "string"}},
    },
}
FORM = {
    "presets": [{"label": "Last week", "values": {"from": {"$today": -7}, "to": {"$today": 0}}}],
    "groups": [
        {"label": "When", "fields": ["from", "to"]},
        {"label": "How", "fields": ["sort"], "folded": True},
    ],
    "fields": {"q": {"rows": 5, "monospace": True}},
}


def test_a_preset_fills_its_values_and_keeps_the_others(open_tool):
    view = open_tool(SEARCH, {"version": 2, "result": [{"type": "auto"}], "form": FORM}, call=answer("x"))
    view.frame.locator("[name=q]").fill("lamps")
    view.frame.get_by_role("button", name="Last week").click()
    view.frame.locator("[data-submit]").click()
    sent = view.wait_calls(1)[0]["arguments"]
    days = "(a, b) => (Date.parse(b) - Date.parse(a)) / 864e5"
    assert sent["q"] == "lamps"
    assert view.frame.evaluate(f"([a, b]) => ({days})(a, b)", [sent["from"], sent["to"]]) == 7


def test_fields_stand_in_their_groups_and_texts_have_their_lines(open_tool):
    view = open_tool(SEARCH, {"version": 2, "result": [{"type": "auto"}], "form": FORM})
    group = view.frame.get_by_role("group", name="When")
    assert group.locator("input").evaluate_all("all => all.map((each) => each.name)") == ["from", "to"]
    fold = view.frame.locator("details.fold", has_text="How")
    assert fold.get_attribute("open") is None
    assert fold.locator("[name=sort]").count() == 1
    text = view.frame.locator("textarea[name=q]")
    assert (text.get_attribute("rows"), text.get_attribute("class")) == ("5", "mono")
    assert view.axe() == []
