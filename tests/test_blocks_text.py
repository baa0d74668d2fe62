"""Text, markdown, source and diffs: nodes only, whatever the text says."""

import json
import re
from collections.abc import Iterator
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from drawing import bare_page, component, draw, path
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(pages: Any) -> Iterator[Any]:
    with bare_page(pages) as opened:
        yield opened


def block(page: Any, kind: str, text: Any, **props: Any) -> Any:
    """Draw one component of a text and return its root."""
    draw(page, component(kind, of=path("/result/text"), **props), data={"text": text, "more": 1})
    return page.locator(f"[data-component={kind}]")


def markdown(page: Any, text: str) -> str:
    """Return the HTML of a markdown text, without what is the same everywhere."""
    html: str = block(page, "markdown", text).locator(".prose").inner_html()
    for noise in (
        ' dir="auto"',
        ' target="_blank"',
        ' rel="noopener noreferrer"',
        ' class="near"',
        ' scope="col"',
    ):
        html = html.replace(noise, "")
    return re.sub(r' title="[^"]*"', "", html)


@pytest.mark.parametrize(
    "case", json.loads(Path("tests/cases/markdown.json").read_text("utf-8")), ids=itemgetter("text")
)
def test_markdown_becomes_nodes(page: Any, case: dict[str, str]) -> None:
    assert markdown(page, case["text"]) == case["html"]


def test_task_lists_show_what_is_done(page: Any) -> None:
    items = block(page, "markdown", "- [x] one\n- [ ] two\n- [link](https://e.com)").locator("li")
    assert [words.strip() for words in items.all_inner_texts()] == ["one", "two", "link"]
    expect(items.get_by_role("checkbox", name="Done")).to_be_checked()
    expect(items.get_by_role("checkbox", name="To do")).not_to_be_checked()
    expect(items.get_by_role("checkbox", name="To do")).to_be_disabled()


def test_tables_keep_their_alignment_and_escaped_bars(page: Any) -> None:
    table = block(page, "markdown", "| Name | Qty |\n|:--|--:|\n| a \\| b | `3` |\n| short |").locator(
        "table"
    )
    assert table.locator("tr").all_inner_texts() == ["Name\tQty", "a | b\t3", "short\t"]
    assert table.locator("th").last.get_attribute("class") == "num"


@pytest.mark.parametrize(
    "fence",
    ["```python\n{}\n```", "~~~python\n{}\n~~~", "```python\n{}", "- item\n\n  ```python\n  {}\n  ```"],
)
def test_fences_are_source_with_copy(page: Any, fence: str) -> None:
    root = block(page, "markdown", fence.format("x = '*no emphasis*' # `"))
    assert root.locator("pre").inner_text() == "x = '*no emphasis*' # `"
    assert "python" in root.inner_text()
    root.get_by_role("button", name="Copy").click()
    expect(root.get_by_role("button")).to_have_text("Copied")


