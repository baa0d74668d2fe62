"""Charts: what they say, how they are read, and what data cannot do to them."""

import json
import math
from collections.abc import Iterator
from typing import Any

import pytest
from drawing import bare_page, component, draw, path
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

DAYS = [
    {"date": f"2026-11-{21 + i}", "high": high, "low": low}
    for i, (high, low) in enumerate([(4, -1), (6, 2), (-2, -8)])
]
REGIONS = [
    {"region": "us-east-1", "requests": 371},
    {"region": "eu-north-1", "requests": 486},
    {"region": "sa-east-1", "requests": 58},
]
BAD_NUMBER = """[...document.querySelectorAll("svg *, svg, i, td")]
  .filter((each) => [...each.attributes].some(({ value }) => /NaN|Infinity|undefined/.test(value)))
  .map((each) => each.outerHTML)"""


@pytest.fixture(scope="module")
def page(pages: Any) -> Iterator[Any]:
    with bare_page(pages) as opened:
        yield opened


def chart(page: Any, rows: Any, **props: Any) -> Any:
    """Draw one chart of rows and return its figure."""
    y = [{"key": key} if isinstance(key, str) else key for key in props.pop("y", [""])]
    draw(
        page,
        component("chart", **{"kind": "line", "rows": path("/result/rows"), "y": y, **props}),
        data={"rows": rows},
    )
    return page.locator("figure[data-component=chart]")


def labels(figure: Any) -> list[str]:
    """Return the texts below the chart."""
    return figure.locator(".chart > text[dy='22']").all_text_contents()


def test_a_line_chart_says_its_finding_and_names_its_series_at_their_ends(page: Any) -> None:
    figure = chart(page, DAYS, x="/date", y=["/high", "/low"], unit="°C")
    name = figure.locator("svg[role=img]").get_attribute("aria-label")
    assert "High: highest 6°C at 22 Nov, lowest -2°C at 23 Nov".replace("-", "−") in name
    assert figure.locator("text.lab").all_text_contents() == ["High", "Low"]
    assert figure.locator("h2").inner_text() == "High and low, °C"
    assert figure.get_attribute("data-kind") == "line"
    assert labels(figure) == ["Sat", "Sun", "Mon"]


def test_arrow_keys_and_the_pointer_read_a_point_into_the_line_below(page: Any) -> None:
    figure = chart(page, DAYS, x="/date", y=["/high", "/low"])
    line = figure.locator("[role=status]")
    figure.locator("svg[role=img]").focus()
    read = []
    for key in ("ArrowRight", "ArrowRight", "End", "ArrowLeft", "Home"):
        page.keyboard.press(key)
        read.append(line.inner_text().split(":")[0])
    assert read == ["21 Nov", "22 Nov", "23 Nov", "22 Nov", "21 Nov"]
    figure.locator("circle").nth(1).hover()
    assert line.inner_text() == "22 Nov: High 6, Low 2"


def test_bars_of_categories_run_to_the_right_longest_first(page: Any) -> None:
    figure = chart(page, REGIONS, kind="bar", x="/region", y=["/requests"])
    assert figure.locator(".bars > span").all_inner_texts() == [
        "eu-north-1",
        "486",
        "us-east-1",
        "371",
        "sa-east-1",
        "58",
    ]
    assert "Highest 486 at eu-north-1" in figure.locator("[role=img]").get_attribute("aria-label")


def test_bars_of_time_stand_upright_in_order(page: Any) -> None:
    figure = chart(page, DAYS[::-1], kind="bar", x="/date", y=["/high"])
    assert figure.locator("rect").count() == 3
    assert labels(figure) == ["Sat", "Sun", "Mon"]


def test_bars_below_zero_start_at_zero(page: Any) -> None:
    figure = chart(page, [{"n": "a", "v": 6}, {"n": "b", "v": -2}], kind="bar", x="/n", y=["/v"])
    assert figure.locator(".bars i").evaluate_all(
        "all => all.map((each) => [each.style.width, each.style.marginInlineStart])"
    ) == [
        ["75%", "25%"],
        ["25%", "0%"],
    ]


def test_the_forms_that_fit_and_the_table_are_one_click_away(page: Any) -> None:
    figure = chart(page, DAYS, x="/date", y=["/high"])
    views = figure.locator("[data-view]")
    assert views.evaluate_all("all => all.map((each) => each.dataset.view)") == ["line", "bar", "table"]
    views.nth(1).click()
    expect(figure.locator("rect")).to_have_count(3)
    views.nth(2).click()
    expect(figure.locator("tbody tr")).to_have_count(3)
    expect(views.nth(2)).to_be_focused()
    assert views.evaluate_all("all => all.map((each) => each.getAttribute('aria-pressed'))") == [
        "false",
        "false",
        "true",
    ]


