"""Tones and shading: which value has which, and that colour is never the only sign."""

import json
from pathlib import Path

import pytest
from drawing import bare_page, component, draw, item, path

pytestmark = pytest.mark.browser

CASES = json.loads((Path(__file__).parent / "cases/tones.json").read_text("utf-8"))
LATE = {"$if": {"$gt": [item("/delay"), 5]}, "then": "bad", "else": "ok"}
TRAINS = [{"train": "A", "delay": 7, "state": "late"}, {"train": "B", "delay": 0, "state": "on time"}]


@pytest.fixture(scope="module")
def page(pages):
    with bare_page(pages) as opened:
        yield opened


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_value_has_the_tone_that_the_spec_gives_it(page, case):
    told = page.evaluate("({ tone, value, row }) => toneIn(tone, value, { item: row }) ?? null", case)
    assert told == case.get("gives")


BAD = ["ImagePullBackOff", "CrashLoopBackOff", "OOMKilled", "Evicted", "Unhealthy", "ErrImagePull"]


def test_states_that_end_in_a_failure_look_bad(page):
    told = page.evaluate("words => words.map((word) => toneOf(word) ?? '')", [*BAD, "skilled", "errand"])
    assert told == ["bad"] * len(BAD) + ["", ""]


def test_a_cell_with_a_tone_has_its_sign_and_its_word(page):
    draw(
        page,
        component(
            "table", rows=path("/result"), columns=[{"key": "/train"}, {"key": "/delay", "tone": LATE}]
        ),
        data=TRAINS,
    )
    assert page.locator("td .sign").all_inner_texts() == ["!!", "✓"]
    assert page.get_by_role("img", name="Problem").count() == 1
    assert page.locator("td").first.inner_text().split() == ["!!", "7"]


def test_a_badge_has_the_tone_of_its_map_and_needs_no_sign(page):
    tone = {"late": "bad", "on time": "ok"}
    draw(
        page,
        component(
            "table", rows=path("/result"), columns=[{"key": "/state", "format": "badge", "tone": tone}]
        ),
        data=TRAINS,
    )
    assert page.locator(".badge.bad").inner_text() == "Late"
    assert page.locator(".sign").count() == 0


@pytest.mark.parametrize(
    ("type_", "line"), [("table", "tbody tr"), ("list", "li"), ("cards", "li"), ("timeline", "ol li")]
)
def test_a_row_has_a_tone_in_every_component_of_rows(page, type_, line):
    more = {} if type_ == "table" else {"title": item("/train")}
    at = {"at": "2026-11-22T10:00:00Z"} if type_ == "timeline" else {}
    draw(page, component(type_, rows=path("/result"), tone=LATE, **more, **at), data=TRAINS)
    tones = page.locator(line).evaluate_all("all => all.map((each) => each.dataset.tone)")
    assert tones == ["bad", "ok"]
    assert page.locator(".sign").all_inner_texts() == ["!!", "✓"]


@pytest.mark.parametrize(
    ("shade", "values", "shares"),
    [
        ({}, [0, 5, 10, None], [0, 0.5, 1, None]),
        ({"domain": [0, 100]}, [-5, 50, 200], [0, 0.5, 1]),
        ({}, [-10, 0, 5], [-1, 0, 1]),
        ({"domain": [0, 10], "domainMid": 8}, [0, 4, 8, 10], [-1, -0.5, 0, 1]),
        ({}, [3, 3], [None, None]),
    ],
)
def test_a_cell_is_shaded_by_its_place_on_the_scale(page, shade, values, shares):
    asked = """([shade, values]) => {
      const { shareOf } = shadeScale(shade, values);
      return values.map((value) => shareOf(value));
    }"""
    assert page.evaluate(asked, [shade, values]) == shares


def test_shaded_cells_of_a_pivot_share_one_scale_with_a_legend(page):
    rows = [{"m": m, "r": r, "v": v} for m, r, v in [("Jan", "EU", 1), ("Jan", "US", 3), ("Feb", "EU", 5)]]
    steps = [{"pivot": {"row": "/m", "column": "/r", "value": "/v"}}]
    columns = [{"key": "/row"}, {"key": "/cells", "shade": {}}]
    draw(page, component("table", rows=path("/result"), transform=steps, columns=columns), data=rows)
    widths = page.locator("td.shade").evaluate_all(
        "all => all.map((td) => td.style.getPropertyValue('--wd'))"
    )
    assert widths == ["0%", "23%", "45%"]
    assert page.locator("p:has(.ramp)").inner_text().split() == ["1", "5"]
