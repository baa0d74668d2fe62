"""The streamable HTTP front: sessions of the handshake eras on one path."""

import asyncio
import re
import secrets
import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from genui.errors import UpstreamError
from genui.serve.fronts.answers import UNAVAILABLE, accepted, refuse, respond
from genui.serve.fronts.incoming import Posted
from genui.serve.fronts.session import Session
from genui.serve.fronts.stream import Receive, Send, Stream
from genui.serve.request import INTERNAL_ERROR

if TYPE_CHECKING:
    from genui.serve.fronts.site import Site

SESSION = b"mcp-session-id"
EVENT = re.compile(rb"\d{1,18}-\d{1,18}")
"""The stream and the number of an event."""

Headers = Mapping[bytes, bytes]


class HttpFront:
    """The sessions, and what POST, GET and DELETE do with them."""

    def __init__(self, site: "Site") -> None:
        self.site = site
        self.sessions: dict[str, Session] = {}

    def session(self, headers: Headers) -> Session | None:
        """Return the session that a request names, None where there is none."""
        return self.sessions.get(headers.get(SESSION, b"").decode("latin-1"))

    def ended(self, headers: Headers) -> bool:
        """Tell whether a request names a session that is not, or no more."""
        return SESSION in headers and self.session(headers) is None

    async def post(self, headers: Headers, posted: Posted, receive: Receive, send: Send) -> None:
        """Take in the client's messages and send back what comes of them."""
        requests = posted.requests
        opens = len(requests) == 1 and not posted.batch and posted.first["method"] == "initialize"
        session = self.session(headers)
        if session is None:
            if not opens or self.ended(headers):
                await self.unknown(headers, send)
                return
            session = await self.opened(posted, send)
            if session is None:
                return
        session.users += 1
        try:
            await self.exchange(session, headers, posted, receive, send)
        finally:
            session.users -= 1
            session.used_at = time.monotonic()

    async def exchange(
        self, session: Session, headers: Headers, posted: Posted, receive: Receive, send: Send
    ) -> None:
        """Pass on the messages of one POST and answer it."""
        requests = posted.requests
        limit = self.site.limits.in_flight
        if len(session.exchanges) + len(requests) > limit and requests:
            text = f"{len(session.exchanges)} requests wait for an answer, the limit is {limit}"
            await refuse(send, 429, text, code=UNAVAILABLE, key=next(iter(requests)))
            return
        if not requests.keys().isdisjoint(session.exchanges):
            key = next(key for key in requests if key in session.exchanges)
            await refuse(send, 400, f"a request with the id {key!r} waits for its answer already", key=key)
            return
        link = session.connection.link
        if link is not None:
            await link.room()
        if not requests:
            session.connection.client_sent(posted.line + b"\n")
            for message in posted.messages:
                if message.get("method") == "notifications/cancelled":
                    session.cancel(message.get("params"))
            await respond(send, 202)
            return
        _, streams, at_once = accepted(headers)
        exchange = session.begin(requests, streams=streams, batch=posted.batch)
        session.connection.client_sent(posted.line + b"\n")
        if at_once:
            exchange.stream_now()
        await exchange.ready
        opened = [(SESSION, session.key.encode())]
        if exchange.stream is not None:
            await exchange.stream.respond(send, receive, (*opened, *self.site.shared_headers(headers)))
            return
        await respond(send, 200, exchange.body, headers=(*opened, *self.site.shared_headers(headers)))
        if posted.first.get("method") == "initialize" and b'"error"' in exchange.body[:200]:
            await self.end(session, "initialize failed")

    async def opened(self, posted: Posted, send: Send) -> Session | None:
        """Open a session; None where that failed and the client has been told."""
        key = next(iter(posted.requests))
        limit = self.site.limits.sessions
        if self.site.clients >= limit:
            await refuse(
                send, 503, f"{limit} clients are connected, which is the limit", code=UNAVAILABLE, key=key
            )
            return None
        session = Session(secrets.token_hex(16), self.site, ended=self.lost)
        self.sessions[session.key] = session
        session.users += 1
        try:
            session.connection.link = await self.site.upstream.open(session.connection, headers={})
        except UpstreamError as error:
            del self.sessions[session.key]
            self.site.log.write("error", "upstream-not-opened", message=error.message, hint=error.hint)
            await refuse(send, 502, error.message, code=INTERNAL_ERROR, key=key)
            return None
        finally:
            session.users -= 1
        self.site.log.write("info", "session-opened", sessions=len(self.sessions))
        return session

    async def get(self, headers: Headers, receive: Receive, send: Send) -> None:
        """Send the messages that belong to no request, or the rest of a stream that broke off."""
        session = self.session(headers)
        if session is None:
            await self.unknown(headers, send)
            return
        if not accepted(headers)[1]:
            await refuse(send, 406, "a GET has to accept text/event-stream")
            return
        last_event = headers.get(b"last-event-id", b"")
        if last_event and not EVENT.fullmatch(last_event):
            await refuse(send, 400, "the Last-Event-ID is none of this server's")
            return
        stream = resumed(session, last_event.decode())
        if stream is None:
            await refuse(send, 409, "another GET of this session is open")
            return
        session.users += 1
        try:
            extra = ((SESSION, session.key.encode()), *self.site.shared_headers(headers))
            await stream.respond(send, receive, extra)
        finally:
            session.users -= 1
            session.used_at = time.monotonic()

    async def delete(self, headers: Headers, send: Send) -> None:
        """End a session."""
        session = self.session(headers)
        if session is None:
            await self.unknown(headers, send)
            return
        await respond(send, 200, headers=self.site.shared_headers(headers))
        await self.end(session, "the client ended the session")

    async def unknown(self, headers: Headers, send: Send) -> None:
        """Refuse a request that names no session, or one that is no more; the client opens another then."""
        extra = self.site.shared_headers(headers)
        if self.ended(headers):
            await refuse(send, 404, "there is no such session, or it has ended", headers=extra)
        else:
            await refuse(send, 400, "the Mcp-Session-Id header is missing", headers=extra)

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
        await self.end_all(
            "nobody used the session",
            [one for one in self.sessions.values() if not one.users and one.used_at < before],
        )

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
