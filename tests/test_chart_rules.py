"""Which chart fits rows that nobody described: one case each in cases/charts."""

import json
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

CASES = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in sorted(Path("tests/cases/charts").glob("*.json"))
}


def test_rows_find_the_chart_that_fits_them(open_runtime: Any) -> None:
    page = open_runtime()
    texts = {name: json.dumps(case["rows"]) for name, case in CASES.items()}
    found = page.evaluate(
        "all => Object.fromEntries(Object.keys(all).map((name) => [name, chartFor(JSON.parse(all[name]))]))",
        texts,
    )
    assert len(CASES) >= 30
    assert {name: case["expect"] for name, case in CASES.items()} == {
        name: told(found[name], case["expect"]) for name, case in CASES.items()
    }


def told(props: dict[str, Any] | None, expected: dict[str, Any] | None) -> dict[str, Any] | None:
    """Reduce props to what the case speaks of."""
    if props is None:
        return None
    names = {"kind", "x", "y"} | set(expected or ()) | ({"series"} if props.get("series") else set())
    short = {"x": None, **props, "y": [each["key"] for each in props["y"]]}
    return {name: short.get(name) for name in names}


def test_every_chart_that_is_found_can_be_drawn(open_runtime: Any) -> None:
    from drawing import component, draw, path

    page = open_runtime()
    for name, case in CASES.items():
        props = page.evaluate("rows => chartFor(JSON.parse(rows))", json.dumps(case["rows"]))
        if props is None:
            continue
        draw(page, component("chart", **{**props, "rows": path("/result/rows")}), data={"rows": case["rows"]})
        kinds = page.eval_on_selector_all(
            "figure[data-component=chart]", "all => all.map((each) => each.dataset.kind)"
        )
        assert (name, [props["kind"]]) == (name, kinds)


def test_beyond_five_thousand_rows_there_is_only_the_table(open_runtime: Any) -> None:
    page = open_runtime()
    rows = "count => chartFor(Array.from({ length: count }, (_, i) => ({ n: (i * i) % 97 })))?.kind ?? null"
    assert [page.evaluate(rows, count) for count in (5000, 5001)] == ["histogram", None]


def test_numbers_on_an_axis_are_brief_but_never_the_same(open_runtime: Any) -> None:
    page = open_runtime()
    texts = "ticks => tickTexts(ticks)"
    assert page.evaluate(texts, [0, 250000, 500000]) == ["0", "250K", "500K"]
    assert page.evaluate(texts, [2461000.5, 2461001]) == ["2,461,000.5", "2,461,001"]
