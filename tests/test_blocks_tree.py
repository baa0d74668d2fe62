"""The tree: any JSON value, opened as far as it helps, searched, and never too much of it at once."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from drawing import bare_page, component, draw, path
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

RUN = {
    "id": 88412,
    "retry_of": None,
    "log_url": "https://example.com/runs/88412/log",
    "trigger": {"event": "pull_request", "at": "2026-11-21T13:08:44Z"},
    "jobs": [
        {"name": "lint", "status": "success", "cache_hit": True, "seconds": 41},
        {"name": "test", "status": "failed", "error": "Could not restore cache", "seconds": 318},
    ],
    "artifacts": [],
    "environment": {f"VAR_{i}": i for i in range(40)},
}


@pytest.fixture(scope="module")
def page(pages: Any) -> Iterator[Any]:
    with bare_page(pages) as opened:
        yield opened


def tree(page: Any, value: Any, **options: Any) -> Any:
    """Draw a value as a tree and return its root."""
    draw(
        page,
        component("tree", of=path("/result/value"), open=options.pop("open", 2)),
        data={"value": value, "more": 1},
        **options,
    )
    return page.locator("[data-component=tree]")


def summaries(root: Any) -> list[str]:
    return root.locator("summary").all_inner_texts()


def test_summaries_tell_size_or_the_two_most_telling_members(page: Any) -> None:
    root = tree(page, RUN)
    assert summaries(root) == [
        "trigger2 members",
        "jobs2 items",
        "0lint · success",
        "1test · failed",
        "environment40 members",
    ]
    assert root.locator("details[open] > summary > b").all_inner_texts() == ["trigger", "jobs"]


def test_values_show_what_they_are(page: Any) -> None:
    root = tree(page, RUN, timeZone="Europe/Oslo")
    lines = root.locator(".li").all_inner_texts()
    assert lines[:3] == ["id 88412", "retry_of null", "log_url example.com/runs/88412/log"]
    assert 'event "pull_request"' in lines
    assert any(line.startswith('at "2026-11-21T13:08:44Z" ') and line.endswith("14:08") for line in lines)
    assert "artifacts 0 items" in lines


def test_a_search_opens_the_way_to_each_match_and_marks_it(page: Any) -> None:
    root = tree(page, RUN)
    root.get_by_role("searchbox").fill("CACHE")
    expect(root.get_by_role("status")).to_have_text("2 matches")
    assert root.locator("mark").all_inner_texts() == ["cache", "cache"]
    assert all(mark.is_visible() for mark in root.locator("mark").all())
    root.get_by_role("searchbox").fill("no such thing")
    expect(root.get_by_role("status")).to_have_text("Nothing matches")
    root.get_by_role("searchbox").fill("")
    assert root.locator("details[open]").count() == 2


def test_a_search_reaches_entries_beyond_the_first_page(page: Any) -> None:
    root = tree(page, [{"n": i} for i in range(3000)])
    root.get_by_role("searchbox").fill("2999")
    assert root.locator("mark").all_inner_texts() == ["2999", "2999"]


def test_expand_all_opens_everything_and_closes_it_again(page: Any) -> None:
    root = tree(page, RUN)
    root.get_by_role("button", name="Expand all").click()
    assert root.locator("details").count() == root.locator("details[open]").count() == 5
    root.get_by_role("button", name="Collapse all").click()
    assert root.locator("details[open]").count() == 0


def test_small_trees_need_no_tools(page: Any) -> None:
    assert tree(page, {"a": 1, "b": [1, 2]}).get_by_role("searchbox").count() == 0


def test_two_hundred_entries_come_at_a_time(page: Any) -> None:
    root = tree(page, list(range(450)))
    assert root.locator("li").count() == 200
    for expected in (400, 450):
        root.locator("[data-more]").click()
        assert root.locator("li").count() == expected
    expect(root.locator("[data-more]")).to_be_hidden()


def test_a_megabyte_is_drawn_only_where_it_is_open(page: Any) -> None:
    value = {
        f"group {g}": [{"name": f"entry {g}-{i}", "text": "x" * 80} for i in range(100)] for g in range(100)
    }
    assert len(json.dumps(value)) > 1e6
    root = tree(page, value)
    assert page.evaluate("document.querySelectorAll('*').length") < 1500
    root.locator("summary").nth(50).click()
    expect(root.locator("summary", has_text="entry 50-99")).to_have_count(1)


def test_keys_open_and_close_a_node(page: Any) -> None:
    root = tree(page, {"a": {"b": {"c": {"d": 1}}}}, open=0)
    root.locator("summary").first.focus()
    page.keyboard.press("Enter")
    expect(root.locator("summary").nth(1)).to_be_visible()


def test_what_lies_very_deep_is_told_as_json(page: Any) -> None:
    text = "".join(f'{{"level {level}":' for level in range(2000)) + '"bottom"' + "}" * 2000
    draw(page, component("tree", of=path("/result")), content=[{"type": "text", "text": text}])
    root = page.locator("[data-component=tree]")
    root.get_by_role("searchbox").fill("bottom")
    expect(root.get_by_role("status")).to_have_text("1 match")
    assert root.locator("details").count() < 100
    expect(root.get_by_text('{"level 40":{')).to_be_visible()
    root.get_by_role("button", name="Open here").click()
    expect(root.locator("summary").get_by_text("level 33", exact=True)).to_be_visible()


def test_hostile_names_and_values_stay_text(page: Any) -> None:
    hostile = json.loads(
        '{"__proto__": {"polluted": 1}, "constructor": "<img src=x onerror=alert(1)>",'
        '"": "empty", "<b>": null, "a\\u2028b": "\\ud800"}'
    )
    root = tree(page, hostile)
    assert root.locator("img, b b").count() == 0
    assert page.evaluate("({}).polluted") is None
    assert "polluted 1" in root.inner_text()
    assert root.locator(".li").count() == 5


def test_links_are_opened_by_the_host(page: Any) -> None:
    root = tree(
        page, {"site": "https://example.com/a", "bad": "javascript:alert(1)", "data": "data:text/html,x"}
    )
    assert root.locator("a").count() == 1
    root.locator("a").click()
    assert page.evaluate("told") == [["open", "https://example.com/a"]]


@pytest.mark.parametrize(
    ("value", "text"), [(7, "7"), ("a b", '"a b"'), (True, "true"), ([], "0 items"), ({}, "0 members")]
)
def test_a_lone_value_is_one_line(page: Any, value: Any, text: str) -> None:
    assert tree(page, value).inner_text() == text


def test_long_texts_come_in_parts(page: Any) -> None:
    root = tree(page, {"log": "line\n" * 2000})
    assert len(root.inner_text()) < 4000
    root.locator("[data-more]").click()
    assert len(root.inner_text()) > 4000
