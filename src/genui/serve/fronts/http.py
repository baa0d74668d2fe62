"""The fronts of the handshake eras: streamable HTTP, sessions on one path, and SSE, a GET for each client."""

import re
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response

from genui.serve.fronts.client import Client, Clients
from genui.serve.fronts.exchange import (
    JSON_TYPE,
    Events,
    Exchange,
    Posted,
    Refused,
    Stream,
    accepted,
    body_of,
    json_response,
    posted,
)
from genui.serve.messages import Id, answer_id, is_id, message_id, messages_in, read_text, value_at
from genui.serve.protocol import CANCELLED, error_answer
from genui.serve.spans import outline

SESSION = "mcp-session-id"
EVENT = re.compile(r"[0-9]{1,18}-[0-9]{1,18}")
"""The stream and the number of an event."""

PRIMED_SINCE = "2025-11-25"
"""The revision from which on clients understand an event without a message."""

ENDED_STREAMS = 16
"""Streams that have ended and are kept for a client that comes back for the rest."""

UNASKED = "0"
"""The name of the stream for messages that belong to no request."""


class Session(Client):
    """A client that shook hands: its requests in flight, and its streams."""

    def __init__(self, clients: Clients) -> None:
        super().__init__(clients)
        self.exchanges: dict[Id, Exchange] = {}
        self.unasked = Stream(UNASKED, self, numbered=True)
        self.streams: dict[str, Stream] = {UNASKED: self.unasked}
        self.streams_read = self.streams.values()
        self.begun = 0
        self.version = ""

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
        # On stdio it gets no answer; over HTTP its response is open and has to end.
        if is_id(key):
            self.answer(key, error_answer(key, CANCELLED, "Request cancelled").encode())

    def new_stream(self) -> Stream:
        """Begin a stream for an exchange."""
        self.begun += 1
        stream = Stream(str(self.begun), self, numbered=True)
        self.streams[stream.name] = stream
        if self.version >= PRIMED_SINCE:
            stream.put(b"data: \n\n")  # an event without a message, from which on a client can come back
        return stream

    # To the client

    def line(self, line: bytes) -> None:
        """Send a message on the response of its request, or where it belongs."""
        key = answer_id(line)
        if key is not None:
            self.answer(key, line)
        else:
            self.route(line)

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


def session_of(clients: Clients, headers: Headers) -> Session:
    """Return the session that a request names.

    Raises:
        Refused: It names none, or one that is no more; the client opens another then.
    """
    if SESSION not in headers:
        raise Refused(400, "the Mcp-Session-Id header is missing")
    session = clients.connected.get(headers[SESSION])
    if not isinstance(session, Session):
        raise Refused(404, "there is no such session, or it has ended")
    return session


OPENING_BYTES = 256 * 1024
"""Of the message that opens a session, with the client's icons."""


async def message_of(clients: Clients, request: Request, *, opens: bool = False) -> Posted:
    """Read the body of a POST.

    Raises:
        Refused: It is no message, or too large.
    """
    # A page of another site cannot say unasked that a body is JSON.
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON_TYPE:
        raise Refused(415, "the Content-Type has to be application/json")
    most = clients.limits.message_bytes
    limit, what = (min(most, OPENING_BYTES), "before a session") if opens else (most, "of one message")
    return posted(await body_of(request, limit=limit, what=what))


async def http_post(clients: Clients, request: Request, message: Posted) -> Response:
    """Take in the client's messages and answer with what comes of them."""
    headers, requests = request.headers, message.requests
    opens = len(requests) == 1 and not message.batch and message.messages[0]["method"] == "initialize"
    known = SESSION in headers or not opens
    session = session_of(clients, headers) if known else Session(clients)
    if not known:
        await clients.enter(session, key=next(iter(requests)))
    with session.used():
        return await exchanged(clients, session, headers, message)


async def exchanged(clients: Clients, session: Session, headers: Headers, message: Posted) -> Response:
    """Pass on the messages of one POST; return the response to it."""
    requests, waiting = message.requests, session.exchanges
    clients.admit(len(waiting), requests)
    key = next((key for key in requests if key in waiting), None)
    if key is not None:
        raise Refused(400, f"a request with the id {key!r} waits for its answer already", key=key)
    if session.link is not None:
        await session.link.room()
    if not requests:
        session.client_sent(message.line + b"\n")
        for one in message.messages:
            if one.get("method") == "notifications/cancelled":
                session.cancel(value_at(one, "params", "requestId"))
        return Response(status_code=202)
    streams, at_once = accepted(headers)
    exchange = session.begin(requests, streams=streams, batch=message.batch)
    session.client_sent(message.line + b"\n")
    if at_once:
        exchange.stream_now()
    await exchange.ready
    opened = {SESSION: session.key}
    if exchange.stream is not None:
        return Events(exchange.stream, **opened)
    # A client that was refused opens another session; this one would only count against the limit.
    if message.messages[0].get("method") == "initialize" and b'"error"' in exchange.body[:200]:
        await clients.end(session, "initialize failed")
    return json_response(exchange.body, headers=opened)


async def http_get(clients: Clients, request: Request) -> Response:
    """Answer with the messages that belong to no request, or the rest of a stream that broke off."""
    session = session_of(clients, request.headers)
    if not accepted(request.headers)[0]:
        raise Refused(406, "a GET has to accept text/event-stream")
    last_event = request.headers.get("last-event-id", "")
    if last_event and not EVENT.fullmatch(last_event):
        raise Refused(400, "the Last-Event-ID is none of this server's")
    name, _, number = last_event.partition("-")
    stream = session.streams.get(name, session.unasked)
    if number and name in session.streams:
        stream.rewind(int(number))
    elif session.unasked.reader is not None:
        raise Refused(409, "another GET of this session is open")
    return Events(stream, **{SESSION: session.key})


async def http_delete(clients: Clients, request: Request) -> Response:
    """End a session."""
    await clients.end(session_of(clients, request.headers), "the client ended the session")
    return Response()


class SseClient(Client):
    """One client, and its stream, which is over when the client hangs up."""

    def __init__(self, clients: Clients) -> None:
        super().__init__(clients)
        gone = "the client hung up"
        self.stream = Stream("", self, numbered=False, left=lambda: clients.later(clients.end(self, gone)))
        self.streams_read = (self.stream,)

    def line(self, line: bytes) -> None:
        """Send one message to the client."""
        self.stream.add(line)


async def sse_get(clients: Clients, request: Request) -> Response:
    """Answer with all that is for a client, until either side ends it."""
    client = SseClient(clients)
    await clients.enter(client)
    endpoint = f"{request.scope.get('root_path', '')}/messages?session_id={client.key}"
    client.stream.put(f"event: endpoint\ndata: {endpoint}\n\n".encode())
    return Events(client.stream)


async def sse_post(clients: Clients, request: Request) -> Response:
    """Take in a client's messages; what comes of them goes out on its stream."""
    client = clients.connected.get(request.query_params.get("session_id", ""))
    if not isinstance(client, SseClient) or client.link is None:
        raise Refused(404, "there is no such session, or it has ended")
    message = await message_of(clients, request)
    clients.admit(len(client.core.wire.in_flight), message.requests)
    await client.link.room()
    client.client_sent(message.line + b"\n")
    return json_response(b'"accepted"', 202)
