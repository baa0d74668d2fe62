"""HTTP requests and responses as the fronts see them: posted messages, JSON answers and event streams."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from genui.serve.messages import Id, is_id, message_id, read, read_text
from genui.serve.protocol import INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR, error_answer

SILENT_SECONDS = 15.0
"""After which a stream is begun, so that nothing on the way takes the connection for dead."""

# Reverse proxies end connections that are silent, nginx after 60 s.
PING_SECONDS = 15.0
"""Between two comments that keep a silent stream open."""

KEPT_BYTES = 1024 * 1024
"""Of events that were sent, kept for a client that lost the connection and comes back."""

WAITING_BYTES = 4 * 1024 * 1024
"""Of events that nobody reads yet; beyond that the oldest are dropped."""

EVENT_STREAM = {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",  # or nginx would hold events back until its buffer is full
}


class Reader(Protocol):
    """The client that reads a stream."""

    def used(self) -> AbstractContextManager[None]:
        """Count a response that is being sent."""

    def drained(self) -> None:
        """Learn that the client has read."""


class Stream:
    """One stream of events. At most one response sends it at a time; the newest wins."""

    def __init__(
        self, name: str, client: Reader, *, numbered: bool, left: Callable[[], object] = lambda: None
    ) -> None:
        self.name, self.client = name, client
        self.numbered = numbered
        self.left = left
        """Called when a response has stopped sending it."""
        self.waiting: deque[tuple[int, bytes]] = deque()
        """Events that are to be sent, each with its number."""
        self.kept: deque[tuple[int, bytes]] = deque()
        """Events that were sent, for a client that comes back."""
        self.unsent = self.size = 0
        """The bytes of either."""
        self.last = 0
        """Number of the newest event."""
        self.ended = False
        self.reader: Events | None = None
        self.wake = asyncio.Event()

    def add(self, line: bytes) -> None:
        """Append one message: a line without its end."""
        self.put(b"event: message\ndata: " + line + b"\n\n")

    def put(self, event: bytes) -> None:
        """Append one event."""
        self.last += 1
        if self.numbered:
            event = b"id: %s-%d\n%s" % (self.name.encode(), self.last, event)
        self.waiting.append((self.last, event))
        self.unsent += len(event)
        while self.reader is None and self.unsent > WAITING_BYTES:
            self.unsent -= len(self.waiting.popleft()[1])
        self.wake.set()

    def end(self) -> None:
        """Append no more."""
        self.ended = True
        self.wake.set()

    def rewind(self, number: int) -> None:
        """Send again what came after an event."""
        events = [*self.kept, *self.waiting]
        self.kept = deque(event for event in events if event[0] <= number)
        self.waiting = deque(event for event in events if event[0] > number)
        self.size, self.unsent = (sum(len(event) for _, event in part) for part in (self.kept, self.waiting))

    def take(self) -> bytes:
        """Return the events that wait to be sent."""
        data = b"".join(event for _, event in self.waiting)
        if self.numbered:
            self.kept += self.waiting
            self.size += len(data)
        while self.size > KEPT_BYTES:
            self.size -= len(self.kept.popleft()[1])
        self.waiting.clear()
        self.unsent = 0
        return data

    async def sending(self, reader: "Events") -> AsyncIterator[bytes]:
        """Yield what a response sends, until the events end or another response sends them."""
        while self.reader is reader:
            self.wake.clear()
            data = self.take()
            if data:
                yield data
                self.client.drained()
            elif self.ended:
                return
            else:
                try:
                    async with asyncio.timeout(PING_SECONDS):
                        await self.wake.wait()
                except TimeoutError:
                    yield b": ping\n\n"


class Events(StreamingResponse):
    """A response that sends the events of a stream, until they end or the client hangs up."""

    def __init__(self, stream: Stream, **headers: str) -> None:
        super().__init__(stream.sending(self), headers={**EVENT_STREAM, **headers})
        self.stream = stream

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Send the events."""
        stream = self.stream
        stream.reader = self
        stream.wake.set()
        try:
            with stream.client.used():
                await super().__call__(scope, receive, send)
        finally:
            if stream.reader is self:
                stream.reader = None
            stream.left()


