"""The streamable HTTP front: sessions of the handshake eras on one path, and what goes on which response."""

import asyncio
import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from genui.serve.fronts.answers import Headers, Posted, Refused, accepted, respond
from genui.serve.fronts.client import Client
from genui.serve.fronts.stream import Exchange, Receive, Send, Stream
from genui.serve.in_flight import Id, answer_id, is_id, message_id, messages_in
from genui.serve.protocol import value_at
from genui.serve.request import error_answer
from genui.serve.spans import outline
from genui.serve.wire import read_text

if TYPE_CHECKING:
    from genui.serve.fronts.site import Site

SESSION = b"mcp-session-id"
EVENT = re.compile(rb"\d{1,18}-\d{1,18}")
"""The stream and the number of an event."""

# On stdio a cancelled request gets no answer; over HTTP its response is open and has to end.
CANCELLED = -32800
"""What a cancelled request is answered with: its response has to end somehow."""

PRIMED_SINCE = "2025-11-25"
"""The revision from which on clients understand an event without a message."""

ENDED_STREAMS = 16
"""Streams that have ended and are kept for a client that comes back for the rest."""

UNASKED = "0"
"""The name of the stream for messages that belong to no request."""


class Session(Client):
    """A client that shook hands: its requests in flight, and its streams."""

    def __init__(self, key: str, site: "Site", *, ended: Callable[["Session"], None]) -> None:
        self.key = key
        super().__init__(site, ended=lambda: ended(self))
        self.exchanges: dict[Id, Exchange] = {}
        self.unasked = Stream(UNASKED, numbered=True, drained=self.drained)
        self.streams: dict[str, Stream] = {UNASKED: self.unasked}
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
            token = value_at(message, "params", "_meta", "progressToken")
            if is_id(token):
                exchange.tokens.add(token)
            if message["method"] == "initialize":
                self.version = str(value_at(message, "params", "protocolVersion") or "")
        return exchange

    def cancel(self, key: Any) -> None:
        """Answer a request that the client has cancelled: nobody else will."""
        if is_id(key):
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
            ended = [stream for stream in self.streams.values() if stream.ended]
            for stream in ended[:-ENDED_STREAMS]:
                del self.streams[stream.name]

    def route(self, line: bytes) -> None:
        """Send a message that is no answer to one of ours: to the request it belongs to, or unasked."""
        if line.lstrip().startswith(b"["):
            text = read_text(line)
            for item in outline(text).value:
                self.line(text[item.start : item.end].encode("utf-8", "surrogateescape"))
            return
        for message in messages_in(line):  # none where it is no JSON: there is no response it could stand in
            if "method" in message or message_id(message) is None:
                exchange = self.belongs(message)
                if exchange is None or not exchange.tell(line):
                    self.unasked.add(line)

    def belongs(self, message: Mapping[str, Any]) -> Exchange | None:
        """Return the exchange that a message of the upstream's belongs to, None where there is none."""
        method = message.get("method")
        if method == "notifications/progress":
            token = value_at(message, "params", "progressToken")
            return next((one for one in self.exchanges.values() if token in one.tokens), None)
        # A message that belongs to a request goes on the stream of that. Progress says to which it belongs;
        # logs and questions do not: they go with the only request, or with the newest where no GET is open.
        if isinstance(method, str) and method.endswith(("/list_changed", "/updated")):
            return None
        if len(self.exchanges) == 1 or (self.exchanges and self.unasked.reader is None):
            return next(reversed(self.exchanges.values()))
        return None


