"""Every form case: filled in by the DOM contract in a strict host, run, and refused where it must be."""

import json
from pathlib import Path

import pytest
from fillform import REFUSAL, FillError, fill_form

pytestmark = pytest.mark.browser

CASES = sorted(Path(__file__).parent.glob("cases/forms/*.json"))
ECHO = {"content": [{"type": "text", "text": "done"}]}
ANEW = "document.querySelector('details.run').open = true"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_form_sends_what_was_filled_in_and_refuses_what_cannot_be_sent(open_tool, path):
    case = json.loads(path.read_text(encoding="utf-8"))
    view = open_tool({"name": case["name"], "inputSchema": case["inputSchema"]}, call=ECHO)

    fill_form(view.frame, case["fill"].items())
    run(view)
    sent = view.wait_calls(1)

    assert sent[0].get("arguments", {}) in [case["expectedArguments"], *case.get("alsoOk", [])]
    for invalid in case["invalid"]:
        said = refusal(view, case, invalid)
        assert said["focus"], (invalid["why"], said)
        assert said["told"] or said["alert"], (invalid["why"], said)
    assert len(view.calls) == 1
    assert not view.errors


def run(view):
    """Press the button of the form."""
    view.frame.evaluate("document.querySelector('[data-submit]').click()")


def refusal(view, case, invalid):
    """Fill the form in wrongly, from the start, and return what it says."""
    base = case["fill"] if invalid.get("baseFill", True) else {}
    start_anew(view)
    try:
        fill_form(view.frame, [*base.items(), *invalid["fill"].items()])
    except FillError:
        # the step empties a choice that cannot be emptied: leave the choice alone
        start_anew(view)
        fill_form(view.frame, [each for each in base.items() if each[0] not in invalid["fill"]])
    run(view)
    view.frame.wait_for_selector(".form [role=alert]")
    return view.frame.evaluate(REFUSAL)


def start_anew(view):
    """Let the host ask for other values, and open the form that has them.

    The same input again would change nothing: hosts repeat it, and what was typed is kept.
    """
    view.send_input({"another": True})
    view.send_input({})
    view.frame.evaluate(ANEW)
