"""What passes from the upstream, told from the edges of its lines without parsing them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

Id = str | int | float
"""A request id. Python keeps 5 and "5" apart, as JSON-RPC does."""

EDGE = 512
"""Bytes kept of either end of a line too long to keep."""

LONG = 65_536
"""Bytes from which on a line is long."""

ACKNOWLEDGED = b"notifications/subscriptions/acknowledged"
SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId"
LIST_CHANGED = b"list_changed"
TOOLS_CHANGED = b"tools/list_changed"

ID = rb'(-?\d{1,400}|"[^"\\]*")'
VERSION = rb'"jsonrpc"\s*:\s*"2\.0"\s*'
HEAD = re.compile(
    rb"\s*\{\s*(?:"
    + VERSION
    + rb',\s*)?"id"\s*:\s*'
    + ID
    + rb"\s*,\s*(?:"
    + VERSION
    + rb',\s*)?"(?:result|error)"'
)
"""How most servers begin an answer: the id stands before the result."""

LATE = re.compile(rb"\s*\{\s*(?:" + VERSION + rb',\s*)?"(?:result|error)"')
TAIL = re.compile(rb',\s*"id"\s*:\s*' + ID + rb"\s*(?:,\s*" + VERSION + rb")?\}\s*\Z")
"""How the others do: the result first, the id in the last members."""

NO_ANSWER = re.compile(
    rb"\s*(?:\Z|\{\s*(?:" + VERSION + rb',\s*)?(?:"id"\s*:\s*' + ID + rb'\s*,\s*)?"method")'
)

REQUEST = re.compile(
    rb"\s*\{\s*(?:" + VERSION + rb',\s*)?"id"\s*:\s*' + ID + rb"\s*,\s*(?:" + VERSION + rb',\s*)?"method"'
)
"""How most clients begin a request, and LATE_REQUEST how the others do, with the id in the last members."""

LATE_REQUEST = re.compile(rb"\s*\{\s*(?:" + VERSION + rb',\s*)?"method"')
NOTICE = re.compile(LATE_REQUEST.pattern + rb'\s*:\s*"notifications/')

BATCH = re.compile(rb"\s*\[")


def answered_ids(line: bytes) -> Sequence[Id]:
    """Return the ids that a line answers: none for most that are no answers, several for a batch."""
    key = answered_id(line)
    if key is not None:
        return (key,)
    return batch_ids(line) if BATCH.match(line) else ()


def answered_id(head: bytes, tail: bytes | None = None) -> Id | None:
    """Return the id that a line answers, None when it is no answer.

    `head` is the whole line, or its beginning where `tail` is its end.
    """
    found = HEAD.match(head)
    if found is None and LATE.match(head):
        end = head if tail is None else tail
        found = TAIL.search(end, max(0, len(end) - EDGE))
    if found is not None:
        return id_of(found[1])
    if tail is not None or NO_ANSWER.match(head) or BATCH.match(head):
        return None
    return decoded_id(head)


def asked_ids(line: bytes) -> Sequence[Id]:
    """Return the ids that a line of the client's asks with: none for notifications and answers."""
    found = REQUEST.match(line)
    if found is None and LATE_REQUEST.match(line):
        found = TAIL.search(line, max(0, len(line) - EDGE))
        if found is None and NOTICE.match(line):
            return ()
    if found is not None:
        return (id_of(found[1]),)
    try:
        message = json.loads(line.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError):
        return ()
    messages = message if isinstance(message, list) else [message]
    requests = [item for item in messages if isinstance(item, dict) and isinstance(item.get("method"), str)]
    return [key for key in map(message_id, requests) if key is not None]


def batch_ids(line: bytes) -> list[Id]:
    """Return the ids that a batch answers."""
    try:
        batch = json.loads(line.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError):
        return []
    answers = [item for item in batch if isinstance(item, dict) and "method" not in item]
    return [key for key in map(message_id, answers) if key is not None]


def decoded_id(line: bytes) -> Id | None:
    """Return the id that a line of unusual form answers."""
    try:
        message = json.loads(line.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError):
        return None
    return message_id(message) if isinstance(message, dict) and "method" not in message else None


def first_id(head: bytes) -> Id | None:
    """Return the id of a request of which only the beginning is there."""
    found = REQUEST.match(head)
    return id_of(found[1]) if found else None


