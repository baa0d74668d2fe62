"""`genui refine`, `genui history` and `genui undo`: a view changed in words, and changed back."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from genui import revise as revising
from genui.announce import announced
from genui.cli import output
from genui.cli.inputs import open_as_seen, read_config, read_input
from genui.cli.options import (
    AsJson,
    ConfigPath,
    Debug,
    GeneratedPath,
    ModelChoice,
    Record,
    Replay,
    ToolName,
    Trust,
)
from genui.consent import require_model
from genui.errors import GenuiError, WishError
from genui.ondemand.ledger import overlay_steps
from genui.plan import NO_VIEW
from genui.project import Project, author_of, find_tool
from genui.refine.answer import change_json, in_words, told_change, told_changes
from genui.viewfile import step_json, view_file

if TYPE_CHECKING:
    from genui.generate.author import Author

DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change; write nothing.")]
InOverlay = Annotated[
    bool, typer.Option("--overlay", help="Of the view made while serving, which nobody has reviewed.")
]


def refine(
    tool: ToolName,
    wish: Annotated[
        list[str] | None,
        typer.Argument(metavar="WISH", help='What to change, such as "line chart".', show_default=False),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE", help="Read wishes from a file, one a line; - is stdin."),
    ] = None,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    dry_run: DryRun = False,
    as_json: AsJson = False,
    model: ModelChoice = None,
    record: Record = False,
    replay: Replay = False,
    trust: Trust = False,
    debug: Debug = False,
) -> None:
    """Change a tool's view in words."""
    said = " ".join(wish or ()).strip()
    if bool(said) == (source is not None):
        problem = "both a wish and --from are given" if said else "no wish is given"
        raise GenuiError(f"{problem}, expected one", hint=f'genui refine {tool} "line chart"')
    wishes = wishes_in(source) if source is not None else [said]
    project = open_stored(config, generated, model="replay" if replay else model, trust=trust)
    author = author_for(project, record=record)
    with output.debugging(wanted=debug):
        revision = revising.revise(project, tool, wishes, dry_run=dry_run, author=author)
    report(revision, as_json=as_json)
    told = announced(project.config, find_tool(project, revision.tool).definition)
    if not told.view:
        output.print_note(
            f"note: hosts show {revision.tool} as text: {told.why}; "
            f"announce = true in [tools.{revision.tool}] of genui.toml shows the view"
        )


def undo(
    tool: ToolName,
    steps: Annotated[
        int, typer.Argument(metavar="N", help="How many steps to take back.", min=1, show_default=True)
    ] = 1,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    overlay: InOverlay = False,
    dry_run: DryRun = False,
    as_json: AsJson = False,
) -> None:
    """Take back the last refinements of a view."""
    project = open_stored(config, generated)
    if overlay:
        undo_overlay(project, tool, steps, dry_run=dry_run, as_json=as_json)
        return
    report(
        revising.undo(project, tool, steps=steps, dry_run=dry_run),
        as_json=as_json,
        back=True,
    )


def undo_overlay(project: Project, tool: str, steps: int, *, dry_run: bool, as_json: bool) -> None:
    """Take back the last wishes of a view in the overlay."""
    from genui.ondemand.undo import undo_own

    name = find_tool(project, tool).name
    own = overlay_steps(project, name)
    if steps > len(own):
        have = output.counted(len(own), "step")
        raise WishError(
            f"{steps} cannot be taken back: the view of {name} in the overlay has {have} of its own",
            hint=f"genui history {name} --overlay tells them",
        )
    gone = own[-steps:] if dry_run else undo_own(project, name, steps=steps)
    state, verb = ("dry-run", "would be taken back") if dry_run else ("written", "taken back")
    document = {"tool": name, "state": state, "steps": [step_json(step) for step in gone]}
    output.tell(document, (f"{name}: {verb}: {step.feedback}" for step in gone), as_json=as_json)


