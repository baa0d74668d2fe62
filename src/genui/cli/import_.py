"""`genui import`: take a page that a person wrote into generated/."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from genui.build import Compilation
from genui.cli import output
from genui.cli.inputs import read_config, read_input
from genui.cli.options import (
    AsJson,
    Command,
    ConfigPath,
    FromSnapshot,
    GeneratedPath,
    ToolName,
    Trust,
    UpstreamTransport,
    Url,
)
from genui.digests import imported_digest
from genui.errors import GenuiError
from genui.inert import OWN_CODE
from genui.model import Tool, View
from genui.pages import Entered, enter_page
from genui.project import Project, check_project, find_tool, open_project
from genui.store import Stored, write_store
from genui.viewfile import IMPORTED, StoredView, page_file, view_sum


def import_page(
    tool: ToolName,
    page: Annotated[
        Path, typer.Argument(metavar="PAGE", help="The HTML file, or - for stdin.", show_default=False)
    ],
    command: Command = None,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    url: Url = None,
    upstream_transport: UpstreamTransport = None,
    from_snapshot: FromSnapshot = False,
    trust: Trust = False,
    fix: Annotated[
        bool, typer.Option("--fix", help="Repair what can be repaired, and import the result.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a view that was changed by hand or refined.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Import a hand-written page as the view of a tool."""
    data = read_input(page, "an HTML file, or - for stdin")
    settings = read_config(config, generated, command, url, upstream_transport, trust=trust)
    project = open_project(settings, from_snapshot=from_snapshot)
    found = find_tool(project, tool)
    slug = project.slug(tool)
    if not force:
        refuse_loss(project.stored, slug, found)
    entered = enter_page(
        found,
        data,
        project.assets,
        source=imported_digest(found),
        repair=fix,
        tools=project.snapshot.tools,
        max_bytes=settings.limits.page_bytes,
    )
    compilation = compiled(project, found, slug, entered) if entered.page else None
    if compilation is not None:
        write_store(project.directory, compilation.files, remove=compilation.remove)
    report(project, found, slug, str(page), entered, compilation, as_json=as_json)
    if compilation is None:
        raise typer.Exit(1)


def refuse_loss(stored: Stored, slug: str, tool: Tool) -> None:
    """Refuse to replace what a person has changed or asked for.

    Raises:
        GenuiError: The view was edited by hand, or has a ledger.
    """
    view = stored.views.get(slug)
    if view is not None and (view.edited or view.view.ledger):
        what = "was changed by hand" if view.edited else "was refined"
        raise GenuiError(
            f"the view of {tool.name!r} {what}, and importing a page would replace it",
            hint="commit or copy it, then run genui import --force",
        )


def compiled(project: Project, tool: Tool, slug: str, entered: Entered) -> Compilation:
    """Return the build of this one view with the page in its place."""
    view = View(tool.name, {}, IMPORTED, page=entered.page, repairs=entered.repairs)
    # Compiled as if the page were on disk already, so that nothing is written where that fails.
    assumed = project.stored.with_views({slug: StoredView(view, view_sum(view))})
    held = {tool.name: imported_digest(tool)}
    made = check_project(replace(project, stored=assumed), only=[tool.name], held=held)
    if not any(outcome.name == tool.name for outcome in made.outcomes):
        raise GenuiError(
            f"genui.toml asks for no view of {tool.name!r}", hint=f"set view = true in [tools.{tool.name}]"
        )
    return made


def report(
    project: Project,
    tool: Tool,
    slug: str,
    page: str,
    entered: Entered,
    made: Compilation | None,
    *,
    as_json: bool,
) -> None:
    """Print what became of the page."""
    entry = next(one.entry for one in made.outcomes if one.name == tool.name) if made else None
    if as_json:
        output.print_json(
            {
                "tool": tool.name,
                "verdict": entered.verdict,
                "imported": entry is not None,
                "repairs": list(entered.repairs),
                "file": entry.file if entry else None,
                "code": OWN_CODE if entry else None,
                "findings": [output.place_json(finding) for finding in entered.findings],
            }
        )
        return
    for finding in entered.findings:
        place = f"{page}:{finding.line}:{finding.column}" if finding.line else page
        output.print_note(f"{place}: {finding.severity}: {finding.rule}: {finding.message}")
        if finding.hint and entry is None:
            output.print_note(f"  hint: {finding.hint}")
    if entry is None:
        output.print_note(f"{page} was not imported: verdict {entered.verdict}")
        if entered.verdict == "repair":
            repairs = ", ".join(entered.repairs)
            output.print_note(f"hint: genui import --fix makes it acceptable ({repairs})")
        return
    repaired = f", repaired: {', '.join(entered.repairs)}" if entered.repairs else ""
    output.print_line(
        f"{tool.name}: {page_file(slug)} → {entry.file} ({entry.size / 1000:.1f} KB{repaired}), {OWN_CODE}"
    )
    output.propose_allowing(project.config, [OWN_CODE])
