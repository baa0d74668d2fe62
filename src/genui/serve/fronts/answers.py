"""HTTP requests and responses as the fronts see them, and the messages that a client has posted."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from genui.serve.fronts.stream import Header, Receive, Send
from genui.serve.in_flight import Id, is_id, message_id
from genui.serve.protocol import INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR
from genui.serve.request import error_answer
from genui.serve.spans import read
from genui.serve.wire import read_text

JSON_TYPE = b"application/json"
EVENT_TYPE = b"text/event-stream"
UNAVAILABLE = -32000
"""For a server that has no room; JSON-RPC leaves this code to servers."""

CODES = {429: UNAVAILABLE, 502: INTERNAL_ERROR, 503: UNAVAILABLE}
"""The JSON-RPC code that goes with a status, where it is not INVALID_REQUEST."""

Headers = Mapping[bytes, bytes]


class Refused(Exception):  # noqa: N818 - a response, not a fault of ours
    """A request that is answered with a status and a JSON-RPC error."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        code: int | None = None,
        key: Id | None = None,
        headers: Iterable[Header] = (),
    ) -> None:
        super().__init__(message)
        self.status = status
        self.headers = headers
        self.body = error_answer(key, CODES.get(status, INVALID_REQUEST) if code is None else code, message)


async def body_of(headers: Headers, receive: Receive, *, limit: int, what: str) -> bytes:
    """Read the body of a request; `what` says of what it has a limit.

    Raises:
        Refused: It is larger than the limit.
        ConnectionError: The client hung up before its end.
    """
    text = f"the body is larger than {limit} bytes, the limit {what}"
    too_large = Refused(413, text, headers=((b"connection", b"close"),))
    if int(headers.get(b"content-length", b"0")) > limit:
        raise too_large
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise ConnectionError
        body += message.get("body", b"")
        if len(body) > limit:
            raise too_large
        more = message.get("more_body", False)
    return bytes(body)


async def respond(send: Send, status: int, body: bytes = b"", *, headers: Iterable[Header] = ()) -> None:
    """Send a whole response, JSON where it has a body."""
    length = (b"content-length", str(len(body)).encode())
    kind = ((b"content-type", JSON_TYPE),) if body else ()
    await send({"type": "http.response.start", "status": status, "headers": [length, *kind, *headers]})
    await send({"type": "http.response.body", "body": body})


def accepted(headers: Headers) -> tuple[bool, bool]:
    """Tell whether a client takes a stream of events, and whether it names the stream first."""
    kinds = [part.partition(b";")[0].strip().lower() for part in headers.get(b"accept", b"*/*").split(b",")]
    return not {b"*/*", EVENT_TYPE, b"text/*"}.isdisjoint(kinds), kinds[0] == EVENT_TYPE


def is_json(headers: Headers) -> bool:
    """Tell whether a body is said to be JSON; a page of another site cannot say so unasked."""
    return headers.get(b"content-type", b"").partition(b";")[0].strip().lower() == JSON_TYPE


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

    @property
    def first(self) -> Mapping[str, Any]:
        """The message, where there is one."""
        return self.messages[0]


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
