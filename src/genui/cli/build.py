"""`genui build`: the files of generated/ from their inputs, written."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Annotated, Any

import typer

from genui.build import Compilation, compile_project
from genui.cli import output
from genui.cli.check import check, codes_of, outcome_json, told_of_build
from genui.cli.inputs import read_config, warn_of_unused
from genui.cli.options import (
    AsJson,
    Command,
    ConfigPath,
    Debug,
    FromSnapshot,
    Fuzz,
    GeneratedPath,
    ModelChoice,
    PlanOnly,
    Record,
    Render,
    Replay,
    Strict,
    Tools,
    Trust,
    UpstreamTransport,
    Url,
)
from genui.consent import require_model
from genui.errors import ConfigError
from genui.joining import Joint, joined, with_joined
from genui.link import BUDGET, shared_bytes
from genui.model import Finding, Tool
from genui.project import (
    Project,
    author_of,
    find_tool,
    open_project,
    recorded_ledgers,
)
from genui.store import write_store
from genui.viewoptions import ViewOptions, wants_view


def build(
    command: Command = None,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    url: Url = None,
    upstream_transport: UpstreamTransport = None,
    from_snapshot: FromSnapshot = False,
    tool: Tools = None,
    force: Annotated[bool, typer.Option("--force", help="Make every view anew, edited ones too.")] = False,
    check_only: Annotated[
        bool, typer.Option("--check", help="Write nothing; the same as genui check.")
    ] = False,
    model: ModelChoice = None,
    render: Render = None,
    fuzz: Fuzz = 0,
    as_json: AsJson = False,
    plan_only: PlanOnly = False,
    record: Record = False,
    replay: Replay = False,
    strict: Strict = False,
    trust: Trust = False,
    debug: Debug = False,
) -> None:
    """Build the views of every tool into generated/."""
    if check_only:
        check(command, config, generated, url, upstream_transport, from_snapshot, trust, as_json)
        return
    if record and replay:
        raise ConfigError("--record and --replay exclude each other", hint="give one of them")
    model = "replay" if replay else model
    settings = read_config(config, generated, command, url, upstream_transport, model=model, trust=trust)
    if render is False:
        settings = replace(settings, model=replace(settings.model, render=False))
    if not plan_only:
        require_model(settings)
    project = open_project(settings, from_snapshot=from_snapshot)
    warn_of_unused(settings, project.snapshot)
    only = [find_tool(project, name).name for name in tool or ()]
    project, joints = joined(project, only=only, force=force)
    if plan_only:
        from genui.cli.model import print_plan

        print_plan(project, only, force=force, as_json=as_json)
        return
    stopped: list[str] = []
    with output.debugging(wanted=debug), rendering(project, wanted=bool(render), fuzz=fuzz) as gated:
        models = modelled(project, record=record, whole=replay, stopped=stopped)
        compilation = carried_out(project, only, joints, force=force, **gated, **models)
    output.print_findings(compilation.outcomes, compilation.findings)
    output.tell(build_report(project, compilation), built_lines(project, compilation), as_json=as_json)
    end_build(project, compilation, stopped=stopped, strict=strict)


def carried_out(project: Project, only: Sequence[str], joints: Sequence[Joint], **how: Any) -> Compilation:
    """Compile a project and write what is new."""
    done = count(1)
    with output.progress_bar(len(project.snapshot.tools), "Building") as bar:
        compilation = compile_project(
            project.snapshot,
            project.config,
            project.stored,
            project.assets,
            only=only,
            progress=lambda _name: bar(next(done), "") if bar else None,
            **how,
        )
    compilation = with_joined(compilation, joints)
    write_store(project.directory, compilation.files, remove=compilation.remove)
    for joint in joints:
        output.print_note(f"conflict: {joint.problem}" if joint.problem else f"note: {joint.tool} was joined")
    return compilation


def modelled(project: Project, *, record: bool, whole: bool, stopped: list[str]) -> dict[str, Any]:
    """Return what a build needs besides for a model to write views; nothing where none is to."""
    if project.config.model.provider == "offline":
        return {}
    from genui.cli.model import recording, writing_of

    author = author_of(project, record=recording(project) if record else None)
    assert author is not None
    return {
        "generation": author.generation,
        "recorded": recorded_ledgers(project),
        "writing": writing_of(project, author, stopped=stopped, whole=whole),
    }


def end_build(project: Project, compilation: Compilation, *, stopped: Sequence[str], strict: bool) -> None:
    """Tell what is not served unasked, what was kept or left, and exit accordingly."""
    tell_text_only(project)
    tell_destructive(project)
    codes = codes_of(project, compilation.outcomes, compilation.files)
    output.propose_allowing(project.config, codes.values())
    unwritten = [outcome for outcome in compilation.outcomes if outcome.unfulfilled]
    if stopped:
        output.print_note(f"interrupted; {output.counted(len(stopped), 'view')} left: run genui build again")
        raise typer.Exit(130)
    if unwritten:
        from genui.cli.model import tell_unwritten

        tell_unwritten(project, len(unwritten))
    states = {outcome.state for outcome in compilation.outcomes}
    if "edited" in states and "conflict" not in states:
        output.print_note(
            "hint: edited views were kept: mend what is named, and build again; --force drops the edit"
        )
    if states & {"conflict", "edited"}:
        raise typer.Exit(1)
    if unwritten and strict:
        raise typer.Exit(4)


def tell_text_only(project: Project) -> None:
    """Say which views hosts are not told of, where the config leaves that to the table."""
    if project.config.serve.announce == "all":
        return
    from genui.announce import announced

    tools = [tool for tool in project.snapshot.tools if wants_view(project.config, tool.name)]
    quiet = [tool.name for tool in tools if not announced(project.config, tool.definition).view]
    if quiet:
        output.print_note(
            f"note: hosts show these as text: {output.few(quiet)}; genui list says why, and "
            f'announce = true in [tools.{quiet[0]}], or announce = "all" in [serve], shows the view'
        )


def tell_destructive(project: Project) -> None:
    """Say in a first build which tools destroy, where nothing says whether a person sends their forms."""
    names = [
        tool.name
        for tool in project.snapshot.tools
        if tool.annotations.get("destructiveHint") is True
        and not tool.annotations.get("readOnlyHint")
        and project.config.tool(tool.name).form is None
    ]
    if names and not project.stored.definitions:
        mend = 'form = "before" in [tools.…] lets a person send them'
        output.print_note(f"note: these destroy: {output.few(names)}; {mend}")


@contextmanager
def rendering(project: Project, *, wanted: bool, fuzz: int) -> Iterator[dict[str, Any]]:
    """Give a build what runs views in a warm browser, several in flight."""
    if not wanted and not fuzz:
        yield {}
        return
    from genui.render import check_render, in_flight, warm_browser

    def gate(tool: Tool, html: bytes, options: ViewOptions) -> tuple[Finding, ...]:
        return check_render(
            html,
            tool,
            browser=browser,
            tools=project.snapshot.tools,
            examples=options.examples,
            fuzz=fuzz,
            assets=project.assets,
        )

    with warm_browser() as browser, in_flight() as each:
        yield {"gate": gate, "each": each}


def build_report(project: Project, compilation: Compilation) -> dict[str, Any]:
    """Return the report of `build --json`."""
    codes = codes_of(project, compilation.outcomes, compilation.files)
    tools = [
        outcome_json(outcome, made=True)
        | {
            "code": codes[outcome.name],
            "kept": outcome.kept,
            "kind": outcome.entry.kind if outcome.entry else None,
            "bytes": outcome.entry.size if outcome.entry else None,
            "fallback": outcome.reason if outcome.state == "fallback" else "",
            "findings": [output.finding_json(one) for one in outcome.findings],
        }
        for outcome in compilation.outcomes
    ]
    return {
        "state": "fresh" if compilation.clean else "built",
        "tools": tools,
        "shared": dict(zip(("bytes", "gzip"), shared_bytes(project.assets), strict=True)),
        "written": sorted(compilation.files),
        "removed": list(compilation.remove),
    }


def built_lines(project: Project, compilation: Compilation) -> Iterator[str]:
    """Yield what was built, like a plan that was carried out, what it weighs, and what all pages share."""
    yield from output.outcome_lines(compilation.outcomes, told_of_build)
    made = [outcome for outcome in compilation.outcomes if not outcome.kept]
    removed = sum(outcome.state == "orphan" for outcome in compilation.outcomes)
    views = [outcome for outcome in compilation.outcomes if outcome.entry is not None]
    directory, here = project.directory, Path.cwd()
    shown = directory.relative_to(here) if directory.is_relative_to(here) else directory
    yield (
        f"{output.counted(len(views), 'view')} in {shown}: {len(made)} built; "
        f"{len(views) - len(made)} unchanged; {removed} removed"
    )
    if not made:
        return
    raw, compressed = shared_bytes(project.assets)
    sizes = sorted(outcome.entry.size for outcome in made if outcome.entry) or [0]
    over = ", over the size budget" if compressed > BUDGET else ""
    yield (
        f"a page without its data: {compressed / 1024:.1f} KiB by gzip of {BUDGET / 1024:.0f}{over}"
        f" ({raw / 1000:.1f} KB as it is); with its data {sizes[len(sizes) // 2] / 1000:.1f} KB at the median"
    )
