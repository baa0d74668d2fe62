"""Reading both sides of a review: the working tree, a directory, a saved review, or a commit's own files.

What git holds is read from its objects: nothing is checked out.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from genui.build import Compilation
from genui.config import Config, load_config
from genui.errors import ConfigError, GenuiError
from genui.git import GitError, git
from genui.model import Json, JsonObject
from genui.project import Project, check_project, open_project
from genui.review.compare import Accepted, Policy
from genui.review.rules import LEVELS, MUTED, RULES
from genui.review.sides import Side, SideError, side_from_json, side_in, side_of
from genui.store import read_store, write_store

DEFAULTS = ("origin/HEAD", "origin/main", "origin/master", "main", "master")
"""Where the default branch may be, the surest first."""


def tried(folder: Path, *arguments: str) -> str:
    """Return what git prints in one line, "" where it fails."""
    try:
        return git(folder, *arguments).decode("utf-8", "replace").strip()
    except GitError:
        return ""


def is_shallow(folder: Path) -> bool:
    """Tell whether a clone lacks commits."""
    return tried(folder, "rev-parse", "--is-shallow-repository") == "true"


def missing(folder: Path, ref: str) -> str:
    """Return how to get a commit that is not there."""
    if is_shallow(folder):
        return (
            f"this clone is shallow: set fetch-depth: 0 of actions/checkout, or run git fetch --unshallow; "
            f"for {ref} alone git fetch --depth=1 origin {ref}"
        )
    if not tried(folder, "rev-parse", "--git-dir"):
        return "this is no git repository: name a directory or a saved review.json"
    return "git branch --all lists the branches; git fetch gets those of the server"


def merge_base(folder: Path) -> str:
    """Return the commit where the present branch left the default branch.

    Raises:
        SideError: There is no git repository, no default branch, or no common commit.
    """
    if not tried(folder, "rev-parse", "--git-dir"):
        raise SideError(
            "there is no git repository here", hint="name a directory or a saved review.json as BASE"
        )
    for ref in DEFAULTS:
        tip = tried(folder, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
        if not tip:
            continue
        found = tried(folder, "merge-base", tip, "HEAD")
        # A shallow clone knows no other branch, so that HEAD looks like the default branch's own commit.
        if found and not (is_shallow(folder) and found == tried(folder, "rev-parse", "HEAD")):
            return found
        raise SideError(f"HEAD and {ref} have no commit in common here", hint=missing(folder, ref))
    raise SideError("no default branch was found", hint=f"name a BASE; {missing(folder, 'main')}")


def written_out(folder: Path, ref: str, target: Path, *, config: str, generated: str) -> None:
    """Write what a commit holds of a project into a folder: genui.toml, what it names, and the views.

    `folder` is that of genui.toml in the working tree, `config` the file's name, `generated` the folder of
    the views where the file does not say it.

    Raises:
        SideError: There is no such commit, it cannot be read, or it has neither config nor views there.
    """
    # `--end-of-options`: a ref that begins with a dash is no option.
    commit = tried(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    if not commit:
        raise SideError(f"{ref!r} names no commit here", hint=missing(folder, ref))
    prefix = git(folder, "rev-parse", "--show-prefix").decode().strip()
    text = tried(folder, "cat-file", "blob", f"{commit}:{prefix}{config}")
    wanted = [config, *named_in(text, generated)]
    paths = [inside for one in wanted if (inside := normal(prefix, one)) is not None]
    objects = listed(folder, commit, paths)
    if not objects:
        raise SideError(
            f"{ref} has no views at {prefix}{generated}", hint="name a BASE that has them, or a directory"
        )
    for path, data in zip(objects, blobs(folder, list(objects.values())), strict=True):
        file = target / PurePosixPath(path).relative_to(prefix or ".")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def normal(prefix: str, path: str) -> str | None:
    """Return a path of the config as git lists it; None where it leads out of the config's folder."""
    pure = PurePosixPath(path)
    return None if pure.is_absolute() or ".." in pure.parts else str(PurePosixPath(prefix) / pure)


def named_in(text: str, generated: str) -> list[str]:
    """Return the folders and files beside genui.toml that it names."""
    try:
        document: Mapping[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return [generated]
    build, tools = document.get("build"), document.get("tools")
    known = build if isinstance(build, dict) else {}
    named = [
        known.get("generated", generated),
        known.get("templates_directory"),
        known.get("prompts_directory"),
    ]
    configs = tools.values() if isinstance(tools, dict) else ()
    named += [one.get("examples") for one in configs if isinstance(one, dict)]
    return [one for one in named if isinstance(one, str)]


def listed(folder: Path, commit: str, paths: Sequence[str]) -> dict[str, str]:
    """Return the files of a commit below these paths, each with its object; links are left out."""
    found = {}
    top = Path(git(folder, "rev-parse", "--show-toplevel").decode().strip())
    for line in git(top, "ls-tree", "-r", "-z", commit, "--", *paths).split(b"\0"):
        head, _, path = line.partition(b"\t")
        mode, kind, name = [*head.decode().split(), "", "", ""][:3]
        # A symbolic link of somebody else's could lead anywhere on this machine.
        if kind == "blob" and mode != "120000":
            found[path.decode("utf-8", "surrogateescape")] = name
    return found


def blobs(folder: Path, names: Sequence[str]) -> list[bytes]:
    """Return the contents of objects, in one call."""
    answer = git(folder, "cat-file", "--batch", given="".join(f"{name}\n" for name in names).encode())
    found, at = [], 0
    for name in names:
        end = answer.index(b"\n", at)
        head = answer[at:end].split()
        if len(head) != len((b"name", b"kind", b"size")):
            raise SideError(
                f"object {name} is not in this clone", hint="fetch without --filter, or name a directory"
            )
        start, size = end + 1, int(head[2])
        found.append(answer[start : start + size])
        at = start + size + 1
    return found


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
    side = side_in(config.generated, name=name, templates=None if templates is None else str(templates))
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
    short = name[:12] if re.fullmatch("[0-9a-f]{40}", name) else name
    return in_directory(target, short, config, file)


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
