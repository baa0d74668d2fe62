"""What a person needs first where nobody planned: deciding columns, money, units, groups."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TOOL = {"name": "list_things", "description": "List things.", "inputSchema": {"type": "object"}}


@pytest.fixture
def shown(open_tool: Any) -> Any:
    def opened(data: Any, *, width: int = 560) -> Any:
        view = open_tool(TOOL, width=width)
        view.send_input({})
        view.send_result({"content": [{"type": "text", "text": json.dumps(data)}]})
        view.settle()
        return view.frame

    return opened


def heads(frame: Any) -> list[str]:
    return frame.locator("thead th").all_inner_texts()


def test_a_narrow_league_table_keeps_its_points(shown: Any) -> None:
    counts = ("played", "won", "drawn", "lost", "goals_for", "goals_against", "difference")
    rows = [
        {"team": team, **dict.fromkeys(counts, 10), "points": points}
        for team, points in (("Northgate", 31), ("Calder", 28), ("Ashford", 26))
    ]

    found = heads(shown(rows, width=320))

    assert found[0] == "Team"
    assert "Points" in found


def test_what_an_id_stands_for_leads_a_row(shown: Any) -> None:
    rows = [
        {"txn_id": f"TX{n}", "payee": name, "amount": 5.5} for n, name in enumerate(("Aldi", "Rail", "Rent"))
    ]

    assert heads(shown(rows))[0] == "Payee"


def test_amounts_have_the_currency_that_the_answer_names_and_no_decimals_where_all_are_whole(
    shown: Any,
) -> None:
    rows = [
        {"name": name, "price": price} for name, price in (("Mill Lane", 612500), ("Alder Court", 489000))
    ]

    frame = shown({"region": "Bristol", "currency": "GBP", "homes": rows})

    expect(frame.locator("tbody")).to_contain_text("£612,500")
    expect(frame.locator("tbody")).not_to_contain_text(".00")


def test_a_number_has_the_unit_beside_it(shown: Any) -> None:
    rows = [
        {"test": "Iron", "value": 11.2, "unit": "g/dL"},
        {"test": "Platelets", "value": 288, "unit": "10^9/L"},
    ]

    frame = shown(rows)

    assert heads(frame) == ["Test", "Value"]
    expect(frame.locator("tbody")).to_contain_text("288 10^9/L")


def test_rows_that_hold_little_but_rows_are_drawn_in_groups(shown: Any) -> None:
    dishes = [{"dish": "Burrata", "price_cents": 1290}, {"dish": "Arancini", "price_cents": 890}]

    frame = shown([{"section": "Starters", "items": dishes}, {"section": "Pasta", "items": dishes}])

    assert frame.locator("tr.group").all_inner_texts() == ["Starters", "Pasta"]
    assert heads(frame) == ["Dish", "Price"]
    expect(frame.locator("tbody")).to_contain_text("12.90")


def test_a_programs_choice_is_told_as_words(shown: Any) -> None:
    frame = shown(
        {"reservation": "R1", "room_type": "family_suite", "product": "HOME_CONTENTS", "code_name": "a_b"}
    )

    expect(frame.locator("dl")).to_contain_text("Family suite")
    expect(frame.locator("dl")).to_contain_text("Home contents")
    expect(frame.get_by_text("a_b")).to_be_visible()
