"""`genui check`: whether generated/ is what `genui build` would write."""

from collections.abc import Mapping, Sequence
from typing import Any

import typer

from genui.cli import output
from genui.cli.inputs import read_config, warn_of_unused
from genui.cli.options import (
    AsJson,
    Command,
    ConfigPath,
    FromSnapshot,
    GeneratedPath,
    Trust,
    UpstreamTransport,
    Url,
)
from genui.cli.sarif import SarifFile, results_of_outcome, write_sarif
from genui.model import errors_of
from genui.plan import NO_VIEW, Outcome
from genui.project import Project, check_project, code_of, open_project


def check(
    command: Command = None,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    url: Url = None,
    upstream_transport: UpstreamTransport = None,
    from_snapshot: FromSnapshot = False,
    trust: Trust = False,
    as_json: AsJson = False,
    sarif: SarifFile = None,
) -> None:
    """Check that generated/ is what genui build would write."""
    project = open_project(
        read_config(config, generated, command, url, upstream_transport, trust=trust),
        from_snapshot=from_snapshot,
    )
    warn_of_unused(project.config, project.snapshot)
    compilation = check_project(project)
    outcomes = compilation.outcomes
    codes = codes_of(project, outcomes)
    if sarif is not None:
        write_sarif(sarif, (one for outcome in outcomes for one in results_of_outcome(project, outcome)))
    tools = [outcome_json(outcome) | {"code": codes[outcome.name]} for outcome in outcomes]
    told = output.state_counts(one.state for one in outcomes) or "nothing to check"
    total = f"{output.counted(len(outcomes), 'view')}: {told}"
    last = "; ".join(filter(None, (total, output.code_summary(codes))))
    document = {"state": "fresh" if compilation.clean else "drift", "tools": tools}
    output.tell(document, (*output.outcome_lines(outcomes), last), as_json=as_json)
    if not compilation.clean:
        output.print_note("hint: run genui build, review the difference, and commit it")
        raise typer.Exit(1)


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
