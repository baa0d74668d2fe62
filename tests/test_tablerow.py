"""A table's rows: opened whole, walked by keys, copied, filtered by column, and a start for other tools."""

from collections.abc import Iterator
from typing import Any

import pytest
from drawing import bare_page, component, draw, item, path
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

ORDERS = [
    {
        "id": 100 + i,
        "customer": f"Customer {i}",
        "status": ["shipped", "on hold", "failed"][i % 3],
        "total": i * 10.5,
        "note": None,
    }
    for i in range(9)
]
HOST = {"openLinks": {}, "downloadFile": {}, "serverTools": {}}
GET_ORDER = {"tool": "get_order", "label": "Get order", "arguments": {"order_id": item("/id")}, "reads": True}
ORDER = {"content": [], "structuredContent": {"carrier": "DHL", "parcels": 2}}


@pytest.fixture(scope="module")
def page(pages: Any) -> Iterator[Any]:
    with bare_page(pages) as opened:
        yield opened


def table(page: Any, rows: Any = ORDERS, **options: Any) -> Any:
    draw(
        page,
        component("table", rows=path("/result/rows")),
        data={"rows": rows, "other": 1},
        capabilities=HOST,
        **options,
    )
    return page.locator("[data-component=table]").first


def test_a_click_opens_a_row_whole_and_another_closes_it(page: Any) -> None:
    shown = table(page)
    shown.get_by_text("Customer 1").click()
    whole = shown.locator("[data-row]")
    expect(whole).to_contain_text("Total")
    expect(whole.locator("dt")).to_have_count(4)
    shown.get_by_text("Customer 1").first.click()
    expect(whole).to_be_hidden()


def test_arrow_keys_walk_the_cells_and_enter_opens_the_row(page: Any) -> None:
    shown = table(page)
    assert shown.locator("[tabindex='0']").count() == 1
    shown.locator("tbody th").first.focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.textContent") == "Customer 1"
    assert shown.locator("tbody [tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    expect(shown.locator("[data-row]")).to_contain_text("101")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent") == "Customer 2"


def test_a_cell_and_a_row_can_be_copied(page: Any) -> None:
    shown = table(page)
    page.evaluate("void (document.execCommand = () => (window.copy = document.activeElement.value, true))")
    page.evaluate("void (navigator.clipboard && (navigator.clipboard.writeText = async () => { throw 0 }))")
    cell = shown.locator("tbody tr").nth(2).locator("td").first
    cell.focus()
    page.keyboard.press("Control+c")
    expect(cell).to_be_focused()
    page.wait_for_function("window.copy === 'Customer 2'")
    page.wait_for_function("told.some(([kind, text]) => kind === 'announce' && text === 'Copied')")
    page.keyboard.press("Enter")
    shown.get_by_role("button", name="Copy row").click()
    page.wait_for_function("window.copy?.startsWith('{')")
    assert page.evaluate("JSON.parse(window.copy)") == ORDERS[2]


@pytest.mark.parametrize(
    ("label", "text", "ids"),
    [
        ("Filter Total", "> 63", [107, 108]),
        ("Filter Total", ">= 63", [106, 107, 108]),
        ("Filter Total", "10–31.5", [101, 102, 103]),
        ("Filter Total", "<10.5", [100]),
        ("Filter Total", "42", [104]),
        ("Filter Customer", "customer 7", [107]),
        ("Filter ID", "nothing", []),
    ],
)
def test_each_column_has_a_filter(page: Any, label: str, text: str, ids: list[int]) -> None:
    shown = table(page)
    shown.get_by_role("button", name="Columns").click()
    shown.get_by_label(label).fill(text)
    assert shown.locator("tbody th").all_inner_texts() == [str(id_) for id_ in ids]
    shown.get_by_label(label).fill("")
    expect(shown.locator("tbody tr")).to_have_count(9)


def test_few_distinct_values_are_a_choice_and_filters_add_up(page: Any) -> None:
    shown = table(page)
    shown.get_by_role("button", name="Columns").click()
    shown.get_by_label("Filter Status").select_option("on hold")
    expect(shown.locator("tbody tr")).to_have_count(3)
    shown.get_by_label("Filter Total").fill("< 20")
    assert shown.locator("tbody th").all_inner_texts() == ["101"]


def test_a_row_starts_another_tool_with_its_values(page: Any) -> None:
    shown = table(page, actions=[GET_ORDER], answers={"get_order": ORDER})
    shown.get_by_text("Customer 3").click()
    shown.get_by_role("button", name="Get order").click()
    expect(shown.locator("[data-row]")).to_contain_text("DHL")
    assert ["call", "get_order", {"order_id": 103}] in page.evaluate("told")