def test_the_ninth_and_later_series_are_other(page: Any) -> None:
    rows = [
        {"t": f"2026-11-{day:02}", "s": f"Series {s}", "count": 100 - s}
        for day in range(1, 5)
        for s in range(12)
    ]
    figure = chart(page, rows, x="/t", y=["/count"], series="/s")
    names = figure.locator(".legend > span").all_inner_texts()
    assert names == [f"Series {s}" for s in range(8)] + ["Other"]
    assert figure.locator(".legend path").last.get_attribute("style").startswith("--s:var(--fg2)")
    dashes = "all => all.map((each) => getComputedStyle(each).strokeDasharray)"
    assert len(set(figure.locator(".chart path.ln").evaluate_all(dashes))) == 9, "not by colour alone"


def test_missing_values_are_gaps(page: Any) -> None:
    rows = [{"d": f"2026-11-{i + 1:02}", "v": None if i == 3 else i} for i in range(8)]
    line = chart(page, rows, x="/d", y=["/v"]).locator("path.ln").first.get_attribute("d")
    assert line.count("M") == 2
    assert line.count("L") == 5


def test_a_lone_value_between_gaps_is_a_dot(page: Any) -> None:
    rows = [{"d": f"2026-{i // 28 + 1:02}-{i % 28 + 1:02}", "v": i if i % 2 else None} for i in range(40)]
    assert "h0" in chart(page, rows, x="/d", y=["/v"]).locator("path.ln").first.get_attribute("d")


def test_too_many_points_are_thinned_but_keep_their_peaks(page: Any) -> None:
    rows = [{"step": i, "v": 1000 if i == 12345 else i % 10} for i in range(20000)]
    first = chart(page, rows, x="/step", y=["/v"])
    path_data = first.locator("path.ln").get_attribute("d")
    assert path_data.count("L") < 5001
    assert " 0L" in path_data, "the peak lies at the top"
    assert "drawn" in first.locator(".bar").inner_text()
    assert path_data == chart(page, rows, x="/step", y=["/v"]).locator("path.ln").get_attribute("d")


def test_rows_of_one_category_are_summed_and_said_to_be(page: Any) -> None:
    rows = [
        {"status": s, "total": 10, "latency": v} for s, v in (("on_hold", 1), ("on_hold", 3), ("paid", 5))
    ]
    figure = chart(page, rows, kind="bar", x="/status", y=["/total"])
    assert figure.locator(".bars > span").all_inner_texts() == ["On hold", "20", "Paid", "10"]
    assert "sum of 3 rows" in figure.locator(".bar").inner_text()
    figure = chart(page, rows, kind="bar", x="/status", y=["/latency"])
    assert figure.locator(".bars > span").all_inner_texts() == ["Paid", "5", "On hold", "2"]
    assert "mean of 3 rows" in figure.locator(".bar").inner_text()


def test_beyond_thirty_points_months_are_named_not_days(page: Any) -> None:
    rows = [{"d": f"2026-{m:02}-{d:02}", "v": d} for m in range(1, 7) for d in range(1, 29)]
    assert set(labels(chart(page, rows, x="/d", y=["/v"]))) <= {"Jan", "Feb", "Mar", "Apr", "May", "Jun"}


@pytest.mark.parametrize(
    ("low", "high", "whole", "ticks"),
    [
        (-8, 6, True, [-10, -5, 0, 5, 10]),
        (0, 100, True, [0, 25, 50, 75, 100]),
        (0, 1, False, [0, 0.25, 0.5, 0.75, 1]),
        (0, 3, True, [0, 1, 2, 3]),
        (5, 5, True, [0, 2, 4, 6]),
        (0, 0, True, [0, 1]),
        (0.001, 0.0042, False, [0.001, 0.002, 0.003, 0.004, 0.005]),
        (98, 104, True, [98, 100, 102, 104]),
    ],
)
def test_ticks_are_round_and_few(page: Any, low: float, high: float, whole: bool, ticks: list[float]) -> None:
    assert page.evaluate("([range, whole]) => ticksOf(range, whole)", [[low, high], whole]) == ticks


def test_ticks_hold_any_two_doubles(page: Any) -> None:
    sizes = [0, 5e-324, 1e-300, 1e-9, 0.1, 1, 3, 7.5, 99, 1e6, 123456789, 1e15, 1e100, 9e299]
    pairs = [[a * x, b * y] for a in sizes for b in sizes for x in (1, -1) for y in (1, -1) if a * x < b * y]
    for (low, high), ticks in zip(
        pairs, page.evaluate("pairs => pairs.map((pair) => ticksOf(pair, false))", pairs), strict=True
    ):
        assert 2 <= len(ticks) <= 6, (low, high, ticks)
        assert all(math.isfinite(tick) for tick in ticks)
        step = ticks[1] / 1e9 - ticks[0] / 1e9
        assert ticks[0] <= low + step, (low, high, ticks)
        assert ticks[-1] >= high - step, (low, high, ticks)


