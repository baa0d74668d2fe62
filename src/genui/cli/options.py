"""The options that mean the same in every command."""

from pathlib import Path
from typing import Annotated, Any

import typer

from genui.cli.plainly import PlainCommand

ConfigPath = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="The genui.toml to use (default: ./genui.toml)."),
]
GeneratedPath = Annotated[
    Path | None,
    typer.Option(
        "--generated", metavar="DIR", help="The directory of the views (default: beside genui.toml)."
    ),
]
Url = Annotated[
    str | None,
    typer.Option("--url", metavar="URL", help="An upstream that speaks HTTP or SSE."),
]
UpstreamTransport = Annotated[
    str | None,
    typer.Option("--upstream-transport", metavar="KIND", help="How to speak to --url: auto, http or sse."),
]
FromSnapshot = Annotated[
    bool,
    typer.Option("--from-snapshot", help="Use generated/tools.json and start nothing."),
]
Trust = Annotated[
    bool,
    typer.Option(
        "--trust", help="Trust this genui.toml from now on: what it starts, and who hears your keys."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON on stdout.")]
Command = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="-- COMMAND ARGS",
        help="The upstream to start, instead of genui.toml's.",
        show_default=False,
    ),
]
ToolName = Annotated[str, typer.Argument(metavar="TOOL", help="The name of a tool.", show_default=False)]


class ToolThenCommand(PlainCommand):
    """Reads `[TOOL] [-- COMMAND ARGS]`: what follows the dashes is never the tool."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read what stands before the dashes, then take the rest as the command."""
        at = args.index("--") if "--" in args else len(args)
        rest = super().parse_args(ctx, args[:at])
        if at < len(args):
            ctx.params["command"] = args[at + 1 :]
        return rest
