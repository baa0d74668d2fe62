"""`genui preview`: the views in a strict host on this machine, to look at, run and change."""

import sys
from typing import Annotated

import typer

from genui.cli import output
from genui.cli.inputs import read_config
from genui.cli.options import (
    Command,
    ConfigPath,
    FromSnapshot,
    GeneratedPath,
    ToolThenCommand,
    Trust,
    UpstreamTransport,
    Url,
)
from genui.config import Config


def preview(
    tool: Annotated[
        str | None, typer.Argument(metavar="TOOL", help="The tool to show first.", show_default=False)
    ] = None,
    command: Command = None,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    url: Url = None,
    upstream_transport: UpstreamTransport = None,
    from_snapshot: FromSnapshot = False,
    trust: Trust = False,
    port: Annotated[
        int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="Port to listen on; 0: any.")
    ] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
) -> None:
    """Show the views in a strict host on this machine: run them, change them in words."""
    from genui.preview.desk import Desk
    from genui.preview.server import run_preview

    def read() -> Config:
        return read_config(config, generated, command, url, upstream_transport, trust=trust)

    desk = Desk(read, from_snapshot=from_snapshot)
    try:
        if tool:
            desk.tool(tool)
        if desk.down:
            output.print_error(desk.down)
            output.print_note("the tools are those of the last build; a call starts the upstream again")
        run_preview(desk, announce=announce, tool=tool or "", port=port, browser=not no_open)
    finally:
        desk.close()


preview.parser = ToolThenCommand  # type: ignore[attr-defined]


def announce(url: str) -> None:
    """Print the address, at once also where stdout is a pipe."""
    output.print_line(f"genui preview: {url}")
    sys.stdout.flush()
