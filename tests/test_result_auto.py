"""Components other than the table, what auto chooses, hostile data, and all recorded results."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from drawing import bare_page, component, draw, path
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

CORPUS = Path(__file__).parents[2] / "shared" / "corpus" / "servers"


@pytest.fixture(scope="module")
def page(pages: Any) -> Iterator[Any]:
    with bare_page(pages) as opened:
        yield opened


def test_key_value_tells_members_and_follows_its_fields(page: Any) -> None:
    data = {
        "deployed": "2025-11-19T14:02:00Z",
        "version": "1.2",
        "replicas": 12,
        "canary": None,
        "tags": ["a", "b"],
    }
    draw(
        page,
        component(
            "key-value",
            of=path("/result"),
            fields=[
                {"key": "/version"},
                {"key": "/deployed", "label": "Since", "format": "date"},
                {"key": "/tags"},
                {"key": "/gone"},
            ],
        ),
        data=data,
    )
    assert page.locator("dt").all_inner_texts() == ["Version", "Since", "Tags", "Gone"]
    assert [text.strip() for text in page.locator("dd").all_inner_texts()] == [
        "1.2",
        "19 Nov 2025",
        "a b",
        "–",
    ]


def test_cards_lists_and_badges_evaluate_in_each_row(page: Any) -> None:
    data = {"rows": [{"name": "One", "price": 5, "tag": "ok"}, {"name": "Two", "price": 6, "tag": "failed"}]}
    draw(
        page,
        component(
            "cards",
            rows=path("/result/rows"),
            title={"$item": "/name"},
            subtitle={"$concat": ["No. ", {"$index": True}]},
            fields=[{"key": "/price", "label": "Price"}],
        ),
        component("list", rows=path("/result/rows"), title={"$item": "/name"}, meta={"$item": "/tag"}),
        component("badges", of=["ok", "failed"]),
        data=data,
    )
    assert [" ".join(text.split()) for text in page.locator(".card").all_inner_texts()] == [
        "One No. 0 Price 5",
        "Two No. 1 Price 6",
    ]
    assert [" ".join(text.split()) for text in page.locator(".rows > li").all_inner_texts()] == [
        "One ok",
        "Two failed",
    ]
    expect(page.locator("[data-component=badges] .badge")).to_have_count(2)


def test_long_lists_come_in_steps(page: Any) -> None:
    draw(
        page,
        component("list", rows=path("/result/rows"), title={"$item": ""}),
        data={"rows": [f"row {i}" for i in range(120)]},
    )
    expect(page.locator(".rows > li")).to_have_count(50)
    page.locator("[data-more]").click()
    page.locator("[data-more]").click()
    expect(page.locator(".rows > li")).to_have_count(120)
    expect(page.locator("[data-more]")).to_be_hidden()


def test_stat_cards_colour_a_change_only_where_good_is_said(page: Any) -> None:
    stats = [
        {"label": "Requests", "value": path("/result/n"), "change": "+4.1% vs yesterday", "trend": [1, 2, 3]},
        {"label": "Errors", "value": 3, "change": -2, "good": "down"},
        {"label": "Missing", "value": path("/result/gone")},
    ]
    draw(page, component("stat-cards", stats=stats), data={"n": 1240000})
    assert page.locator(".stat b").all_inner_texts() == ["1.24M", "3"]
    expect(page.locator(".better")).to_have_text("−2")
    expect(page.locator(".stat svg")).not_to_have_count(0)


def test_progress_has_a_name_and_stays_in_bounds(page: Any) -> None:
    draw(page, component("progress-bar", value=7, max=5, label="Files"), data={"a": 1})
    bar = page.get_by_role("progressbar", name="Files")
    assert bar.evaluate("(bar) => bar.value") == 5
    expect(page.get_by_text("7 of 5")).to_be_visible()


def test_sections_tabs_and_headings_hold_components(page: Any) -> None:
    inner = [component("header", text="Inside"), component("text", of="body")]
    draw(
        page,
        {"type": "section", "props": {"title": "Part", "folded": True}, "children": inner},
        {
            "type": "tabs",
            "props": {"labels": ["One", "Two"]},
            "children": [component("text", of="first"), component("text", of="second")],
        },
        component("divider"),
        data={"a": 1},
    )
    expect(page.get_by_text("body")).to_be_hidden()
    page.get_by_text("Part").click()
    expect(page.get_by_role("heading", name="Inside", level=3)).to_be_visible()
    tabs = page.get_by_role("tab")
    tabs.first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tabpanel")).to_have_text("second")
    assert tabs.nth(1).get_attribute("aria-selected") == "true"


def test_a_title_is_told_once_by_a_component_that_delegates(page: Any) -> None:
    rows = [{"id": number, "name": f"row {number}"} for number in range(9)]

    draw(page, {**component("auto", of=path("/result/values")), "title": "Values"}, data={"values": rows})

    assert page.inner_text("[data-result]").count("Values") == 1


def test_a_component_that_is_not_visible_is_left_out(page: Any) -> None:
    draw(
        page,
        {**component("text", of="hidden"), "visible": {"$has": path("/result/gone")}},
        component("text", of="shown"),
        data={"a": 1},
    )
    assert "hidden" not in page.locator("[data-result]").inner_text()


def test_a_component_that_fails_shows_its_data(page: Any) -> None:
    page.evaluate(
        "void (window.kept = components.table, components.table = () => { throw new Error('no'); })"
    )
    draw(
        page,
        {**component("table", rows=path("/result/rows")), "title": "Rows"},
        component("text", of="next"),
        data={"rows": [{"a": "kept"}]},
    )
    expect(page.locator("[data-result]")).to_contain_text("could not be drawn")
    expect(page.locator("[data-result]")).to_contain_text("kept")
    expect(page.locator("[data-result]")).to_contain_text("next")
    page.evaluate("void (components.table = window.kept)")


def test_a_spec_whose_data_is_not_there_still_shows_the_result(page: Any) -> None:
    draw(
        page,
        component("table", rows=path("/result/nothing")),
        component("key-value", of=path("/result/none")),
        data={"word": "seen"},
    )
    expect(page.locator("[data-result]")).to_contain_text("seen")


HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>"


def test_a_key_value_of_other_data_than_planned_gives_way_to_what_came(page: Any) -> None:
    planned = component("key-value", of=path("/result"), fields=[{"key": "/id"}, {"key": "/total"}])

    draw(page, planned, component("auto", of=path("/result/none")), data={"message": "queued", "position": 3})

    assert page.locator("dt").all_inner_texts() == ["Message", "Position"]


def test_data_is_only_ever_text(page: Any) -> None:
    rows = [
        {
            HOSTILE: HOSTILE,
            "url": "javascript:alert(1)",
            "__proto__": HOSTILE,
            "constructor": 1,
            "mail": "data:text/html,<b>",
            "status": HOSTILE,
        }
        for _ in range(9)
    ]
    nested = {"a": rows, HOSTILE: {"deep": {"deeper": [HOSTILE]}}, "text": HOSTILE}
    draw(page, component("auto"), data=nested)
    expect(page.locator("[data-result] :is(img, script, iframe, [onerror])")).to_have_count(0)
    expect(page.locator("a:not([href^='http:'], [href^='https:'], [href^='mailto:'])")).to_have_count(0)
    assert page.evaluate(
        "({}).polluted === undefined && Object.prototype.hasOwnProperty.name === 'hasOwnProperty'"
    )


@pytest.mark.parametrize("wide", [320, 560])
def test_odd_tables_fit_the_page(page: Any, wide: int) -> None:
    usual = page.viewport_size
    page.set_viewport_size({"width": wide, "height": 600})
    rows = [
        {f"column {i}": "x" * 50 for i in range(300)},
        {"ragged": 1e308, "column 1": -0.0, "long": "w" * 5000},
        5,
        None,
        ["a"],
    ]
    draw(page, component("auto"), data={"rows": rows})
    assert page.locator("[data-result]").inner_text()
    page.set_viewport_size(usual)


AUTO = json.loads((Path(__file__).parent / "cases" / "results" / "auto.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", AUTO, ids=lambda case: case["name"])
def test_auto_draws_what_a_thoughtful_person_would(page: Any, case: dict[str, Any]) -> None:
    draw(
        page,
        component("auto"),
        data=case.get("data"),
        content=[{"type": "text", "text": case["text"]}] if "text" in case else None,
    )
    found = [node.get_attribute("data-component") for node in page.locator("[data-component]").all()]
    assert [name for name in found if name != "auto"][: len(case["components"])] == case["components"]
    for words in case.get("says", []):
        expect(page.locator("[data-result]")).to_contain_text(words)


ROWS = json.loads((Path(__file__).parent / "cases" / "results" / "rows.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", ROWS, ids=lambda case: case["name"])
def test_rows_are_drawn_as_asked_and_nothing_beside_them_is_lost(page: Any, case: dict[str, Any]) -> None:
    draw(page, component("rows", **case["props"]), *case.get("also", []), data=case["data"])
    found = [node.get_attribute("data-component") for node in page.locator("[data-component]").all()]
    assert [name for name in found if name not in ("rows", "auto", "text")][:1] == case["components"]
    for words in case.get("says", []):
        expect(page.locator("[data-result]")).to_contain_text(words)
    for words in case.get("lacks", []):
        expect(page.locator("[data-result]")).not_to_contain_text(words)


def recorded() -> list[Any]:
    files = sorted(CORPUS.glob("*.json"))
    return [
        (f"{file.stem}/{sample['tool']}", sample["result"])
        for file in files
        for sample in json.loads(file.read_text(encoding="utf-8")).get("samples") or []
        if sample.get("result")
    ]


DRAW_RECORDED = """(json) => {
  faults.length = 0;
  const context = { tool: { name: "t" }, spec: { result: [{ type: "auto" }] } };
  document.body.replaceChildren(renderResult(JSON.parse(json), {}, context));
  return [faults, [...document.querySelectorAll("pre")].map((pre) => pre.textContent.slice(0, 200))];
}"""


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the recorded results are not beside this checkout")
def test_every_recorded_result_is_drawn_without_a_fault(page: Any) -> None:
    page.evaluate("window.faults = []; console.warn = (...words) => faults.push(words.map(String).join(' '))")
    wrong = []
    for name, result in recorded():
        faults, sources = page.evaluate(DRAW_RECORDED, json.dumps(result))
        if faults or any(re.match(r'\s*[{[]\s*"', source) for source in sources):
            wrong.append((name, faults[:1]))
    assert wrong == []
