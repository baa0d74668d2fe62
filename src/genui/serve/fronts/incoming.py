"""What a client has posted: one message or a batch, on one line."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from genui.serve.fronts.answers import PARSE_ERROR, Refused
from genui.serve.in_flight import Id, message_id
from genui.serve.spans import read
from genui.serve.wire import read_text


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
    line = one_line(body)
    if not isinstance(value, list) and is_message(value):
        return Posted(line, [value], batch=False)
    if (
        isinstance(value, list)
        and value
        and all(isinstance(item, dict) and is_message(item) for item in value)
    ):
        return Posted(line, value, batch=True)
    raise Refused(400, "the body is no JSON-RPC message")


def is_message(value: Any) -> bool:
    """Tell whether a value is a request, a notification or an answer."""
    if not isinstance(value, dict):
        return False
    if "method" in value:
        return isinstance(value["method"], str) and ("id" not in value or message_id(value) is not None)
    return "id" in value and ("result" in value or "error" in value)


def one_line(body: bytes) -> bytes:
    """Return JSON without line ends: between tokens they are white space, elsewhere they cannot be."""
    if b"\n" in body or b"\r" in body:
        return body.replace(b"\n", b" ").replace(b"\r", b" ")
    return body
