"""Pictures, sound, resources, timelines, transcripts, graphs."""

from collections.abc import Iterator
from typing import Any

import pytest
from drawing import bare_page, component, draw, item, path
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

GIF = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


@pytest.fixture(scope="module")
def page(pages: Any) -> Iterator[Any]:
    with bare_page(pages) as opened:
        yield opened


MEDIA = (component("links", of=[]), component("markdown", of=""))
"""Components that draw nothing here, and let pages draw media and prose."""


def blocks(page: Any, *content: Any, **options: Any) -> Any:
    """Draw the items of a result's content as the page does without being told how."""
    draw(page, component("text", of="x"), *MEDIA, content=list(content), **options)
    return page.locator("[data-result]")


@pytest.mark.parametrize(
    "src",
    [
        f"data:image/gif;base64,{GIF}",
        GIF,
        {"type": "image", "data": GIF, "mimeType": "image/gif"},
        {"type": "resource", "resource": {"uri": "file:///a/dot.gif", "mimeType": "image/gif", "blob": GIF}},
    ],
)
def test_a_picture_of_the_data_is_shown(page: Any, src: Any) -> None:
    draw(page, component("image", src=path("/result/src"), alt="A dot"), data={"src": src, "more": 1})
    picture = page.locator("[data-component=image] img")
    assert picture.get_attribute("src") == f"data:image/gif;base64,{GIF}"
    assert picture.get_attribute("alt") == "A dot"
    page.wait_for_function("document.querySelector('img').naturalWidth === 1")


@pytest.mark.parametrize(
    ("src", "text"),
    [
        ("https://e.com/pic%20one.png", "Picture: pic one.png"),
        ("javascript:alert(1)", "Picture: javascript:alert(1)"),
        ("data:text/html,<script>", "Picture: text/html"),
        ({"type": "image", "data": GIF, "mimeType": "text/html"}, "Picture: text/html · 42 bytes"),
    ],
)
def test_what_is_no_picture_of_the_data_is_named(page: Any, src: Any, text: str) -> None:
    draw(page, component("image", src=path("/result/src")), data={"src": src, "more": 1})
    root = page.locator("[data-component=image]")
    assert root.inner_text() == text
    assert root.locator("img").count() == 0
    assert root.locator("a").count() == str(src).startswith("https")


def test_a_broken_picture_says_so(page: Any) -> None:
    bad = {"type": "image", "data": "AAAA", "mimeType": "image/png"}
    root = blocks(page, bad)
    expect(root).to_contain_text("This picture cannot be shown: Picture · image/png · 3 bytes")


def test_a_click_shows_a_picture_in_full(page: Any) -> None:
    svg = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='4000' height='10'/>"
    draw(page, component("image", src=path("/result/src")), data={"src": svg, "more": 1})
    page.evaluate("document.querySelector('img').style.maxWidth = '300px'")
    frame = page.locator("button.zoom")
    frame.click()
    assert frame.get_attribute("aria-pressed") == "true"


@pytest.mark.parametrize("kind", ["audio", "video"])
def test_sound_and_film_of_the_data_can_be_played(page: Any, kind: str) -> None:
    root = blocks(page, {"type": kind, "data": "AAAA", "mimeType": f"{kind}/mp4"})
    player = root.locator(kind)
    assert player.get_attribute("src") == f"data:{kind}/mp4;base64,AAAA"
    assert player.get_attribute("aria-label")
    draw(page, component(kind, src="https://e.com/x.mp4"), data={"a": 1})
    assert page.locator(kind).count() == 0
    assert page.locator("a").get_attribute("href") == "https://e.com/x.mp4"


def test_a_resource_link_is_read_through_the_host_and_shown_in_place(page: Any) -> None:
    link = {
        "type": "resource_link",
        "uri": "notes://today",
        "name": "today.md",
        "title": "Today",
        "description": "What was done.",
        "mimeType": "text/markdown",
        "size": 2048,
    }
    held = {"notes://today": {"uri": "notes://today", "mimeType": "text/markdown", "text": "# Done\n\n- it"}}
    root = blocks(page, link, resources=held)
    assert "Today" in root.inner_text() and "text/markdown · 2 KB" in root.inner_text()
    root.get_by_role("button", name="Open").click()
    expect(root.locator(".prose li")).to_have_text("it")
    assert page.evaluate("told") == [["read", "notes://today"]]


@pytest.mark.parametrize("uri", [None, "today", "see the notes: today", "C:\\notes.md"])
def test_what_is_no_address_is_not_offered_to_open(page: Any, uri: str | None) -> None:
    root = blocks(page, {"type": "resource_link", "uri": uri, "name": "today.md"}, resources={})
    expect(root).to_contain_text("today.md")
    assert root.get_by_role("button").count() == 0


