"""What can go wrong with an upstream before it answers."""

from collections.abc import Sequence
from pathlib import Path

from genui.errors import UpstreamError
from genui.secretlike import masked, shown


class NotSpoken(UpstreamError):  # noqa: N818 - its base is the error; this says which
    """Something answers at the URL, but not in this transport."""


def label_of(command: Sequence[str]) -> str:
    """Return what errors call the upstream; arguments that look like secrets are not shown."""
    return f"the upstream {shown(list(command))[:200]!r}"


def start_error(command: Sequence[str], cwd: str | None, error: Exception) -> UpstreamError:
    """Say why a server did not start."""
    label, program = label_of(command), masked(command[0])
    if cwd and not Path(cwd).is_dir():
        return UpstreamError(
            f"{label} did not start: its folder {cwd!r} does not exist",
            hint="correct cwd in [upstream] of genui.toml",
        )
    if isinstance(error, FileNotFoundError):
        return UpstreamError(
            f"{label} did not start: command {program!r} not found",
            hint="install it, or correct command in [upstream] of genui.toml",
        )
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return UpstreamError(
        f"{label} did not start: {reason}", hint=f"check that {program!r} is a program you may run"
    )
