"""What a connection and its upstream expect of each other, whatever transport lies between them."""

from collections.abc import Mapping
from typing import Protocol

HIGH = 4 * 1024 * 1024
"""Bytes waiting on one side from which on the other side is not read."""

LONGEST_WAIT = 30.0
"""Seconds between two attempts to reach an upstream, at most; the first wait is one second."""


class Receiver(Protocol):
    """Who a link delivers to. None of these calls comes while the receiver is writing to the link."""

    def upstream_sent(self, data: bytes) -> None:
        """Take in whole lines that the upstream sent."""

    def upstream_lost(self, message: str) -> None:
        """Learn that whatever is in flight will not be answered, and why."""

    def upstream_renewed(self) -> None:
        """Learn that the upstream was lost and is there again: its lists may have changed."""

    def link_ended(self) -> object:
        """Learn that this link is of no more use."""


class Link(Protocol):
    """One connection to an upstream, carrying whole lines of JSON-RPC."""

    def write(self, data: bytes) -> None:
        """Send whole lines; they are queued where the upstream does not take them yet."""

    async def room(self) -> None:
        """Wait until there is room for more."""

    def pause(self) -> None:
        """Read no more from the upstream for now."""

    def resume(self) -> None:
        """Read from the upstream again."""

    async def close(self) -> None:
        """End the connection and everything that was started for it."""


class Upstream(Protocol):
    """Where links come from."""

    label: str
    """What errors and the log call the upstream; no secret is in it."""

    checks_headers: bool
    """Whether the upstream reads the HTTP headers of the stateless era itself."""

    async def open(self, receiver: Receiver, headers: Mapping[str, str] | None = None) -> Link:
        """Connect for one client, or for one request of the stateless era with the client's own MCP headers.

        Raises:
            UpstreamError: It cannot be started or reached.
        """

    async def close(self) -> None:
        """End what the links have in common."""
