"""`genui review` and `genui diff`: what people will see otherwise, in words, files and annotations."""

import json
import os
from pathlib import Path
from typing import Annotated

import typer

from genui.assets import Assets, load_assets
from genui.cli import output
from genui.cli.inputs import read_config
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
from genui.cli.sarif import repository_prefix
from genui.config import Config
from genui.errors import ConfigError, GenuiError
from genui.project import check_project, open_project
from genui.review.compare import Looks, Review, review_of, with_relinked
from genui.review.output import SIGNS, annotations, document, failed, lines_of, sarif_of
from genui.review.reading import WORKING_TREE, built, failing, policy_of, sides
from genui.review.rules import LEVELS
from genui.review.sides import side_of
from genui.store import write_plain


def review(
    compared: Annotated[
        str,
        typer.Argument(
            metavar="[BASE[..HEAD]]",
            help="A git ref, a directory or a saved review.json (default: where this branch left the "
            "default branch), and what it is compared with (default: the working tree).",
            show_default=False,
        ),
    ] = "",
    config: ConfigPath = None,
    generated: GeneratedPath = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Write report.html, summary.md, review.json and review.sarif."
        ),
    ] = None,
    fail_on: Annotated[
        str, typer.Option("--fail-on", metavar="LEVEL", help="Exit 1 from this level on.")
    ] = "breaking",
    pictures: Annotated[
        bool,
        typer.Option("--pictures/--no-pictures", help="Draw changed views in Chromium where one is found."),
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Tell what people will see otherwise: the views of two commits, directories or saved reviews."""
    if fail_on not in LEVELS:
        raise ConfigError(f"--fail-on {fail_on!r} is no level", hint=f"use one of {', '.join(LEVELS)}")
    settings = read_config(config, generated)
    policy = policy_of(settings)
    with sides(compared, settings) as (before, after):
        checked = failing(after.config) if after.config and after.config.file else {}
        found = review_of(before.side, after.side, policy, checked)
        looks = looked_at(found, settings) if pictures and (out or found.relinked) else {}
        found = with_relinked(found, looks, policy)
        written(found, settings, out, looks)
    tell(found, settings, as_json=as_json)
    if failed(found, fail_on):
        raise typer.Exit(1)


def looked_at(found: Review, config: Config) -> Looks:
    """Return how the views look that changed or that another genui has linked; nothing without a browser."""
    from genui.review.cards import cards_of, relinked_cards
    from genui.review.pictures import looks_of
    from genui.review.report import report

    cards = [*cards_of(found, config), *relinked_cards(found, config)]
    if not any(view.drawn for card in cards for view in card.views):
        return {}
    try:
        return looks_of(report(found, cards, assets_of(config)), cards)
    except GenuiError as error:
        output.print_note(f"note: no pictures: {error.message}")
        return {}


def assets_of(config: Config) -> Assets:
    """Return the assets that this project's views are linked with."""
    return load_assets("templates", config.path(config.build.templates_directory))


def written(found: Review, config: Config, out: Path | None, looks: Looks) -> None:
    """Write the files of a review into a folder, and its summary where a job of GitHub wants one."""
    steps = os.environ.get("GITHUB_STEP_SUMMARY")
    if out is None and not steps:
        return
    from genui.review.cards import cards_of
    from genui.review.report import report, summary

    cards = cards_of(found, config, looks)
    text = summary(found, cards)
    if steps:
        with Path(steps).open("a", encoding="utf-8") as file:
            file.write(text)
    if out is None:
        return
    log = sarif_of(found, prefix=repository_prefix(config.generated))
    files = {
        "report.html": report(found, cards, assets_of(config)),
        "summary.md": text,
        # With indents it takes five times as long.
        "review.json": json.dumps(document(found, whole=True), ensure_ascii=False) + "\n",
        "review.sarif": json.dumps(log, ensure_ascii=False) + "\n",
    }
    write_plain(out, {name: one.encode("utf-8", "replace") for name, one in files.items()})


def tell(found: Review, config: Config, *, as_json: bool) -> None:
    """Print a review; in a workflow of GitHub the worst stand at their lines, too."""
    if as_json:
        output.print_json(document(found, whole=False))
        return
    for level, line in lines_of(found):
        output.print_line(f"  {output.styled(*SIGNS[level])} {line}" if level else line)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        for line in annotations(found, prefix=repository_prefix(config.generated)):
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
    before = side_of(project.stored, name=WORKING_TREE, style=project.assets.own_style)
    found = with_relinked(review_of(before, built(project, compilation), policy), {}, policy)
    if found.changes or as_json:
        tell(found, settings, as_json=as_json)
    else:
        output.tell(None, output.outcome_lines(compilation.outcomes), as_json=False)
    if found.changes or not compilation.clean:
        raise typer.Exit(1)
