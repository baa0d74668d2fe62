"""The clients of the HTTP fronts: their connections, and what the fronts share to serve them."""

import asyncio
import secrets
import time
from abc import abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from genui.config import Config, target_of
from genui.errors import UpstreamError
from genui.serve.connection import Connection
from genui.serve.core import Core
from genui.serve.fronts.exchange import Refused, Stream
from genui.serve.messages import Id
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
        self.active = 0
        """Requests of the stateless era that are being served."""

    def admit(self, waiting: int, requests: Mapping[Any, Any]) -> None:
        """Refuse requests where too many wait for an answer already."""
        limit = self.limits.in_flight
        if requests and waiting + len(requests) > limit:
            text = f"{waiting} requests wait for an answer, the limit is {limit}"
            raise Refused(429, text, key=next(iter(requests)))

    async def open(self, client: "Client", *, key: Id | None = None, given: Given = no_headers) -> None:
        """Open the link of a client.

        Raises:
            Refused: The upstream cannot be started or reached.
        """
        try:
            client.link = await self.upstream.open(client, given)
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
            await self.open(client, key=key)
        except Refused:
            del self.connected[client.key]
            raise
        self.log.write("info", "session-opened", sessions=len(self.connected))

    async def end(self, client: "Client", reason: str) -> None:
        """End a client's session and everything that was started for it."""
        if self.connected.pop(client.key, None) is None:
            return
        self.log.write("info", "session-ended", reason=reason, sessions=len(self.connected))
        client.upstream_lost(reason)
        for stream in client.streams_read:
            stream.end()
        await client.close()

    async def keep_house(self, idle: float) -> None:
        """Read tools again where that is due, and end the sessions that nobody has used for some seconds."""
        while True:
            await asyncio.sleep(min(HOUSEKEEPING_SECONDS, idle))
            for client in self.connected.values():
                client.step(client.core.tick)
            self.first.views.poll_files()
            before = time.monotonic() - idle
            unused = [one for one in self.connected.values() if not one.users and one.used_at < before]
            await asyncio.gather(*(self.end(one, "nobody used the session") for one in unused))

    async def close(self) -> None:
        """End every response and every upstream."""
        ending = [self.end(one, "the server is going down") for one in list(self.connected.values())]
        if self.shared is not None:
            ending.append(self.shared.close())
        await asyncio.gather(*ending, self.upstream.close())
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def later(self, work: Coroutine[Any, Any, None]) -> "asyncio.Future[Any]":
        """Have something done that nobody waits for."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task


class Client(Connection):
    """One client. While it does not read, neither do we read its upstream."""

    def __init__(self, clients: Clients) -> None:
        super().__init__(Core(clients.first.views, clients.first.maker))
        self.loop = asyncio.get_running_loop()
        self.key = secrets.token_hex(16)
        self.clients = clients
        self.streams_read: Iterable[Stream] = ()
        """The streams that the client may be reading."""
        self.users = 0
        """HTTP requests that are being served."""
        self.used_at = time.monotonic()

    def call_soon(self, act: Callable[[], None]) -> None:
        """Have something done by the loop, if it is still there."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(act)

    def link_ended(self) -> None:
        """End the session with its upstream; the client's next request tells it so."""
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
        if self.waiting() > HIGH and self.link is not None:
            self.link.reading.clear()

    @abstractmethod
    def line(self, line: bytes) -> None:
        """Send one message to the client."""

    def waiting(self) -> int:
        """Return the bytes that wait for the client to read them."""
        return sum(stream.unsent for stream in self.streams_read if stream.reader is not None)

    def drained(self) -> None:
        """Read the upstream again once the client has read."""
        if self.link is not None and self.waiting() <= HIGH // 2:
            self.link.reading.set()