class Exchange:
    """The requests in one POST, and their answers."""

    def __init__(self, ids: Iterable[Id], *, new_stream: Callable[[], Stream] | None, batch: bool) -> None:
        loop = asyncio.get_running_loop()
        self.ids, self.tokens = set(ids), set[Id]()
        self.batch = batch
        self.new_stream = new_stream
        """Begins a stream; None for a client that takes JSON only."""
        self.answers: list[bytes] = []
        self.stream: Stream | None = None
        self.ready: asyncio.Future[None] = loop.create_future()
        """Done when the response can begin."""
        self.timer = loop.call_later(SILENT_SECONDS, self.stream_now) if new_stream else None

    def answered(self, key: Id, line: bytes) -> None:
        """Take in an answer."""
        self.ids.discard(key)
        if self.stream is not None:
            self.stream.add(line)
        else:
            self.answers.append(line)
        if not self.ids:
            self.finish()

    def finish(self) -> None:
        """Let the response begin, or end."""
        if self.timer is not None:
            self.timer.cancel()
        if self.stream is not None:
            self.stream.end()
        elif not self.ready.done():
            self.ready.set_result(None)

    def tell(self, line: bytes) -> bool:
        """Send a message that is no answer; tell whether this client can get one here."""
        if self.new_stream is None:
            return False
        self.stream_now()
        assert self.stream is not None
        self.stream.add(line)
        return True

    def stream_now(self) -> None:
        """Begin a stream, with the answers that there are."""
        if self.stream is not None or self.new_stream is None:
            return
        self.stream = self.new_stream()
        for line in self.answers:
            self.stream.add(line)
        if not self.ready.done():
            self.ready.set_result(None)

    @property
    def body(self) -> bytes:
        """The JSON answer: one message, or all of a batch."""
        return b"[%s]" % b",".join(self.answers) if self.batch else self.answers[0]


JSON_TYPE, EVENT_TYPE = "application/json", "text/event-stream"
UNAVAILABLE = -32000
"""For a server that has no room; JSON-RPC leaves this code to servers."""

CODES = {429: UNAVAILABLE, 502: INTERNAL_ERROR, 503: UNAVAILABLE}
"""The JSON-RPC code that goes with a status, where it is not INVALID_REQUEST."""


class Refused(Exception):  # noqa: N818 - a response, not a fault of ours
    """A request that is answered with a status and a JSON-RPC error."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        code: int | None = None,
        key: Id | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        code = CODES.get(status, INVALID_REQUEST) if code is None else code
        self.response = json_response(error_answer(key, code, message), status, headers)


def json_response(body: str | bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a response whose body is JSON."""
    return Response(body, status, headers, media_type=JSON_TYPE)


async def body_of(request: Request, *, limit: int, what: str) -> bytes:
    """Read the body of a request; `what` says of what it has a limit.

    Raises:
        Refused: It is larger than the limit.
        ClientDisconnect: The client hung up before its end.
    """
    text = f"the body is larger than {limit} bytes, the limit {what}"
    too_large = Refused(413, text, headers={"connection": "close"})
    if int(request.headers.get("content-length", "0")) > limit:
        raise too_large
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise too_large
    return bytes(body)


def accepted(headers: Headers) -> tuple[bool, bool]:
    """Tell whether a client takes a stream of events, and whether it names the stream first."""
    kinds = [part.partition(";")[0].strip().lower() for part in headers.get("accept", "*/*").split(",")]
    return not {"*/*", EVENT_TYPE, "text/*"}.isdisjoint(kinds), kinds[0] == EVENT_TYPE


class Posted(NamedTuple):
    """The messages of one POST."""

    line: bytes
    messages: list[Mapping[str, Any]]
    batch: bool

    @property
    def requests(self) -> dict[Id, Mapping[str, Any]]:
        """The requests by id."""
        named = ((message_id(message), message) for message in self.messages if "method" in message)
        return {key: message for key, message in named if key is not None}


def posted(body: bytes) -> Posted:
    """Read a body.

    Raises:
        Refused: It is no JSON, or no message and no batch of messages.
    """
    try:
        value = read(read_text(body))
    except (ValueError, RecursionError) as error:
        raise Refused(400, "the body is no JSON", code=PARSE_ERROR) from error
    # Between tokens a line end is white space, elsewhere it cannot be.
    line = body.replace(b"\n", b" ").replace(b"\r", b" ")
    messages = value if isinstance(value, list) else [value]
    if not messages or not all(map(is_message, messages)):
        raise Refused(400, "the body is no JSON-RPC message")
    return Posted(line, messages, batch=messages is value)


def is_message(value: Any) -> bool:
    """Tell whether a value is a request, a notification or an answer."""
    if not isinstance(value, dict):
        return False
    if "method" in value:
        return isinstance(value["method"], str) and ("id" not in value or is_id(value["id"]))
    return "id" in value and ("result" in value or "error" in value)
