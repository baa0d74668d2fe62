"""Repaired pages really work: in Chromium, in the strictest sandbox, against the official host bridge."""

from pathlib import Path

import pytest

from genui.assets import PAGE_RUNTIME, load_assets
from genui.lint.repair import judge
from genui.scripts.scopes import SDK

pytestmark = pytest.mark.browser

CASES = Path(__file__).parent / "cases" / "pages"
IMPORT = f'import {{ App }} from "{SDK}";'
RESULT = {"content": [], "structuredContent": {"rate": 1.5}}


def runnable(case: str) -> bytes:
    """Return the repaired page of a case with the bridge in place of its import."""
    repaired = judge((CASES / f"{case}.html").read_bytes()).repaired
    assert repaired is not None
    assert IMPORT.encode() in repaired
    bridge = load_assets("templates").texts[PAGE_RUNTIME] + ";const {App}=genuiExtApps"
    return repaired.replace(IMPORT.encode(), f"{bridge};".encode())


@pytest.mark.parametrize(
    "case",
    ["careless-submit", "careless-inline", "careless-dropped", "careless-dropped-then", "careless-label"],
)
def test_a_repaired_form_calls_its_tool_and_shows_the_result(open_view, case):
    view = open_view(
        runnable(case), tool={"name": "exchange", "inputSchema": {"type": "object"}}, call=RESULT
    )

    view.frame.locator("#go").click()

    view.frame.wait_for_selector("text=Rate: 1.5")
    assert [call["name"] for call in view.calls] == ["exchange"]
    assert not view.errors


@pytest.mark.parametrize(
    "case",
    [
        "careless-late",
        "careless-late-then",
        "careless-no-version",
        "careless-no-connect",
        "careless-no-import",
    ],
)
def test_a_repaired_page_shows_what_the_host_sends(open_view, case):
    view = open_view(runnable(case), tool={"name": "parcels", "inputSchema": {"type": "object"}})

    view.send_result({"content": [], "structuredContent": {"parcels": [{"code": "P-1", "place": "Oslo"}]}})

    view.frame.wait_for_selector("text=P-1")
    assert not view.errors


def test_enter_in_a_field_submits_too(open_view):
    view = open_view(
        runnable("careless-submit"), tool={"name": "exchange", "inputSchema": {"type": "object"}}, call=RESULT
    )

    view.frame.locator("#amount").press("Enter")

    view.frame.wait_for_selector("text=Rate: 1.5")
    assert len(view.calls) == 1
