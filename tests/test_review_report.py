"""report.html, summary.md, annotations and SARIF: the same review for eyes, jobs and forges."""

import json
import re

import pytest
from browser import axe_violations
from reviewing import base, project_of, side

from genui.assets import load_assets
from genui.config import load_config
from genui.review.cards import about, cards_of, relinked_cards
from genui.review.compare import Accepted, Policy, review_of, with_relinked
from genui.review.output import annotations, sarif_of
from genui.review.pictures import drawn
from genui.review.report import MOST, report, summary

SPEC = "/tools/get_forecast/spec/result"
CHANGED = [
    ["replace", f"{SPEC}/1/props/kind", "bar"],
    ["replace", f"{SPEC}/3/props/columns/1/label", "Weather"],
    ["remove", f"{SPEC}/3/props/columns/3"],
    ["replace", "/tools/delete_place/definition/annotations/destructiveHint", False],
    ["replace", "/server/version", "1.1"],
]
HOSTILE = [
    ["replace", f"{SPEC}/3/title", "</script><script>window.hacked=1</script>"],
    ["replace", f"{SPEC}/3/props/columns/1/label", "a|b\n## c @someone [x](https://evil.example) ```"],
    [
        "add",
        "/tools/get_forecast/definition/description",
        "<img src=x onerror=alert(1)> ![](https://evil.example/)",
    ],
]


@pytest.fixture
def review(tmp_path, monkeypatch):
    """Return the review of a changed project, and its cards."""
    monkeypatch.chdir(tmp_path)

    def make(operations, policy=None, before=()):
        sides = [
            side(tmp_path / name, project_of(told))
            for name, told in (("before", before), ("after", [*before, *operations]))
        ]
        found = review_of(*sides, policy or Policy())
        return found, cards_of(found, load_config())

    return make


def page_of(made):
    return report(*made, load_assets("templates")).encode()


def test_the_summary_tells_each_group_with_its_reason_and_the_outline_as_a_picture(review):
    text = summary(*review(CHANGED))

    assert text.startswith("# Review of the views\n\n**2 breaking, 3 cosmetic; 2 of 2 tools changed.**")
    assert re.search(r"## Breaking\n\n.*\n\n### Delete place \(delete\\_place\)", text)
    assert '| **breaking** | table "Day by day": column Low removed |' in text
    assert "-table, 3 rows: Day (date) | Sky | High (integer) | Low (integer)" in text
    assert "+table, 3 rows: Day (date) | Weather | High (integer)" in text


def test_card_and_summary_say_what_the_view_may_do_and_what_is_the_same_on_both_sides(review):
    action = {"tool": "delete_place", "label": "Delete", "arguments": {"place": {"$item": "/date"}}}
    made = review([["add", "/tools/get_forecast/spec/actions", [action]]])
    may = (
        'The view may run its own tool and "Delete place" (delete_place), which may destroy something, '
        "after asking first; opens no links; inert. Before: may run its own tool; opens no links; inert."
    )

    assert about(made[1][0].views[0])[0] == may
    assert "after asking first; opens no links; inert. Before: may run its own tool;" in summary(*made)
    assert json.dumps(may)[1:-1] in page_of(made).decode()


def test_what_the_view_may_do_is_said_only_where_that_is_new(review):
    assert "may run its own tool" not in summary(*review(CHANGED[:1]))


@pytest.mark.parametrize(
    ("operations", "told"),
    [
        (
            [["add", "/tools/get_forecast/definition/annotations/openWorldHint", False]],
            "Both sides say the same on this data: the change shows in no label or value.",
        ),
        (
            [["add", "/tools/get_forecast/inserted", "<script>1</script>"]],
            "Tool and view file are the same on both sides: read what is told above.",
        ),
    ],
)
def test_that_both_sides_are_the_same_is_said_of_every_such_tool(review, operations, told):
    made = review(operations)

    assert told in summary(*made)
    assert told in page_of(made).decode()


def test_the_summary_shows_the_words_of_servers_as_text(review):
    text = summary(*review(HOSTILE))
    prose = re.sub(r"(`{3,})diff.*?\n\1\n", "", text, flags=re.DOTALL)

    assert "<img" not in prose
    assert "@someone" not in prose
    assert "](https" not in prose.replace("\\](", "")
    assert "\n## c" not in prose


def test_the_summary_is_cut_by_whole_sections(review):
    columns = [{"key": f"/key{number}", "label": f"Column {number} " + "x" * 2000} for number in range(40)]
    text = summary(
        *review([["add", f"{SPEC}/3/props/columns", columns], ["replace", "/server/version", "2"]])
    )

    assert len(text.encode()) <= MOST
    assert re.search(r"\n\d+ sections more are in report\.html and review\.json\.\n$", text)
    assert text.count("<details>") == text.count("</details>")


