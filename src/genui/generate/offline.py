"""Offline generation: a pure function from a tool to a checked view."""

from collections.abc import Sequence
from dataclasses import replace

from genui.baseline import baseline
from genui.followups import marked
from genui.model import JsonObject, Step, Tool, View, errors_of
from genui.typecheck import check_spec
from genui.viewfile import conflicts_of
from genui.viewoptions import ViewOptions

AUTO: JsonObject = {"version": 1, "result": [{"type": "auto"}]}
"""The spec that fits every tool: the form from the schema, the result from what really comes back."""


def generate(tool: Tool, options: ViewOptions, *, ledger: Sequence[Step] = ()) -> tuple[View, str]:
    """Return a tool's offline view, and why a plainer one stands in for it where that was needed.

    The steps of the ledger are replayed on it; those that do not apply stay in it, and are findings.
    """
    view, fallback = offline(tool, options)
    return (refined(view, tool, options, ledger) if ledger else view), fallback


def refined(view: View, tool: Tool, options: ViewOptions, ledger: Sequence[Step]) -> View:
    """Return a new baseline with a ledger replayed on it."""
    from genui.refine import replay_ledger

    replay = replay_ledger(view.spec, ledger, tool, examples=options.examples)
    made = replace(view, spec=replay.spec, ledger=replay.ledger)
    return replace(made, findings=(*check_spec(made.spec, tool), *conflicts_of(made)))


def replayed(tool: Tool, options: ViewOptions, ledger: Sequence[Step]) -> View:
    """Return a tool's offline view with the patches of a ledger on it; no words are read."""
    view, _ = offline(tool, options)
    if not ledger:
        return view
    from genui.refine import replay_patches

    spec = replay_patches(view.spec, ledger, tool).spec
    return replace(view, spec=spec, findings=check_spec(spec, tool))


def offline(tool: Tool, options: ViewOptions) -> tuple[View, str]:
    """Return the baseline of a tool, AUTO where that has errors."""
    spec = marked(baseline(tool, hints=options.hints, examples=options.examples, kind=options.kind), options)
    findings = check_spec(spec, tool)
    if not errors_of(findings):
        return View(tool.name, spec, findings=findings), ""
    reason = "; ".join(finding.message for finding in errors_of(findings))
    return View(tool.name, AUTO, findings=findings), f"the offline spec has errors: {reason}"