HOSTILE = [
    {"x": "<img src=x onerror=alert(1)>", "y": 1e308, "z": 1},
    {"x": "b", "y": -1e308, "z": "1,5"},
    {"x": None, "y": "NaN", "z": "Infinity"},
    {"x": "d", "y": "12.5", "z": {"a": 1}},
    {"x": "__proto__", "y": 5e-324, "z": -0.0},
    {"x": "e" * 300, "z": True},
    "no row",
    None,
]


@pytest.mark.parametrize(
    "kind", ["line", "area", "bar", "scatter", "histogram", "donut", "heatmap", "sparkline"]
)
def test_hostile_numbers_and_names_draw_nothing_wrong(page: Any, kind: str) -> None:
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    for props in (
        {"x": "/x", "y": ["/y", "/z"]},
        {"x": "/y", "y": ["/z"]},
        {"y": ["/y"]},
        {"x": "/x", "y": ["/y"], "series": "/x", "stacked": True},
    ):
        chart(page, HOSTILE, kind=kind, **props)
        assert page.evaluate(BAD_NUMBER) == []
        assert page.locator("img").count() == 0
    assert problems == []


@pytest.mark.parametrize("rows", [[], [{}], [{"y": None}], "text", 7, {"a": {"y": "no"}}])
def test_nothing_to_draw_leaves_the_data_to_others(page: Any, rows: Any) -> None:
    assert chart(page, rows, x="/x", y=["/y"]).count() == 0
    assert page.locator("[data-result]").count() == 1


def test_a_histogram_counts_every_value(page: Any) -> None:
    rows = [{"ms": i % 97} for i in range(500)]
    figure = chart(page, rows, kind="histogram", y=["/ms"])
    figure.locator("svg[role=img]").focus()
    total = 0
    for _ in range(figure.locator("rect").count()):
        page.keyboard.press("ArrowRight")
        total += int(figure.locator("[role=status]").inner_text().rsplit(" ", 1)[1])
    assert total == 500


NOISE = [(11 * i * i + 11 * i) % 23 for i in range(20)]
RELATIONS = {
    "falling": ([100 - i for i in range(20)], -1),
    "falling but for an outlier": ([100 - i for i in range(19)] + [9000], -1),
    "bent": ([2**i for i in range(20)], 1),
    "a cloud": (NOISE, 0),
    "a cloud and an outlier": ([*NOISE[:19], 9000], 0),
    "all the same": ([5] * 20, 0),
    "a gap": ([None, *range(1, 20)], 1),
    "few that chance may have made": ([1, 5, 2, 7, 3, 4, 8, 6], 0),
}


@pytest.mark.parametrize("name", RELATIONS)
def test_what_is_said_of_two_measures_holds_for_most_of_their_points(page: Any, name: str) -> None:
    values, way = RELATIONS[name]
    places = [*range(len(values) - 1), 1000 if "outlier" in name else len(values) - 1]
    assert page.evaluate("([places, values]) => Math.sign(relation(places, values))", [places, values]) == way


def test_a_scatter_chart_says_how_its_measures_go_together(page: Any) -> None:
    rows = [{"name": f"Item {i}", "weight": i, "price": 100 - i} for i in range(20)]
    figure = chart(page, rows, kind="scatter", x="/weight", y=["/price"])
    assert figure.locator("circle").count() == 20
    assert "One falls as the other rises." in figure.locator("svg[role=img]").get_attribute("aria-label")
    figure.locator("svg[role=img]").focus()
    page.keyboard.press("ArrowRight")
    assert figure.locator("[role=status]").inner_text() == "Item 0, weight 0: 100"


def test_a_donut_comes_only_when_asked_for_and_never_with_negative_parts(page: Any) -> None:
    parts = [{"n": f"Part {i}", "v": 10 + i} for i in range(10)]
    figure = chart(page, parts, kind="donut", x="/n", y=["/v"])
    assert figure.locator(".donut circle").count() == 8
    assert figure.locator(".legend > span").last.inner_text().startswith("Other")
    assert (
        chart(page, [*parts, {"n": "minus", "v": -1}], kind="donut", x="/n", y=["/v"])
        .locator("circle")
        .count()
        == 0
    )


