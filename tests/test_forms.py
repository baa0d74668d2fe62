"""Every form case: filled in by the DOM contract in a strict host, run, and refused where it must be."""

import json
from pathlib import Path

import pytest
from fillform import REFUSAL, FillError, fill_step

pytestmark = pytest.mark.browser

CASES = sorted(Path(__file__).parent.glob("cases/forms/*.json"))
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
def test_a_form_sends_what_was_filled_in_and_refuses_what_cannot_be_sent(open_tool, path):
    case = json.loads(path.read_text(encoding="utf-8"))

    view = filled(open_tool, case, case["fill"].items())
    sent = view.wait_calls(1)

    assert sent[0].get("arguments", {}) in [case["expectedArguments"], *case.get("alsoOk", [])]
    assert not view.errors
    for invalid in case["invalid"]:
        refused = filled_wrongly(open_tool, case, invalid)
        assert refused["focus"], (invalid["why"], refused)
        assert refused["told"] or refused["alert"], (invalid["why"], refused)


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