def test_a_resource_that_cannot_be_read_says_so(page: Any) -> None:
    root = blocks(page, {"type": "resource_link", "uri": "file:///gone", "name": "gone"})
    root.get_by_role("button", name="Open").click()
    expect(root).to_contain_text("It could not be read: no such resource")
    unable = blocks(
        page, {"type": "resource_link", "uri": "file:///x", "name": "x"}, capabilities={"openLinks": {}}
    )
    assert unable.get_by_role("button").count() == 0


@pytest.mark.parametrize(
    ("resource", "selector", "text"),
    [
        ({"uri": "a://n.md", "mimeType": "text/markdown", "text": "**b**"}, "strong", "b"),
        ({"uri": "a://p.html", "mimeType": "text/html", "text": "<h1>x</h1>"}, "pre", "<h1>x</h1>"),
        ({"uri": "a://p.txt", "text": "plain https://e.com"}, "a", "https://e.com"),
        ({"uri": "a://p.json", "mimeType": "application/json", "blob": "eyJhIjogMX0="}, "dd", "1"),
    ],
)
def test_an_embedded_resource_is_shown_by_its_type(
    page: Any, resource: Any, selector: str, text: str
) -> None:
    root = blocks(page, {"type": "resource", "resource": resource})
    assert root.locator(selector).last.inner_text() == text
    assert resource["uri"].split("/")[-1] in root.inner_text()


def test_a_file_is_named_with_its_size_and_handed_to_the_host(page: Any) -> None:
    blob = {"uri": "file:///a/data.bin", "mimeType": "application/octet-stream", "blob": "AAAABBBB"}
    root = blocks(page, {"type": "resource", "resource": blob})
    assert "application/octet-stream · 6 bytes" in root.inner_text()
    root.get_by_role("button", name="Download").click()
    assert page.evaluate("told") == [["download", "file:///a/data.bin"]]
    root = blocks(page, {"type": "resource", "resource": blob}, capabilities={})
    assert root.get_by_role("button").count() == 0


def test_the_data_of_a_picture_or_file_can_be_read_as_text(page: Any) -> None:
    blob = {"uri": "file:///a/data.bin", "mimeType": "application/octet-stream", "blob": "AAAABBBB"}
    picture = {"type": "image", "data": GIF, "mimeType": "image/gif"}
    for medium, data in (({"type": "resource", "resource": blob}, "AAAABBBB"), (picture, GIF)):
        root = blocks(page, medium)
        root.locator("summary").click()
        assert root.locator("pre").inner_text() == data


def test_links_go_to_the_host_and_nowhere_else(page: Any) -> None:
    of = [
        "https://e.com/a",
        {"url": "https://e.com/b", "title": "B"},
        "javascript:alert(1)",
        {"no": "url"},
        7,
        None,
    ]
    draw(page, component("links", of=path("/result/of")), data={"of": of, "more": 1})
    links = page.locator("[data-component=links] a")
    assert links.all_inner_texts() == ["e.com/a", "B"]
    links.last.click()
    assert page.evaluate("told") == [["open", "https://e.com/b"]]


@pytest.mark.parametrize(
    "odd",
    [{"type": "hologram", "depth": 3}, {"type": None}, "words", 7, {"type": "resource"}, {"type": "image"}],
)
def test_items_of_unknown_kinds_are_still_shown(page: Any, odd: Any) -> None:
    assert blocks(page, odd).inner_text().strip() != ""


COMMITS = [
    {"at": "2026-11-18T10:08:00Z", "what": "Older", "who": "Amara"},
    {"at": "2026-11-21T11:20:00Z", "what": "Newest", "who": "Ingrid"},
    {"at": "2026-11-18T17:33:00Z", "what": "Old", "who": "Daniel"},
    {"at": "not a date", "what": "<img src=x>", "who": None},
]


def timeline(page: Any, rows: Any, **options: Any) -> Any:
    props = {"rows": path("/result/rows"), "at": item("/at"), "title": item("/what"), "meta": item("/who")}
    draw(page, component("timeline", **props), data={"rows": rows, "more": 1}, **options)
    return page.locator("[data-component=timeline]")


def test_a_timeline_groups_by_day_newest_first(page: Any) -> None:
    root = timeline(page, COMMITS)
    assert [section.locator("h3").all_inner_texts() for section in root.locator("section").all()] == [
        ["Newest"],
        ["Old", "Older"],
        ["<img src=x>"],
    ]
    assert root.locator("h2").last.inner_text() == "No date"
    assert root.locator("time").first.get_attribute("datetime") == "2026-11-21T11:20:00.000Z"


