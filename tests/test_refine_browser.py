"""Refined views drawn in Chromium: what a wish asked for is what the page shows."""

import pytest
from browser import assert_clean
from playwright.sync_api import expect
from refining import TOOLS, refined

pytestmark = pytest.mark.browser

DAYS = [
    {
        "date": f"2026-11-{day}",
        "conditions": "Snow" if day % 2 else "Fog",
        "high_c": day % 7,
        "low_c": day % 5 - 4,
    }
    for day in range(21, 28)
]
ISSUES = [
    {
        "number": number,
        "title": f"Issue {number}",
        "state": "open" if number % 3 else "closed",
        "comments": number * 2,
    }
    for number in range(1, 12)
]


def drawn(open_tool, tool, wishes, result):
    view = open_tool(dict(TOOLS[tool].definition), spec=refined(tool, *wishes))
    view.send_input({})
    view.send_result(result)
    return view


def text_result(data):
    import json

    return {"content": [{"type": "text", "text": json.dumps(data)}]}


def test_a_line_chart_is_drawn_from_a_declared_result(open_tool):
    data = {"location": "Oslo", "country": "Norway", "days": DAYS}
    result = {"content": [], "structuredContent": data}
    view = drawn(open_tool, "get_forecast", ["bar chart", "line chart"], result)

    expect(view.frame.locator("[data-component=chart][data-kind=line]")).to_be_visible()
    assert_clean(view)


def test_a_line_chart_is_drawn_from_a_result_that_nothing_declares(open_tool):
    wishes = ["line chart of comments by number", "hide the state column", "call number Nr"]
    view = drawn(open_tool, "search_issues", wishes, text_result({"total": 11, "items": ISSUES}))

    chart = view.frame.locator("[data-component=chart][data-kind=line]")
    expect(chart).to_be_visible()
    chart.locator("button[data-view=table]").click()
    heads = view.frame.locator("[data-component=table] thead th")
    expect(heads).to_have_text(["Title", "Nr", "Comments"])
    assert_clean(view)


def test_a_bare_line_chart_finds_its_axes(open_tool):
    view = drawn(open_tool, "search_issues", ["line chart"], text_result(DAYS))

    expect(view.frame.locator("[data-component=chart][data-kind=line]")).to_be_visible()
    assert_clean(view)


def test_rows_are_grouped_cut_and_sorted_as_wished(open_tool):
    wishes = ["only number, title and state", "top 4 by comments", "group by state"]
    view = drawn(open_tool, "search_issues", wishes, text_result({"items": ISSUES}))

    table = view.frame.locator("[data-component=table]")
    expect(table.locator("thead th")).to_have_text(["Number", "Title", "State"])
    expect(table.locator("tbody tr.group")).to_have_text(["open", "closed"], ignore_case=True)
    expect(table.locator("tbody tr:not(.group) th")).to_have_text(["11", "10", "8", "9"])
    assert_clean(view)


def test_what_has_no_rows_is_drawn_as_auto_would(open_tool):
    view = drawn(
        open_tool, "search_issues", ["line chart"], text_result({"message": "Nothing was found today."})
    )

    expect(view.frame.locator("[data-result]")).to_contain_text("Nothing was found today.")
    expect(view.frame.locator("[data-component=chart]")).to_have_count(0)
    assert_clean(view)


def test_cards_are_headed_by_the_member_named(open_tool):
    view = drawn(
        open_tool, "search_issues", ["cards with title as the heading", "dark mode"], text_result(ISSUES)
    )

    expect(view.frame.locator("[data-component=cards] h2").first).to_have_text("Issue 1")
    assert_clean(view)
