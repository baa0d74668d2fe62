"""A form as text, for terminals, reviews and agents."""

from genui.forms.plan import form_plan
from genui.model import JsonObject, Tool

MOST = 12
"""Labels that one line tells."""


def form_text(tool: Tool, spec: JsonObject) -> str:
    """Return the labels of a form's fields and its button in one or two lines, "" where it has no fields."""
    plan = form_plan(tool, spec)
    root = plan["nodes"][0]
    late = set(root.get("late", ()))
    shown: list[str] = []
    folded: list[str] = []
    for name, at in root.get("kids", ()):
        if at >= 0:
            node = plan["nodes"][at]
            told = f"{node.get('label', '')}{' (required)' if node.get('req') else ''}"
            (folded if name in late else shown).append(told)
    if not shown and not folded:
        return ""
    lines = [f"form: {listed(shown)}; button: {plan['words']['submit']}"]
    return "\n".join([*lines, *([f"  folded: {listed(folded)}"] if folded else [])])


def listed(labels: list[str]) -> str:
    """Return labels in one line, the last ones as a number."""
    more = [f"{len(labels) - MOST} more"] if len(labels) > MOST else []
    return ", ".join([*labels[:MOST], *more])
