"""What a connection and its upstream expect of each other, whatever transport lies between them."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Protocol

from genui.serve.messages import Id
from genui.serve.protocol import EXITED

HIGH = 4 * 1024 * 1024
"""Bytes waiting on one side from which on the other side is not read."""

LONGEST_WAIT = 30.0
"""Seconds between two attempts to reach an upstream, at most; the first wait is one second."""


Given = Callable[[Id | None], Mapping[str, str]]
"""Tells the HTTP headers that a client itself has given a request, by the id of that."""


def no_headers(_key: Id | None) -> Mapping[str, str]:
    """Return no headers, as clients give none where nobody reads them."""
    return {}


class Receiver(Protocol):
    """Who a link delivers to. None of these calls comes while the receiver is writing to the link."""

    def upstream_sent(self, data: bytes) -> None:
        """Take in what the upstream sent."""

    def upstream_lost(self, message: str, kind: str = EXITED) -> None:
        """Learn that whatever is in flight will not be answered, why, and the kind of error that this is."""

    def upstream_renewed(self) -> None:
        """Learn that the upstream was lost and is there again: its lists may have changed."""

    def link_ended(self) -> object:
        """Learn that this link is of no more use."""


class Link(Protocol):
    """One connection to an upstream, carrying whole lines of JSON-RPC."""

    reading: asyncio.Event
    """Clear while no more is to be read from the upstream."""

    def write(self, data: bytes) -> None:
        """Send whole lines; they are queued where the upstream does not take them yet."""

    async def room(self) -> None:
        """Wait until there is room for more."""

    async def close(self) -> None:
        """End the connection and everything that was started for it."""
