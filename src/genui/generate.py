"""Generation: a job becomes a view whose spec is checked. Offline, it is a pure function."""

from genui.baseline import baseline
from genui.checker import check_spec
from genui.model import JsonObject, Tool, View, errors_of
from genui.wishes import Wishes

AUTO: JsonObject = {"version": 1, "result": [{"type": "auto"}]}
"""The spec that fits every tool: the form from the schema, the result from what really comes back."""


def generate(tool: Tool, wishes: Wishes) -> tuple[View, str]:
    """Return a tool's offline view, and why a plainer one stands in for it where that was needed."""
    spec = baseline(tool, hints=wishes.hints, examples=wishes.examples, kind=wishes.kind)
    if wishes.actions:
        spec = {**spec, "actions": list(wishes.actions)}
    findings = check_spec(spec, tool)
    if not errors_of(findings):
        return View(tool.name, spec, findings=findings), ""
    reason = "; ".join(finding.message for finding in errors_of(findings))
    return View(tool.name, AUTO, findings=findings), f"the offline spec has errors: {reason}"
