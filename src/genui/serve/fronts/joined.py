"""uvicorn's HTTP protocol with the head and the body of a short response in one write."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class JoinedWrites:
    """A transport that holds a response's head back for its body, no longer than this turn of the loop."""

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        self.transport = transport
        self.loop = loop
        self.held = b""
        self.later: asyncio.Handle | None = None

    def __getattr__(self, name: str) -> Any:
        """Be the transport in everything else."""
        return getattr(self.transport, name)

    def write(self, data: bytes) -> None:
        """Write, with what was held back before it."""
        if self.held:
            data = self.taken() + data
        elif data.startswith(b"HTTP/1.1 200"):
            self.held = data
            self.later = self.loop.call_soon(self.flush)
            return
        self.transport.write(data)

    def taken(self) -> bytes:
        """Take what was held back."""
        held, self.held = self.held, b""
        if self.later is not None:
            self.later.cancel()
            self.later = None
        return held

    def flush(self) -> None:
        """Write what was held back."""
        if self.held:
            self.transport.write(self.taken())

    def close(self) -> None:
        """Close once all is written."""
        self.flush()
        self.transport.close()


class JoiningProtocol(HttpToolsProtocol):
    """The protocol on such a transport."""

    def connection_made(self, transport: Any) -> None:
        """Take the connection."""
        super().connection_made(JoinedWrites(transport, self.loop))  # type: ignore[arg-type]
