"""A side that git holds: its files are read from git's objects, and nothing is checked out."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from genui.git import GitError, git
from genui.review.sides import SideError

DEFAULTS = ("origin/HEAD", "origin/main", "origin/master", "main", "master")
"""Where the default branch may be, the surest first."""


def tried(folder: Path, *arguments: str) -> str:
    """Return what git prints in one line, "" where it fails."""
    try:
        return git(folder, *arguments).decode("utf-8", "replace").strip()
    except GitError:
        return ""


def commit_of(folder: Path, ref: str) -> str:
    """Return the commit that a ref names.

    Raises:
        SideError: It names none; in a shallow clone the message says what to fetch.
    """
    # `--end-of-options`: a ref that begins with a dash is no option.
    found = tried(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}")
    if found:
        return found
    raise SideError(f"{ref!r} names no commit here", hint=missing(folder, ref))


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
        SideError: The commit cannot be read, or has neither config nor views there.
    """
    commit = commit_of(folder, ref)
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
