"""What links over HTTP have in common: the client's messages on their way, and what cannot be answered."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from genui.serve.in_flight import message_id
from genui.serve.request import failure
from genui.serve.spans import decoded
from genui.serve.wire import line_of
from genui.upstream.endpoint import Endpoint, UnreachedError
from genui.upstream.link import HIGH, Receiver

CLOSE_SECONDS = 1.5
"""For saying goodbye; an upstream that does not take it is left."""

Failed = Callable[[UnreachedError], None]
"""Told why a message did not arrive, or its answer, by links that nobody behind has asked anything."""


class RemoteLink(ABC):
    """A queue of the client's lines, and a task that carries them."""

    def __init__(self, receiver: Receiver, endpoint: Endpoint, failed: Failed | None) -> None:
        self.receiver, self.endpoint, self.failed = receiver, endpoint, failed
        self.label, self.log = endpoint.label, endpoint.log
        self.queue: asyncio.Queue[bytes] = asyncio.Queue()
        self.size = 0
        self.roomy, self.reading = asyncio.Event(), asyncio.Event()
        self.roomy.set()
        self.reading.set()
        self.task = asyncio.ensure_future(self.run())

    @abstractmethod
    async def run(self) -> None:
        """Carry messages until this is cancelled."""

    async def say_goodbye(self) -> None:  # noqa: B027 - over SSE there is nothing to say
        """Let the upstream know that the conversation is over, where it can be told."""

    def write(self, data: bytes) -> None:
        """Queue whole lines."""
        for line in data.split(b"\n"):
            if line and not line.isspace():
                self.size += len(line)
                self.queue.put_nowait(line)
        if self.size > HIGH:
            self.roomy.clear()

    async def next(self) -> bytes:
        """Wait for the client's next message."""
        line = await self.queue.get()
        self.size -= len(line)
        if self.size <= HIGH:
            self.roomy.set()
        return line

    async def room(self) -> None:
        """Wait until there is room for more."""
        await self.roomy.wait()

    def pause(self) -> None:
        """Read no more for now."""
        self.reading.clear()

    def resume(self) -> None:
        """Read again."""
        self.reading.set()

    def refuse(self, line: bytes, why: UnreachedError) -> None:
        """Answer the requests in a line, which the upstream will not answer, or tell who asks."""
        if self.failed is not None:
            self.failed(why)
            return
        message = decoded(line)
        for one in message if isinstance(message, list) else [message]:
            key = message_id(one) if isinstance(one, dict) and "method" in one else None
            if key is not None:
                self.receiver.upstream_sent(line_of(failure(key, why.kind, str(why))))

    async def close(self) -> None:
        """Say goodbye, and leave an upstream that does not take it."""
        await dropped(self.task)
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self.say_goodbye()


async def dropped(*tasks: "asyncio.Future[Any]") -> None:
    """Cancel tasks and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
