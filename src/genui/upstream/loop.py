"""An asyncio link for callers that block: it lives on an event loop in a thread of its own."""

import asyncio
from collections.abc import Coroutine
from threading import Thread
from typing import Any, TypeVar

from genui.upstream.link import Receiver, Upstream

T = TypeVar("T")


class LoopLink:
    """One connection to an upstream; the receiver is called in the loop's thread, and may block it."""

    answers_after_close = False
    """An HTTP answer ends with its link."""
    idle = True

    def __init__(self, upstream: Upstream, receiver: Receiver) -> None:
        self.upstream, self.loop = upstream, asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.link = self.run(upstream.open(receiver))

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something on the loop, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    @property
    def label(self) -> str:
        """What the log calls the upstream."""
        return self.upstream.label

    def write(self, data: bytes) -> None:
        """Queue whole lines."""
        self.loop.call_soon_threadsafe(self.link.write, data)

    def flush(self) -> None:
        """Do nothing: the loop writes."""

    def room(self) -> None:
        """Wait while too much is queued."""
        self.run(self.link.room())

    def close(self, grace: float) -> None:
        """Hang up; the link has its own grace."""
        del grace
        self.run(self.link.close())
        self.run(self.upstream.close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()
