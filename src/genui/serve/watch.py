"""What passes from the upstream, told from the edges of its lines without parsing them."""

from __future__ import annotations

from json import loads

TYPE_CHECKING = False
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


PLAIN = b'{"jsonrpc":"2.0","id":', b'{"jsonrpc": "2.0", "id": '
"""How nearly every line begins that has an id; its digits follow, and a comma."""

DIGITS = 18
ANSWER = b',"result"', b', "result"', b',"error"', b', "error"'
REQUEST = b',"method"', b', "method"'
NOTICE = b'{"jsonrpc":"2.0","method":"notifications/', b'{"jsonrpc": "2.0", "method": "notifications/'


def plain_id(line: bytes, following: tuple[bytes, ...]) -> int | None:
    """Return the id of a line of the plainest form before certain words; None says nothing."""
    for start in PLAIN:
        if line.startswith(start):
            end = line.find(b",", len(start), len(start) + DIGITS)
            digits = line[len(start) : end]
            return int(digits) if digits.isdigit() and line.startswith(following, end) else None
    return None


def answered_ids(line: bytes) -> Sequence[Id]:
    """Return the ids that a line answers: none for most that are no answers, several for a batch."""
    key = plain_id(line, ANSWER)
    if key is not None:
        return (key,)
    from genui.serve import edges  # loads re, for which nothing waits that begins plainly

    return edges.answered_ids(line)


def answered_id(head: bytes, tail: bytes) -> Id | None:
    """Return the id that a line answers of which only both ends are there, None when it is no answer."""
    key = plain_id(head, ANSWER)
    if key is not None:
        return key
    from genui.serve import edges

    return edges.answered_id(head, tail)


def asked_ids(line: bytes) -> Sequence[Id]:
    """Return the ids that a line of the client's asks with: none for notifications and answers."""
    key = plain_id(line, REQUEST)
    if key is not None:
        return (key,)
    if line.startswith(NOTICE) and b'"id"' not in line:
        return ()
    from genui.serve import edges

    return edges.asked_ids(line)


def first_id(head: bytes) -> Id | None:
    """Return the id of a request of which only the beginning is there."""
    from genui.serve.edges import REQUEST

    found = REQUEST.match(head)
    return id_of(found[1]) if found else None


def keys_in(lines: bytes, *, answers: bool) -> Sequence[Id] | None:
    """Return the id of every line where all have one plain form; None where one has another."""
    if lines.find(b"\n") < len(lines) - 1:
        from genui.serve import edges

        return edges.keys_in(edges.ANSWERED if answers else edges.ASKED, lines)
    key = plain_id(lines, ANSWER if answers else REQUEST) if lines[-1:] == b"\n" else None
    return None if key is None else (key,)


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
        params = loads(line.decode())["params"]
        key, told = params["_meta"][SUBSCRIPTION_KEY], params["notifications"]
    except (ValueError, RecursionError, KeyError, TypeError):
        return {}
    return {key: told} if isinstance(key, (str, int, float)) and isinstance(told, dict) else {}


class Watch:
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

    def warm(self) -> None:
        """Load what lines of any form need, while nothing waits for it."""
        from genui.serve import edges  # noqa: F401

    def sent(self, key: Id) -> None:
        """Note a request that went to the upstream."""
        self.counts[key] = self.counts.get(key, 0) + 1
        self.total += 1

    def asked(self, chunk: bytes) -> None:
        """Note the requests in whole lines that went to the upstream."""
        keys = keys_in(chunk, answers=False)
        if keys is not None:
            counts = self.counts
            for key in keys:
                counts[key] = counts.get(key, 0) + 1
            self.total += len(keys)
            return
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

    def all_done(self, keys: Sequence[Id]) -> None:
        """Note that some requests were answered."""
        counts = self.counts
        if self.on_done is not None or self.streams or self.total > len(counts):
            for key in keys:
                self.done(key)
            return
        known = len(counts)
        for key in keys:
            counts.pop(key, 0)
        self.total -= known - len(counts)
        self.answered += known - len(counts)

    def seen(self, chunk: bytes) -> None:
        """Note what the upstream sent; chunks may end anywhere."""
        whole = chunk[-1:] == b"\n" and not self.head
        keys = keys_in(chunk, answers=True) if whole else None
        if keys is not None:
            self.all_done(keys)
            return
        end = chunk.rfind(b"\n")
        if end < 0:
            self.keep(chunk)
            return
        lines = chunk[:end]
        for line in lines.split(b"\n") if chunk.find(b"\n") < end else (lines,):  # split is slow on long ones
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
        from genui.serve import edges

        if not self.cut and edges.decoded_id(self.head) is not None:
            self.ended(b"")
