"""uvicorn's HTTP protocol with bounds on what a client may send before anybody has looked at its token."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES = 16 * 1024
"""Of a request's first line and headers."""

REQUEST_SECONDS = 15.0
"""For sending one request whole, and for beginning the first one of a connection."""


# uvicorn bounds the size of a head for h11 only, and for neither the time that a request may take to come.
class BoundedProtocol(HttpToolsProtocol):
    """The protocol that refuses heads that are too long and requests that take too long to come."""

    head_size = 0
    """Bytes received of the head that is being read."""
    in_head = True
    whole = False
    """Whether the last request has come to its end."""
    deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Take the connection."""
        super().connection_made(transport)
        self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the connection."""
        self.wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on: a head in pieces that fit, a body as it comes."""
        self.whole = False
        while data and self.in_head and not self.transport.is_closing():
            room = HEAD_BYTES - self.head_size
            piece, data = data[:room], data[room:]
            self.head_size += len(piece)
            super().data_received(piece)
            if self.in_head and self.head_size >= HEAD_BYTES:
                self.refuse(b"431 Request Header Fields Too Large")
        if data and not self.transport.is_closing():
            super().data_received(data)
        if self.whole:
            self.wait_no_more()
        elif self.deadline is None:
            self.wait()

    def on_message_begin(self) -> None:
        """Begin to count a request."""
        super().on_message_begin()
        self.whole = False

    def on_headers_complete(self) -> None:
        """Count no more."""
        self.in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Expect the head of another request, or nothing."""
        self.in_head, self.head_size, self.whole = True, 0, True
        super().on_message_complete()

    def wait(self) -> None:
        """Give the client its time for a request."""
        if not self.transport.is_closing():
            self.deadline = self.loop.call_later(REQUEST_SECONDS, self.refuse, b"408 Request Timeout")

    def wait_no_more(self) -> None:
        """Note that there is nothing to wait for."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def refuse(self, status: bytes) -> None:
        """End the connection, saying why where nothing else is being said."""
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(b"HTTP/1.1 %s\r\nconnection: close\r\ncontent-length: 0\r\n\r\n" % status)
        self.transport.close()
