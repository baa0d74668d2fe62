"""The harness itself: what a strict host forbids is noticed, whoever does it."""

from collections.abc import Callable
from typing import Any

import pytest
from browser import assert_clean
from test_bridge import PAGE, TOOL, probe

pytestmark = pytest.mark.browser

FAULTS = {
    "error": "setTimeout(() => { throw new Error('late'); })",
    "rejection": "Promise.reject(new Error('unheard'))",
    "console": "console.error('wrong')",
    "eval": "setTimeout(() => eval('1'))",
    "network": "fetch('https://api.example/').catch(() => {})",
    "image": "document.body.append(Object.assign(new Image(), { src: 'https://img.example/a.png' }))",
    "frame": "document.body.append(document.createElement('iframe')); frames[0].location = 'https://x.example'",
    "dialog": "alert('hello')",
    "popup": "open('https://x.example')",
    "navigation": "setTimeout(() => (location.href = 'https://x.example/'))",
    "form": "const form = document.createElement('form'); document.body.append(form); form.requestSubmit()",
    "prototype": "Object.prototype.polluted = 1",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_view_is_noticed(open_view: Callable[..., Any], fault: str) -> None:
    view = open_view(probe("ours"), tool=TOOL)
    assert_clean(view)

    view.frame.evaluate(f"() => {{ {FAULTS[fault]} }}")
    view.page.wait_for_function("host.delivered().then(() => true)")

    assert is_noticed(view)


def is_noticed(view: Any) -> bool:
    """Tell whether a view becomes unclean within some frames: a navigation takes its time."""
    for _ in range(300):
        try:
            assert_clean(view)
        except (AssertionError, StopIteration):
            return True
        view.page.evaluate("new Promise(requestAnimationFrame)")
    return False


def test_a_fault_does_not_reach_the_next_view(open_view: Callable[..., Any]) -> None:
    first = open_view(probe("ours"), tool=TOOL)
    first.frame.evaluate("console.error('wrong')")
    second = open_view(probe("ours"), tool=TOOL)

    assert_clean(second)


def test_a_view_that_never_connects_fails_with_what_went_wrong(open_view: Callable[..., Any]) -> None:
    broken = PAGE.replace("APP;PROBE", "throw new Error('at the start')").encode()
    view = open_view(broken, tool=TOOL, handshake=False)

    with pytest.raises(AssertionError, match="at the start"):
        view.wait_initialized(timeout_ms=200)


def test_grave_accessibility_faults_are_found(open_view: Callable[..., Any]) -> None:
    view = open_view(probe("ours", page=PAGE.replace("<main>", '<main><input name="a">')), tool=TOOL)

    assert [violation["id"] for violation in view.axe()] == ["label"]
