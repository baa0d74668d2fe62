"""`<slug>.view.json`: the source of one view, which is what a reviewer reads and a diff shows."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from genui.canonical import digest, pretty_json
from genui.model import Finding, Step, View

FORMAT = 1
SUFFIX = ".view.json"

APPLIED = "applied"
CONFLICT = "does not apply: "
"""How the verdict of a step begins whose wish the view cannot fulfil; the step stays in the ledger."""


@dataclass(frozen=True, slots=True)
class StoredView:
    """A view as it was read from disk."""

    view: View
    source: str
    """The source digest it was made from."""
    sum: str
    """The digest of spec and ledger as genui wrote them."""

    @property
    def edited(self) -> bool:
        """True when a hand has changed the view since genui wrote it."""
        return self.sum != view_sum(self.view)


def view_bytes(view: View, *, source: str, guard: str = "") -> bytes:
    """Serialize a view. `sum` guards what genui wrote, so that a hand's change is seen and kept.

    `guard` is another sum than the view's own, for a view that a hand has changed before.
    """
    return pretty_json(
        {
            "format": FORMAT,
            "tool": view.tool,
            "generator": view.generator,
            **({"origin": dict(view.origin)} if view.origin else {}),
            "source": source,
            "sum": guard or view_sum(view),
            "spec": view.spec,
            "ledger": [step_json(step) for step in view.ledger],
        }
    )


def read_view(data: bytes) -> StoredView:
    """Read a view file.

    Raises:
        ValueError: The bytes are no JSON, or a member is missing or of the wrong type.
    """
    document = json.loads(data)
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise ValueError(f"expected a JSON object with format {FORMAT}")
    spec = document.get("spec")
    if not isinstance(spec, Mapping):
        raise ValueError(f"spec is {json.dumps(spec)[:60]}, expected an object")
    if not isinstance(document.get("tool"), str):
        raise ValueError(f"tool is {json.dumps(document.get('tool'))[:60]}, expected a name")
    view = View(
        tool=document["tool"],
        spec=spec,
        generator=str(document.get("generator", "offline")),
        ledger=tuple(step_of(raw) for raw in document.get("ledger") or ()),
        origin=origin_of(document.get("origin")),
    )
    return StoredView(view, str(document.get("source", "")), str(document.get("sum", "")))


def origin_of(raw: Any) -> dict[str, str]:
    """Read what is said of a view's making."""
    return {str(key): str(value) for key, value in raw.items()} if isinstance(raw, Mapping) else {}


def view_sum(view: View) -> str:
    """Return the short digest of a view's spec and ledger."""
    return digest([view.spec, [step_json(step) for step in view.ledger]])[:12]


def step_json(step: Step) -> dict[str, Any]:
    """Return a ledger step as JSON."""
    by = {"by": step.by} if step.by else {}
    return {"feedback": step.feedback, "patch": list(step.patch), "verdict": step.verdict, **by}


def step_of(raw: Any) -> Step:
    """Read a ledger step."""
    if not isinstance(raw, Mapping) or not isinstance(raw.get("patch"), list):
        raise ValueError(f"ledger step is {json.dumps(raw)[:60]}, expected feedback, patch and verdict")
    verdict, by = str(raw.get("verdict", APPLIED)), str(raw.get("by", ""))
    return Step(str(raw.get("feedback", "")), tuple(raw["patch"]), verdict, by)


def conflicts_of(view: View) -> tuple[Finding, ...]:
    """Return a finding for each step of the ledger that the view cannot fulfil."""
    return tuple(
        Finding(
            "step-conflict",
            "warning",
            f'step {number}, "{step.feedback}", {step.verdict}',
            f"it is kept in the ledger; take steps back with genui undo {view.tool}",
            f"/ledger/{number - 1}",
        )
        for number, step in enumerate(view.ledger, start=1)
        if step.verdict.startswith(CONFLICT)
    )
