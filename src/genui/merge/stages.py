"""The versions of files in conflict in git's index: base, ours and theirs."""

import os
from dataclasses import dataclass
from pathlib import Path

from genui.git import GitError, git

STAGES = ("1", "2", "3")
"""In git's index: 1 is the common base, 2 ours, 3 theirs (git-ls-files, -u)."""


@dataclass(frozen=True, slots=True)
class Stages:
    """The versions of one file in conflict; None where a side has none."""

    base: bytes | None = None
    ours: bytes | None = None
    theirs: bytes | None = None


def stages_in(directory: Path) -> dict[str, Stages]:
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
    return {path: Stages(*(sides.get(stage) for stage in STAGES)) for path, sides in found.items()}
