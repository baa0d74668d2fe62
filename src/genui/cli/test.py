"""`genui test`: every view in every host, with the faults that hosts have."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from genui.cli import output
from genui.cli.inputs import open_as_seen, read_config
from genui.cli.options import AsJson, ConfigPath, FromSnapshot, GeneratedPath, Trust
from genui.cli.parsing import PlainCommand
from genui.cli.sarif import repository_prefix
from genui.errors import GenuiError
from genui.hosts.profiles import FAULTS, find_profiles
from genui.hosts.trials import BLOCKED, VERDICTS, WORKS, Case, Verdict
from genui.model import Json
from genui.project import Project, find_tool
from genui.sarif import Result
from genui.sarif import sarif as sarif_log
from genui.viewfile import view_file

RULES = {
    "host-degraded": "A fact about the host takes something from the view.",
    "host-blocked": "The view does not work in the host.",
}
"""The rules of SARIF, each with a sentence."""


def test(
    tool: Annotated[
        list[str] | None,
        typer.Argument(metavar="TOOL…", help="The tools; all with a view if none.", show_default=False),
    ] = None,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    from_snapshot: FromSnapshot = False,
    trust: Trust = False,
    host: Annotated[
        str | None,
        typer.Option("--host", metavar="NAME,…|all", help="Instead of the hosts of [test] in genui.toml."),
    ] = None,
    fault: Annotated[
        list[str] | None,
        typer.Option("--fault", metavar="NAME", help="A fault besides those that the host always has."),
    ] = None,
    as_json: AsJson = False,
    sarif: Annotated[bool, typer.Option("--sarif", help="Print what does not work as SARIF.")] = False,
) -> None:
    """Show each view in each host, in Chromium, and say where it works."""
    from genui.hosts.laboratory import axe_text, try_all

    settings = read_config(config, generated, trust=trust)
    profiles = find_profiles(host or ",".join(settings.test.hosts))
    for name in fault or ():
        if name not in FAULTS:
            raise GenuiError(f"no fault is called {name!r}", hint=f"choose of: {', '.join(FAULTS)}")
    project = open_as_seen(settings, from_snapshot=from_snapshot)
    cases = [
        shown._replace(profile=profile, faults=(*profile["faults"], *(fault or ())))
        for shown in views_of(project, tool or ())
        for profile in profiles
    ]
    with output.progress_bar(len(cases), "testing") as bar:
        done = iter(range(1, len(cases) + 1))
        told = (lambda each: bar(next(done), each.tool)) if bar else (lambda _: None)
        verdicts = try_all(cases, axe=axe_text(Path.cwd()), told=told)
    counts = Counter(each.verdict for each in verdicts)
    document = {"counts": counts, "verdicts": [each._asdict() for each in verdicts]}
    document = document if as_json else as_sarif(project, verdicts)
    lines = (*table_of(verdicts), *reasons(verdicts), summary(verdicts))
    output.tell(document, lines, as_json=as_json or sarif)
    if any(VERDICTS.index(each.verdict) < VERDICTS.index(settings.test.require) for each in verdicts):
        raise typer.Exit(1)


test.parser = PlainCommand  # type: ignore[attr-defined]


def views_of(project: Project, names: Sequence[str]) -> Iterator[Case]:
    """Yield the views of these tools, or of all that have one, each on its first example or made data.

    Raises:
        GenuiError: No tool has a name, or none has a view.
    """
    from genui.preview.views import examples, shown_view

    tools = [find_tool(project, name) for name in names] or list(project.snapshot.tools)
    views = [shown for shown in (shown_view(project, each) for each in tools) if shown.state != "none"]
    if not views:
        raise GenuiError(
            "no tool has a view", hint="[build] tools and exclude in genui.toml say which get one"
        )
    first = find_profiles("all")[0]
    for shown in views:
        yield Case(shown.tool, shown.html, first, (), examples(project.config, shown.tool)[0])


def table_of(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Return the table of tools and hosts, a line each."""
    hosts = list(dict.fromkeys(each.host for each in verdicts))
    by_place = {(each.tool, each.host): each.verdict for each in verdicts}
    tools = list(dict.fromkeys(each.tool for each in verdicts))
    first = min(48, max(len(name) for name in tools))
    widths = [max(len(name), len("degraded")) for name in hosts]
    yield "  ".join([" " * first, *(f"{name:<{width}}" for name, width in zip(hosts, widths, strict=True))])
    for name in tools:
        cells = [f"{by_place[name, host]:<{width}}" for host, width in zip(hosts, widths, strict=True)]
        yield "  ".join([f"{name:<{first}}", *cells]).rstrip()


def reasons(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Return why a view does less than work, a line for each reason and host."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for each in verdicts:
        if each.verdict != WORKS:
            groups.setdefault((each.verdict, each.host, each.because), []).append(each.tool)
    for (verdict, host, because), tools in groups.items():
        yield f"{verdict}: {host}: {because} ({output.few(tools)})"


def summary(verdicts: Sequence[Verdict]) -> str:
    """Return how many views fare how."""
    counts = Counter(each.verdict for each in verdicts)
    return ", ".join(f"{counts[verdict]} {verdict}" for verdict in reversed(VERDICTS) if counts[verdict])


def as_sarif(project: Project, verdicts: Sequence[Verdict]) -> Json:
    """Return what does not work as SARIF 2.1.0, each at the view file."""
    prefix = repository_prefix(project.config.generated)

    results = [
        Result(
            f"host-{each.verdict}",
            "error" if each.verdict == BLOCKED else "info",
            f"{each.tool} in {each.host}: {each.because}",
            prefix + view_file(project.slug(each.tool)),
        )
        for each in verdicts
        if each.verdict != WORKS
    ]
    return sarif_log(results, RULES)
