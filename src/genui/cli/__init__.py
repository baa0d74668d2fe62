"""The command line: the only place that prints, prompts and exits."""

import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from genui import __version__
from genui.cli import build, export, init, inspect, output, serve
from genui.errors import GenuiError

INTERRUPTED = 130

app = typer.Typer(
    name="genui",
    help="Compile the tools of any MCP server into reviewed, self-contained HTML views.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

COMMANDS: dict[str, tuple[Callable[..., None], str]] = {
    "init": (init.init, "genui init -- python server.py\n\ngenui init --from claude-desktop:weather"),
    "build": (build.build, "genui build\n\ngenui build -- npx -y @scope/some-server"),
    "check": (build.check, "genui check\n\ngenui check --from-snapshot --json"),
    "diff": (build.diff, "genui diff"),
    "list": (inspect.list_views, "genui list --from-snapshot"),
    "inspect": (inspect.inspect, "genui inspect get_forecast --from-snapshot"),
    "export": (export.export, "genui export --out site"),
    "serve": (serve.serve, "genui serve\n\ngenui serve -- npx -y @scope/some-server"),
}
"""Every command by its name, with examples to copy."""

for name, (function, examples) in COMMANDS.items():
    app.command(name, epilog=f"Examples:\n\n{examples}")(function)


def print_version(wanted: bool) -> None:
    """Print the version and end."""
    if wanted:
        output.print_line(f"genui {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=print_version)
    ] = False,
) -> None:
    """Compile the tools of any MCP server into reviewed, self-contained HTML views."""


def main(arguments: Sequence[str]) -> int:
    """Run a command and return the exit code of the process."""
    try:
        app(args=list(arguments), prog_name="genui")
    except SystemExit as exit_:
        return exit_.code if isinstance(exit_.code, int) else 1
    except GenuiError as error:
        output.print_error(error)
        return error.exit_code
    except KeyboardInterrupt:
        output.print_note("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()
        return INTERRUPTED
    return 0
