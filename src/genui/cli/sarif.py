"""`--sarif FILE`: what a command finds, in the format in which forges show it at its lines."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from genui.model import State, errors_of
from genui.plan import Outcome
from genui.project import Project
from genui.sarif import Result, line_at, sarif
from genui.snapshot import tool_file
from genui.store import write_plain
from genui.viewfile import page_file, view_file

SarifFile = Annotated[
    Path | None, typer.Option("--sarif", metavar="FILE", help="Also write what is found as SARIF.")
]

STATES: Mapping[State, str] = {
    "missing": "The tool has no view yet.",
    "stale": "The view is not what genui makes of its inputs.",
    "edited": "The view file cannot be used.",
    "tampered": "The artifact is not what view file, tool and config give.",
    "conflict": "Two branches changed the view in ways that do not fit.",
    "orphan": "No tool gives this view.",
    "fallback": "The view stands in for a better one that could not be made.",
}
"""Why a state other than fresh matters; its rule is `view-` and its name."""


def write_sarif(file: Path, results: Iterable[Result]) -> None:
    """Write results as SARIF, with why the rules of views and pages matter.

    Raises:
        GenuiError: The file cannot be written.
    """
    from genui.lint import RULES
    from genui.spec import SPEC_RULES
    from genui.typecheck import CHECK_RULES

    rules = {
        **{slug: rule.why for slug, rule in RULES.items()},
        **SPEC_RULES,
        **{slug: rule.doc for slug, rule in CHECK_RULES.items()},
        **{f"view-{state}": why for state, why in STATES.items()},
    }
    log = sarif(results, rules)
    write_plain(file.parent, {file.name: json.dumps(log, ensure_ascii=False).encode("utf-8", "replace")})


def repository_prefix(directory: Path) -> str:
    """Return where a directory lies in its repository, with a slash at the end; "" at its top."""
    full = directory.resolve()
    top = next((one for one in (full, *full.parents) if (one / ".git").exists()), Path.cwd())
    if not full.is_relative_to(top) or full == top:
        return ""
    return f"{full.relative_to(top).as_posix()}/"


def results_of_outcome(project: Project, outcome: Outcome) -> Iterator[Result]:
    """Yield what `check` finds in a view, on lines of its sources."""
    prefix = repository_prefix(project.config.generated)
    # What belongs to no tool has no place but its files, the view file last.
    slug = "" if outcome.files else project.slug(outcome.name)
    sources = outcome.files[-1:] or (view_file(slug), tool_file(slug))
    file = next((one for one in sources if (project.directory / one).exists()), sources[-1])
    if outcome.state != "fresh" and not errors_of(outcome.findings):
        words = f"{outcome.name}: {outcome.reason}"
        yield Result(f"view-{outcome.state}", "error", words, prefix + file, key=outcome.name)
    text = (project.directory / file).read_bytes() if outcome.findings else b""
    for one in outcome.findings:
        if one.line:
            place = (one.line, one.column)
            yield Result(one.rule, one.severity, one.message, prefix + page_file(slug), *place)
        else:
            line, key = line_at(text, f"/spec{one.where}"), f"{one.where}\n{one.message}"
            yield Result(one.rule, one.severity, one.message, prefix + file, line, key=key)
