"""The SSE front: a GET is the connection and carries everything to the client, which posts its messages."""

import asyncio
import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from genui.serve.fronts.answers import Posted, Refused, respond
from genui.serve.fronts.client import Client
from genui.serve.fronts.stream import Receive, Send, Stream

if TYPE_CHECKING:
    from genui.serve.fronts.site import Site


class SseClient(Client):
    """One client: its stream and its connection."""

    def __init__(self, site: "Site") -> None:
        self.stream = Stream("", numbered=False, drained=self.drained)
        super().__init__(site, ended=self.stream.end)

    def line(self, line: bytes) -> None:
        """Send one message to the client."""
        self.stream.add(line)

    def read_streams(self) -> Iterable[Stream]:
        """Return the one stream."""
        return (self.stream,)


class SseFront:
    """The clients connected over SSE."""

    def __init__(self, site: "Site") -> None:
        self.site = site
        self.clients: dict[str, SseClient] = {}

    async def get(self, receive: Receive, send: Send, *, root: str) -> None:
        """Hold a client's connection until either side ends it."""
        self.site.check_room()
        client, key = SseClient(self.site), secrets.token_hex(16)
        self.clients[key] = client
        try:
            await self.site.open(client.connection)
            self.site.log.write("info", "session-opened", sessions=len(self.clients))
            endpoint = f"{root}/messages?session_id={key}"
            client.stream.put(f"event: endpoint\ndata: {endpoint}\n\n".encode())
            await client.stream.respond(send, receive)
        finally:
            del self.clients[key]
            self.site.log.write("info", "session-ended", sessions=len(self.clients))
            self.site.later(client.connection.close())

    def client(self, query: bytes) -> SseClient:
        """Return the client that a POST names.

        Raises:
            Refused: There is none.
        """
        client = self.clients.get(parse_qs(query.decode("latin-1")).get("session_id", [""])[0])
        if client is None or client.connection.link is None:
            raise Refused(404, "there is no such session, or it has ended")
        return client

    async def post(self, query: bytes, posted: Posted, send: Send) -> None:
        """Take in a client's messages; what comes of them goes out on its stream."""
        client = self.client(query)
        self.site.admit(len(client.connection.core.wire.in_flight.counts), posted.requests)
        assert client.connection.link is not None
        await client.connection.link.room()
        await respond(send, 202, b'"accepted"')
        client.connection.client_sent(posted.line + b"\n")

    async def end_all(self) -> None:
        """End every connection."""
        await asyncio.gather(*(client.end("the server is going down") for client in self.clients.values()))
