"""`genui validate`: hold pages to the rules, and mend what can be mended."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from genui.atomic import replace_file
from genui.cli import output
from genui.cli.inputs import STDIN, read_input, read_json
from genui.cli.options import AsJson
from genui.cli.sarif import SarifFile, repository_prefix, write_sarif
from genui.errors import GenuiError
from genui.model import Finding, Tool
from genui.sarif import Result

Pages = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE|DIR|-…",
        help="Pages; of a directory its *.html, at any depth; - is the standard input.",
        show_default=False,
    ),
]

COLOURS = {"accept": "green", "warn": "yellow", "repair": "yellow", "reject": "red"}


def validate(
    pages: Pages,
    tools: Annotated[
        Path | None,
        typer.Option(
            "--tools",
            metavar="FILE",
            help="The tools: generated/tools, an array, or a tools/list result.",
        ),
    ] = None,
    render: Annotated[
        bool, typer.Option("--render", help="Also run each page in Chromium, in a strict sandbox.")
    ] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Write the repaired page over the given one.")] = False,
    as_json: AsJson = False,
    sarif: SarifFile = None,
) -> None:
    """Hold pages to the rules: accept, warn, repair or reject, and why."""
    known = None if tools is None else read_tools(tools)
    with rendering(known) if render else nullcontext((None, map)) as (check, each):
        rows = list(
            each(lambda page: judged(page[0], page[1], known, check=check, fix=fix), read_pages(pages))
        )
    if sarif is not None:
        write_sarif(sarif, (one for row in rows for one in results_of(row)))
    output.tell({"files": rows}, (line for row in rows for line in lines_of(row)), as_json=as_json)
    if any(row["verdict"] == "reject" for row in rows):
        raise typer.Exit(1)


def read_pages(names: Sequence[str]) -> list[tuple[str, bytes]]:
    """Return the name and the bytes of every page; all are read before any is judged.

    Raises:
        GenuiError: A file cannot be read.
    """
    found: list[tuple[str, bytes]] = []
    for name in names:
        files = sorted(Path(name).rglob("*.html")) if Path(name).is_dir() else [name]
        found += [(str(file), read_input(file, "a page, a directory of pages, or -")) for file in files]
        if not files:
            raise GenuiError(f"{name!r} holds no *.html", hint="name a page, or a directory of pages")
    return found


def read_tools(path: Path) -> list[Tool]:
    """Read tools from a folder such as generated/tools, an array of tools, or a tools/list result.

    Raises:
        GenuiError: The file cannot be read, or holds no tools.
    """
    if path.is_dir():
        return [tool for file in sorted(path.glob("*.json")) for tool in read_tools(file)]
    value = read_json(path, "generated/tools, as genui build writes it")
    if isinstance(value, dict) and isinstance(value.get("result"), dict):
        value = value["result"]
    if isinstance(value, dict):
        value = value.get("tools", [value])
    if not isinstance(value, list) or not all(
        isinstance(tool, dict) and isinstance(tool.get("name"), str) for tool in value
    ):
        raise GenuiError(
            f"{path} holds no tools",
            hint="expected generated/tools, an array of tools, or the result of tools/list",
        )
    return [Tool(tool) for tool in value]


@contextmanager
def rendering(tools: Sequence[Tool] | None) -> Iterator[Any]:
    """Give the render check with a browser that stays warm, and a `map` that has several pages in flight.

    Each page is run as the tool that it is about.
    """
    from genui.render import check_render, in_flight, tool_of, warm_browser

    with warm_browser() as browser, in_flight() as each:
        yield lambda html: check_render(html, tool_of(html, tools or ()), browser=browser, tools=tools), each


def judged(name: str, html: bytes, tools: Sequence[Tool] | None, *, check: Any, fix: bool) -> dict[str, Any]:
    """Judge a page; with `fix`, write the repaired one."""
    from genui.inert import prove
    from genui.lint.repair import judge

    judgement = judge(html, tools=tools)
    findings = list(judgement.findings)
    verdict = judgement.verdict
    # A rejected page is not run: it may be hostile, and what is wrong is known.
    if check is not None and verdict != "reject":
        rendered: list[Finding] = list(check(judgement.repaired or html))
        findings += rendered
        severities = {finding.severity for finding in rendered}
        if "error" in severities:
            verdict = "reject"
        elif verdict == "accept" and "warning" in severities:
            verdict = "warn"
    fixed = fix and name != STDIN and judgement.repaired is not None and verdict != "reject"
    if fixed and judgement.repaired is not None:
        replace_file(Path(name), judgement.repaired, mode=Path(name).stat().st_mode & 0o777)
    repairs = {"repairs": list(judgement.repairs), "fixed": fixed} if judgement.repairs else {}
    told = [output.place_json(one) for one in findings]
    return {"file": name, "verdict": verdict, "code": prove(html).told, "findings": told, **repairs}


def results_of(row: Mapping[str, Any]) -> Iterator[Result]:
    """Yield the findings about a page as results."""
    path = Path(row["file"])
    file = repository_prefix(path.parent) + path.name
    for one in row["findings"]:
        yield Result(one["rule"], one["severity"], one["message"], file, one["line"], one["column"])


def lines_of(row: dict[str, Any]) -> Iterator[str]:
    """Yield a page's verdict and findings."""
    verdict = output.styled(row["verdict"], COLOURS[row["verdict"]])
    repairs = ", ".join(row.get("repairs", ()))
    done = f"  {'repaired' if row.get('fixed') else 'can be repaired'}: {repairs}" if repairs else ""
    yield f"{row['file']}: {verdict}, {row['code']}{done}"
    for one in row["findings"]:
        place = f"{one['line']}:{one['column']}"
        yield f"  {place:<8} {one['severity']:<7} {one['rule']}: {one['message']}"
        if one["severity"] != "info":
            yield f"  {'':<16} {one['hint']}"
