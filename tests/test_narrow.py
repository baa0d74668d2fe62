"""Tables wider than their place: texts go below the name, the least important columns into the opened row."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

CASES = Path(__file__).parent / "cases" / "situations"
OVER = "() => [...document.querySelectorAll('.scroll')].some((box) => box.scrollWidth > box.clientWidth + 1)"


@pytest.fixture
def customers(open_tool: Any) -> Any:
    def opened(width: int, *, times: int = 1) -> Any:
        case = json.loads((CASES / "customers.json").read_text("utf-8"))
        case["data"]["customers"] *= times
        view = open_tool(case["tool"], width=width)
        view.send_input(case["input"])
        view.send_result({"content": [], "structuredContent": case["data"]})
        view.settle()
        return view

    return opened


def heads(view: Any) -> list[str]:
    return view.frame.locator("thead th").all_inner_texts()


@pytest.mark.parametrize("width", [560, 320])
def test_no_column_is_cut_off_and_the_name_stays_first(customers: Any, width: int) -> None:
    view = customers(width)

    assert not view.frame.evaluate(OVER)
    assert heads(view)[0] == "Name"
    expect(view.frame.locator("tbody tr").first).to_contain_text("office@nordlicht.example")


def test_what_gave_way_stands_in_the_opened_row(customers: Any) -> None:
    view = customers(320)

    view.frame.get_by_role("button", name="Details").first.click()

    expect(view.frame.locator("tr.below dl").first).to_contain_text("Delinquent")


def test_columns_come_back_where_there_is_room(customers: Any) -> None:
    view = customers(320)
    narrow = heads(view)

    view.page.locator("iframe").evaluate("(frame) => (frame.style.width = '1200px')")

    expect(view.frame.locator("thead th")).to_have_count(8)
    assert len(narrow) < 4


def test_a_chosen_column_shows_however_far_the_table_reaches(customers: Any) -> None:
    view = customers(320, times=2)

    view.frame.get_by_role("button", name="Columns").click()
    view.frame.get_by_label("ID", exact=True).check()

    expect(view.frame.get_by_role("columnheader", name="ID")).to_be_visible()
    assert view.frame.evaluate(OVER)