def test_a_heat_map_is_a_table_that_shows_its_numbers(page: Any) -> None:
    rows = [{"day": d, "hour": hour, "n": len(d) * hour} for d in ("Monday", "Tuesday") for hour in (8, 12)]
    draw(
        page,
        component("heatmap", rows=path("/result/rows"), x="/hour", y="/day", value="/n"),
        data={"rows": rows},
    )
    table = page.locator("[data-component=heatmap] table.heat")
    assert table.locator("th[scope=col]").all_inner_texts() == ["8", "12"]
    assert table.locator("tbody tr").all_inner_texts() == ["Monday\t48\t72", "Tuesday\t56\t84"]


def test_a_heat_map_keeps_every_line_but_stays_finite(page: Any) -> None:
    rows = [{"x": i % 100, "y": f"line {i // 100}", "v": i} for i in range(2000)]
    draw(
        page, component("heatmap", rows=path("/result/rows"), x="/x", y="/y", value="/v"), data={"rows": rows}
    )
    assert page.locator("tbody tr").count() == 20
    assert page.locator("th[scope=col]").count() == 60


def test_a_map_of_numbers_is_a_chart_by_name(page: Any) -> None:
    figure = chart(
        page,
        {"Chrome": 61.2, "Safari": 24.1},
        kind="bar",
        x="/name",
        y=[{"key": "/value", "label": "Share"}],
        unit="%",
    )
    assert figure.locator("h2").inner_text() == "Share by name, %"
    assert figure.locator(".bars > span").all_inner_texts() == ["Chrome", "61.2", "Safari", "24.1"]


def test_a_spark_line_ends_at_its_last_value(page: Any) -> None:
    assert page.evaluate("sparkline([1, 3, null, '2']).querySelector('circle').getAttribute('cy')") == "50%"
    assert (
        page.evaluate("[sparkline([1]), sparkline([]), sparkline(undefined), sparkline(['x', null])]")
        == [None] * 4
    )


ALL_KINDS = [
    component(
        "chart",
        kind="line",
        rows=path("/result/days"),
        x="/date",
        y=[{"key": "/high"}, {"key": "/low"}],
        unit="°C",
    ),
    component("chart", kind="area", rows=path("/result/days"), x="/date", y=[{"key": "/high"}]),
    component(
        "chart", kind="bar", rows=path("/result/days"), x="/date", y=[{"key": "/high"}, {"key": "/low"}]
    ),
    component("chart", kind="bar", rows=path("/result/regions"), x="/region", y=[{"key": "/requests"}]),
    component("chart", kind="donut", rows=path("/result/regions"), x="/region", y=[{"key": "/requests"}]),
    component("chart", kind="scatter", rows=path("/result/points"), x="/a", y=[{"key": "/b"}]),
    component("chart", kind="histogram", rows=path("/result/points"), y=[{"key": "/b"}]),
    component("chart", kind="line", rows=path("/result/long"), x="/d", y=[{"key": "/v"}]),
    component("heatmap", rows=path("/result/points"), x="/a", y="/c", value="/b"),
]
ALL_DATA = {
    "days": DAYS,
    "regions": REGIONS,
    "points": [{"a": i % 7, "b": (i * i) % 31, "c": f"row {i % 3}"} for i in range(40)],
    "long": [{"d": f"2026-11-{i + 1:02}", "v": i * 123456} for i in range(30)],
}
OVERLAPS = """[...document.querySelectorAll("svg.chart")].flatMap((svg) => {
  const texts = [...svg.querySelectorAll(":scope > text[dy='22']")];
  const boxes = texts.map((each) => each.getBoundingClientRect()).filter((box) => box.width);
  boxes.sort((a, b) => a.left - b.left);
  return boxes.filter((box, i) => i && box.left < boxes[i - 1].right + 4);
}).length"""


@pytest.mark.parametrize(("width", "theme"), [(320, "light"), (400, "dark"), (760, "light")])
def test_charts_fit_any_width_and_are_accessible(open_tool: Any, width: int, theme: str) -> None:
    from browser import assert_clean

    tool = {"name": "charts", "inputSchema": {"type": "object"}}
    view = open_tool(tool, {"version": 1, "result": ALL_KINDS}, width=width, theme=theme)
    view.send_result({"content": [], "structuredContent": ALL_DATA})
    view.settle()
    assert view.frame.locator("figure").count() == len(ALL_KINDS)
    assert view.frame.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert view.frame.evaluate(OVERLAPS) == 0
    assert view.axe() == []
    assert_clean(view)


def test_the_page_of_a_chart_is_the_same_whatever_the_order_of_members(page: Any) -> None:
    draws = [
        chart(page, json.loads(json.dumps(rows)), x="/date", y=["/high"])
        .locator("svg.chart")
        .evaluate("each => each.outerHTML")
        for rows in (DAYS, [dict(reversed(row.items())) for row in DAYS])
    ]
    assert draws[0] == draws[1]