class HttpFront:
    """The sessions, and what POST, GET and DELETE do with them."""

    def __init__(self, site: "Site") -> None:
        self.site = site
        self.sessions: dict[str, Session] = {}

    def session(self, headers: Headers) -> Session:
        """Return the session that a request names.

        Raises:
            Refused: It names none, or one that is no more; the client opens another then.
        """
        if SESSION not in headers:
            raise Refused(400, "the Mcp-Session-Id header is missing")
        session = self.sessions.get(headers[SESSION].decode("latin-1"))
        if session is None:
            raise Refused(404, "there is no such session, or it has ended")
        return session

    async def post(self, headers: Headers, posted: Posted, receive: Receive, send: Send) -> None:
        """Take in the client's messages and send back what comes of them."""
        opens = len(posted.requests) == 1 and not posted.batch and posted.first["method"] == "initialize"
        known = SESSION in headers or not opens
        session = self.session(headers) if known else await self.opened(posted)
        with session.used():
            await self.exchange(session, headers, posted, receive, send)

    async def exchange(
        self, session: Session, headers: Headers, posted: Posted, receive: Receive, send: Send
    ) -> None:
        """Pass on the messages of one POST and answer it."""
        requests, waiting = posted.requests, session.exchanges
        self.site.admit(len(waiting), requests)
        key = next((key for key in requests if key in waiting), None)
        if key is not None:
            raise Refused(400, f"a request with the id {key!r} waits for its answer already", key=key)
        if session.connection.link is not None:
            await session.connection.link.room()
        if not requests:
            session.connection.client_sent(posted.line + b"\n")
            for message in posted.messages:
                if message.get("method") == "notifications/cancelled":
                    session.cancel(value_at(message, "params", "requestId"))
            await respond(send, 202)
            return
        streams, at_once = accepted(headers)
        exchange = session.begin(requests, streams=streams, batch=posted.batch)
        session.connection.client_sent(posted.line + b"\n")
        if at_once:
            exchange.stream_now()
        await exchange.ready
        opened = [(SESSION, session.key.encode())]
        if exchange.stream is not None:
            await exchange.stream.respond(send, receive, opened)
            return
        await respond(send, 200, exchange.body, headers=opened)
        # A client that was refused opens another session; this one would only count against the limit.
        if posted.first.get("method") == "initialize" and b'"error"' in exchange.body[:200]:
            await self.end(session, "initialize failed")

    async def opened(self, posted: Posted) -> Session:
        """Open a session.

        Raises:
            Refused: There is no room for another, or its upstream cannot be started or reached.
        """
        key = next(iter(posted.requests))
        self.site.check_room(key)
        session = Session(secrets.token_hex(16), self.site, ended=self.lost)
        self.sessions[session.key] = session
        try:
            with session.used():
                await self.site.open(session.connection, key=key)
        except Refused:
            del self.sessions[session.key]
            raise
        self.site.log.write("info", "session-opened", sessions=len(self.sessions))
        return session

    async def get(self, headers: Headers, receive: Receive, send: Send) -> None:
        """Send the messages that belong to no request, or the rest of a stream that broke off."""
        session = self.session(headers)
        if not accepted(headers)[0]:
            raise Refused(406, "a GET has to accept text/event-stream")
        last_event = headers.get(b"last-event-id", b"")
        if last_event and not EVENT.fullmatch(last_event):
            raise Refused(400, "the Last-Event-ID is none of this server's")
        stream = resumed(session, last_event.decode())
        if stream is None:
            raise Refused(409, "another GET of this session is open")
        with session.used():
            await stream.respond(send, receive, ((SESSION, session.key.encode()),))

    async def delete(self, headers: Headers, send: Send) -> None:
        """End a session."""
        session = self.session(headers)
        await respond(send, 200)
        await self.end(session, "the client ended the session")

    def lost(self, session: Session) -> None:
        """End a session whose upstream is gone; the client's next request tells it so."""
        self.site.later(self.end(session, "the upstream has ended"))

    async def end(self, session: Session, reason: str) -> None:
        """End a session and everything that was started for it."""
        if self.sessions.pop(session.key, None) is None:
            return
        self.site.log.write("info", "session-ended", reason=reason, sessions=len(self.sessions))
        await session.end(reason)

    async def end_idle(self, idle: float) -> None:
        """End the sessions that nobody has used for some seconds."""
        before = time.monotonic() - idle
        unused = [one for one in self.sessions.values() if not one.users and one.used_at < before]
        await self.end_all("nobody used the session", unused)

    async def end_all(self, reason: str, sessions: Iterable[Session] | None = None) -> None:
        """End sessions, all at once."""
        chosen = list(self.sessions.values()) if sessions is None else sessions
        await asyncio.gather(*(self.end(session, reason) for session in chosen))


def resumed(session: Session, last_event: str) -> Stream | None:
    """Return the stream that a GET asks for; None where it is being read already."""
    name, _, number = last_event.partition("-")
    stream = session.streams.get(name) if last_event else None
    if stream is None:
        return session.unasked if session.unasked.reader is None else None
    stream.rewind(int(number))
    return stream
