"""A client of an HTTP front: its connection, and the streams that it reads."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from genui.serve.fronts.stream import Stream
from genui.serve.upstreams import HIGH

if TYPE_CHECKING:
    from genui.serve.fronts.site import Site


class Client(ABC):
    """One client. While it does not read, neither do we read its upstream."""

    def __init__(self, site: "Site", *, ended: Callable[[], None] = lambda: None) -> None:
        self.connection = site.connection(deliver=self.deliver, ended=ended)
        self.paused = False

    def deliver(self, data: bytes) -> None:
        """Send whole lines to the client, each where it belongs."""
        for line in data.split(b"\n"):
            if line and not line.isspace():
                self.line(line)
        if self.waiting() > HIGH and not self.paused and self.connection.link is not None:
            self.paused = True
            self.connection.link.pause()

    @abstractmethod
    def line(self, line: bytes) -> None:
        """Send one message to the client."""

    def read_streams(self) -> Iterable[Stream]:
        """Return the streams that the client may be reading."""
        return ()

    def waiting(self) -> int:
        """Return the bytes that wait for the client to read them."""
        return sum(stream.unsent for stream in self.read_streams() if stream.reader is not None)

    async def end(self, reason: str) -> None:
        """Answer what is in flight, end every stream and the link."""
        self.connection.upstream_lost(reason)
        for stream in self.read_streams():
            stream.end()
        await self.connection.close()

    def drained(self) -> None:
        """Read the upstream again once the client has read."""
        if self.paused and self.connection.link is not None and self.waiting() <= HIGH // 2:
            self.paused = False
            self.connection.link.resume()
