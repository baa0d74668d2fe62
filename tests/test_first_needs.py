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


def test_a_share_of_a_whole_has_a_bar_below_its_figure(shown: Any) -> None:
    rows = [
        {"garage": name, "spaces_total": 400, "spaces_free": free, "occupancy_pct": 100 - free // 4}
        for name, free in (("Town hall", 100), ("Opera", 0), ("South", 311))
    ]

    cells = shown(rows).locator("tbody tr").first.locator("td.part")

    expect(cells).to_have_count(1)
    expect(cells.first).to_have_attribute("style", "--part:75%")


def test_the_last_figures_of_a_narrow_row_stand_below_its_name_with_their_state(shown: Any) -> None:
    rows = [
        {"dispatch_centre": f"Rettungsleitstelle {name}", "status": state, "available_ambulances": free}
        for name, state, free in (("Nord", "ok", 4), ("Süd", "degraded", 0), ("Mitte", "down", 2))
    ]

    row = shown(rows, width=240).locator("tbody tr").first

    expect(row.locator(".meta .badge")).to_have_text("Ok")
    expect(row).to_contain_text("4")


def test_readings_twice_a_day_have_their_course_above_them(shown: Any) -> None:
    rows = [
        {
            "measured_at": f"2026-11-{10 + day}T{clock}:00Z",
            "arm": arm,
            "systolic": 120 + day,
            "pulse": 70 - day,
        }
        for day in range(6)
        for clock, arm in (("06:50", "left"), ("21:15", "right"))
    ]

    frame = shown({"readings": rows})

    expect(frame.locator("figure[data-kind=line]")).to_be_visible()
    assert heads(frame)[0] == "Measured"


def test_things_with_a_name_have_no_chart_though_they_come_at_even_distances(shown: Any) -> None:
    rows = [
        {
            "published": f"2026-11-{7 * week + 1:02}",
            "title": f"Episode on {topic}",
            "guest": topic * 2,
            "rating": 4 + week / 10,
        }
        for week, topic in enumerate(("moss", "glue", "ice", "bees"))
    ]

    expect(shown(rows).locator("figure")).to_have_count(0)


def test_a_thing_above_rows_is_one_line_and_a_long_one_stands_below_them(shown: Any) -> None:
    case = {
        "number": "12 O 418",
        "court": "Leipzig",
        "decided": "2026-09-17",
        "chamber": "fifth",
        "language": "de",
    }
    rows = [{"section": "Facts", "target": "The defendant is ordered to pay the sum. " * 3} for _ in range(4)]

    frame = shown(
        {
            "translator": {"name": "Ada Fox", "pair": "de-en", "seat": "Graz", "grade": "sworn", "tools": []},
            "case": case,
            "segments": rows,
        }
    )

    text = frame.locator("[data-result]").inner_text()
    assert text.startswith("Translator Ada Fox")
    assert text.index("Segments") < text.index("Case")


def test_a_tree_names_its_figures_and_leaves_out_what_is_not_so(shown: Any) -> None:
    leaf = {"name": "qs", "version": "6.11.0", "license": "MIT", "dev": False, "vulns": 1, "dependencies": []}
    root = {"name": "express", "version": "4.18.2", "license": "MIT", "dev": True, "vulns": 0}

    text = shown([{**root, "dependencies": [leaf]}, leaf]).locator(".tree").inner_text()

    assert "Version 4.18.2 · MIT · Dev" in text
    assert "Version 6.11.0 · MIT · Vulns 1" in text
