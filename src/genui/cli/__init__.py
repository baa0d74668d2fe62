"""The command line: the only place that prints, prompts and exits."""

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, NamedTuple

import typer

from genui import __version__
from genui.cli import output
from genui.cli.parsing import PlainCommand, PlainGroup
from genui.errors import GenuiError

INTERRUPTED = 130


WORKFLOW = """To change how the result of a tool looks:

genui inspect TOOL --outline

genui refine TOOL "line chart", or edit generated/views/TOOL/view.json

genui build

genui inspect TOOL --outline

genui review"""


class Command(NamedTuple):
    """Where a command lives, and examples to copy."""

    module: str
    function: str
    examples: tuple[str, ...]


COMMANDS = {
    "init": Command(
        "init", "init", ("genui init -- python server.py", "genui init --from claude-desktop:weather")
    ),
    "build": Command("build", "build", ("genui build", "genui build -- npx -y @scope/some-server")),
    "check": Command("check", "check", ("genui check", "genui check --from-snapshot --json")),
    "diff": Command("review", "diff", ("genui diff",)),
    "review": Command("review", "review", ("genui review main", "genui review v1.2..HEAD --out site")),
    "refine": Command(
        "refine",
        "refine",
        (
            'genui refine get_forecast "line chart of high by date, hide wind"',
            "genui refine get_forecast --from wishes.txt",
        ),
    ),
    "history": Command("refine", "history", ("genui history get_forecast",)),
    "undo": Command("refine", "undo", ("genui undo get_forecast", "genui undo get_forecast 2")),
    "merge": Command("merge", "merge", ("genui merge get_forecast", "genui merge get_forecast --theirs")),
    "import": Command(
        "import_",
        "import_page",
        ("genui import get_forecast page.html --fix", "cat page.html | genui import get_forecast -"),
    ),
    "adopt": Command("adopt", "adopt", ("genui adopt get_forecast", "genui adopt --all --dry-run")),
    "list": Command("inspect", "list_views", ("genui list --from-snapshot",)),
    "inspect": Command(
        "inspect",
        "inspect",
        (
            "genui inspect get_forecast --from-snapshot",
            "genui inspect get_forecast --outline --data answer.json",
        ),
    ),
    "prompt": Command(
        "model", "prompt", ("genui prompt get_forecast", "genui prompt get_forecast --mode html")
    ),
    "components": Command("components", "components", ("genui components", "genui components table --json")),
    "export": Command("export", "export", ("genui export --out site",)),
    "preview": Command(
        "preview", "preview", ("genui preview get_forecast", "genui preview -- npx -y @scope/some-server")
    ),
    "validate": Command(
        "validate",
        "validate",
        ("genui validate page.html", "genui validate --fix --tools generated/tools pages/"),
    ),
    "test": Command("test", "test", ("genui test", "genui test get_forecast --host claude,vscode --json")),
    "serve": Command("serve", "serve", ("genui serve", "genui serve -- npx -y @scope/some-server")),
    "attach": Command(
        "attach", "attach", ("genui attach claude-desktop", "genui attach claude-desktop weather --dry-run")
    ),
    "detach": Command("attach", "detach", ("genui detach claude-desktop",)),
    "doctor": Command("doctor", "doctor", ("genui doctor", "genui doctor --host claude-desktop")),
}
"""Every command by its name."""


def application(arguments: Sequence[str]) -> typer.Typer:
    """Return the application with the command that is asked for; with all of them where none is.

    A command's module is loaded for that command alone: what the others need would double the start.
    """
    app = typer.Typer(
        cls=PlainGroup,
        name="genui",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog=WORKFLOW,
    )
    app.callback()(root)
    asked = arguments[0] if arguments and arguments[0] in COMMANDS else None
    for name, command in COMMANDS.items():
        if asked in (None, name):
            function = getattr(import_module(f"genui.cli.{command.module}"), command.function)
            epilog = "\n\n".join(("Examples:", *command.examples))
            app.command(name, epilog=epilog, cls=getattr(function, "parser", PlainCommand))(function)
    return app


def print_version(wanted: bool) -> None:
    """Print the version and end."""
    if wanted:
        output.print_line(f"genui {__version__}")
        raise typer.Exit


def root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", is_eager=True, callback=print_version)
    ] = False,
) -> None:
    """Compile the tools of any MCP server into reviewed, self-contained HTML views."""


def main(arguments: Sequence[str]) -> int:
    """Run a command and return the exit code of the process."""
    try:
        run(arguments)
    except SystemExit as exit_:
        return exit_.code if isinstance(exit_.code, int) else 1
    except GenuiError as error:
        output.print_error(error)
        return error.exit_code
    except KeyboardInterrupt:
        output.print_note("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # else Python tells of the broken pipe once more as it ends
        return INTERRUPTED
    return 0


def run(arguments: Sequence[str]) -> None:
    """Run a command; what needs a person's consent is asked for before anything is done, and run again."""
    command = application(arguments)
    try:
        command(args=list(arguments), prog_name="genui")
    except GenuiError as error:
        from genui.consent import ConsentError, agree, question

        if not isinstance(error, ConsentError) or not output.confirmed(question(error.config), "Trust it?"):
            raise
        agree(error.config)
        command(args=list(arguments), prog_name="genui")