def test_days_are_those_of_the_host(page: Any) -> None:
    rows = [{"at": "2025-03-01T23:30:00Z", "what": "late"}, {"at": "2025-03-01T12:00:00Z", "what": "noon"}]
    assert timeline(page, rows).locator("section").count() == 1
    days = timeline(page, rows, timeZone="Asia/Tokyo").locator("section h2")
    assert days.all_inner_texts() == ["Sun 2 Mar 2025", "Sat 1 Mar 2025"]


def test_a_long_timeline_is_searched_and_comes_in_steps(page: Any) -> None:
    root = timeline(page, [{"at": 1763700000 + 3600 * i, "what": f"Event {i}"} for i in range(50)])
    assert root.locator("li").count() == 20
    root.locator("[data-more]").click()
    assert root.locator("li").count() == 40
    root.get_by_role("searchbox").fill("event 49")
    assert root.locator("li h3").all_inner_texts() == ["Event 49"]


def test_a_transcript_says_who_said_what(page: Any) -> None:
    rows = [
        {"user": "Ingrid", "text": "Is **it** red?", "ts": "2026-11-21T11:20:00Z"},
        {"user": None, "text": {"a": 1}},
    ]
    props = {"rows": path("/result/rows"), "role": item("/user"), "text": item("/text"), "at": item("/ts")}
    draw(page, component("message-list", **props), data={"rows": rows, "more": 1})
    root = page.locator("[data-component=message-list]")
    assert root.locator("li > .row > b").all_inner_texts() == ["Ingrid", "–"]
    assert root.locator("strong").inner_text() == "it"
    assert root.locator("li").last.locator("dl").inner_text().split() == ["A", "1"]


def graph(page: Any, nodes: Any, edges: Any) -> Any:
    props = {"nodes": path("/result/nodes"), "edges": path("/result/edges")}
    draw(page, component("dag", **props), data={"nodes": nodes, "edges": edges})
    return page.locator("[data-component=dag]")


def test_a_graph_puts_each_node_below_what_leads_to_it(page: Any) -> None:
    nodes = [{"id": "c"}, {"id": "a", "label": "Start", "status": "passed"}, {"id": "b"}]
    root = graph(page, nodes, [{"from": "a", "to": "b"}, ["b", "c"], {"source": "a", "target": "c"}])
    tops = {
        node.locator("span").first.inner_text(): float(node.evaluate("each => parseFloat(each.style.top)"))
        for node in root.locator(".node").all()
    }
    assert tops["Start"] < tops["b"] < tops["c"]
    assert "3 nodes, 3 edges" in root.locator("[role=img]").get_attribute("aria-label")
    root.locator("[data-view=list]").click()
    assert root.locator("li").nth(1).inner_text().endswith("→ b, c")


def test_parallel_relations_are_lines_and_words_of_their_own(page: Any) -> None:
    edges = [{"from": "a", "to": "b", "label": word} for word in ("knows", "pays", "employs")]
    root = graph(page, [{"id": "a"}, {"id": "b"}], edges)

    lines = root.locator("path").evaluate_all("(all) => all.map((each) => each.getAttribute('d'))")
    places = root.locator(".way").evaluate_all("(all) => all.map((each) => each.getAttribute('style'))")
    assert len({*lines}) == len({*places}) == 3


def test_graphs_with_circles_and_unknown_ends_are_drawn(page: Any) -> None:
    root = graph(
        page,
        ["a", {"id": "b"}, None],
        [["a", "b"], ["b", "a"], ["a", "a"], {"from": "b", "to": "__proto__"}, 7, {}],
    )
    assert {"a", "b", "__proto__"} <= set(root.locator(".node > span:first-child").all_inner_texts())
    big = graph(page, [{"id": i} for i in range(500)], [[i, i + 1] for i in range(500)])
    assert big.locator("li").count() == 50


def test_nodes_that_name_the_nodes_before_them_are_a_graph(page: Any) -> None:
    steps = [
        {"id": "build", "status": "passed"},
        {"id": "ship", "dependsOn": ["build", {"id": "test"}]},
        {"id": "test", "dependsOn": []},
    ]
    root = graph(page, steps, steps)
    assert "3 nodes, 2 edges" in root.locator("[role=img]").get_attribute("aria-label")
    ids = graph(page, [{"id": 1}, {"id": 2}], [{"fromId": 1, "toId": 2, "label": "feeds"}])
    ids.locator("[data-view=list]").click()
    assert ids.locator("li").first.inner_text().endswith("→ 2 (feeds)")
    root = graph(page, steps, steps)
    root.locator("[data-view=list]").click()
    assert root.locator("li").first.inner_text().endswith("→ ship")
