"""What offline specs promise, seen in the page: suggestions refuse nothing, nothing is told twice."""

import json
from pathlib import Path

import pytest

CASES = Path(__file__).parent / "cases"
pytestmark = pytest.mark.browser


def case(name):
    found = json.loads((CASES / f"baseline/{name}.json").read_text(encoding="utf-8"))
    return found["tool"], found["spec"]


def test_suggested_choices_allow_any_other_text(open_tool):
    tool, spec = case("form")
    view = open_tool(tool, spec, call={"content": []})
    view.frame.fill("[name=title]", "Broken")
    view.frame.locator("label", has_text="Low").click()
    view.frame.fill("[name=state]", "postponed")
    suggested = view.frame.locator("[name=state]").get_attribute("list")
    assert view.frame.locator(f"#{suggested} option").count() == 3
    view.frame.locator("[data-submit]").click()
    (call,) = view.wait_calls(1)
    assert call["arguments"] == {"title": "Broken", "priority": "low", "state": "postponed", "kind": "ticket"}


def test_folded_members_wait_in_the_fold(open_tool):
    tool, spec = case("form")
    view = open_tool(tool, spec)
    folded = view.frame.locator("details.fold [name]").evaluate_all("all => all.map((one) => one.name)")
    assert {"since", "sql", "path", "a\\.b", "limit", "verbose"} <= set(folded)
    assert "state" not in folded


DAYS = [
    {
        "date": f"2026-11-{day}",
        "high_c": day - 20,
        "low_c": day - 25,
        "rain_mm": 1,
        "wind": 9,
        "conditions": "Rain" if day % 2 else "Sun",
    }
    for day in range(21, 28)
]


def test_rows_over_time_are_a_chart_and_one_table(open_tool):
    tool, spec = case("series-over-time")
    view = open_tool(tool, spec)
    view.send_input({"location": "Oslo"})
    view.send_result({"content": [], "structuredContent": {"location": "Oslo", "days": DAYS}})
    assert view.frame.locator("[data-component=chart]").count() == 1
    assert view.frame.locator("[data-component=table]").count() == 1
    assert view.frame.locator("[data-component=chart] [data-view=table]").count() == 0
    heads = view.frame.locator("[data-component=table] th[scope=col]").all_inner_texts()
    assert [head.strip() for head in heads] == [
        "Date",
        "High, °C",
        "Low, °C",
        "Rain, mm",
        "Wind, km/h",
        "Conditions",
    ]


def test_a_result_of_another_shape_is_shown_all_the_same(open_tool):
    tool, spec = case("series-over-time")
    view = open_tool(tool, spec)
    view.send_input({"location": "Oslo"})
    view.send_result({"content": [{"type": "text", "text": "Oslo is not covered this week."}]})
    assert "not covered" in view.frame.locator("[data-result]").inner_text()


def test_a_minimal_view_shows_text_and_what_data_say(open_tool):
    tool, spec = case("wrapped-action")
    view = open_tool(tool, spec)
    view.send_input({"key": "A-1"})
    view.send_result({"content": [], "structuredContent": {"result": "Deleted A-1"}})
    told = view.frame.locator("[data-result]").inner_text()
    assert told.startswith("Deleted A-1")
    assert "{" not in told
    view.send_result({"content": [{"type": "text", "text": '{"id": 7, "left": [1, 2]}'}]})
    told = view.frame.locator("[data-result]").inner_text()
    assert "ID\n7" in told
    assert "{" not in told