def test_annotations_are_ten_of_a_kind_and_the_last_one_counts_the_rest(review):
    found, _ = review([["remove", f"{SPEC}/3"], *CHANGED[:1], *[["add", f"{SPEC}/-", {"type": "oops"}]] * 1])
    many = review_of(found.before, found.after, Policy())
    lines = annotations(many, prefix="demo/generated/", most=2)

    assert len([line for line in lines if line.startswith("::error")]) <= 2
    first = next(line for line in lines if line.startswith("::error"))
    assert re.match(r"::error file=demo/generated/[^,]+,line=\d+,title=[a-z-]+::", first)


def test_annotations_count_what_they_leave_out(review):
    found, _ = review(
        [["remove", f"{SPEC}/{index}"] for index in (3, 2, 1, 0)] + [["add", f"{SPEC}/0", {"type": "auto"}]]
    )
    breaking = len(found.at("breaking"))

    lines = annotations(found, most=2)

    assert breaking > 2
    assert f"(and {breaking - 2} more: see the job summary)" in lines[1]


def test_the_same_change_of_many_tools_is_one_annotation_and_a_result_of_sarif_for_each(review):
    more = [["add", f"/tools/place_{number}", base()["tools"]["delete_place"]] for number in range(4)]
    flipped = [
        ["replace", f"/tools/place_{number}/definition/annotations/destructiveHint", False]
        for number in range(4)
    ]
    found, _ = review(flipped, before=more)
    (line,) = annotations(found)

    assert "::4 tools: place_0, place_1, place_2, place_3: the tool no longer counts" in line
    assert len(sarif_of(found)["runs"][0]["results"]) == 4


def test_a_hostile_word_stays_inside_its_annotation(review):
    found, _ = review([["replace", f"{SPEC}/3/title", "a\n::error::b%0A"]])

    assert all("\n" not in line for line in annotations(found))


def test_sarif_points_at_lines_of_the_view_file_and_suppresses_what_is_accepted(review):
    accept = (Accepted("column-gone", "get_forecast", "nobody looked at it"),)
    run = sarif_of(review(CHANGED, Policy(accept=accept))[0], prefix="generated/")["runs"][0]
    by_rule = {one["ruleId"]: one for one in run["results"]}

    place = by_rule["chart-kind"]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "generated/views/get_forecast/view.json"
    assert place["region"]["startLine"] > 20
    assert by_rule["column-gone"]["suppressions"][0]["justification"] == "nobody looked at it"
    assert {one["id"] for one in run["tool"]["driver"]["rules"]} == set(by_rule)


def test_the_report_holds_the_runtime_once_and_only_what_changed(review):
    page = page_of(review([["replace", f"{SPEC}/1/props/kind", "bar"]])).decode()
    runtime = load_assets("templates").texts["dist/runtime.js"]

    assert (
        page.count(
            json.dumps(runtime[1000:1100])[1:-1]
            .replace("<", "\\u003c")
            .replace(">", "\\u003e")
            .replace("&", "\\u0026")
        )
        == 1
    )
    assert "delete_place" not in page


def shown(open_page, made, **how):
    opened = open_page(page_of(made), width=1200, **how)
    opened.page.wait_for_selector("iframe[data-ready]")
    return opened


def grave(page):
    """Return what axe finds in the light, and of colours in the dark."""
    found = axe_violations(page)
    page.emulate_media(color_scheme="dark")
    found += axe_violations(page, only=["color-contrast"])
    page.emulate_media(color_scheme="light")
    return found


@pytest.mark.browser
def test_the_report_shows_both_sides_asks_nothing_of_the_network_and_is_accessible(open_page, review):
    opened = shown(open_page, review(CHANGED))
    page = opened.page

    assert page.locator("article").count() == 3
    assert page.locator("iframe[sandbox=allow-scripts]").count() == 4
    page.locator("article", has_text="get_forecast").locator("iframe").nth(1).scroll_into_view_if_needed()
    after = page.frame_locator("article:has-text('get_forecast') .views > div:nth-child(2) iframe")
    assert "Weather" in after.locator("table").inner_text()
    assert grave(page) == []
    assert opened.errors == []


@pytest.mark.browser
def test_the_report_is_worked_by_keys_and_filter(open_page, review):
    page = shown(open_page, review(CHANGED)).page

    page.keyboard.press("n")
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.id") == "card-1"
    page.keyboard.press("p")
    assert page.evaluate("document.activeElement.id") == "card-0"
    page.keyboard.press("/")
    page.keyboard.type("column low")
    assert page.locator("article:visible").count() == 1
    page.locator("#filter").fill("")
    page.get_by_role("button", name="cosmetic", exact=True).click()
    assert page.locator("article:visible").inner_text().startswith("The project")


