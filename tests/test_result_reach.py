"""That every value of a result can be reached: in full, in few clicks, and as it came."""

import base64
from collections.abc import Iterator
from typing import Any

import pytest
from drawing import bare_page, component, draw
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(pages: Any) -> Iterator[Any]:
    with bare_page(pages) as opened:
        yield opened


def auto(page: Any, data: Any = None, text: str = "") -> Any:
    draw(page, component("auto"), data=data, content=[{"type": "text", "text": text}] if text else [])
    return page.locator("[data-result]")


def test_what_is_written_another_way_tells_what_exactly_came(page: Any) -> None:
    root = auto(page, {"none": None, "on": True, "off": False, "size_bytes": 774537216, "word": "x"})
    titles = {each.inner_text(): each.get_attribute("title") for each in root.locator("dd > *").all()}
    assert titles == {
        "–": "None (null)",
        "Yes": "true",
        "No": "false",
        "774.54 MB": "774537216",
        "x": None,
    }


def test_all_rows_of_a_table_are_one_click_away(page: Any) -> None:
    root = auto(page, [{"n": n, "name": f"row {n}"} for n in range(180)])
    expect(root.locator("tbody tr")).to_have_count(25)
    root.locator("[data-more]").click()
    expect(root.locator("tbody tr")).to_have_count(180)
    for button in ("[data-more]", "[data-next]", "[data-previous]"):
        expect(root.locator(button)).to_be_hidden()


def test_so_many_rows_that_a_page_of_all_would_be_slow_come_in_pages_alone(page: Any) -> None:
    root = auto(page, [{"n": n, "name": f"row {n}"} for n in range(2001)])
    expect(root.locator("[data-more]")).to_be_hidden()
    expect(root.locator("[data-next]")).to_be_visible()


def raw(page: Any, result: dict[str, Any]) -> Any:
    """Draw the foot of a result and open what is raw in it."""
    foot = "document.body.replaceChildren(...resultFoot(result, readResult(result), ''))"
    page.evaluate(f"(result) => {foot}", result)
    page.locator("[data-raw]").click()
    return page.locator("[data-raw-pane]")


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_text_that_was_read_as_data_is_one_click_away(page: Any, wrapped: bool) -> None:
    text = "day,sales,note\n" + "".join(f"2025-03-{n:02},{n * 7},ok\n" for n in range(1, 31))
    root = auto(page, {"result": text}) if wrapped else auto(page, text=text)
    expect(root.locator("[data-component=chart]")).to_be_visible()
    expect(root.locator("pre")).to_be_hidden()
    root.get_by_text("The text it was read from").click()
    assert root.locator("pre").inner_text() == text.strip()


def test_a_text_that_is_json_needs_no_such_click(page: Any) -> None:
    root = auto(page, text='{"days": [' + ", ".join('{"day": "2025-03", "n": 3}' for _ in range(30)) + "]}")
    assert root.get_by_text("The text it was read from").count() == 0


def test_raw_are_the_data_and_the_text_that_says_something_else(page: Any) -> None:
    content = [{"type": "text", "text": "One row was found."}]
    pane = raw(page, {"content": content, "structuredContent": {"n": 1}})
    assert pane.inner_text() == '{\n  "n": 1\n}\n\nOne row was found.'
    content = [{"type": "text", "text": '{"n":1}'}]
    assert raw(page, {"content": content, "structuredContent": {"n": 1}}).inner_text() == '{\n  "n": 1\n}'


@pytest.mark.parametrize(
    ("start", "shown"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", "image/png"),
        (b"RIFF\x00\x00\x00\x00WEBP", "image/webp"),
        (b"RIFF\x00\x00\x00\x00WAVE", "audio/wav"),
        (b"%PDF-1.7\n", "application/pdf"),
        (b"\x07\x99", "Resource"),
    ],
)
def test_base64_among_the_data_is_shown_as_the_file_it_is(page: Any, start: bytes, shown: str) -> None:
    data = base64.b64encode(start + bytes(range(256)) + bytes(-len(start + bytes(256)) % 3)).decode()
    root = auto(page, {"name": "scan", "body": data})
    expect(root.get_by_text(shown).first).to_be_visible()
    expect(root.locator("pre")).to_be_hidden()
    root.locator("summary").click()
    assert root.locator("pre").inner_text() == data


def test_a_picture_in_a_cell_opens_below_its_row(page: Any) -> None:
    picture = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 2).decode()
    root = auto(page, [{"name": "a", "shot": picture}, {"name": "b", "shot": ""}])
    assert picture not in root.inner_text()
    root.get_by_role("button", name="696 bytes").click()
    expect(root.locator("tr.below").get_by_text("image/png · 522 bytes", exact=True)).to_be_visible()
