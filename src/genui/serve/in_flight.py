"""Requests that are unanswered, and the ids of messages told from the edges of their lines."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeGuard

from genui.serve.spans import decoded

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


class InFlight:
    """The client's unanswered requests; an id may be used by several."""

    def __init__(self) -> None:
        self.counts: Counter[Id] = Counter()
        self.answered = 0
        """How many were answered, also by an upstream before this one."""
        self.on_done: Callable[[Id], None] | None = None

    def done(self, key: Id) -> None:
        """Note that a request was answered, or cancelled."""
        if key not in self.counts:
            return
        self.counts[key] -= 1
        if not self.counts[key]:
            del self.counts[key]
        self.answered += 1
        if self.on_done is not None:
            self.on_done(key)
