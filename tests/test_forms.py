"""Every form case: filled in by the DOM contract, run, and refused where it must be."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from fillform import FILL, REFUSAL, FillError, fill_form

from genui.baseline import baseline
from genui.forms import form_plan
from genui.model import Tool

pytestmark = pytest.mark.browser

CASES = sorted(Path(__file__).parent.glob("cases/forms/*.json"))
IN_VIEWS = (
    "file-base64",
    "json-whole-form",
    "list-move-objects",
    "names-hostile",
    "variant-switch",
    "wide-1000",
)
"""Cases that are tried in a whole view in the strict host, too: what a form gives is sent as it is."""

PRESSED = "document.querySelector('[data-submit]').click()"
WORK = f"""() => {{
  globalThis.fillForm = {FILL};
  globalThis.drawForm = (plan) => {{
    globalThis.sent = [];
    const form = createForm(JSON.parse(plan), (value) => sent.push(JSON.stringify(value)));
    document.body.replaceChildren(form.node);
  }};
  globalThis.pressed = async () => {{
    document.querySelector("[data-submit]").click();
    const answered = () => sent.length || document.querySelector(".form [role=alert]");
    while (!answered()) await new Promise((next) => setTimeout(next));
    return [sent, sent.length ? null : ({REFUSAL})()];
  }};
  globalThis.tryForm = async ([plan, steps]) => {{
    drawForm(plan);
    let stopped;
    try {{
      stopped = await fillForm(steps);
    }} catch (error) {{
      return {{ failed: String(error) }};
    }}
    return stopped ? {{ stopped }} : {{ answer: await pressed() }};
  }};
}}"""
"""What is done with each form: it is drawn from its plan, filled in, and its button pressed."""


@pytest.fixture(scope="module")
def page(pages: Any) -> Any:
    """A page with the modules of the runtime, where each case draws its form anew."""
    opened = pages.open_runtime().page
    opened.evaluate(WORK)
    yield opened
    pages.close_shown()


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_form_gives_what_was_filled_in_and_refuses_what_cannot_be_sent(page: Any, path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    tool = Tool({"name": case["name"], "inputSchema": case["inputSchema"]})
    plan = json.dumps(form_plan(tool, baseline(tool)))

    [arguments], _ = answer(page, plan, case["fill"].items())

    assert json.loads(arguments) in [case["expectedArguments"], *case.get("alsoOk", [])]
    for invalid in case["invalid"]:
        sent, said = answer_to_wrong(page, case, invalid, plan)
        assert sent == [], invalid["why"]
        assert said["focus"], (invalid["why"], said)
        assert said["told"] or said["alert"], (invalid["why"], said)


def answer(page: Any, plan: str, steps: Iterable[tuple[str, Any]]) -> Any:
    """Draw a form, carry out steps in it and press its button; return what is sent and what is refused."""
    tried = page.evaluate("tryForm", [plan, [*steps]])
    if "failed" in tried:
        raise FillError(tried["failed"])
    if "answer" in tried:
        return tried["answer"]
    # A control does not take a text at once, which is then typed.
    page.evaluate("drawForm", plan)
    fill_form(page.main_frame, steps, fill="fillForm")
    return page.evaluate("pressed")


def answer_to_wrong(page: Any, case: Any, invalid: Any, plan: str) -> Any:
    """Carry out the steps of a refusal, on top of those that are right."""
    base = case["fill"] if invalid.get("baseFill", True) else {}
    try:
        return answer(page, plan, [*base.items(), *invalid["fill"].items()])
    except FillError:
        # The step empties a choice that cannot be emptied: leave the choice alone.
        return answer(page, plan, [each for each in base.items() if each[0] not in invalid["fill"]])


@pytest.mark.parametrize("name", IN_VIEWS)
def test_a_view_sends_what_its_form_gives_and_nothing_that_it_refuses(open_tool: Any, name: str) -> None:
    [path] = [path for path in CASES if path.stem == name]
    case = json.loads(path.read_text(encoding="utf-8"))
    view = open_tool(
        {"name": case["name"], "inputSchema": case["inputSchema"]},
        call={"content": [{"type": "text", "text": "done"}]},
    )

    fill_form(view.frame, case["fill"].items())
    view.frame.evaluate(PRESSED)

    assert view.wait_calls(1)[0].get("arguments", {}) in [case["expectedArguments"], *case.get("alsoOk", [])]
    for invalid in case["invalid"][:1]:
        # The same input again would change nothing: hosts repeat it, and what was typed is kept.
        view.send_input({"another": True})
        view.send_input({})
        view.frame.evaluate("document.querySelector('details.run').open = true")
        base = case["fill"] if invalid.get("baseFill", True) else {}
        fill_form(view.frame, [*base.items(), *invalid["fill"].items()])
        view.frame.evaluate(PRESSED)
        view.frame.wait_for_selector(".form [role=alert]")
        assert view.frame.evaluate(REFUSAL)["focus"], invalid["why"]
    assert len(view.calls) == 1
    assert not view.errors
