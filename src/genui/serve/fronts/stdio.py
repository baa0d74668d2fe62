"""A host on stdin and stdout before an upstream behind a URL: two threads do the reading and writing."""

import asyncio
import os
from collections import deque
from threading import Condition, Event, Thread

from genui.config import Config, target_of
from genui.serve.connection import Compiling, Connection
from genui.serve.core import Core
from genui.serve.fronts.stopping import until_stopped
from genui.serve.log import Log
from genui.serve.pipes import READ
from genui.serve.standard import claimed
from genui.serve.upstreams import HIGH, upstream_of

DRAIN_SECONDS = 1.0
"""For answers that are on their way when the host closes its end."""


class Terminal:
    """stdin and stdout, read and written by threads so that neither holds up the event loop."""

    def __init__(self, connection: Connection, *, client_in: int, client_out: int) -> None:
        self.connection = connection
        self.client_in, self.client_out = client_in, client_out
        self.loop = asyncio.get_running_loop()
        self.closed = asyncio.Event()
        self.broken = False
        self.rest = b""
        self.roomy = Event()
        self.queue: deque[bytes] = deque()
        self.size = 0
        self.paused = False
        self.changed = Condition()
        for work in (self.read, self.write):
            Thread(target=work, daemon=True).start()

    def read(self) -> None:
        """Read until the host closes its end, in a thread."""
        while True:
            try:
                chunk = os.read(self.client_in, READ)
            except OSError:
                chunk = b""
            self.roomy.clear()
            if self.loop.is_closed():
                return
            self.loop.call_soon_threadsafe(self.took, chunk)
            if not chunk:
                return
            self.roomy.wait()

    def took(self, chunk: bytes) -> None:
        """Take in what the host wrote, then read on once the upstream has room."""
        core = self.connection.core
        if chunk:
            core.client_sent(chunk)
        else:
            core.wire.client_closed()
        self.connection.push()
        if not chunk:
            self.closed.set()
            return
        asyncio.ensure_future(self.read_on())  # noqa: RUF006 - it ends at once, or with the link

    async def read_on(self) -> None:
        """Let the reader go on once there is room."""
        if self.connection.link is not None:
            await self.connection.link.room()
        self.roomy.set()

    def deliver(self, data: bytes) -> None:
        """Queue lines for the host."""
        with self.changed:
            self.queue.append(data)
            self.size += len(data)
            self.changed.notify()
        if self.size > HIGH and not self.paused and self.connection.link is not None:
            self.paused = True
            self.connection.link.pause()

    def write(self) -> None:
        """Write what is queued, in a thread."""
        while True:
            with self.changed:
                while not self.queue:
                    self.changed.wait()
                data = memoryview(self.queue[0])
            while data:
                try:
                    data = data[os.write(self.client_out, data) :]
                except OSError:
                    self.broken = True
                    self.loop.call_soon_threadsafe(self.closed.set)
                    return
            with self.changed:
                self.size -= len(self.queue.popleft())
            if self.paused and self.size <= HIGH // 2 and not self.loop.is_closed():
                self.loop.call_soon_threadsafe(self.resume)

    def resume(self) -> None:
        """Read the upstream again."""
        if self.paused and self.connection.link is not None:
            self.paused = False
            self.connection.link.resume()

    async def drained(self) -> None:
        """Wait for the answers that are on their way."""
        for _ in range(int(DRAIN_SECONDS / 0.01)):
            if self.broken or not (self.connection.core.wire.watch.counts or self.size):
                return
            await asyncio.sleep(0.01)


async def converse(config: Config, core: Core, compiling: Compiling, log: Log) -> int:
    """Relay between the host and the upstream until either a signal comes or the host is gone."""
    connection = Connection(core, compiling, deliver=lambda data: terminal.deliver(data), ended=lambda: None)
    upstream = upstream_of(target_of(config), config.limits, log)
    client_in, client_out = claimed()
    connection.link = await upstream.open(connection, headers={})
    terminal = Terminal(connection, client_in=client_in, client_out=client_out)
    log.write("debug", "relaying", upstream=upstream.label)

    async def keep_fresh() -> None:
        while True:
            await asyncio.sleep(1)
            connection.tick()
            connection.core.views.look()

    async def relay() -> int:
        connection.refresh_every(config.serve.refresh)
        refreshing = asyncio.ensure_future(keep_fresh())
        await terminal.closed.wait()
        refreshing.cancel()
        await terminal.drained()
        await connection.close()
        await upstream.close()
        return 0

    return await until_stopped(relay(), terminal.closed.set)
