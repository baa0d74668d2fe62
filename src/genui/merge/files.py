"""The versions of a view file: in git's index, or as git's merge driver gets them."""

import json
import os
import subprocess
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from genui.git import TIMEOUT_SECONDS, GitError, git
from genui.merge.values import clashes_text
from genui.merge.views import merge_views
from genui.model import Tool
from genui.snapshot import TOOLS, definition_of
from genui.viewfile import StoredView, read_view, view_bytes

T = TypeVar("T")

STAGES = ("1", "2", "3")
"""In git's index: 1 is the common base, 2 ours, 3 theirs (git-ls-files, -u)."""


class Versions(NamedTuple, Generic[T]):
    """The versions of one file or view; None where a side has none."""

    base: T | None = None
    ours: T | None = None
    theirs: T | None = None


def stages_in(directory: Path) -> dict[str, Versions[bytes]]:
    """Return the files in conflict below a directory, by their paths from there.

    None where there is no repository, no git, or no conflict.
    """
    whole = directory.absolute()
    if not directory.is_dir() or not any((above / ".git").exists() for above in (whole, *whole.parents)):
        return {}
    found: dict[str, dict[str, bytes | None]] = {}
    try:
        # -z: without it git quotes paths that are not ASCII.
        listed = git(directory, "ls-files", "-u", "-z", "--", ".")
    except GitError:
        return {}
    for line in listed.split(b"\0"):
        head, _, path = line.partition(b"\t")
        fields = head.decode("ascii", "replace").split()
        if len(fields) == len(("mode", "object", "stage")) and fields[2] in STAGES:
            content = git(directory, "cat-file", "blob", fields[1])
            found.setdefault(os.fsdecode(path), {})[fields[2]] = content
    return {path: Versions(*(sides.get(stage) for stage in STAGES)) for path, sides in found.items()}


def versions_of(
    files: Versions[bytes], tool: str, pages: Versions[bytes] | None = None
) -> Versions[StoredView]:
    """Read the versions of a view file; those of another tool are none.

    Git may take a removed view for one that was moved into the folder of a new tool.

    Raises:
        ValueError: A version cannot be read; the message names the side.
    """
    found: list[StoredView | None] = []
    for side, data, page in zip(Versions._fields, files, pages or Versions[bytes](), strict=True):
        try:
            read = None if data is None else read_view(data, page=page)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"the version of {side} cannot be read: {error}") from None
        found.append(read if read is not None and read.view.tool == tool else None)
    return Versions(*found)


def stored_bytes(stored: StoredView) -> bytes:
    """Return a view file with a view that was joined."""
    return view_bytes(stored.view, guard=stored.sum, sha256=stored.sha256)


def drive(base: Path, ours: Path, theirs: Path, path: Path) -> str:
    """Join three versions of the view file at a path and write it to `ours`; return what clashes.

    Where they cannot be joined, git's own merge of the text writes its markers.
    """
    try:
        # Git gives an empty file for a side that has none.
        files = Versions(*(file.read_bytes() or None for file in (base, ours, theirs)))
        name = str(json.loads(files.ours or b"{}").get("tool", ""))
        versions = versions_of(files, name)
    except (ValueError, AttributeError, RecursionError) as error:
        return marked(base, ours, theirs, f"{path} cannot be read as a view: {error}")
    merged = merge_views(versions.base, versions.ours, versions.theirs, tool=tool_beside(path, name))
    if merged.clashes or merged.stored is None:
        return marked(base, ours, theirs, f"{path}: {clashes_text(merged.clashes, name)}")
    # Git takes the result from the file of ours (gitattributes, %A).
    ours.write_bytes(stored_bytes(merged.stored))
    return ""


def marked(base: Path, ours: Path, theirs: Path, told: str) -> str:
    """Let git write its markers where the versions differ; return what was told."""
    labels = [part for name in ("ours", "base", "theirs") for part in ("-L", name)]
    files = [str(file) for file in (ours, base, theirs)]
    subprocess.run(["git", "merge-file", *labels, *files], timeout=TIMEOUT_SECONDS, check=False)
    return told


def tool_beside(path: Path, name: str) -> Tool | None:
    """Return the definition of a view's tool where the generated directory has it; None elsewhere."""
    file = path.parent.parent.parent / TOOLS / f"{path.parent.name}.json"
    definition = definition_of(file.read_bytes()) if file.is_file() else None
    return Tool(definition) if definition is not None and definition.get("name") == name else None
