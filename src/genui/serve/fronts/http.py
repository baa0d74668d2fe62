"""The streamable HTTP front: sessions of the handshake eras on one path."""

import asyncio
import re
import secrets
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from genui.serve.fronts.answers import Headers, Refused, accepted, respond
from genui.serve.fronts.incoming import Posted
from genui.serve.fronts.session import Session
from genui.serve.fronts.stream import Receive, Send, Stream

if TYPE_CHECKING:
    from genui.serve.fronts.site import Site

SESSION = b"mcp-session-id"
EVENT = re.compile(rb"\d{1,18}-\d{1,18}")
"""The stream and the number of an event."""


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
                    session.cancel(message.get("params"))
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