def history(
    tool: ToolName,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    overlay: InOverlay = False,
    as_json: AsJson = False,
) -> None:
    """Tell the refinements of a view, oldest first."""
    project = open_stored(config, generated)
    name = find_tool(project, tool).name
    steps = overlay_steps(project, name) if overlay else revising.history(project, name)
    told = [
        f"{number}. {step.feedback}" + ("" if step.verdict == "applied" else f"  ({step.verdict})")
        for number, step in enumerate(steps, start=1)
    ]
    document = {"tool": tool, "ledger": [step_json(step) for step in steps]}
    output.tell(document, told or [f"{tool} has no refinements"], as_json=as_json)


def author_for(project: Project, *, record: bool) -> "Author | None":
    """Return who fulfils the wishes that rules do not read; None where the config names no model."""
    if project.config.model.provider == "offline":
        return None
    require_model(project.config)
    if not record:
        return author_of(project)
    from genui.cli.model import recording

    return author_of(project, record=recording(project))


def open_stored(
    config: Path | None, generated: Path | None, *, model: str | None = None, trust: bool = False
) -> Project:
    """Open the project on the tools as last seen; the upstream is asked only where there are none."""
    return open_as_seen(read_config(config, generated, model=model, trust=trust))


def wishes_in(source: str) -> list[str]:
    """Read wishes, one a line; empty lines and lines that begin with # are none.

    Raises:
        GenuiError: The file cannot be read, or holds none.
    """
    expected = "a text file, one wish a line"
    try:
        text = read_input(source, expected).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise GenuiError(f"{source} cannot be read: it is not UTF-8", hint=f"give {expected}") from None
    wishes = [line.strip() for line in text.splitlines()]
    wishes = [line for line in wishes if line and not line.startswith("#")]
    if not wishes:
        raise GenuiError(f"{source} holds no wish", hint='write one a line, such as "line chart"')
    return wishes


def report(revision: revising.Revision, *, as_json: bool, back: bool = False) -> None:
    """Tell what was changed, and what was written."""
    if as_json:
        output.print_json(revision_json(revision))
        return
    if revision.rebuilt:
        why = "" if revision.rebuilt == NO_VIEW else f": {revision.rebuilt}"
        output.print_note(f"note: {revision.tool} was built first{why}")
    for finding in revision.findings:
        if finding.severity == "warning":
            output.print_note(f"warning: {finding.where} {finding.rule}: {finding.message}")
    for wish in revision.already:
        output.print_note(f'note: "{wish}" is so already')
    changes = told_changes(revision.before.spec, revision.patch)
    if changes:
        output.print_line(in_words(revision.before.spec, revision.after.spec))
    for change in changes:
        output.print_line(f"  {told_change(change)}")
    if revision.after.page != revision.before.page:
        output.print_line("  the page was written anew")
    elif not changes:
        output.print_line("  nothing to change: the view is so already; the wish is kept in its ledger")
    counted = output.counted(len(revision.steps), "step")
    makers = sorted({step.by for step in revision.steps if step.by})
    if makers and not back:
        output.print_note(f"note: fulfilled by {', '.join(makers)}, for the rules do not read it")
    verb = (
        ("would be taken back" if back else "would be added")
        if not revision.written
        else ("taken back" if back else "added")
    )
    files = "" if not revision.written else f": {view_file(revision.slug)}, {revision.file}"
    output.print_line(f"{revision.tool}: {counted} {verb}{files}")


def revision_json(revision: revising.Revision) -> dict[str, Any]:
    """Return a revision as `--json` tells it."""
    changes = told_changes(revision.before.spec, revision.patch)
    return {
        "tool": revision.tool,
        "state": "written" if revision.written else "dry-run",
        "rebuilt": revision.rebuilt,
        "steps": [step_json(step) for step in revision.steps],
        "changes": [change_json(change) for change in changes],
        "before": revision.before.spec,
        "after": revision.after.spec,
        "file": revision.file,
        "written": sorted(revision.files) if revision.written else [],
        "removed": list(revision.remove) if revision.written else [],
        "findings": [output.finding_json(each) for each in revision.findings],
    }
