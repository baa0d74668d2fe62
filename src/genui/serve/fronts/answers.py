"""HTTP requests and responses as the fronts see them."""

from collections.abc import Iterable, Mapping
from typing import Any

from genui.serve.fronts.stream import Header, Receive, Send
from genui.serve.in_flight import Id
from genui.serve.spans import dumped

JSON_TYPE = b"application/json"
EVENT_TYPE = b"text/event-stream"
PARSE_ERROR = -32700
INVALID_REQUEST = -32600
INVALID_PARAMS = -32602
METHOD_NOT_FOUND = -32601
UNAVAILABLE = -32000
"""For a server that has no room; JSON-RPC leaves this code to servers."""


class BodyTooLargeError(Exception):
    """The body of a request is larger than the limit."""


async def body_of(headers: Mapping[bytes, bytes], receive: Receive, *, limit: int) -> bytes:
    """Read the body of a request.

    Raises:
        BodyTooLargeError: It is larger than the limit.
        ConnectionError: The client hung up before its end.
    """
    if int(headers.get(b"content-length", b"0")) > limit:
        raise BodyTooLargeError
    message = await receive()
    body: bytes = message.get("body", b"")
    if message.get("more_body"):
        chunks, size = [body], len(body)
        while message.get("more_body"):
            message = await receive()
            chunks.append(message.get("body", b""))
            size += len(chunks[-1])
            if size > limit:
                raise BodyTooLargeError
        body = b"".join(chunks)
    if message["type"] != "http.request":
        raise ConnectionError
    if len(body) > limit:
        raise BodyTooLargeError
    return body


async def respond(send: Send, status: int, body: bytes = b"", *, headers: Iterable[Header] = ()) -> None:
    """Send a whole response, JSON where it has a body."""
    length = (b"content-length", str(len(body)).encode())
    kind = ((b"content-type", JSON_TYPE),) if body else ()
    await send({"type": "http.response.start", "status": status, "headers": [length, *kind, *headers]})
    await send({"type": "http.response.body", "body": body})


async def refuse(
    send: Send,
    status: int,
    message: str,
    *,
    code: int = INVALID_REQUEST,
    key: Id | None = None,
    headers: Iterable[Header] = (),
    data: Mapping[str, Any] | None = None,
) -> None:
    """Send a response that says in JSON-RPC why a request is refused."""
    error: dict[str, Any] = {"code": code, "message": message}
    if data is not None:
        error["data"] = dict(data)
    body = dumped({"jsonrpc": "2.0", "id": key, "error": error}).encode()
    await respond(send, status, body, headers=headers)


def accepted(headers: Mapping[bytes, bytes]) -> tuple[bool, bool, bool]:
    """Tell whether a client takes JSON, whether a stream of events, and whether it names the stream first."""
    accept = headers.get(b"accept")
    if accept is None or accept == b"application/json, text/event-stream":
        return True, True, False
    kinds = [part.partition(b";")[0].strip().lower() for part in accept.split(b",")]
    anything = b"*/*" in kinds
    json = anything or JSON_TYPE in kinds or b"application/*" in kinds
    stream = anything or EVENT_TYPE in kinds or b"text/*" in kinds
    return json, stream, kinds[0] == EVENT_TYPE


def is_json(headers: Mapping[bytes, bytes]) -> bool:
    """Tell whether a body is said to be JSON; a page of another site cannot say so unasked."""
    return headers.get(b"content-type", b"").partition(b";")[0].strip().lower() == JSON_TYPE
