"""`genui list` and `genui inspect`: all views with their states, and the details of one."""

import html
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

from genui.announce import announced
from genui.cli import output
from genui.cli.inputs import open_as_seen, read_config, read_json, warn_of_unused
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
from genui.digests import shape_digest
from genui.inert import prove
from genui.model import Tool, View
from genui.ondemand.overlay import overlaid, read_overlay
from genui.plan import Outcome
from genui.project import Project, check_project, code_of, find_tool
from genui.serve.directory import Committed
from genui.viewfile import page_file, view_file
from genui.viewoptions import options_of

SHOWN = "a file with a CallToolResult or its data, example:1, made, or - for stdin"
NONE = "none"
"""The state of a tool that gets no view."""

ORIGIN = ("provider", "model", "prompt", "scores", "why")
"""The members of `origin` that are shown."""


def list_views(
    command: Command = None,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    url: Url = None,
    upstream_transport: UpstreamTransport = None,
    from_snapshot: FromSnapshot = False,
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """List the tools with the state of their views."""
    settings = read_config(config, generated, command, url, upstream_transport, trust=trust)
    project = open_as_seen(settings, from_snapshot=from_snapshot, named=bool(command or url))
    warn_of_unused(settings, project.snapshot)
    outcomes = [one for one in check_project(project).outcomes if one.state != "orphan"]
    planned = {outcome.name: outcome for outcome in outcomes}
    names = dict.fromkeys((*planned, *(tool.name for tool in project.snapshot.tools)))
    rows = [row_of(project, name, planned.get(name)) for name in names]
    overlay = read_overlay(project.config.overlay)[0]
    rows = [row for each in rows for row in (each, *made_while_serving(project, overlay, each["name"]))]
    width = min(48, max((len(row["name"]) for row in rows), default=0))
    states = [*output.SIGNS, NONE]
    lines = [line_of(row, width) for row in sorted(rows, key=lambda row: states.index(row["state"]))]
    told = output.state_counts(row["state"] for row in rows if row["where"] != "overlay")
    lines.append(f"{output.counted(len(names), 'tool')}: {told}" if told else "no tools")
    output.tell({"server": dict(project.snapshot.server), "tools": rows}, lines, as_json=as_json)


def line_of(row: Mapping[str, Any], width: int) -> str:
    """Return one line of the list as people read it."""
    size = f"{row['bytes'] / 1000:.1f} KB" if row["bytes"] else "–"
    text = "" if row.get("announced", True) else f"  text only: {row['why']}"
    told = f"{row['name']:<{width}}  {row['state']:<8}  {row['kind'] or '–':<7}  {size:>8}"
    where = f"  overlay, {row['told']}" if row["where"] == "overlay" else text
    return f"{told}  {row['code'] or '–'}{where}"


def row_of(project: Project, name: str, outcome: Outcome | None) -> dict[str, Any]:
    """Return one row of the list; a tool that gets no view has no outcome."""
    entry = outcome.before if outcome else None
    found = announced(project.config, find_tool(project, name).definition) if outcome else None
    return {
        "name": name,
        "state": outcome.state if outcome else NONE,
        **({"announced": found.view, "why": found.why} if found else {}),
        "kind": entry.kind if entry else None,
        "code": code_of(project, name, entry.file if entry else None),
        "bytes": entry.size if entry else None,
        "file": entry.file if entry else None,
        "where": "generated" if entry else None,
    }


def made_while_serving(project: Project, overlay: Mapping[str, Committed], name: str) -> list[dict[str, Any]]:
    """Return the line of a tool's view in the overlay, if there is one: what genui adopt would take."""
    entry = overlay.get(name)
    if entry is None:
        return []
    fits = shape_digest(find_tool(project, name).definition) == entry.shape
    kept = overlaid(project.config.overlay, name)
    state = ("fresh" if fits else "stale") if kept else "edited"
    path = project.config.overlay / entry.file
    code = prove(path.read_bytes(), tool=name, style=project.assets.own_style).told if kept else None
    now = project.stored.revision(project.slug(name))
    moved = kept is None or kept.standing.base != now or not fits
    wishes = [step.feedback for step in kept.own] if kept else []
    told = "in force, not reviewed" if kept else "not served: not of this user's making"
    if kept and moved:
        told = f"not reviewed, {'its wishes are put on' if wishes else 'made before'} what is there now"
    return [
        {
            "name": name,
            "state": state,
            "kind": entry.kind,
            "code": code,
            "bytes": path.stat().st_size if kept else None,
            "file": entry.file,
            "where": "overlay",
            "told": told,
            "reviewed": False,
            "ledger": wishes,
        }
    ]


def inspect(
    tool: ToolName,
    command: Command = None,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    url: Url = None,
    upstream_transport: UpstreamTransport = None,
    from_snapshot: FromSnapshot = False,
    trust: Trust = False,
    outline: Annotated[
        bool, typer.Option("--outline", help="Print what the view shows, in 2 KB; with --json whole.")
    ] = False,
    data: Annotated[
        str | None,
        typer.Option(
            "--data",
            metavar="DATA",
            help="Show this: a FILE with a result or its data, - for stdin, example:N of genui.toml, "
            "or made.",
            show_default="the first example, else made",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show what is known of one tool's view, or the outline of what it shows."""
    settings = read_config(config, generated, command, url, upstream_transport, trust=trust)
    project = open_as_seen(settings, from_snapshot=from_snapshot, named=bool(command or url))
    find_tool(project, tool)
    if outline or data:
        print_outline(project, tool, data, as_json=as_json)
        return
    outcomes = check_project(project, only=[tool]).outcomes
    outcome = next((one for one in outcomes if one.name == tool and one.state != "orphan"), None)
    details = inspection(project, tool, outcome)
    output.tell(details, detail_lines(details), as_json=as_json)


def detail_lines(details: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is known of a view, a line a detail."""
    width = max(len(key) for key in details)
    for key, value in details.items():
        if key not in {"spec", "inputSchema", "ledger", "overlay", "findings"}:
            yield f"{key:<{width}}  {value if value not in (None, '') else '–'}"
    for number, one in enumerate(details["findings"], start=1):
        where = f" {one['where']}" if one["where"] else ""
        told = f"{one['severity']}:{where} {one['rule']}: {one['message']}"
        yield f"{'finding':<{width}}  {number}. {told}"
        if one["hint"]:
            yield f"{'':<{width}}     mend: {one['hint']}"
    for number, step in enumerate(details["ledger"], start=1):
        yield f"{'ledger':<{width}}  {number}. {step}"
    for row in details["overlay"]:
        wishes = ", ".join(f'"{wish}"' for wish in row["ledger"])
        yield f"{'overlay':<{width}}  {row['file']}: {row['told']}{wishes and ': '}{wishes}"


def print_outline(project: Project, name: str, data: str | None, *, as_json: bool) -> None:
    """Print the outline of what a view shows: in short, or whole as JSON."""
    from genui.baseline import baseline
    from genui.forms import form_text
    from genui.outline import OutlineError, exchange_of, outline_of
    from genui.outlinetext import MOST, outline_text

    tool, options = find_tool(project, name), options_of(project.config, name)
    view = view_in(project, project.slug(name))
    if view is not None and view.page is not None:
        raise OutlineError(
            f"the view of {name!r} is a page of its own, which no spec describes",
            hint="genui preview shows it",
        )
    spec = (
        view.spec
        if view
        else baseline(tool, hints=options.hints, examples=options.examples, kind=options.kind)
    )
    shown = data or ("example:1" if options.examples else "made")
    exchange = exchange_of(shown, tool, options.examples, lambda file: read_json(file, SHOWN))
    found = outline_of(spec, tool, exchange["result"], exchange.get("arguments"))
    form = form_text(tool, spec)
    text = f"{form}\n" * bool(form) + outline_text(found, most=MOST - len(form.encode()))
    output.tell(found, [text], as_json=as_json)
    if shown == "made" and not as_json:
        output.print_note(
            f"note: the data are made up; --data FILE shows a result, [[tools.{name}.examples]] keeps one"
        )


def measures(project: Project, tool: Tool, view: View) -> dict[str, Any]:
    """Return the measures of the scorer for a view that a model had a part in."""
    if not view.origin:
        return {}
    from genui.generate.scorer import score_spec
    from genui.typecheck import check_spec

    findings = check_spec(view.spec, tool)
    options = options_of(project.config, tool.name)
    return {"measures": str(score_spec(view.spec, tool, options=options, findings=findings))}


def inspection(project: Project, name: str, outcome: Outcome | None) -> dict[str, Any]:
    """Return everything known of one view."""
    tool = find_tool(project, name)
    slug = project.slug(name)
    entry = outcome.before if outcome else None
    view = view_in(project, slug) if outcome else None
    told = announced(project.config, tool.definition)
    return {
        "tool": name,
        "title": title_of(view) if view else "",
        "state": outcome.state if outcome else NONE,
        "reason": outcome.reason if outcome else "the config asks for no view of this tool",
        "announced": f"{'to hosts' if told.view else 'text only'}: {told.why}",
        "form": project.config.tool(name).form,
        "kind": entry.kind if entry else None,
        "code": code_of(project, name, entry.file if entry else None),
        "generator": view.generator if view else None,
        "file": entry.file if entry else None,
        "view": view_file(slug) if view else None,
        "page": page_file(slug) if view and view.page is not None else None,
        "repairs": " ".join(view.repairs) if view else None,
        "bytes": entry.size if entry else None,
        "sha256": entry.sha256 if entry else None,
        "source": entry.source if entry else None,
        "shape": shape_digest(tool.definition),
        "findings": [output.finding_json(one) for one in outcome.findings] if outcome else [],
        "fallback": view.fallback if view else None,
        **{name: view.origin.get(name) if view else None for name in ORIGIN},
        **(measures(project, tool, view) if view else {}),
        "ledger": [step.feedback for step in view.ledger] if view else [],
        "overlay": made_while_serving(project, read_overlay(project.config.overlay)[0], name),
        "inputSchema": tool.input_schema,
        "spec": view.spec if view and view.page is None else None,
    }


def view_in(project: Project, slug: str) -> View | None:
    """Return the view of a slug, None where there is none."""
    stored = project.stored.views.get(slug)
    return stored.view if stored else None


def title_of(view: View) -> str:
    """Return the title that a view's spec or page says."""
    if view.page is None:
        return str(view.spec.get("title", ""))
    found = re.search(r"<title[^>]*>([^<]*)</title", view.page, re.IGNORECASE)
    return " ".join(html.unescape(found[1]).split()) if found else ""