HOSTILE = {
    "stars": "*a" * 50_000,
    "both": "**a *b " * 15_000,
    "brackets": "[" * 100_000,
    "links": "[a](" * 25_000,
    "images": "![](" * 25_000,
    "ticks": "".join("`" * n + "a" for n in range(1, 400)),
    "spaces": "a" + " " * 100_000 + "b",
    "spaced line": " " * 99_000 + "|\n|-",
    "bars": "|" * 50_000 + "\n|" + "-|" * 49_000,
    "quotes": ">" * 100_000,
    "nested": "".join("  " * n + "- a\n" for n in range(300)),
    "hashes": "# " + " #" * 49_000 + "x",
    "entities": "&" * 100_000,
    "dots": "https://e.com/" + "." * 90_000,
    "lines": "\n" * 100_000,
    "definitions": "[a]: b\n" * 14_000,
    "rules": "- " * 50_000 + "x",
    "backslashes": "\\" * 100_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_markdown_is_drawn_in_linear_time(page: Any, name: str) -> None:
    """A quadratic step would take minutes here."""
    draw(page, component("markdown", of=path("/result/text")), data={"text": HOSTILE[name], "more": 1})
    assert page.locator("script, img").count() == 0


def test_plain_text_keeps_its_lines_and_links_its_addresses(page: Any) -> None:
    root = block(page, "text", "First (see https://e.com/a).\n\n  indented <b>no tag</b>")
    assert root.locator(".asis").text_content() == "First (see https://e.com/a).\n\n  indented <b>no tag</b>"
    assert root.locator("a").get_attribute("href") == "https://e.com/a"
    root.locator("a").click()
    assert page.evaluate("told") == [["open", "https://e.com/a"]]


def test_long_text_comes_in_parts_that_lose_nothing(page: Any) -> None:
    text = "".join(f"line {i} 😀\n" for i in range(30_000))
    root = block(page, "text", text)
    shown = [len(root.locator(".asis").text_content())]
    while root.locator("[data-more]").is_visible():
        root.locator("[data-more]").click()
        shown.append(len(root.locator(".asis").text_content()))
    assert shown[0] <= 100_000 < shown[1]
    assert root.locator(".asis").text_content() == text


def test_text_that_is_data_is_drawn_as_data(page: Any) -> None:
    draw(page, component("text", of=path("/result")), component("tree", of=path("/none")), data={"a": [1]})
    assert page.locator("[data-result]").inner_text().startswith("A")


def test_source_is_copied_whole(page: Any) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    root = block(page, "code-block", "select 1;\n", language="sql")
    root.get_by_role("button", name="Copy").click()
    expect(root.get_by_role("button")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "select 1;\n"


DIFF = """diff --git a/app.py b/app.py
index 83db48f..bf2a1c0 100644
--- a/app.py
+++ b/app.py
@@ -1,4 +1,4 @@ def main():
 import os
-import sys
--- a comment in SQL
+import json
+++ counted, not a file
 pass
\\ No newline at end of file
diff --git a/docs/new file.md b/docs/new file.md
new file mode 100644
--- /dev/null
+++ b/docs/new file.md
@@ -0,0 +1 @@
+# Title
"""


def heads_of(root: Any) -> list[str]:
    return [" ".join(row.locator("> *").all_inner_texts()) for row in root.locator("section > .row").all()]


def test_a_diff_names_its_files_and_counts_their_lines(page: Any) -> None:
    root = block(page, "diff", DIFF)
    assert heads_of(root) == ["app.py +2 −2", "docs/new file.md +1 −0"]
    assert root.locator("pre").first.locator(".ok").all_inner_texts() == [
        "+import json",
        "+++ counted, not a file",
    ]
    assert root.locator("pre").first.locator(".bad").all_inner_texts() == [
        "-import sys",
        "--- a comment in SQL",
    ]


@pytest.mark.parametrize(
    ("diff", "heads"),
    [
        (
            (
                "--- a.txt\t2026-01-01\n+++ a.txt\t2026-01-02\n@@ -1 +1 @@\n-a\n+b\n"
                "--- b.txt\n+++ b.txt\n@@ -1 +1 @@\n-c\n+d"
            ),
            ["a.txt +1 −1", "b.txt +1 −1"],
        ),
        ("@@ -1,2 +1,3 @@\n a\n+b\n c", ["Changes +1 −0"]),
        (
            "Index: x.c\n=====\n--- x.c (revision 1)\n+++ x.c (working copy)\n@@ -1 +0,0 @@\n-a",
            ["x.c (working copy) +0 −1"],
        ),
        (
            "diff --git a/old.py b/new.py\nsimilarity index 100%\nrename from old.py\nrename to new.py",
            ["new.py +0 −0"],
        ),
        ("@@@ broken @@@\n+x\n<b>", ["Changes +0 −0"]),
    ],
)
def test_diffs_of_every_kind_are_read(page: Any, diff: str, heads: list[str]) -> None:
    root = block(page, "diff", diff)
    assert heads_of(root) == heads
    assert root.locator("pre").all_inner_texts() != []


def test_a_long_diff_comes_in_parts(page: Any) -> None:
    lines = "".join(f"+line {i}\n" for i in range(2500))
    root = block(page, "diff", f"--- a\n+++ b\n@@ -0,0 +1,2500 @@\n{lines}")
    assert root.locator("pre > *").count() == 1000
    root.locator("[data-more]").click()
    assert root.locator("pre > *").count() == 2000
