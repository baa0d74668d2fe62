"""The clients of the HTTP fronts: their connections, and what the fronts share to serve them."""

import asyncio
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from genui.config import Config, target_of
from genui.errors import UpstreamError
from genui.serve.connection import Connection
from genui.serve.core import Core
from genui.serve.fronts.exchange import Refused, Stream
from genui.serve.in_flight import Id
from genui.serve.upstreams import upstream_of
from genui.upstream.link import HIGH, Given, no_headers

HOUSEKEEPING_SECONDS = 1.0


class Clients:
    """Who is connected, and the upstream before which they are; `first` is the core whose views all share."""

    def __init__(self, config: Config, first: Core) -> None:
        self.first, self.limits, self.log = first, config.limits, first.log
        self.upstream = upstream_of(target_of(config), config.limits, self.log)
        self.connected: dict[str, Client] = {}
        self.tasks: set[asyncio.Future[Any]] = set()
        self.shared: Client | None = None
        """For all requests of the stateless era."""
        self.opening = asyncio.Lock()

    def connection(self, *, deliver: Callable[[bytes], None], ended: Callable[[], object]) -> Connection:
        """Return a connection for a client, whose link is still to be opened."""
        loop = asyncio.get_running_loop()

        def call_soon(act: Callable[[], None]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(act)

        core = Core(self.first.views, self.first.maker)
        return Connection(core, deliver=deliver, ended=ended, call_soon=call_soon)

    def admit(self, waiting: int, requests: Mapping[Any, Any]) -> None:
        """Refuse requests where too many wait for an answer already."""
        limit = self.limits.in_flight
        if requests and waiting + len(requests) > limit:
            text = f"{waiting} requests wait for an answer, the limit is {limit}"
            raise Refused(429, text, key=next(iter(requests)))

    async def open(self, connection: Connection, *, key: Id | None = None, given: Given = no_headers) -> None:
        """Open the link of a connection.

        Raises:
            Refused: The upstream cannot be started or reached.
        """
        try:
            connection.link = await self.upstream.open(connection, given)
        except UpstreamError as error:
            self.log.write("error", "upstream-not-opened", message=error.message, hint=error.hint)
            raise Refused(502, error.message, key=key) from error

    async def enter(self, client: "Client", *, key: Id | None = None) -> None:
        """Let a client in that stays connected.

        Raises:
            Refused: There is no room for another, or its upstream cannot be started or reached.
        """
        limit = self.limits.sessions
        if len(self.connected) >= limit:
            raise Refused(503, f"{limit} clients are connected, which is the limit", key=key)
        self.connected[client.key] = client
        try:
            await self.open(client.connection, key=key)
        except Refused:
            del self.connected[client.key]
            raise
        self.log.write("info", "session-opened", sessions=len(self.connected))

    async def end(self, client: "Client", reason: str) -> None:
        """End a client's session and everything that was started for it."""
        if self.connected.pop(client.key, None) is None:
            return
        self.log.write("info", "session-ended", reason=reason, sessions=len(self.connected))
        client.connection.upstream_lost(reason)
        for stream in client.streams_read:
            stream.end()
        await client.connection.close()

    async def keep_house(self, idle: float) -> None:
        """Read tools again where that is due, and end the sessions that nobody has used for some seconds."""
        while True:
            await asyncio.sleep(min(HOUSEKEEPING_SECONDS, idle))
            for client in self.connected.values():
                client.connection.tick()
            self.first.views.poll_files()
            before = time.monotonic() - idle
            unused = [one for one in self.connected.values() if not one.users and one.used_at < before]
            await asyncio.gather(*(self.end(one, "nobody used the session") for one in unused))

    async def close(self) -> None:
        """End every response and every upstream."""
        ending = [self.end(one, "the server is going down") for one in list(self.connected.values())]
        if self.shared is not None:
            ending.append(self.shared.connection.close())
        await asyncio.gather(*ending, self.upstream.close())
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def later(self, work: Coroutine[Any, Any, None]) -> "asyncio.Future[Any]":
        """Have something done that nobody waits for."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task


class Client(ABC):
    """One client. While it does not read, neither do we read its upstream."""

    def __init__(self, clients: Clients) -> None:
        self.key = secrets.token_hex(16)
        # The client's next request tells it that its session is over.
        self.clients = clients
        self.connection = clients.connection(deliver=self.deliver, ended=self.upstream_ended)
        self.streams_read: Iterable[Stream] = ()
        """The streams that the client may be reading."""
        self.paused = False
        self.users = 0
        """HTTP requests that are being served."""
        self.used_at = time.monotonic()

    def upstream_ended(self) -> None:
        """End the session with its upstream."""
        self.clients.later(self.clients.end(self, "the upstream has ended"))

    @contextmanager
    def used(self) -> Iterator[None]:
        """Keep the session from counting as idle."""
        self.users += 1
        try:
            yield
        finally:
            self.users -= 1
            self.used_at = time.monotonic()

    def deliver(self, data: bytes) -> None:
        """Send whole lines to the client, each where it belongs."""
        for line in data.split(b"\n"):
            if line and not line.isspace():
                self.line(line)
        if self.waiting() > HIGH and not self.paused and self.connection.link is not None:
            self.paused = True
            self.connection.link.reading.clear()

    @abstractmethod
    def line(self, line: bytes) -> None:
        """Send one message to the client."""

    def waiting(self) -> int:
        """Return the bytes that wait for the client to read them."""
        return sum(stream.unsent for stream in self.streams_read if stream.reader is not None)

    def drained(self) -> None:
        """Read the upstream again once the client has read."""
        if self.paused and self.connection.link is not None and self.waiting() <= HIGH // 2:
            self.paused = False
            self.connection.link.reading.set()
