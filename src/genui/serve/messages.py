"""Messages as JSON: what lies in them, whose ids they bear, and ids told from the edges of a line."""

import json
import re
from collections.abc import Mapping
from typing import Any, TypeGuard

from genui.canonical import compact_json, parsed

read = json.JSONDecoder().decode
dumped = compact_json
"""Serializes what we add: compact and ASCII, so that it fits into any text."""
decoded = parsed
"""Reads what peers send, which may be anything."""


def value_at(value: Any, *names: str) -> Any:
    """Return what lies along these member names, None where there is nothing: peers may send anything."""
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def members_at(value: Any, *names: str) -> dict[str, Any]:
    """Return the object that lies along these member names, an empty one where there is none."""
    found = value_at(value, *names)
    return found if isinstance(found, dict) else {}


def read_text(line: bytes) -> str:
    """Decode a line so that encoding it again gives the same bytes, whatever they are."""
    return line.decode("utf-8", "surrogateescape")


def line_of(text: str) -> bytes:
    """Encode a text as a line."""
    return text.encode("utf-8", "surrogateescape") + b"\n"


Id = str | int | float
"""A request id, or a progress token. Python keeps 5 and "5" apart, as JSON-RPC does."""

ID = rb'(-?\d{1,400}|"[^"\\]*")'
VERSION = rb'"jsonrpc"\s*:\s*"2\.0"\s*'
FIRST_ID = rb"\s*\{\s*(?:" + VERSION + rb',\s*)?"id"\s*:\s*' + ID
FIRST = re.compile(FIRST_ID)
# An answer is known by its edges: a result of 1 MB need not be decoded for its id.
HEAD = re.compile(FIRST_ID + rb"\s*,\s*(?:" + VERSION + rb',\s*)?"(?:result|error)"')
"""How most servers begin an answer: the id stands before the result."""

LATE = re.compile(rb"\s*\{\s*(?:" + VERSION + rb',\s*)?"(?:result|error)"')
TAIL = re.compile(rb',\s*"id"\s*:\s*' + ID + rb"\s*(?:,\s*" + VERSION + rb")?\}\s*\Z")
"""How the others do, the TypeScript SDK among them: the result first, the id in the last members."""


def answered_id(line: bytes) -> Id | None:
    """Return the id that a line answers as far as its edges tell; None for batches and other odd forms."""
    found = HEAD.match(line)
    if found is None and LATE.match(line):
        found = TAIL.search(line[-512:])
    return id_of(found[1]) if found is not None else None


def answer_id(line: bytes) -> Id | None:
    """Return the id that a whole line answers, in whatever form; None for batches and what is no answer."""
    key = answered_id(line)
    if key is None and not line.lstrip().startswith(b"["):
        answers = [message for message in messages_in(line) if "method" not in message]
        key = message_id(answers[0]) if answers else None
    return key


def first_id(head: bytes) -> Id | None:
    """Return the id of a request of which only the beginning is there."""
    found = FIRST.match(head)
    return id_of(found[1]) if found else None


def id_of(text: bytes) -> Id:
    """Read an id that ID has matched."""
    return text[1:-1].decode("utf-8", "surrogateescape") if text.startswith(b'"') else int(text)


def is_id(value: Any) -> TypeGuard[Id]:
    """Tell whether a value is one that JSON-RPC allows as an id; true and false are none."""
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def message_id(message: Mapping[str, Any]) -> Id | None:
    """Return a message's id where it is one that JSON-RPC allows."""
    value = message.get("id")
    return value if is_id(value) else None


def messages_in(line: bytes) -> list[dict[str, Any]]:
    """Return the messages on a line, one or those of a batch; none where it is no JSON."""
    message = decoded(line.decode("utf-8", "surrogateescape"))
    return [one for one in (message if isinstance(message, list) else [message]) if isinstance(one, dict)]
