"""`genui review` and `genui diff`: what people will see otherwise, in words, files and annotations."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from genui.check import check_project
from genui.cli import output
from genui.cli.options import (
    AsJson,
    Command,
    ConfigPath,
    FromSnapshot,
    GeneratedPath,
    Trust,
    UpstreamTransport,
    Url,
)
from genui.cli.project import open_project, read_config
from genui.config import Config
from genui.errors import ConfigError, GenuiError
from genui.review.compare import Review, review_of
from genui.review.document import annotations, document, sarif_of
from genui.review.reading import WORKING_TREE, built, failing, policy_of, sides
from genui.review.rules import LEVELS, Level
from genui.review.sides import side_of
from genui.review.words import SIGNS, failed, lines_of
from genui.store import write_plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from genui.review.cards import Card
    from genui.review.report import Pictures

Compared = Annotated[
    str,
    typer.Argument(
        metavar="[BASE[..HEAD]]",
        help="A git ref, a directory or a saved review.json (default: where this branch left the "
        "default branch), and what it is compared with (default: the working tree).",
        show_default=False,
    ),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Write report.html, summary.md, review.json and review.sarif."),
]
Pictured = Annotated[
    bool, typer.Option("--pictures/--no-pictures", help="Draw changed views in Chromium where one is found.")
]
FailOn = Annotated[str, typer.Option("--fail-on", metavar="LEVEL", help="Exit 1 from this level on.")]


def review(
    compared: Compared = "",
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    out: Out = None,
    fail_on: FailOn = "breaking",
    pictures: Pictured = True,
    as_json: AsJson = False,
) -> None:
    """Tell what people will see otherwise: the views of two commits, directories or saved reviews."""
    level = level_of(fail_on)
    settings = read_config(config, generated)
    policy = policy_of(settings)
    with sides(compared, settings) as (before, after):
        checked = failing(after.config) if after.config and after.config.file else {}
        found = review_of(before.side, after.side, policy, checked)
        written(found, settings, out, pictures=pictures)
    tell(found, settings, as_json=as_json)
    if failed(found, level):
        raise typer.Exit(1)


def level_of(text: str) -> Level:
    """Return the level that a person named.

    Raises:
        ConfigError: There is no such level.
    """
    for level in LEVELS:
        if level == text:
            return level
    raise ConfigError(f"--fail-on {text!r} is no level", hint=f"use one of {', '.join(LEVELS)}")


def written(found: Review, config: Config, out: Path | None, *, pictures: bool) -> None:
    """Write the files of a review into a folder, and its summary where a job of GitHub wants one."""
    steps = os.environ.get("GITHUB_STEP_SUMMARY")
    if out is None and not steps:
        return
    from genui.assets import load_assets
    from genui.review.cards import cards_of
    from genui.review.report import report
    from genui.review.summary import summary

    cards = cards_of(found, config)
    text = summary(found, cards)
    if steps:
        with Path(steps).open("a", encoding="utf-8") as file:
            file.write(text)
    if out is None:
        return
    assets = load_assets("templates", config.path(config.build.templates_directory))
    page = report(found, cards, assets)
    if pictures and any(card.drawn for card in cards):
        page = report(found, cards, assets, taken(page, cards))
    files = {
        "report.html": page,
        "summary.md": text,
        "review.json": json_text(document(found, whole=True)),
        "review.sarif": json_text(sarif_of(found, prefix=prefix_of(config))),
    }
    write_plain(out, {name: one.encode("utf-8", "replace") for name, one in files.items()})


def json_text(value: Any) -> str:
    """Return JSON as a file holds it."""
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def taken(page: str, cards: "Sequence[Card]") -> "Pictures":
    """Return pictures of the changed views, none where no browser starts."""
    from genui.review.pictures import pictures_of

    try:
        return pictures_of(page, cards)
    except GenuiError as error:
        output.print_note(f"note: no pictures: {error.message}")
        return {}


def prefix_of(config: Config) -> str:
    """Return where the generated directory lies in its repository, with a slash at the end."""
    directory = config.generated.resolve()
    top = next((one for one in (directory, *directory.parents) if (one / ".git").exists()), Path.cwd())
    if not directory.is_relative_to(top) or directory == top:
        return ""
    return f"{directory.relative_to(top).as_posix()}/"


def tell(found: Review, config: Config, *, as_json: bool) -> None:
    """Print a review; in a workflow of GitHub the worst stand at their lines, too."""
    if as_json:
        output.print_json(document(found, whole=False))
        return
    for level, line in lines_of(found):
        sign = f"  {output.styled(*SIGNS[level])} " if level else ""
        output.print_line(f"{sign}{line}")
    if os.environ.get("GITHUB_ACTIONS") == "true":
        for line in annotations(found, prefix=prefix_of(config)):
            output.print_line(line)


def diff(
    command: Command = None,
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    url: Url = None,
    upstream_transport: UpstreamTransport = None,
    from_snapshot: FromSnapshot = False,
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Tell what genui build would change in what people see."""
    settings = read_config(config, generated, command, url, upstream_transport, trust=trust)
    policy = policy_of(settings)
    project = open_project(settings, from_snapshot=from_snapshot)
    compilation = check_project(project)
    allowed = settings.serve.allow_code
    before = side_of(project.stored, name=WORKING_TREE, allow_code=allowed, style=project.assets.own_style)
    found = review_of(before, built(project, compilation), policy)
    if as_json:
        output.print_json(document(found, whole=False))
    elif found.changes:
        tell(found, settings, as_json=False)
    if not found.changes and not compilation.clean and not as_json:
        output.print_outcomes(compilation.outcomes)
    if found.changes or not compilation.clean:
        raise typer.Exit(1)
