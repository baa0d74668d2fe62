"""HTTP requests and responses as the fronts see them."""

from collections.abc import Iterable, Mapping

from genui.serve.fronts.stream import Header, Receive, Send
from genui.serve.in_flight import Id
from genui.serve.request import INTERNAL_ERROR, INVALID_REQUEST, error_answer

JSON_TYPE = b"application/json"
EVENT_TYPE = b"text/event-stream"
PARSE_ERROR = -32700
INVALID_PARAMS = -32602
METHOD_NOT_FOUND = -32601
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
