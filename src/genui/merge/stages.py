"""The versions of files in conflict in git's index: base, ours and theirs."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

TIMEOUT_SECONDS = 30
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
    # -z: without it git quotes paths that are not ASCII.
    for line in (git(directory, "ls-files", "-u", "-z", "--", ".") or b"").split(b"\0"):
        head, _, path = line.partition(b"\t")
        fields = head.decode("ascii", "replace").split()
        if len(fields) == len(("mode", "object", "stage")) and fields[2] in STAGES:
            content = git(directory, "cat-file", "blob", fields[1])
            found.setdefault(os.fsdecode(path), {})[fields[2]] = content
    return {path: Stages(*(sides.get(stage) for stage in STAGES)) for path, sides in found.items()}


def git(directory: Path, *arguments: str) -> bytes | None:
    """Return what git prints; None where it cannot be run, or fails."""
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=directory, capture_output=True, timeout=TIMEOUT_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
