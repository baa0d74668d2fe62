"""Telling every open page what happens, as server-sent events."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from genui.plaintext import embed_json

KEEP_ALIVE_SECONDS = 20.0
MAX_WAITING = 1000
"""Events that a page may be behind; one that falls further back is dropped and connects again."""


class Live:
    """The pages that listen."""

    def __init__(self) -> None:
        self.queues: set[asyncio.Queue[str | None]] = set()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.closed = False

    def tell(self, kind: str, **data: Any) -> None:
        """Tell every page; may be called from any thread."""
        if self.loop and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.put, f"event: {kind}\ndata: {embed_json(data)}\n\n")

    def put(self, text: str | None) -> None:
        """Hand a text to every page; None ends their streams."""
        for queue in tuple(self.queues):
            if text is None or queue.qsize() < MAX_WAITING:
                queue.put_nowait(text)
            else:
                queue.put_nowait(None)
                self.queues.discard(queue)

    def close(self) -> None:
        """End every stream, so that the server can end."""
        self.closed = True
        if self.loop and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.put, None)

    async def stream(self) -> AsyncIterator[str]:
        """Yield events for one page until it or the server goes."""
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        self.queues.add(queue)
        try:
            yield "retry: 500\nevent: hello\ndata: {}\n\n"
            while not self.closed:
                try:
                    text = await asyncio.wait_for(queue.get(), KEEP_ALIVE_SECONDS)
                except TimeoutError:
                    text = ": still here\n\n"
                if text is None:
                    return
                yield text
        finally:
            self.queues.discard(queue)
