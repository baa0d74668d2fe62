"""A ledger on a changed tool: what still applies is applied, what does not is named and kept."""

import json

import pytest
from refining import CASES, TOOLS, holds

from genui.baseline import baseline
from genui.model import Step, Tool, View, errors_of
from genui.refine import apply_patch, diff_patch, refine_view, replay_ledger
from genui.typecheck import check_spec
from genui.viewfile import CONFLICT

REBASES = json.loads((CASES / "rebase.json").read_text("utf-8"))


def ledger_of(tool, wishes):
    view = View(tool.name, baseline(tool))
    for wish in wishes:
        view = refine_view(view, tool, wish).view
    return view.ledger


@pytest.mark.parametrize("case", REBASES, ids=lambda case: case["name"])
def test_surviving_steps_apply_and_conflicts_are_named(case):
    before = TOOLS[case["tool"]]
    after = Tool(apply_patch(before.definition, case["change"]))

    replay = replay_ledger(baseline(after), ledger_of(before, case["ledger"]), after)

    conflicts = {
        str(number): step.verdict
        for number, step in enumerate(replay.ledger, start=1)
        if step.verdict.startswith(CONFLICT)
    }
    assert list(conflicts) == list(case["conflicts"])
    assert all(named.lower() in conflicts[number].lower() for number, named in case["conflicts"].items())
    assert len(replay.conflicts) == len(conflicts)
    assert [step.feedback for step in replay.ledger] == case["ledger"]
    assert [key for key, wanted in case["expect"].items() if not holds(replay.spec, key, wanted)] == []
    assert not errors_of(check_spec(replay.spec, after))


@pytest.mark.parametrize("case", REBASES[::4], ids=lambda case: case["name"])
def test_a_replay_repeats_itself_and_a_step_returns_with_its_member(case):
    before = TOOLS[case["tool"]]
    after = Tool(apply_patch(before.definition, case["change"]))
    ledger = ledger_of(before, case["ledger"])
    once = replay_ledger(baseline(after), ledger, after)

    assert replay_ledger(baseline(after), once.ledger, after) == once
    assert replay_ledger(baseline(before), once.ledger, before).ledger == ledger


def test_a_step_that_no_rule_reads_is_applied_by_its_patch_while_its_tests_hold():
    tool = TOOLS["get_forecast"]
    spec = baseline(tool)
    changed = apply_patch(
        spec, [{"op": "replace", "path": "/result/2/props/columns/6/label", "value": "Gusts"}]
    )
    step = Step("say it as sailors do", diff_patch(spec, changed))

    kept = replay_ledger(spec, [step], tool)
    assert kept.spec == changed
    assert kept.ledger[0].verdict == "applied"

    moved = apply_patch(spec, [{"op": "remove", "path": "/result/2/props/columns/0"}])
    followed = replay_ledger(moved, [step], tool)
    assert followed.spec == apply_patch(
        moved, [{"op": "replace", "path": "/result/2/props/columns/5/label", "value": "Gusts"}]
    )
    assert followed.ledger[0].verdict == "applied"

    gone = apply_patch(spec, [{"op": "remove", "path": "/result/2/props/columns/6"}])
    lost = replay_ledger(gone, [step], tool)
    assert lost.spec == gone
    assert lost.ledger[0].verdict.startswith(CONFLICT)
    assert "sailors" in lost.ledger[0].verdict
    assert lost.ledger[0].patch == step.patch
