"""A way to exchange messages with one upstream, for callers that ask and wait, and why there is none."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from queue import Empty, Queue
from typing import Any

from genui.errors import UpstreamError
from genui.model import Finding, JsonObject
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


class Channel(ABC):
    """What comes from the upstream is queued by a thread; so is the error that ends it."""

    def __init__(self, label: str) -> None:
        self.label = label
        """What errors call the upstream."""
        self.messages: Queue[Any] = Queue()

    @abstractmethod
    def send(self, message: JsonObject) -> None:
        """Send one message; that the upstream is gone is told by the next receive."""

    def receive(self, timeout: float) -> Any:
        """Return the next message, or None when none came in time.

        Raises:
            UpstreamError: The upstream is gone, or sent what is no message.
        """
        try:
            message = self.messages.get(timeout=max(0.0, timeout))
        except Empty:
            return None
        if isinstance(message, UpstreamError):
            raise message
        return message

    @abstractmethod
    def close(self) -> None:
        """End the upstream, or hang up."""

    def evidence(self) -> str:
        """Return what else is known about an upstream that does not answer: its last words."""
        return ""

    def findings(self) -> Sequence[Finding]:
        """Return what was odd but harmless."""
        return ()