def id_of(text: bytes) -> Id:
    """Read an id that ID has matched."""
    return text[1:-1].decode("utf-8", "surrogateescape") if text.startswith(b'"') else int(text)


def message_id(message: Mapping[str, Any]) -> Id | None:
    """Return a message's id where it is one that JSON-RPC allows."""
    value = message.get("id")
    return value if isinstance(value, (str, int, float)) and not isinstance(value, bool) else None


def acknowledged(line: bytes) -> dict[Id, Mapping[str, Any]]:
    """Return what a stream tells by the id of the request that opened it, where a line says so."""
    try:
        params = json.loads(line.decode())["params"]
        key, told = params["_meta"][SUBSCRIPTION_KEY], params["notifications"]
    except (ValueError, RecursionError, KeyError, TypeError):
        return {}
    return {key: told} if isinstance(key, (str, int, float)) and isinstance(told, dict) else {}


class InFlight:
    """Watches lines pass: which requests are unanswered, and whether a list changed."""

    def __init__(self, answered: int = 0) -> None:
        self.counts: dict[Id, int] = {}
        """The client's unanswered requests; an id may be used by several."""
        self.total = 0
        self.answered = answered
        """Requests answered so far, also by an upstream before this one."""
        self.on_done: Callable[[Id], None] | None = None
        self.upstreams: set[Id] = set()
        """The upstream's own requests that the client has not answered."""
        self.streams: dict[Id, Mapping[str, Any]] = {}
        """What the upstream tells in each stream of notifications that the client has open."""
        self.list_changed = False
        self.tools_changed = False
        self.head = b""
        self.tail = b""
        self.cut = False

    def __iter__(self) -> Iterator[Id]:
        """Yield the id of every unanswered request, once for each that bears it."""
        for key, count in self.counts.items():
            yield from [key] * count

    def sent(self, key: Id) -> None:
        """Note a request that went to the upstream."""
        self.counts[key] = self.counts.get(key, 0) + 1
        self.total += 1

    def asked(self, chunk: bytes) -> None:
        """Note the requests in whole lines that went to the upstream."""
        for line in chunk.split(b"\n"):
            if line:
                for asked in asked_ids(line):
                    self.sent(asked)
                if self.upstreams:
                    self.upstreams.difference_update(answered_ids(line))

    def done(self, key: Id) -> None:
        """Note that a request was answered, or cancelled."""
        count = self.counts.pop(key, 0)
        self.streams.pop(key, None)
        if count:
            self.total -= 1
            self.answered += 1
            if self.on_done is not None:
                self.on_done(key)
        if count > 1:
            self.counts[key] = count - 1

    def seen(self, chunk: bytes) -> None:
        """Note what the upstream sent; chunks may end anywhere."""
        end = chunk.rfind(b"\n")
        if end < 0:
            self.keep(chunk)
            return
        lines = chunk[:end]
        for line in lines.split(b"\n"):
            self.ended(line)
        if end + 1 < len(chunk):
            self.keep(chunk[end + 1 :])

    def ended(self, last: bytes) -> None:
        """Note a line that is now complete."""
        if self.cut:
            key = answered_id(self.head, (self.tail + last)[-EDGE:])
            keys: Sequence[Id] = () if key is None else (key,)
        else:
            line = self.head + last if self.head else last
            keys = answered_ids(line)
            if not keys and line:
                self.upstreams.update(asked_ids(line))
                self.list_changed = self.list_changed or LIST_CHANGED in line
                self.tools_changed = self.tools_changed or TOOLS_CHANGED in line
                if ACKNOWLEDGED in line:
                    self.streams |= acknowledged(line)
        self.head, self.tail, self.cut = b"", b"", False
        for key in keys:
            self.done(key)

    def keep(self, piece: bytes) -> None:
        """Keep the beginning of a line, or only the line's edges when it grows long."""
        if self.cut:
            self.tail = piece[-EDGE:] if len(piece) >= EDGE else (self.tail + piece)[-EDGE:]
            return
        self.head += piece
        if len(self.head) >= LONG:
            self.head, self.tail, self.cut = self.head[:EDGE], self.head[-EDGE:], True

    def closed(self) -> None:
        """Note a last line without line end, if it is whole."""
        if not self.cut and decoded_id(self.head) is not None:
            self.ended(b"")
