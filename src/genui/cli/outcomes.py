"""What commands tell of views that were built or checked."""

from collections.abc import Mapping, Sequence
from typing import Any

from genui.model import errors_of
from genui.plan import NO_VIEW, Outcome
from genui.project import Project, code_of


def codes_of(
    project: Project, outcomes: Sequence[Outcome], made: Mapping[str, bytes] | None = None
) -> dict[str, str | None]:
    """Return what is said of the code in each view, by its tool."""
    entries = {one.name: one.before if made is None else one.entry for one in outcomes}
    files = {name: entry.file if entry else None for name, entry in entries.items()}
    return {name: code_of(project, name, file, made) for name, file in files.items()}


def outcome_json(outcome: Outcome, *, made: bool = False) -> dict[str, Any]:
    """Return an outcome as `check --json` tells it, or where it was `made`, as `build --json` does."""
    entry = outcome.entry if made else outcome.before
    file = entry.file if entry else (outcome.files[0] if outcome.state == "orphan" else None)
    reason = told_of_build(outcome) if made else outcome.reason
    return {"name": outcome.name, "state": outcome.state, "file": file, "reason": reason}


def told_of_build(outcome: Outcome) -> str:
    """Return what a build did and why; what a view was before is no longer so."""
    if outcome.state == "orphan":
        return f"removed: {outcome.reason}"
    stands_in = outcome.unfulfilled or errors_of(outcome.findings)
    if outcome.kept or (outcome.state == "fallback" and stands_in):
        return outcome.reason
    if outcome.state == "fallback":
        return f"built anew: it was only a stand-in: {outcome.reason}"
    return "built" if outcome.reason == NO_VIEW else f"built anew: {outcome.reason}"
