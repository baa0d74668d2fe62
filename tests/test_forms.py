"""Every form case: filled in by the DOM contract in a strict host, run, and refused where it must be."""

import json
import re
from pathlib import Path

import pytest
from fillform import REFUSAL, FillError, fill_step

pytestmark = pytest.mark.browser

CASES = sorted(Path(__file__).parent.glob("cases/forms/*.json"))
ODD_KEY = re.compile(r"@|^data-")
ECHO = {"content": [{"type": "text", "text": "done"}]}


def filled(open_tool, case, steps):
    """Open the tool of a case, fill in these steps and press its button."""
    tool = {"name": case["name"], "inputSchema": case["inputSchema"]}
    view = open_tool(tool, call=ECHO)
    for key, value in steps:
        fill_step(view.frame, key, value)
    view.frame.locator("[data-submit]").click()
    return view


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_form_sends_what_was_filled_in_and_refuses_what_cannot_be_sent(open_tool, pages, path):
    case = json.loads(path.read_text(encoding="utf-8"))

    view = filled(open_tool, case, case["fill"].items())
    sent = view.wait_calls(1)

    assert sent[0].get("arguments", {}) in [case["expectedArguments"], *case.get("alsoOk", [])]
    assert not view.errors
    for invalid in sorted(case["invalid"], key=lambda each: not is_plain(case, each)):
        if is_plain(case, invalid):
            said = filled_over(view, case, invalid)
        else:
            pages.close_shown()  # host pages are used again
            said = filled_wrongly(open_tool, case, invalid)
        assert said["focus"], (invalid["why"], said)
        assert said["told"] or said["alert"], (invalid["why"], said)


def is_plain(case, invalid):
    """Tell whether a step only puts other texts in place of the valid ones: then the same form goes on."""
    texts = all(isinstance(value, str) and value for value in invalid["fill"].values())
    plain = all(key in case["fill"] and not ODD_KEY.search(key) for key in invalid["fill"])
    return invalid.get("baseFill", True) and texts and plain


def filled_over(view, case, invalid):
    """Put invalid texts in place of the valid ones, try, and take them back; return what the form says."""
    before = len(view.calls)
    for key, value in invalid["fill"].items():
        fill_step(view.frame, key, value)
    view.frame.locator("[data-submit]").click()
    view.frame.wait_for_selector(".form [role=alert]")
    view.settle()
    assert len(view.calls) == before, invalid["why"]
    assert not view.errors
    said = view.frame.evaluate(REFUSAL)
    for key in invalid["fill"]:
        fill_step(view.frame, key, case["fill"][key])
    return said


def filled_wrongly(open_tool, case, invalid):
    """Fill in a case and then its invalid step; return what the form says, which must have sent nothing."""
    base = [*case["fill"].items()] if invalid.get("baseFill", True) else []
    try:
        view = filled(open_tool, case, [*base, *invalid["fill"].items()])
    except FillError:
        # the step empties a choice that cannot be emptied: leave the choice alone
        rest = [(key, value) for key, value in base if key not in invalid["fill"]]
        view = filled(open_tool, case, rest)
    view.frame.wait_for_selector(".form [role=alert]")
    assert not view.calls, invalid["why"]
    assert not view.errors
    return view.frame.evaluate(REFUSAL)
