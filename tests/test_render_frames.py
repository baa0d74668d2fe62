"""No finding comes of what makes the render check fast: frames that are not waited for.

cases/render-frames.json has changes to a page without a fault.
"""

import json
import os
import shutil
from pathlib import Path

import pytest

from genui.errors import GenuiError
from genui.model import Tool
from genui.render import check_render, find_chromium

CASES = Path(__file__).parent / "cases" / "render"
TOOL = Tool(json.loads((CASES / "tool.json").read_text(encoding="utf-8")))
RESULT = "app.ontoolresult = show;"
CONNECT = "await app.connect();"

WAYS = json.loads((CASES.parent / "render-frames.json").read_text(encoding="utf-8"))
"""How a page without a fault may draw: what of it is replaced, and by what; and where one may throw."""


def page_of(case: str) -> bytes:
    return (CASES / case / "page.html").read_bytes()


def changed(old: str, new: str) -> bytes:
    page = page_of("nothing-wrong").decode()
    assert old in page
    return page.replace(old, new).encode()


@pytest.mark.browser
@pytest.mark.parametrize("when", WAYS["drawn"])
def test_a_page_may_draw_at_any_moment(warm, when):
    assert check_render(changed(*WAYS["drawn"][when]), TOOL, browser=warm, patience=20) == ()


@pytest.mark.browser
@pytest.mark.parametrize("when", WAYS["broken"])
def test_what_a_page_throws_is_found_whenever_it_does(warm, when):
    found = check_render(changed(RESULT, WAYS["broken"][when]), TOOL, browser=warm, patience=20)

    assert {finding.rule for finding in found} == {"render-script-error"}
    assert "missing is not defined" in found[0].message


@pytest.mark.browser
def test_a_size_observer_that_never_ends_is_told_as_chromium_tells_it(warm):
    page = changed(RESULT, WAYS["endless"])

    found = {finding.rule: finding.message for finding in check_render(page, TOOL, browser=warm, patience=20)}

    assert "ResizeObserver loop" in found["render-script-error"]


@pytest.mark.browser
def test_a_view_does_not_see_what_the_check_says_to_it(warm):
    page = changed(
        CONNECT,
        "addEventListener('message', ({ data }) => data?.jsonrpc || console.error(JSON.stringify(data)));"
        + CONNECT,
    )

    assert check_render(page, TOOL, browser=warm, patience=20) == ()


async def ended(browser):
    await browser.browser.close()
    await browser.browser.new_context()


@pytest.mark.browser
def test_a_browser_that_ends_is_an_error_and_started_again(warm, monkeypatch):
    check_render(page_of("nothing-wrong"), TOOL, browser=warm, patience=20)
    with monkeypatch.context() as patched:
        patched.setattr("genui.render.browser.Tab.check", lambda *_: ended(warm))
        with pytest.raises(GenuiError, match="the browser has gone"):
            check_render(page_of("nothing-wrong"), TOOL, browser=warm, patience=20)

    assert check_render(page_of("nothing-wrong"), TOOL, browser=warm, patience=20) == ()


def test_the_browser_is_the_named_one_else_the_first_on_the_path(monkeypatch, tmp_path):
    chrome = tmp_path / ("google-chrome.exe" if os.name == "nt" else "google-chrome")
    chrome.write_text("", encoding="utf-8")
    chrome.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("GENUI_CHROMIUM", "CHROMIUM"):
        monkeypatch.delenv(name, raising=False)

    assert find_chromium() == str(chrome)
    monkeypatch.setenv("CHROMIUM", "/one")
    assert find_chromium() == "/one"
    monkeypatch.setenv("GENUI_CHROMIUM", "/two")
    assert find_chromium() == "/two"


def test_a_program_that_is_no_browser_is_an_error_with_a_hint(monkeypatch):
    monkeypatch.setenv("GENUI_CHROMIUM", shutil.which("false") or "no-browser")

    with pytest.raises(GenuiError, match="no browser starts") as caught:
        check_render(page_of("nothing-wrong"), TOOL)

    assert os.environ["GENUI_CHROMIUM"] in str(caught.value)
    assert "playwright install chromium" in caught.value.hint
