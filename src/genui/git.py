"""git, run for what a repository holds."""

import subprocess
from pathlib import Path

from genui.errors import GenuiError

TIMEOUT_SECONDS = 120


class GitError(GenuiError):
    """There is no git, or it fails: nothing can be said about what the repository holds."""

    exit_code = 3


def git(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    """Return what git prints.

    Raises:
        GitError: There is no git, or it fails.
    """
    try:
        done = subprocess.run(
            ["git", *arguments],
            cwd=folder,
            input=given,
            capture_output=True,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise GitError(f"git {arguments[0]}: {error}", hint="install git, or name a directory") from error
    if done.returncode:
        told = done.stderr.decode("utf-8", "replace").strip().partition("\n")[0]
        raise GitError(f"git {' '.join(arguments)}: {told}", hint="name another BASE, or a directory")
    return done.stdout
