"""The two byte streams of one connection: answers that are awaited are cut out, everything else passes.

Sans-IO: chunks go in, chunks to write come out by `take_for_client` and `take_for_upstream`. What passes is
whole lines, so that a message of ours always stands between two others.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from genui.serve.messages import (
    Id,
    answered_id,
    dumped,
    is_id,
    line_of,
    message_id,
    messages_in,
    read_text,
    value_at,
)
from genui.serve.protocol import SUBSCRIPTION_KEY, failure
from genui.serve.spans import outline

EDGE = 512
"""Bytes kept of either end of a line that is too long: the id of an answer stands near one of them."""


class Lines:
    """Cuts chunks into lines; one of more than `most` bytes is dropped, and `too_long` gets its edges."""

    def __init__(
        self,
        take: Callable[[bytes], None],
        *,
        most: float = float("inf"),
        too_long: Callable[[bytes], None] = lambda edges: None,
    ) -> None:
        self.take = take
        """Receives a line with its end."""
        self.most, self.too_long = most, too_long
        # Joining pieces of long lines would leave the heap in pieces: 8 MB more resident after one of 12 MB.
        self.part, self.is_long = bytearray(), False
        """The line that has not ended, and whether it is too long: then only its edges are kept."""

    def feed(self, chunk: bytes) -> None:
        """Take in a chunk, which may end anywhere."""
        # It splits at a lone \r too, which is white space in JSON: that begins a piece, not a line.
        for piece in chunk.splitlines(keepends=True):
            self.part += piece
            if len(self.part) > self.most + 1 or self.is_long:
                self.part[EDGE:-EDGE] = b""
                self.is_long = True
            if piece.endswith(b"\n"):
                take = self.too_long if self.is_long else self.take
                take(self.whole())

    def whole(self) -> bytes:
        """Take the line, or its edges, and begin another."""
        line = bytes(self.part)
        self.part.clear()
        self.is_long = False
        return line

    def rest(self) -> bytes:
        """Take the beginning of a line that will not be finished; nothing of one that is too long."""
        is_long, rest = self.is_long, self.whole()
        return b"" if is_long else rest


Take = Callable[[str], str | None]
"""Receives an awaited answer; returns what the client gets instead, or None for nothing now."""

# A line of 12 MB has to pass within 48 MB resident, and parsing it would take as much again.
MAX_READ = 4 * 1024 * 1024
"""Bytes of one line from the client up to which it is read; nothing of ours is that long."""


def acknowledged(params: Any) -> dict[Id, Any]:
    """Return what a stream tells by the id of the request that opened it."""
    key, told = value_at(params, "_meta", SUBSCRIPTION_KEY), value_at(params, "notifications")
    return {key: told} if is_id(key) and isinstance(told, dict) else {}


class Wire:
    """The streams between one client and the upstream."""

    def __init__(
        self,
        *,
        passes: Callable[[bytes], bool],
        on_list_changed: Callable[[str], None],
        most: float = float("inf"),
        on_too_long: Callable[[bytes], None] = lambda _head: None,
    ) -> None:
        self.passes = passes
        """Reads a line of the client's; tells whether it goes on unchanged."""
        self.on_list_changed, self.most = on_list_changed, most
        self.from_client = Lines(self.client_line, most=most, too_long=on_too_long)
        self.from_upstream = Lines(self.upstream_line, most=most, too_long=self.too_large)
        self.for_client: list[bytes] = []
        self.for_upstream: list[bytes] = []
        self.in_flight: defaultdict[Id, int] = defaultdict(int)
        """How many unanswered requests of the client bear an id: clients may use one twice."""
        self.answered = 0
        """Requests that were answered or given up, also those of an upstream before this one."""
        self.on_done: Callable[[Id], None] | None = None
        """Told of each of them."""
        self.awaited: dict[Id, list[Take]] = {}
        self.upstreams: set[Id] = set()
        """The upstream's own requests that the client has not answered."""
        self.streams: dict[Id, Any] = {}
        """What the upstream tells in each stream of notifications that the client has open."""
        self.own_ids = (f"genui:{number}" for number in count(1))
        self.client_sent, self.upstream_sent = self.from_client.feed, self.from_upstream.feed
        """Take in a chunk of what either side sent."""

    def take_for_client(self) -> bytes:
        """Return what is to be written to the client."""
        chunks, self.for_client = self.for_client, []
        return b"".join(chunks)

    def take_for_upstream(self) -> bytes:
        """Return what is to be written to the upstream."""
        chunks, self.for_upstream = self.for_upstream, []
        return b"".join(chunks)

    # From the client

    def client_line(self, line: bytes) -> None:
        """Pass on a line, unless that is not to be."""
        if len(line) > MAX_READ or self.passes(line[:-1]):
            self.for_upstream.append(line)

    def client_closed(self) -> None:
        """Pass on a last line without line end, as the client left it."""
        self.for_upstream.append(self.from_client.rest())

    # From the upstream

    def too_large(self, edges: bytes) -> None:
        """Answer a request with an error whose answer is too long."""
        key = answered_id(edges.rstrip())
        if key is not None:
            told = f"the upstream's answer is larger than {self.most} bytes, the limit of one message"
            self.upstream_line(line_of(failure(key, "MESSAGE_TOO_LARGE", told)))

    def upstream_line(self, line: bytes) -> None:
        """Pass a whole line, or give it to whoever awaits it; nearly every answer is known by its edges."""
        # Only what we amend is written anew: numbers such as -0.0, 1e400 and those with more digits than
        # a double has, and members that no SDK knows, come out as they went in.
        key = answered_id(line)
        if key is not None:
            if key in self.awaited:
                self.deliver(key, line)
            else:
                self.for_client.append(line)
            self.done(key)
            return
        messages = messages_in(line)
        keys = [message_id(message) for message in messages if "method" not in message]
        awaited = next((key for key in keys if key in self.awaited), None)
        if awaited is None:
            self.for_client.append(line)
        elif line.lstrip().startswith(b"["):
            self.upstream_batch(read_text(line))
        else:
            self.deliver(awaited, line)
        self.note(messages)

    def note(self, messages: list[dict[str, Any]]) -> None:
        """Note what messages of the upstream's say, once they have passed."""
        for message in messages:
            key, method = message_id(message), message.get("method")
            if "method" not in message:
                if key is not None:
                    self.done(key)
            elif key is not None:
                self.upstreams.add(key)
            elif method == "notifications/subscriptions/acknowledged":
                self.streams |= acknowledged(message.get("params"))
            elif isinstance(method, str) and method.endswith("list_changed"):
                self.on_list_changed(method)

    def done(self, key: Id) -> None:
        """Note that a request was answered, or given up."""
        self.streams.pop(key, None)
        if key not in self.in_flight:
            return
        self.in_flight[key] -= 1
        if not self.in_flight[key]:
            del self.in_flight[key]
        self.answered += 1
        if self.on_done is not None:
            self.on_done(key)

    def deliver(self, key: Id, line: bytes) -> None:
        """Give an answer to whoever awaits it and send the client what is left of it."""
        left = self.left_of(key, read_text(line[:-1]))
        if left is not None:
            self.send(left)

    def left_of(self, key: Id, text: str) -> str | None:
        """Give an answer to the first who awaits it; return what is left of it."""
        waiting = self.awaited[key]
        take = waiting.pop(0)
        if not waiting:
            del self.awaited[key]
        try:
            return take(text)
        except RecursionError:  # nested deeper than Python reads: it passes as it is
            return text

    def upstream_batch(self, text: str) -> None:
        """Give the awaited answers of a batch to those who await them and send the client the rest."""
        left = []
        for item in outline(text).value:
            part: str | None = text[item.start : item.end]
            key = message_id(item.value) if isinstance(item.value, dict) else None
            if key in self.awaited and key is not None and "method" not in item.value:
                part = self.left_of(key, text[item.start : item.end])
            if part is not None:
                left.append(part)
        if left:
            self.send(f"[{','.join(left)}]")

    # Our own part

    def expect(self, key: Id, take: Take) -> None:
        """Await the upstream's answer to a request."""
        self.awaited.setdefault(key, []).append(take)

    def ask(self, message: Mapping[str, Any], take: Take) -> str:
        """Send the upstream a request of our own and await its answer; return the id that it got."""
        taken = self.in_flight.keys() | self.awaited.keys()
        key = next(key for key in self.own_ids if key not in taken)
        self.expect(key, take)
        self.forward(dumped({**message, "id": key}))
        return key

    def cancelled(self, key: Id) -> None:
        """Forget a request that the client gave up."""
        self.awaited.pop(key, None)
        self.done(key)

    def send(self, text: str) -> None:
        """Send the client a message of our own, between two lines of the upstream's."""
        self.for_client.append(line_of(text))

    def forward(self, text: str) -> None:
        """Send the upstream a message, between two lines of the client's."""
        self.for_upstream.append(line_of(text))

    def upstream_closed(self) -> list[Id]:
        """Take in the end of the upstream's stream; return the ids it has left unanswered."""
        # A last line without its end may be an answer cut off in the middle: only one that parses counts.
        rest = self.from_upstream.rest()
        if messages_in(rest):
            self.upstream_line(rest + b"\n")
        elif rest:
            self.for_client.append(rest + b"\n")
        lost = list(Counter(self.in_flight).elements())
        self.in_flight.clear()
        self.upstreams, self.streams, self.awaited = set(), {}, {}
        self.for_upstream = []
        return lost
