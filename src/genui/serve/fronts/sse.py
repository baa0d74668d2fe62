"""The SSE front: a GET is the connection and carries everything to the client, which posts its messages."""

import asyncio
import secrets
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from genui.errors import UpstreamError
from genui.serve.fronts.answers import UNAVAILABLE, refuse, respond
from genui.serve.fronts.http import Headers
from genui.serve.fronts.incoming import Posted
from genui.serve.fronts.stream import Receive, Send, Stream
from genui.serve.request import INTERNAL_ERROR
from genui.serve.upstreams import HIGH

if TYPE_CHECKING:
    from genui.serve.fronts.site import Site


class SseClient:
    """One client: its stream and its connection."""

    def __init__(self, site: "Site") -> None:
        self.stream = Stream("", numbered=False, drained=self.drained)
        self.connection = site.connection(deliver=self.deliver, ended=self.stream.end)
        self.paused = False

    def deliver(self, data: bytes) -> None:
        """Send whole lines to the client."""
        for line in data.split(b"\n"):
            if line and not line.isspace():
                self.stream.add(line)
        if self.stream.unsent > HIGH and not self.paused and self.connection.link is not None:
            self.paused = True
            self.connection.link.pause()

    def drained(self) -> None:
        """Read the upstream again once the client has read."""
        if self.paused and self.connection.link is not None:
            self.paused = False
            self.connection.link.resume()


class SseFront:
    """The clients connected over SSE."""

    def __init__(self, site: "Site") -> None:
        self.site = site
        self.clients: dict[str, SseClient] = {}

    async def get(self, headers: Headers, receive: Receive, send: Send, *, root: str) -> None:
        """Hold a client's connection until either side ends it."""
        extra = self.site.shared_headers(headers)
        limit = self.site.limits.sessions
        if self.site.clients >= limit:
            text = f"{limit} clients are connected, which is the limit"
            await refuse(send, 503, text, code=UNAVAILABLE, headers=extra)
            return
        client, key = SseClient(self.site), secrets.token_hex(16)
        self.clients[key] = client
        try:
            client.connection.link = await self.site.upstream.open(client.connection, headers={})
            self.site.log.write("info", "session-opened", sessions=len(self.clients))
            endpoint = f"{root}/messages?session_id={key}"
            client.stream.put(f"event: endpoint\ndata: {endpoint}\n\n".encode())
            await client.stream.respond(send, receive, extra)
        except UpstreamError as error:
            self.site.log.write("error", "upstream-not-opened", message=error.message, hint=error.hint)
            await refuse(send, 502, error.message, code=INTERNAL_ERROR, headers=extra)
        finally:
            del self.clients[key]
            self.site.log.write("info", "session-ended", sessions=len(self.clients))
            self.site.later(client.connection.close())

    def client(self, query: bytes) -> SseClient | None:
        """Return the client that a POST names, None where there is none."""
        return self.clients.get(parse_qs(query.decode("latin-1")).get("session_id", [""])[0])

    async def unknown(self, headers: Headers, send: Send) -> None:
        """Refuse a POST that names no client."""
        extra = self.site.shared_headers(headers)
        await refuse(send, 404, "there is no such session, or it has ended", headers=extra)

    async def post(self, headers: Headers, query: bytes, posted: Posted, send: Send) -> None:
        """Take in a client's messages; what comes of them goes out on its stream."""
        extra = self.site.shared_headers(headers)
        client = self.client(query)
        if client is None or client.connection.link is None:
            await self.unknown(headers, send)
            return
        waiting, limit = len(client.connection.core.wire.in_flight.counts), self.site.limits.in_flight
        if posted.requests and waiting + len(posted.requests) > limit:
            text = f"{waiting} requests wait for an answer, the limit is {limit}"
            await refuse(send, 429, text, code=UNAVAILABLE, key=next(iter(posted.requests)), headers=extra)
            return
        await client.connection.link.room()
        await respond(send, 202, b'"accepted"', headers=extra)
        client.connection.client_sent(posted.line + b"\n")

    async def end_all(self) -> None:
        """End every connection."""
        clients = list(self.clients.values())
        for client in clients:
            client.connection.upstream_lost("the server is going down")
            client.stream.end()
        await asyncio.gather(*(client.connection.close() for client in clients))
