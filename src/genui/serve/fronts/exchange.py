"""One POST and what comes back for it: a JSON answer, or a stream once there is more to say than that."""

import asyncio
from collections.abc import Callable, Iterable

from genui.serve.fronts.stream import Stream
from genui.serve.in_flight import Id

SILENT_SECONDS = 15.0
"""After which a stream is begun, so that nothing on the way takes the connection for dead."""


class Exchange:
    """The requests in one POST, and their answers."""

    __slots__ = ("answers", "batch", "ids", "new_stream", "ready", "stream", "timer")

    def __init__(self, ids: Iterable[Id], *, new_stream: Callable[[], Stream] | None, batch: bool) -> None:
        loop = asyncio.get_running_loop()
        self.ids = set(ids)
        self.batch = batch
        self.new_stream = new_stream
        """Begins a stream; None for a client that takes JSON only."""
        self.answers: list[bytes] = []
        self.stream: Stream | None = None
        self.ready: asyncio.Future[None] = loop.create_future()
        """Done when the response can begin."""
        self.timer = loop.call_later(SILENT_SECONDS, self.stream_now) if new_stream else None

    def answered(self, key: Id, line: bytes) -> None:
        """Take in an answer."""
        self.ids.discard(key)
        if self.stream is not None:
            self.stream.add(line)
        else:
            self.answers.append(line)
        if not self.ids:
            self.finish()

    def finish(self) -> None:
        """Let the response begin, or end."""
        if self.timer is not None:
            self.timer.cancel()
        if self.stream is not None:
            self.stream.end()
        elif not self.ready.done():
            self.ready.set_result(None)

    def tell(self, line: bytes) -> bool:
        """Send a message that is no answer; tell whether this client can get one here."""
        if self.new_stream is None:
            return False
        self.stream_now()
        assert self.stream is not None
        self.stream.add(line)
        return True

    def stream_now(self) -> None:
        """Begin a stream, with the answers that there are."""
        if self.stream is not None or self.new_stream is None:
            return
        self.stream = self.new_stream()
        for line in self.answers:
            self.stream.add(line)
        if not self.ready.done():
            self.ready.set_result(None)

    @property
    def body(self) -> bytes:
        """The JSON answer: one message, or all of a batch."""
        return b"[%s]" % b",".join(self.answers) if self.batch else self.answers[0]
