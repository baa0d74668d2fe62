"""`genui merge`: a view in conflict mended, and git's merge driver for view files."""

from pathlib import Path
from typing import Annotated

import typer

from genui.cli import output
from genui.cli.options import AsJson, ConfigPath, GeneratedPath
from genui.cli.refine import open_stored
from genui.errors import GenuiError
from genui.merge.values import clash_text
from genui.merge.views import Prefer


def merge(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="TOOL", help="The tool whose view is in conflict; with --driver: %O %A %B %P."
        ),
    ],
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    ours: Annotated[bool, typer.Option("--ours", help="Where both sides clash, take ours.")] = False,
    theirs: Annotated[bool, typer.Option("--theirs", help="Where both sides clash, take theirs.")] = False,
    driver: Annotated[
        bool, typer.Option("--driver", help="Work as git's merge driver for view files.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Join the two sides of a view in conflict."""
    if driver:
        run_driver(names)
        return
    if ours and theirs:
        raise GenuiError("both --ours and --theirs are given", hint="give one of them")
    if len(names) != 1:
        raise GenuiError(f"{len(names)} names are given, expected one tool", hint="genui merge get_forecast")
    prefer: Prefer | None = "ours" if ours else "theirs" if theirs else None
    mend(names[0], config, generated, prefer, as_json=as_json)


def run_driver(names: list[str]) -> None:
    """Join three files as git asks; exit 1 where they clash."""
    if len(names) != len(("%O", "%A", "%B", "%P")):
        hint = "in .git/config: driver = genui merge --driver %O %A %B %P"
        raise GenuiError(f"--driver was given {len(names)} names, expected four", hint=hint)
    from genui.merge.files import drive

    base, current, other, path = (Path(name) for name in names)
    if told := drive(base, current, other, path):
        output.print_note(f"conflict: {told}")
        raise typer.Exit(1)


def mend(
    tool: str, config: Path | None, generated: Path | None, prefer: Prefer | None, *, as_json: bool
) -> None:
    """Join one view in conflict, link it and write both; exit 1 where it cannot be."""
    from genui.joining import mended
    from genui.viewfile import step_json

    joint, written = mended(open_stored(config, generated), tool, prefer)
    if as_json:
        output.print_json(
            {
                "tool": tool,
                "state": "conflict" if joint and joint.problem else "joined" if joint else "fresh",
                "reason": joint.problem if joint else "",
                "clashes": [clash_text(one) for one in joint.merged.clashes] if joint else [],
                "lost": [step_json(step) for step in joint.merged.lost] if joint else [],
                "written": sorted(written),
            }
        )
    elif joint is None:
        output.print_line(f"{tool} is in no conflict")
    elif joint.problem:
        for clash in joint.merged.clashes:
            output.print_line(f"  {clash_text(clash)}")
        hint = f"genui merge {tool} --ours, or genui merge {tool} --theirs"
        output.print_error(GenuiError(f"{tool}: {joint.problem}", hint=hint if joint.merged.clashes else ""))
    else:
        for step in joint.merged.lost:
            output.print_note(f'lost: "{step.feedback}" gave way')
        steps = () if joint.merged.stored is None else joint.merged.stored.view.ledger
        verb = "deleted" if joint.merged.stored is None else f"joined, {output.counted(len(steps), 'step')}"
        output.print_line(f"{tool}: {verb}: {', '.join(sorted(written)) or 'nothing to write'}")
        output.print_note("hint: run genui build, review the difference, then git add the directory")
    if joint and joint.problem:
        raise typer.Exit(1)