@pytest.mark.browser
def test_the_card_of_many_tools_is_unfolded_by_keys_and_accessible(open_page, review):
    names = [f"place_{number}" for number in range(4)]
    more = [["add", f"/tools/{name}", base()["tools"]["delete_place"]] for name in names]
    limit = [
        ["add", f"/tools/{name}/definition/inputSchema/properties/limit", {"type": "integer"}]
        for name in names
    ]
    opened = open_page(page_of(review(limit, before=more)), width=1200)
    page = opened.page
    views, focused = page.locator("details.view"), "document.activeElement.textContent"

    assert views.count() == len(names)
    assert page.locator("iframe:visible").count() == page.locator("iframe[data-ready]").count() == 0
    assert axe_violations(page) == []
    page.keyboard.press("n")
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == names[0]
    page.keyboard.press("Enter")
    views.nth(0).locator("iframe[data-ready]").nth(1).wait_for()
    assert page.locator("iframe[data-ready]").count() == 2
    page.frame_locator("details.view iframe >> nth=1").get_by_label("Limit").wait_for()
    assert grave(page) == []
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "Form"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    assert page.locator("iframe:visible").count() == 0
    assert opened.errors == []


@pytest.mark.browser
def test_the_report_fits_400_pixels_and_switches_data_and_theme(open_page, review):
    page = shown(open_page, review(CHANGED[:1])).page
    page.set_viewport_size({"width": 400, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= 400

    page.get_by_role("button", name="Error", exact=True).click()
    frame = page.frame_locator("iframe >> nth=1")
    frame.locator("html[data-state=error]").wait_for()
    page.keyboard.press("d")
    frame.locator("html[style*='dark']").wait_for()


@pytest.mark.browser
def test_a_hostile_word_or_page_reaches_nothing_in_the_report(open_page, review):
    page = [
        ["remove", "/tools/delete_place/spec"],
        ["add", "/tools/delete_place/page", "PAGE, that reaches out"],
        ["add", "/tools/delete_place/generator", "imported"],
    ]
    opened = open_page(page_of(review([*HOSTILE, *page])), width=1200)
    opened.page.locator(".views > div:nth-child(2) iframe").first.scroll_into_view_if_needed()
    opened.page.wait_for_selector("iframe[data-ready]")

    assert opened.page.evaluate("window.hacked") is None
    assert not [error for error in opened.errors if "evil" in error and "Content Security" not in error]
    assert "</script>" in opened.page.locator("main").inner_text()


@pytest.mark.browser
def test_pictures_of_both_sides_lie_on_each_other(open_page, pages, review):
    found, cards = review(CHANGED[:1])
    looks = drawn(pages.context.browser, page_of((found, cards)).decode(), cards)
    opened = shown(open_page, (found, cards_of(found, load_config(), looks)))

    before, after = looks["get_forecast"]
    assert before.picture.startswith("data:image/png;base64,")
    assert before.picture != after.picture
    opened.page.get_by_text("Pictures").click()
    opened.page.get_by_role("slider").fill("20")
    assert (
        opened.page.evaluate("getComputedStyle(document.querySelector('.slider')).getPropertyValue('--at')")
        == "20%"
    )
    assert axe_violations(opened.page) == []


OF_ANOTHER_GENUI = {
    "untitled": ("<script>", "<script>document.title='';", None),
    "larger": (
        "<style>",
        "<style>h1{font-size:40px!important}",
        "another genui links the same view file; it says the same and looks otherwise",
    ),
    "longer": (
        "</script>\n</body>",
        "document.body.append('More.')</script>\n</body>",
        "another genui links the same view file; it says something else now: see its outline",
    ),
}
"""Tools, how the page of each was when another genui linked it, and what is told of it."""


@pytest.mark.browser
@pytest.mark.parametrize("tools", [["untitled"], ["larger", "longer"]], ids=["alike", "otherwise"])
def test_a_view_of_another_genui_is_drawn_by_it_and_told_where_it_looks_otherwise(
    pages, tmp_path, monkeypatch, tools
):
    monkeypatch.chdir(tmp_path)
    place, words = base()["tools"]["delete_place"], {}
    after = [["add", f"/tools/{name}", place] for name in tools]
    before = []
    for name in tools:
        now, then, said = OF_ANOTHER_GENUI[name]
        before.append(["add", f"/tools/{name}", {**place, "spoiled": {now: then}}])
        words |= {name: said} if said else {}
    sides = [side(tmp_path / "before", project_of(before)), side(tmp_path / "after", project_of(after))]
    found = review_of(*sides, Policy())
    cards = relinked_cards(found, load_config())
    looks = drawn(pages.context.browser, page_of((found, cards)).decode(), cards)
    whole = with_relinked(found, looks, Policy())

    assert {one.tool: one.words for one in whole.changes} == words
    page = page_of((whole, cards_of(whole, load_config(), looks))).decode()
    assert len(json.loads(re.search(r'id="review">(.*?)</script>', page)[1])["shells"]) == len(words) + bool(
        words
    )
    assert ("nothing differs" in page) is not bool(words)
