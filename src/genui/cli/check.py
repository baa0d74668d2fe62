"""`genui check`: whether generated/ is what `genui build` would write."""

import typer

from genui.check import check_project
from genui.cli import output
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
from genui.cli.outcomes import codes_of, outcome_json
from genui.cli.project import read_config, warn_of_unused
from genui.cli.sarif import SarifFile, results_of_outcome, write_sarif
from genui.project import open_project


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
    if as_json:
        tools = [outcome_json(outcome) | {"code": codes[outcome.name]} for outcome in outcomes]
        output.print_json({"state": "fresh" if compilation.clean else "drift", "tools": tools})
    else:
        output.print_outcomes(outcomes)
        told = output.state_counts(one.state for one in outcomes) or "nothing to check"
        total = f"{output.counted(len(outcomes), 'view')}: {told}"
        output.print_line("; ".join(filter(None, (total, output.code_summary(codes)))))
    if not compilation.clean:
        output.print_note("hint: run genui build, review the difference, and commit it")
        raise typer.Exit(1)
