"""The options that mean the same in every command."""

from pathlib import Path
from typing import Annotated, Any

import typer

from genui.cli.parsing import PlainCommand

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
    typer.Option("--from-snapshot", help="Use generated/tools/ and start nothing."),
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


Debug = Annotated[
    bool,
    typer.Option(
        "--debug",
        help="Tell on stderr what a model is sent and what it answers: no keys, but all that tools say.",
    ),
]
PlanOnly = Annotated[
    bool, typer.Option("--plan", help="Call no model: tell what would be asked, and how much that is.")
]
ModelChoice = Annotated[
    str | None,
    typer.Option(
        "--model", metavar="PROVIDER[:NAME]", help="The model for this run, as in openai:gpt-5.5, or offline."
    ),
]
Record = Annotated[bool, typer.Option("--record", help="Keep the model's answers in generated/.replies/.")]
Replay = Annotated[bool, typer.Option("--replay", help="Use the kept answers only: no network, no key.")]
Strict = Annotated[
    bool, typer.Option("--strict", help="Exit 4 where a model did not write a view that it should.")
]
Tools = Annotated[
    list[str] | None,
    typer.Option("--tool", metavar="NAME", help="Only this tool; may be given more than once."),
]

Render = Annotated[
    bool | None,
    typer.Option(
        "--render/--no-render",
        help="Run every new view in Chromium, and keep out what does not work; or run none.",
        show_default="the pages that a model writes",
    ),
]
Fuzz = Annotated[
    int, typer.Option("--fuzz", metavar="N", min=0, help="As --render, with N odd results for each view.")
]
