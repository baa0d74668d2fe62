"""The table: typed columns, sorting, search, paging, nested cells, CSV, many rows."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from drawing import bare_page, component, draw, path
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

ORDERS = [
    {
        "id": 10000 + i,
        "customer": f"Customer {i % 7}",
        "status": ["shipped", "on hold", "failed"][i % 3],
        "total": i * 10.5,
        "placed": f"2025-03-{1 + i % 28:02}",
    }
    for i in range(60)
]


@pytest.fixture(scope="module")
def page(pages: Any) -> Iterator[Any]:
    with bare_page(pages) as opened:
        yield opened


def table(page: Any, rows: Any, **props: Any) -> Any:
    draw(page, component("table", rows=path("/result/rows"), **props), data={"rows": rows, "other": 1})
    return page.locator("[data-component=table]")


def column(shown: Any, number: int) -> list[str]:
    return shown.locator(f"tbody tr > :nth-child({number})").all_inner_texts()


def test_a_table_pages_through_its_rows(page: Any) -> None:
    shown = table(page, ORDERS)
    expect(shown.locator("tbody tr")).to_have_count(25)
    expect(shown.get_by_text("1–25 of 60")).to_be_visible()
    expect(shown.locator("[data-previous]")).to_be_disabled()
    shown.locator("[data-next]").click()
    shown.locator("[data-next]").click()
    expect(shown.locator("tbody tr")).to_have_count(10)
    expect(shown.locator("[data-next]")).to_be_disabled()


def test_a_head_sorts_up_then_down_then_not_and_says_so(page: Any) -> None:
    shown = table(page, [{"name": "b", "n": 2}, {"name": "a", "n": None}, {"name": "c", "n": 10}])
    head = shown.locator("th", has_text="N").last
    for order, names in [
        ("ascending", ["b", "c", "a"]),
        ("descending", ["c", "b", "a"]),
        (None, ["b", "a", "c"]),
    ]:
        head.locator("button").click()
        assert head.get_attribute("aria-sort") == order
        assert column(shown, 1) == names
        expect(head.locator("button")).to_be_focused()


def test_search_finds_what_is_seen_and_what_is_held(page: Any) -> None:
    shown = table(
        page,
        [
            {"city": c, "at": "2025-03-04T10:00:00Z"}
            for c in ["Zürich", "Bern", "Genève", "Basel", "Lugano", "Chur", "Sion", "Thun"]
        ],
    )
    find = shown.get_by_role("searchbox", name="Search 8 rows")
    find.fill("geneve")
    expect(shown.locator("tbody tr")).to_have_count(1)
    find.fill("4 mar")
    expect(shown.locator("tbody tr")).to_have_count(8)
    find.fill("nowhere")
    expect(shown.get_by_text("No row matches.")).to_be_visible()


def test_a_small_table_has_no_tools(page: Any) -> None:
    shown = table(page, ORDERS[:3])
    expect(shown.get_by_role("searchbox")).to_have_count(0)
    expect(shown.get_by_role("button", name="CSV")).to_have_count(0)


def test_columns_are_typed(page: Any) -> None:
    shown = table(
        page,
        [
            {
                "id": 10482,
                "total": 1284,
                "placed": "2025-11-21",
                "paid": True,
                "site": "https://example.com/a",
                "note": None,
                "empty": "",
            },
            {
                "id": 10481,
                "total": 89.9,
                "placed": None,
                "paid": False,
                "site": None,
                "note": "x",
                "empty": "y",
                "late": 1,
            },
        ],
    )
    assert shown.locator("thead th").all_inner_texts() == [
        "ID",
        "Total",
        "Placed",
        "Paid",
        "Site",
        "Note",
        "Empty",
        "Late",
    ]
    assert shown.locator("tbody tr").first.locator("> *").all_inner_texts() == [
        "10482",
        "1,284.0",
        "21 Nov 2025",
        "✓",
        "example.com/a",
        "–",
        "–",
        "–",
    ]
    assert shown.locator("thead th").nth(1).get_attribute("class") == "num"
    assert shown.locator("tbody th[scope=row]").count() == 2
    shown.get_by_role("link").click()
    assert page.evaluate("told") == [["open", "https://example.com/a"]]


def test_known_statuses_have_colours_and_unknown_ones_none(page: Any) -> None:
    shown = table(
        page,
        [
            {"name": "a", "status": "shipped"},
            {"name": "b", "status": "on hold"},
            {"name": "c", "status": "failed"},
            {"name": "d", "status": "purple"},
        ],
    )
    assert [badge.get_attribute("class").strip() for badge in shown.locator(".badge").all()] == [
        "badge ok",
        "badge warn",
        "badge bad",
        "badge",
    ]


def test_nested_cells_open_below_their_row(page: Any) -> None:
    shown = table(
        page,
        [
            {"name": "a", "items": [{"sku": f"deep-{i}", "more": {"x": i}} for i in range(3)]},
            {"name": "b", "items": []},
        ],
    )
    toggle = shown.get_by_role("button", name="deep-0, deep-1, deep-2")
    expect(shown.locator("tr.below")).to_have_count(0)
    toggle.click()
    expect(toggle).to_have_attribute("aria-expanded", "true")
    expect(shown.locator("tr.below")).to_contain_text("deep-1")
    toggle.click()
    expect(shown.locator("tr.below")).to_be_hidden()


def test_small_objects_spread_into_columns(page: Any) -> None:
    shown = table(
        page,
        [{"month": "2025-01", "share": {"a": 1, "b": 2}}, {"month": "2025-02", "share": {"a": 3, "b": None}}],
    )
    assert shown.locator("thead th").all_inner_texts() == ["Month", "A", "B"]


def test_given_columns_lead_and_the_rest_is_in_the_chooser(page: Any) -> None:
    shown = table(
        page,
        ORDERS,
        columns=[
            {
                "key": "/total",
                "label": "Total, EUR",
                "format": {"name": "currency", "currency": "EUR"},
                "align": "end",
            },
            {"key": "/id"},
        ],
        sort={"key": "/total", "descending": True},
        pageSize=5,
    )
    assert shown.locator("thead th").all_inner_texts() == ["Total, EUR", "ID"]
    assert column(shown, 1)[0] == "€619.50"
    expect(shown.locator("tbody tr")).to_have_count(5)
    shown.get_by_role("button", name="Columns").click()
    shown.get_by_role("checkbox", name="Status").check()
    assert shown.locator("thead th").all_inner_texts() == ["Total, EUR", "ID", "Status"]


def test_a_cell_with_an_address_is_a_link_and_text_where_its_row_has_none(page: Any) -> None:
    rows = [{"title": "One", "pdf": "https://a.example/1"}, {"title": "Two", "pdf": None}]
    columns = [{"key": "/title", "href": {"$item": "/pdf"}}, {"key": "/pdf", "hidden": True}]
    shown = table(page, rows, columns=columns)
    assert column(shown, 1) == ["One", "Two"]
    shown.get_by_role("link", name="One").click()
    assert page.evaluate("told") == [["open", "https://a.example/1"]]
    expect(shown.get_by_role("link")).to_have_count(1)


def test_csv_holds_all_rows_in_their_order_and_runs_no_formula(page: Any) -> None:
    rows = [{"name": f'say "{i}", ok', "formula": "=1+1", "n": -i} for i in range(9)]
    shown = table(page, rows, sort={"key": "/n"})
    shown.get_by_role("button", name="CSV").click()
    [[kind, uri]] = page.evaluate("told")
    assert kind == "download"
    assert uri.endswith(".csv")
    text = page.evaluate(
        "(json) => { const rows = JSON.parse(json); return csvText(rows, columnsOf(rows)); }",
        json.dumps(rows),
    )
    assert text.split("\r\n")[:2] == ["Name,N,Formula", '"say ""0"", ok",0,\'=1+1']
    assert text.split("\r\n")[2].endswith(",-1,'=1+1")


def test_ten_times_ten_thousand_rows_stay_usable(page: Any) -> None:
    shown = table(page, [{"id": i, "name": f"row {i}"} for i in range(100_000)])
    expect(shown.locator("tbody tr")).to_have_count(50)
    expect(shown.get_by_text("1–50 of 100,000")).to_be_visible()
    shown.locator("thead button").first.click()
    shown.locator("thead button").first.click()
    assert column(shown, 1)[0] == "row 99999"
    shown.get_by_role("searchbox").fill("row 4242")
    expect(shown.get_by_text("of 11, 100,000 in all")).to_be_visible()


def test_what_is_found_first_shows_before_all_rows_are_read(page: Any) -> None:
    table(page, [{"id": i, "name": f"row {i}", "city": "Oslo"} for i in range(50_000)])
    told = page.evaluate(
        """() => {
          // However fast the machine is, one slice of rows is not all of them.
          let now = 0;
          performance.now = () => (now += 1);
          const field = document.querySelector("input[type=search]");
          field.value = "row";
          field.dispatchEvent(new Event("input"));
          return [...document.querySelectorAll("[role=status]")].map((each) => each.textContent);
        }"""
    )
    assert re.fullmatch(r"1–\d+ of [\d,]+, 50,000 in all", told[0])


def test_rows_of_arrays_take_a_first_row_of_names(page: Any) -> None:
    assert table(page, [["Date", "Units"], ["2025-01-01", 5]]).locator("thead th").all_inner_texts() == [
        "Date",
        "Units",
    ]
    assert table(page, [["Total", "=A1"], ["Error", "=1/0"]]).locator("thead th").all_inner_texts() == [
        "Column 1",
        "Column 2",
    ]


def test_a_map_of_peers_becomes_rows(page: Any) -> None:
    shown = table(page, {"web": {"port": 80}, "api": {"port": 90}})
    assert column(shown, 1) == ["web", "api"]


def test_no_rows_say_so(page: Any) -> None:
    draw(
        page,
        component("table", rows=path("/result/rows"), empty="No orders match."),
        data={"rows": [], "n": 1},
    )
    expect(page.get_by_text("No orders match.")).to_be_visible()


@pytest.mark.parametrize(
    "text",
    [
        'id,name,note\n1,Ada,"a, b"\n2,Bo,',
        "id\tname\tnote\r\n1\tAda\ta, b\r\n2\tBo\t",
        '[{"id": 1, "name": "Ada", "note": "a, b"}, {"id": 2, "name": "Bo"}]',
    ],
)
def test_a_planned_table_reads_its_rows_from_text(page: Any, text: str) -> None:
    planned = component("table", rows=path("/result/rows"), columns=[{"key": "/name"}, {"key": "/id"}])
    draw(page, planned, content=[{"type": "text", "text": text}])
    shown = page.locator("[data-component=table]")
    assert column(shown, 1) == ["Ada", "Bo"]
    shown.get_by_role("button", name="Columns").click()
    shown.get_by_role("checkbox", name="Note").check()
    assert column(shown, 3)[0] == "a, b"


def test_text_without_a_planned_column_is_no_table(page: Any) -> None:
    planned = component("table", rows=path("/result"), columns=[{"key": "/name"}])
    draw(page, planned, content=[{"type": "text", "text": "Dear all, hello,\nyours, me"}])
    expect(page.get_by_text("Dear all, hello,")).to_be_visible()
    assert page.locator("table").count() == 0


SCHEMA = {"type": "object", "properties": {"id": {"type": "integer"}, "name": {}, "hidden": {}, "from": {}}}


def test_members_that_no_schema_announced_show_after_those_that_were_planned(page: Any) -> None:
    rows = [{"extra": "new", "id": 1, "name": "Ada", "hidden": "left out", "from": {"city": "left out"}}]
    planned = [{"key": "/id"}, {"key": "/name"}]
    draw(
        page,
        component("table", rows=path("/result/rows"), columns=planned),
        component("key-value", of=path("/result/rows/0"), fields=planned),
        data={"rows": rows},
        tool={"outputSchema": SCHEMA},
    )
    assert page.locator("thead th").all_inner_texts() == ["ID", "Name", "Extra"]
    assert page.locator(".kv dt").all_inner_texts() == ["ID", "Name", "Extra"]
    assert "left out" not in page.locator("[data-result]").inner_text()


def test_a_column_that_does_not_show_can_always_be_chosen(page: Any) -> None:
    shown = table(page, [{"id": 1, "name": "Ada"}], columns=[{"key": "/id"}])
    shown.get_by_role("button", name="Columns").click()
    shown.get_by_role("checkbox", name="Name").check()
    assert column(shown, 2) == ["Ada"]
