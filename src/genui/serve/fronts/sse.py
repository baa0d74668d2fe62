"""The SSE front: a GET is the connection and carries everything to the client, which posts its messages."""

from urllib.parse import parse_qs

from genui.serve.fronts.answers import Posted, Refused, respond
from genui.serve.fronts.client import Client, Clients
from genui.serve.fronts.stream import Receive, Send, Stream


class SseClient(Client):
    """One client: its stream and its connection."""

    def __init__(self, clients: Clients) -> None:
        self.stream = Stream("", numbered=False, drained=self.drained)
        super().__init__(clients)
        self.streams_read = (self.stream,)

    def line(self, line: bytes) -> None:
        """Send one message to the client."""
        self.stream.add(line)


async def sse_get(clients: Clients, receive: Receive, send: Send, *, root: str) -> None:
    """Hold a client's connection until either side ends it."""
    client = SseClient(clients)
    with client.used():
        try:
            await clients.enter(client)
            endpoint = f"{root}/messages?session_id={client.key}"
            client.stream.put(f"event: endpoint\ndata: {endpoint}\n\n".encode())
            await client.stream.respond(send, receive)
        finally:
            clients.later(clients.end(client, "the client hung up"))


def client_of(clients: Clients, query: bytes) -> SseClient:
    """Return the client that a POST names.

    Raises:
        Refused: There is none.
    """
    client = clients.connected.get(parse_qs(query.decode("latin-1")).get("session_id", [""])[0])
    if not isinstance(client, SseClient) or client.connection.link is None:
        raise Refused(404, "there is no such session, or it has ended")
    return client


async def sse_post(clients: Clients, query: bytes, posted: Posted, send: Send) -> None:
    """Take in a client's messages; what comes of them goes out on its stream."""
    client = client_of(clients, query)
    clients.admit(len(client.connection.core.wire.in_flight.counts), posted.requests)
    assert client.connection.link is not None
    await client.connection.link.room()
    await respond(send, 202, b'"accepted"')
    client.connection.client_sent(posted.line + b"\n")
