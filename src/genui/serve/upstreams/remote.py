"""Links to an upstream behind a URL: the SDK's transports as raw message streams."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import anyio
from mcp.client.streamable_http import streamable_http_client

from genui.serve.log import Log
from genui.serve.request import INTERNAL_ERROR, correlation_id, error_answer
from genui.serve.upstreams.link import HIGH, Receiver
from genui.serve.upstreams.messages import Stamp, line_of, message_of
from genui.serve.upstreams.reach import Reach
from genui.serve.watch import BATCH, message_id

INVALID_REQUEST = -32600
CLOSE_SECONDS = 1.5
"""For saying goodbye; an upstream that does not take it is left."""


class Outbox:
    """The client's messages on their way to the upstream, and who gets what comes back."""

    def __init__(self, receiver: Receiver, log: Log) -> None:
        self.receiver = receiver
        self.log = log
        self.queue: asyncio.Queue[bytes] = asyncio.Queue()
        self.size = 0
        self.roomy = asyncio.Event()
        self.roomy.set()
        self.reading = asyncio.Event()
        self.reading.set()

    def write(self, chunks: Sequence[bytes]) -> None:
        """Queue whole lines."""
        for line in b"".join(chunks).split(b"\n"):
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

    def refuse(self, line: bytes, text: str, kind: str) -> None:
        """Answer the request in a line that is not sent to the upstream."""
        message = decoded(line)
        key = message_id(message) if isinstance(message, dict) and "method" in message else None
        if key is not None:
            self.answer(key, INVALID_REQUEST if kind == "INVALID_REQUEST" else INTERNAL_ERROR, text, kind)

    def answer(self, key: Any, code: int, text: str, kind: str) -> None:
        """Answer a request in the upstream's place, once whoever writes is done writing."""
        data = {
            "errorType": kind,
            "retryable": kind == "UPSTREAM_UNREACHABLE",
            "requestId": correlation_id(),
        }
        line = error_answer(key, code, text, data).encode() + b"\n"
        asyncio.get_running_loop().call_soon(self.receiver.upstream_sent, line)


class RemoteLink:
    """What links over HTTP have in common: a task that holds the connection, and its outbox."""

    def __init__(self, outbox: Outbox) -> None:
        self.outbox = outbox
        self.closing = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def write(self, chunks: Sequence[bytes]) -> None:
        """Queue whole lines."""
        self.outbox.write(chunks)

    async def room(self) -> None:
        """Wait until there is room for more."""
        await self.outbox.roomy.wait()

    def pause(self) -> None:
        """Read no more for now."""
        self.outbox.reading.clear()

    def resume(self) -> None:
        """Read again."""
        self.outbox.reading.set()

    async def close(self) -> None:
        """Say goodbye, and leave an upstream that does not take it."""
        self.closing.set()
        self.resume()
        if self.task is None:
            return
        await asyncio.wait({self.task}, timeout=CLOSE_SECONDS)
        self.task.cancel()
        await asyncio.wait({self.task}, timeout=CLOSE_SECONDS / 3)


class HttpLink(RemoteLink):
    """A conversation over streamable HTTP; in the stateless era, one request."""

    def __init__(self, url: str, outbox: Outbox, reach: Reach, *, headers: Mapping[str, str]) -> None:
        super().__init__(outbox)
        self.url = url
        self.stamp = Stamp(headers)
        self.reach = reach
        self.task = asyncio.create_task(self.run())

    async def run(self) -> None:
        """Hold the connection; whatever breaks the transport, the next message finds another one."""
        while not self.closing.is_set():
            try:
                limit = self.reach.message_bytes
                client: Any = self.reach
                async with streamable_http_client(self.url, http_client=client, max_sse_event_size=limit) as (
                    read,
                    write,
                ):
                    await self.exchange(read, write)
            except Exception as error:  # noqa: BLE001 - a broken transport must not end the proxy
                self.outbox.log.write("error", "upstream-transport-failed", reason=type(error).__name__)
            if not self.closing.is_set():
                self.outbox.receiver.upstream_lost(f"the connection to {self.reach.label} broke off")

    async def exchange(self, read: Any, write: Any) -> None:
        """Carry messages both ways until the transport ends or the link is closed."""
        work = (self.receive(read), self.deliver(write), self.closing.wait())
        tasks = [asyncio.ensure_future(part) for part in work]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await dropped(*tasks)

    async def receive(self, read: Any) -> None:
        """Pass on what the upstream sends."""
        while True:
            await self.outbox.reading.wait()
            try:
                item = await read.receive()
            except (anyio.EndOfStream, anyio.ClosedResourceError):
                return
            if isinstance(item, Exception):
                self.outbox.log.write("warning", "upstream-sent-no-message", reason=type(item).__name__)
                continue
            self.stamp.answered(item.message)
            self.outbox.receiver.upstream_sent(line_of(item.message))

    async def deliver(self, write: Any) -> None:
        """Hand the client's messages to the transport."""
        with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
            while True:
                for line in batched(await self.outbox.next()):
                    await self.send(write, line)

    async def send(self, write: Any, line: bytes) -> None:
        """Hand one message to the transport; what it cannot carry is answered here."""
        try:
            message = message_of(line)
        except (ValueError, RecursionError):
            self.outbox.log.write("warning", "message-not-sent", bytes=len(line))
            text = "the message holds a value that cannot be sent over HTTP"
            self.outbox.refuse(line, text, "INVALID_REQUEST")
            return
        await write.send(self.stamp.stamped(message))


async def dropped(*tasks: "asyncio.Future[Any]") -> None:
    """Cancel tasks and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def batched(line: bytes) -> list[bytes]:
    """Return the messages of a batch: streamable HTTP carries one at a time since 2025-06-18."""
    batch = decoded(line) if BATCH.match(line) else None
    return [json.dumps(item).encode() for item in batch] if isinstance(batch, list) else [line]


def decoded(line: bytes) -> Any:
    """Return what a line says, None where it is no JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
