"""`genui adopt`: views made while serving become committed ones."""

from typing import Annotated, Any

import typer

from genui.cli import output
from genui.cli.inputs import read_config
from genui.cli.options import (
    AsJson,
    Command,
    ConfigPath,
    FromSnapshot,
    GeneratedPath,
    ToolThenCommand,
    Trust,
    UpstreamTransport,
    Url,
)
from genui.errors import GenuiError
from genui.project import open_project
from genui.viewfile import step_json


def adopt(
    tool: Annotated[
        str | None, typer.Argument(metavar="TOOL", help="The tool whose view to adopt.", show_default=False)
    ] = None,
    command: Command = None,
    everything: Annotated[bool, typer.Option("--all", help="Adopt every view of the overlay.")] = False,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    url: Url = None,
    upstream_transport: UpstreamTransport = None,
    from_snapshot: FromSnapshot = False,
    trust: Trust = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Tell what would be adopted; write nothing.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Also where the committed view was changed since, or by hand.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Take views made while serving into generated/, for review."""
    from genui.ondemand.adoption import adopt
    from genui.ondemand.overlay import read_overlay

    if bool(tool) == everything:
        problem = f"both {tool} and --all are given" if tool else "no tool is named"
        raise GenuiError(f"{problem}, expected one", hint="genui adopt get_forecast, or genui adopt --all")
    project = open_project(
        read_config(config, generated, command, url, upstream_transport, trust=trust),
        from_snapshot=from_snapshot,
    )
    adopted = adopt(
        project,
        [tool] if tool else sorted(read_overlay(project.config.overlay)[0]),
        dry_run=dry_run,
        force=force,
    )

    tools = [
        {
            "tool": one.tool,
            "state": "would-be-adopted" if dry_run and one.state == "adopted" else one.state,
            "reason": one.reason,
            "generator": one.generator,
            "ledger": [step_json(step) for step in one.steps],
            "file": one.file,
            "files": list(one.files),
        }
        for one in adopted
    ]
    lines = [line_of(one, dry_run=dry_run) for one in adopted] or ["the overlay has no views"]
    output.tell({"overlay": str(project.config.overlay), "tools": tools}, lines, as_json=as_json)
    if any(one.state == "refused" for one in adopted):
        raise typer.Exit(1)


def line_of(one: Any, *, dry_run: bool) -> str:
    """Return what became of one view, as a line."""
    if one.state == "refused":
        return f"{one.tool}: not adopted: {one.reason}"
    verb = "would be adopted" if dry_run else "adopted"
    wishes = ", ".join(f'"{step.feedback}"' for step in one.steps)
    return f"{one.tool}: {verb} as {one.file} ({one.generator}{'; ' + wishes if wishes else ''})"


adopt.parser = ToolThenCommand  # type: ignore[attr-defined]
