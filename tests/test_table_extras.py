"""Totals, summaries, filters, row details and the layout of tables."""

import pytest
from drawing import bare_page, component, draw, item, path
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

ORDERS = [
    {
        "id": index,
        "state": ["open", "paid", "paid"][index % 3],
        "total": index * 10,
        "day": f"2026-11-{index + 1:02}",
        "note": None,
        "lines": [{"sku": "a", "count": index}],
        "text": f"About {index}",
    }
    for index in range(9)
]


@pytest.fixture(scope="module")
def page(pages):
    with bare_page(pages) as opened:
        yield opened


def table(page, *columns, rows=ORDERS, **props):
    more = {"columns": [{"key": key} if isinstance(key, str) else key for key in columns]} if columns else {}
    draw(page, component("table", rows=path("/result"), **more, **props), data=rows)
    return page


def test_totals_stand_below_their_columns(page):
    table(page, "/id", {"key": "/total", "aggregate": "sum", "format": "integer"})
    assert page.locator("tfoot tr").inner_text().split() == ["Total", "360"]


def test_what_every_row_says_stands_once_above_them(page):
    rows = [{"day": f"day {index}", "field": "North 4", "rain": index} for index in range(4)]
    table(page, "/day", "/field", "/rain", rows=rows)
    assert page.locator("thead th").all_inner_texts() == ["Day", "Rain"]
    assert page.get_by_text("Field North 4", exact=True).is_visible()
    table(page, "/day", "/field", "/rain", rows=rows[:3])
    assert page.locator("thead th").all_inner_texts() == ["Day", "Field", "Rain"]


def test_totals_of_several_kinds_say_what_they_are(page):
    table(page, "/id", {"key": "/total", "aggregate": "mean"}, {"key": "/state", "aggregate": "distinct"})
    assert page.locator("tfoot tr").inner_text().split() == ["Mean", "40", "Different", "2"]


def test_totals_and_summary_follow_what_is_found(page):
    summary = [
        {"op": "count", "label": "orders", "one": "order"},
        {"op": "sum", "key": "/total", "label": "in all"},
    ]
    table(
        page,
        "/id",
        {"key": "/total", "aggregate": "sum"},
        summary=summary,
        filters=[{"key": "/id", "as": "range"}],
    )
    expect(page.get_by_text("9 orders · 360 in all")).to_be_visible()
    page.get_by_label("ID, from").fill("8")
    expect(page.get_by_text("1 order · 80 in all")).to_be_visible()
    assert page.locator("tfoot td").inner_text() == "80"


def test_a_facet_keeps_the_rows_of_the_values_pressed(page):
    table(page, "/id", filters=[{"key": "/state", "label": "State"}])
    paid = page.get_by_role("group", name="State").get_by_role("button", name="paid 6")
    paid.click()
    assert paid.get_attribute("aria-pressed") == "true"
    expect(page.locator("tbody tr")).to_have_count(6)
    page.get_by_role("button", name="open 3").click()
    expect(page.locator("tbody tr")).to_have_count(9)


def test_many_values_are_a_choice(page):
    table(page, "/id", filters=[{"key": "/text", "label": "Text", "as": "facet"}])
    page.get_by_label("Text").last.select_option("About 3")
    expect(page.locator("tbody tr")).to_have_count(1)


def test_a_span_of_dates_keeps_its_days(page):
    table(page, "/id", "/day", filters=[{"key": "/day", "label": "Day"}])
    page.get_by_label("Day, from").fill("2026-11-03")
    page.get_by_label("Day, to").fill("2026-11-05")
    expect(page.locator("tbody tr")).to_have_count(3)


def test_a_facet_of_lists_keeps_rows_with_any_of_them(page):
    rows = [{"n": 1, "tags": ["a", "b"]}, {"n": 2, "tags": ["b"]}, {"n": 3, "tags": []}]
    table(page, "/n", rows=rows, filters=[{"key": "/tags"}])
    page.get_by_role("button", name="b 2").click()
    expect(page.locator("tbody tr")).to_have_count(2)


def test_a_row_opens_what_the_spec_shows_of_it(page):
    detail = [
        component("text", of=item("/text")),
        component("table", rows=item("/lines"), columns=[{"key": "/sku"}, {"key": "/count"}]),
    ]
    table(page, "/id", detail=detail)
    arrow = page.get_by_role("button", name="Details").nth(4)
    assert arrow.get_attribute("aria-expanded") == "false"
    arrow.click()
    below = page.locator("[data-row]")
    assert arrow.get_attribute("aria-expanded") == "true"
    assert "About 4" in below.inner_text()
    assert below.locator("tbody td").inner_text() == "4"
    arrow.click()
    assert not below.is_visible()


def test_columns_without_a_value_are_hidden_and_can_be_brought_back(page):
    table(page, "/id", "/note", hideEmpty=True)
    assert page.locator("thead th").all_inner_texts() == ["ID"]
    page.get_by_role("button", name="Columns").click()
    page.get_by_label("Note", exact=True).check()
    assert page.locator("thead th").all_inner_texts() == ["ID", "Note"]


def test_a_column_has_the_width_that_it_is_told(page):
    table(page, "/id", {"key": "/text", "width": 90}, compact=True)
    assert page.locator("td.fit").first.evaluate("cell => cell.style.getPropertyValue('--wd')") == "90px"
    assert page.locator("table.compact").count() == 1


def test_values_are_drawn_by_their_formats(page):
    rows = [
        {"n": "x", "done": 45, "line": [1, 2, 3], "sha": "3f9c", "tasks": [{"text": "Buy", "done": True}]}
    ]
    formats = {"/done": "progress", "/line": "sparkline", "/sha": "code", "/tasks": "checklist"}
    table(page, "/n", *({"key": key, "format": name} for key, name in formats.items()), rows=rows)
    assert page.locator("td progress").evaluate("bar => bar.value") == 45
    assert page.get_by_role("img", name="1 → 3").count() == 1
    assert page.locator("td code").inner_text() == "3f9c"
    assert page.get_by_role("checkbox", name="Buy").is_checked()


def test_a_list_is_a_checklist_where_rows_are_done_or_not(page):
    rows = {"one": {"text": "Buy", "done": True, "who": "Ada"}, "two": {"text": "Cook", "done": False}}
    meta = [{"key": "/who", "label": "By"}]
    title = {"$concat": [{"$key": True}, ": ", item("/text")]}
    draw(
        page, component("list", rows=path("/result"), title=title, done=item("/done"), fields=meta), data=rows
    )
    assert [box.is_checked() for box in page.get_by_role("checkbox").all()] == [True, False]
    assert page.locator("li").all_inner_texts() == ["one: Buy\n\nBy Ada", "two: Cook"]


def test_a_timeline_has_badges_code_and_a_body(page):
    rows = [{"at": "2026-11-22T10:00:00Z", "what": "Fix", "sha": "3f9c", "kind": "done", "why": "It broke."}]
    fields = [{"key": "/sha", "format": "code"}, {"key": "/kind", "format": "badge"}]
    props = {"at": item("/at"), "title": item("/what"), "body": item("/why")}
    draw(page, component("timeline", rows=path("/result"), fields=fields, **props), data=rows)
    assert page.locator(".meta code").inner_text() == "3f9c"
    assert page.locator(".meta .badge.ok").inner_text() == "Done"
    assert page.locator(".body").inner_text() == "It broke."