def test_what_is_not_known_to_only_read_is_asked_with_its_tool_and_values(page: Any) -> None:
    action = {
        "tool": "delete_order",
        "label": "View details",
        "arguments": {"order_id": item("/id"), "to": "m@x.test"},
    }
    shown = table(page, actions=[action], answers={"delete_order": ORDER})
    shown.get_by_text("Customer 3").click()
    shown.get_by_role("button", name="View details").click()
    asked = shown.locator("[data-component=confirm]")
    expect(asked).to_contain_text("Run delete_order?")
    expect(asked).to_contain_text("103")
    expect(asked).to_contain_text("m@x.test")
    shown.locator("[data-cancel]").click()
    expect(shown.get_by_role("button", name="View details")).to_be_focused()
    assert not [one for one in page.evaluate("told") if one[0] == "call"]
    shown.get_by_role("button", name="View details").click()
    shown.locator("[data-confirm]").click()
    expect(shown.locator("[data-row]")).to_contain_text("DHL")
    assert ["call", "delete_order", {"order_id": 103, "to": "m@x.test"}] in page.evaluate("told")


def test_what_the_other_tool_says_against_it_is_told_and_can_be_tried_again(page: Any) -> None:
    shown = table(page, actions=[GET_ORDER])
    shown.get_by_text("Customer 3").click()
    shown.get_by_role("button", name="Get order").click()
    expect(shown.get_by_role("alert")).to_contain_text("No such tool")
    expect(shown.get_by_role("button", name="Try again")).to_be_visible()


@pytest.mark.parametrize("rows", [[{"name": "a"}, {"name": "b"}], [{"id": None, "name": "a"}]])
def test_a_row_without_the_values_offers_nothing(page: Any, rows: Any) -> None:
    shown = table(page, rows, actions=[GET_ORDER], answers={"get_order": ORDER})
    shown.locator("tbody th").first.click()
    expect(shown.get_by_role("button", name="Copy row")).to_be_visible()
    expect(shown.get_by_role("button", name="Get order")).to_have_count(0)


def test_a_card_starts_another_tool_too(page: Any) -> None:
    draw(
        page,
        component("cards", rows=path("/result/rows"), title=item("/customer")),
        data={"rows": ORDERS[:3], "more": 1},
        capabilities=HOST,
        actions=[GET_ORDER],
        answers={"get_order": ORDER},
    )
    page.get_by_role("button", name="Get order").nth(1).click()
    expect(page.locator(".card").nth(1)).to_contain_text("DHL")


def test_a_large_table_says_what_shows_and_that_nothing_is_lost(page: Any) -> None:
    shown = table(page, [{"id": i, "name": f"row {i}"} for i in range(2000)])
    note = shown.locator("[data-component=large]")
    expect(note).to_contain_text("Showing 50 rows at a time of 2,000")
    expect(note).to_contain_text("use all rows")


def test_the_head_stays_in_sight_while_rows_scroll(open_tool: Any) -> None:
    tool = {"name": "list_rows", "inputSchema": {"type": "object"}}
    spec = {"version": 1, "result": [component("table", rows=path("/result"))]}
    view = open_tool(tool, spec=spec, context={"displayMode": "fullscreen"})
    view.send_result({"content": [], "structuredContent": [{"id": i, "name": f"row {i}"} for i in range(60)]})
    head = view.frame.locator("thead th").first
    told = "node => [node.getBoundingClientRect().top, node.closest('.scroll').tabIndex]"
    view.frame.evaluate("document.querySelector('main').style.paddingBottom = '3000px'")
    view.frame.evaluate("scrollTo(0, 600)")
    top, tab = head.evaluate(told)
    assert (abs(top) <= 1, tab) == (True, -1)


def test_a_search_over_many_rows_comes_in_slices_and_ends_with_all_of_them(page: Any) -> None:
    rows = [{"id": i, "name": f"row {i}", "at": f"2026-01-{1 + i % 28:02}T10:00:00Z"} for i in range(20_000)]
    shown = table(page, rows)
    find = shown.get_by_role("searchbox", name="Search")
    find.fill("row 1999")
    find.fill("row 19999")
    expect(shown.locator("tbody tr")).to_have_count(1)
    find.fill("27 jan")
    expect(shown.get_by_text("of 714, 20,000 in all")).to_be_visible()
    find.fill("")
    expect(shown.get_by_text("1–50 of 20,000")).to_be_visible()
