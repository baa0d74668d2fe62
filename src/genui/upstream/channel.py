"""A way to exchange messages with one upstream, for callers that ask and wait."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from queue import Empty, Queue
from typing import Any

from genui.errors import UpstreamError
from genui.model import Finding, JsonObject


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

    def evidence(self) -> str:
        """Return what else is known about an upstream that does not answer: its last words."""
        return ""

    def findings(self) -> Sequence[Finding]:
        """Return what was odd but harmless."""
        return ()
