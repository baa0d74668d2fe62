"""Reading both sides of a review: from the working tree, a directory, a git ref, or a saved review."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from genui.build import Compilation
from genui.config import Config, load_config
from genui.errors import ConfigError, GenuiError
from genui.model import Json, JsonObject
from genui.project import Project, check_project, open_project
from genui.review.compare import Accepted, Policy
from genui.review.gitside import merge_base, written_out
from genui.review.rules import LEVELS, MUTED, RULES
from genui.review.sides import Side, SideError, side_from_json, side_in, side_of
from genui.store import read_store, write_store

RANGE = re.compile(r"(?P<base>.*?[^./])\.\.(?P<head>[^./].*)?")
"""BASE..HEAD; `..` at the start of a path is none."""

WORKING_TREE = "the working tree"


@dataclass(frozen=True)
class Opened:
    """A side, with the config that it has where it has one."""

    side: Side
    config: Config | None = None


@contextmanager
def sides(asked: str, config: Config) -> Iterator[tuple[Opened, Opened]]:
    """Give both sides that BASE..HEAD names, "" for the merge base and the working tree.

    Raises:
        SideError: One of them cannot be read.
    """
    found = None if Path(asked).exists() else RANGE.fullmatch(asked)
    base, head = (found["base"], found["head"] or "") if found else (asked, "")
    with TemporaryDirectory(prefix="genui-review-") as folder:
        after = opened(head, config, Path(folder, "after"))
        base = base or merge_base(config.root)
        yield opened(base, config, Path(folder, "before")), after


def side_with(config: Config, name: str) -> Side:
    """Return the views that a config names as a side."""
    templates = config.path(config.build.templates_directory)
    side = side_in(
        config.generated,
        name=name,
        templates=None if templates is None else str(templates),
    )
    return replace(side, settings=settings_of(config))


def settings_of(config: Config) -> Mapping[str, JsonObject]:
    """Return what a reviewer is told of genui.toml itself; what a flag or a variable says is not in it."""
    told: dict[str, Json] = {}
    for table, values in (("serve", config.serve), ("model", config.model)):
        for name, value in vars(values).items():
            said = value if f"{table}.{name}" in config.from_file else getattr(type(values), name)
            told[f"[{table}] {name}"] = list(said) if isinstance(said, tuple) else said
    # What else is said of tools shows in their views.
    for tool, one in config.tools.items():
        told |= {f"[tools.{tool}] announce": one.announce, f"[tools.{tool}] form": one.form}
    told["[defaults] announce"] = config.defaults.announce
    return {
        "upstream": config.to_trust.get("upstream", {}),
        "told": told,
        "levels": config.review.levels,
    }


def opened(name: str, config: Config, target: Path) -> Opened:
    """Return what a name stands for, "" the working tree; files of a commit are written to `target`."""
    if not name:
        return Opened(side_with(config, WORKING_TREE), config)
    path = Path(name)
    if path.is_dir():
        return in_directory(path, name, config)
    if path.is_file():
        return Opened(side_from_json(saved(path), name=name))
    file = config.file.name if config.file else "genui.toml"
    written_out(config.root, name, target, config=file, generated=config.build.generated)
    return in_directory(target, shortened(name), config, file)


def shortened(name: str) -> str:
    """Return a commit's full name as people write it."""
    return name[:12] if re.fullmatch("[0-9a-f]{40}", name) else name


def saved(path: Path) -> object:
    """Return the document of a saved review."""
    try:
        document: object = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise SideError(f"{path}: {error}", hint="name the review.json of genui review --out DIR") from error
    return document


def in_directory(path: Path, name: str, config: Config, file: str = "genui.toml") -> Opened:
    """Return the side in a folder: that of a genui.toml, or one that genui build has written into."""
    try:
        # The variables of this run are about the working tree.
        own = load_config(path / file, environ={}) if (path / file).is_file() else None
    except ConfigError:
        own = None  # of another genui, which knew other keys
    if own is not None:
        return Opened(side_with(own, name), own)
    inner = path / config.build.generated
    return Opened(side_in(inner if inner.is_dir() else path, name=name))


def built(project: Project, compilation: Compilation) -> Side:
    """Return the side that a build would leave behind."""
    with TemporaryDirectory(prefix="genui-review-") as folder:
        directory = Path(folder)
        stored = project.stored
        there = {name: stored.artifacts[name] for name in stored.artifacts}
        sources = {
            path.relative_to(project.directory).as_posix(): path.read_bytes()
            for pattern in ("manifest.toml", "tools/*.json", "views/*/view.json", "views/*/page.html")
            for path in project.directory.glob(pattern)
        }
        write_store(directory, {**there, **sources, **compilation.files}, remove=compilation.remove)
        style = project.assets.own_style
        return side_of(read_store(directory), name="what genui build writes", style=style)


def failing(config: Config) -> Mapping[str, str]:
    """Return why `check` is not content with a view, by tool; no upstream is asked.

    Raises:
        SideError: It cannot be checked.
    """
    try:
        compilation = check_project(open_project(config, from_snapshot=True))
    except GenuiError as error:
        raise SideError(f"the views cannot be checked: {error.message}", hint=error.hint) from error
    told = ("stale", "edited", "tampered", "missing", "orphan", "conflict")
    return {one.name: f"{one.state}: {one.reason}" for one in compilation.outcomes if one.state in told}


def policy_of(config: Config) -> Policy:
    """Return what genui.toml says of changes.

    Raises:
        ConfigError: It names a rule or a level that there is not.
    """
    from genui.expressions import nearest

    named = [*config.review.levels, *(one["rule"] for one in config.review.accept)]
    for rule in named:
        if rule not in RULES:
            hint = nearest(rule, RULES) or "docs/review-rules.md lists them"
            raise ConfigError(f"[review] names the rule {rule!r}, which there is not", hint=hint)
    for rule, level in config.review.levels.items():
        if level not in (*LEVELS, MUTED):
            raise ConfigError(
                f"[review.levels] {rule} = {level!r}", hint=f"use one of {', '.join((*LEVELS, MUTED))}"
            )
    return Policy(config.review.levels, tuple(Accepted(**one) for one in config.review.accept))
