"""A client's session over streamable HTTP: which message goes back on which response."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from genui.serve.fronts.client import Client
from genui.serve.fronts.exchange import Exchange
from genui.serve.fronts.stream import Stream
from genui.serve.in_flight import Id, answer_id, message_id
from genui.serve.request import error_answer
from genui.serve.spans import outline, read
from genui.serve.wire import read_text

if TYPE_CHECKING:
    from genui.serve.fronts.site import Site

CANCELLED = -32800
"""What a cancelled request is answered with: its response has to end somehow."""

PRIMED_SINCE = "2025-11-25"
"""The revision from which on clients understand an event without a message."""

ENDED_STREAMS = 16
"""Streams that have ended and are kept for a client that comes back for the rest."""

UNASKED = "0"
"""The name of the stream for messages that belong to no request."""


class Session(Client):
    """What belongs to one client: its connection, its requests in flight, its streams."""

    def __init__(self, key: str, site: "Site", *, ended: Callable[["Session"], None]) -> None:
        self.key = key
        super().__init__(site, ended=lambda: ended(self))
        self.exchanges: dict[Id, Exchange] = {}
        self.tokens: dict[Id, Exchange] = {}
        self.unasked = Stream(UNASKED, numbered=True, drained=self.drained)
        self.streams: dict[str, Stream] = {UNASKED: self.unasked}
        self.past: deque[Stream] = deque(maxlen=ENDED_STREAMS)
        self.begun = 0
        self.version = ""
        self.users = 0
        """HTTP requests that are being served."""
        self.used_at = time.monotonic()

    @contextmanager
    def used(self) -> Iterator[None]:
        """Keep the session from counting as idle."""
        self.users += 1
        try:
            yield
        finally:
            self.users -= 1
            self.used_at = time.monotonic()

    # From the client

    def begin(self, messages: Mapping[Id, Mapping[str, Any]], *, streams: bool, batch: bool) -> Exchange:
        """Note requests that are about to be sent."""
        exchange = Exchange(messages, new_stream=self.new_stream if streams else None, batch=batch)
        for key, message in messages.items():
            self.exchanges[key] = exchange
            params = message.get("params")
            meta = params.get("_meta") if isinstance(params, dict) else None
            token = meta.get("progressToken") if isinstance(meta, dict) else None
            if isinstance(token, (str, int, float)):
                self.tokens[token] = exchange
            if message["method"] == "initialize" and isinstance(params, dict):
                self.version = str(params.get("protocolVersion"))
        return exchange

    def cancel(self, params: Any) -> None:
        """Answer a request that the client has cancelled: nobody else will."""
        key = params.get("requestId") if isinstance(params, dict) else None
        if isinstance(key, (str, int, float)) and key in self.exchanges:
            self.answer(key, error_answer(key, CANCELLED, "Request cancelled").encode())

    def new_stream(self) -> Stream:
        """Begin a stream for an exchange."""
        self.begun += 1
        stream = Stream(str(self.begun), numbered=True, drained=self.drained)
        self.streams[stream.name] = stream
        if self.version >= PRIMED_SINCE:
            stream.prime()
        return stream

    # To the client

    def line(self, line: bytes) -> None:
        """Send a message on the response of its request, or where it belongs."""
        key = answer_id(line)
        if key is not None:
            self.answer(key, line)
        else:
            self.route(line)

    def read_streams(self) -> Iterable[Stream]:
        """Return the streams that the client may be reading."""
        return self.streams.values()

    def answer(self, key: Id, line: bytes) -> None:
        """Send an answer on the response of its request; one that nobody waits for is dropped."""
        exchange = self.exchanges.pop(key, None)
        if exchange is None:
            return
        exchange.answered(key, line)
        if not exchange.ids:
            if self.tokens:
                self.tokens = {token: other for token, other in self.tokens.items() if other is not exchange}
            if exchange.stream is not None:
                self.keep(exchange.stream)

    def keep(self, stream: Stream) -> None:
        """Keep a stream that has ended for a while."""
        if len(self.past) == ENDED_STREAMS:
            self.streams.pop(self.past[0].name, None)
        self.past.append(stream)

    def route(self, line: bytes) -> None:
        """Send a message that is no answer to one of ours: to the request it belongs to, or unasked."""
        text = read_text(line)
        try:
            message = read(text)
        except (ValueError, RecursionError):
            return  # no JSON: there is no response it could stand in
        if isinstance(message, list):
            for item in outline(text).value:
                self.line(text[item.start : item.end].encode("utf-8", "surrogateescape"))
            return
        if not isinstance(message, dict) or ("method" not in message and message_id(message) is not None):
            return
        exchange = self.belongs(message)
        if exchange is None or not exchange.tell(line):
            self.unasked.add(line)

    def belongs(self, message: Mapping[str, Any]) -> Exchange | None:
        """Return the exchange that a message of the upstream's belongs to, None where there is none."""
        method, params = message.get("method"), message.get("params")
        if method == "notifications/progress":
            token = params.get("progressToken") if isinstance(params, dict) else None
            return self.tokens.get(token) if isinstance(token, (str, int, float)) else None
        if isinstance(method, str) and method.endswith(("/list_changed", "/updated")):
            return None
        if len(self.exchanges) == 1 or (self.exchanges and self.unasked.reader is None):
            return next(reversed(self.exchanges.values()))
        return None

    async def end(self, reason: str) -> None:
        """Answer what is in flight, end every stream and the link."""
        self.connection.upstream_lost(reason)
        for stream in self.streams.values():
            stream.end()
        await self.connection.close()
