"""What a spec asks of a chart: order, scale, titles, values, lines to compare with, tones."""

import pytest
from drawing import bare_page, component, draw, item, path

pytestmark = pytest.mark.browser

CITIES = [{"city": "Rome", "temp": 22}, {"city": "Bern", "temp": 12}, {"city": "Sevilla", "temp": 34}]
DAYS = [{"day": f"2026-11-{1 + i:02}", "n": n} for i, n in enumerate([10, 1000, 100000])]
HOT = {"$if": {"$gt": [item("/temp"), 30]}, "then": "bad"}


@pytest.fixture(scope="module")
def page(pages):
    with bare_page(pages) as opened:
        yield opened


def chart(page, rows, x, y, **props):
    draw(page, component("chart", rows=path("/result"), x=x, y=[{"key": y}], **props), data=rows)
    return page.locator("figure")


@pytest.mark.parametrize(
    ("order", "names"),
    [
        ("x", ["Bern", "Rome", "Sevilla"]),
        ("-x", ["Sevilla", "Rome", "Bern"]),
        ("y", ["Bern", "Rome", "Sevilla"]),
        ("-y", ["Sevilla", "Rome", "Bern"]),
        ("none", ["Rome", "Bern", "Sevilla"]),
        (None, ["Sevilla", "Rome", "Bern"]),
    ],
)
def test_bars_stand_in_the_order_asked_for(page, order, names):
    more = {} if order is None else {"sort": order}
    shown = chart(page, CITIES, "/city", "/temp", kind="bar", **more)
    assert shown.locator(".bars > [dir]").all_inner_texts() == names


def test_a_logarithmic_scale_counts_in_powers_of_ten(page):
    shown = chart(page, DAYS, "/day", "/n", kind="line", scale="log")
    texts = shown.locator("svg.chart > text[text-anchor=end]").all_text_contents()
    assert texts == ["10", "100", "1,000", "10K", "100K"]
    heights = shown.locator("circle.dot").evaluate_all("all => all.map((dot) => dot.getAttribute('cy'))")
    assert heights == ["100%", "50%", "0%"]
    assert shown.get_by_text("logarithmic").count() == 1


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([0.02, 5], [0.01, 0.1, 1, 10]),
        ([1, 1e12], [1, 1e3, 1e6, 1e9, 1e12]),
        ([7, 7], [1, 10]),
        ([1, 1], [1, 10]),
        ([0, -3], [-3, -2, -1, 0]),
    ],
)
def test_powers_of_ten_hold_all_values(page, values, ticks):
    assert page.evaluate("values => scaleOf(values, { log: true }).ticks", values) == ticks


def test_axes_have_titles(page):
    shown = chart(page, DAYS, "/day", "/n", kind="line", xTitle="Day", yTitle="Visits, thousand")
    assert shown.locator("p.dim").first.inner_text() == "Visits, thousand"
    assert shown.locator("p.under").inner_text() == "Day"


def test_values_stand_at_their_points_where_there_is_room(page):
    shown = chart(page, DAYS, "/day", "/n", kind="bar", valueLabels=True)
    assert shown.locator("text.val").all_text_contents() == ["10", "1,000", "100K"]
    many = [{"day": f"2026-11-{1 + i % 28:02}T{i // 28:02}:00:00Z", "n": i} for i in range(100)]
    assert chart(page, many, "/day", "/n", kind="line", valueLabels=True).locator("text.val").count() == 0


def test_a_line_to_compare_with_is_within_the_chart_and_named(page):
    reference = [{"value": 40, "label": "Limit", "tone": "bad"}]
    shown = chart(page, DAYS[:1] * 3, "/day", "/n", kind="bar", reference=reference)
    assert shown.locator("line.ref").get_attribute("y1") == "0%"
    assert shown.locator("g > text").text_content() == "Limit"
    across = chart(page, CITIES, "/city", "/temp", kind="bar", reference=reference)
    assert "Limit 40" in across.locator(".legend").inner_text()
    assert across.locator(".track > .mark").count() == 3


def test_toned_bars_and_points_have_signs_and_words(page):
    shown = chart(page, CITIES, "/city", "/temp", kind="bar", tone=HOT)
    assert shown.locator(".bars > [dir]").first.inner_text() == "!! Sevilla"
    assert "var(--bad)" in shown.locator(".bars i").first.get_attribute("style")
    assert shown.locator(".legend").inner_text() == "!! Problem"
    columns = chart(page, CITIES, "/city", "/temp", kind="bar", horizontal=False, tone=HOT)
    assert columns.locator("text.val").all_text_contents() == ["!!"]
    columns.locator("svg.chart").focus()
    page.keyboard.press("Home")
    assert columns.locator(".reading").inner_text() == "Sevilla (problem): 34"


def test_a_histogram_runs_to_the_right_where_it_is_asked_to(page):
    rows = [{"n": n} for n in range(30)]
    props = {"kind": "histogram", "y": [{"key": "/n"}], "horizontal": True}
    draw(page, component("chart", rows=path("/result"), **props), data=rows)
    assert page.locator(".bars i").count() > 3
