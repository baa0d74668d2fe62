"""The two byte streams of one connection: answers that are awaited are cut out, everything else passes.

Sans-IO: chunks go in, chunks to write come out by `take_for_client` and `take_for_upstream`. Each direction
is cut into lines; what a line grows beyond a size may pass in pieces.
"""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from genui.serve.in_flight import Id, InFlight, answered_id, is_id, message_id, messages_in
from genui.serve.protocol import SUBSCRIPTION_KEY, value_at
from genui.serve.spans import dumped, outline

EDGE = 512
"""Bytes kept of either end of a line that is not kept whole: its id stands near one of them."""

Edges = Callable[[bytes, bytes], None]
"""Receives the beginning and the end of a line."""


class Lines:
    """Cuts chunks into lines. What is to be written, whole lines and pieces, is in `out`."""

    def __init__(
        self,
        take: Callable[[bytes], None],
        *,
        most: float = float("inf"),
        too_long: Edges = lambda head, tail: None,
        passes: Callable[["Lines"], bool] = lambda lines: False,
        passed: Edges = lambda head, tail: None,
    ) -> None:
        self.take = take
        """Receives a whole line with its end."""
        self.most, self.too_long = most, too_long
        """A line of more bytes is dropped; `too_long` is then told of it."""
        self.passes, self.passed = passes, passed
        """Tells of an unfinished line whether it passes in pieces; `passed` is told of its end."""
        self.out: list[bytes] = []
        self.held: list[bytes] = []
        """Lines of ours that wait for the end of one that is passing."""
        self.parts: list[bytes] = []
        self.size = 0
        self.head = self.tail = b""
        self.ending: Edges | None = None
        """What is told of the line that is not kept, once it ends."""
        self.dropping = False

    def feed(self, chunk: bytes) -> None:
        """Take in a chunk, which may end anywhere."""
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            if self.size or len(line) > self.most:
                self.piece(line + b"\n")
            else:
                self.take(line + b"\n")
        if rest:
            self.piece(rest)

    def piece(self, data: bytes) -> None:
        """Take in a piece of a line."""
        self.size += len(data)
        # Both edges, since the id of an answer stands in either, depending on the server's SDK.
        self.head += data[: max(0, EDGE - len(self.head))]
        self.tail = (self.tail + data[-EDGE:])[-EDGE:]
        if self.size > self.most + 1 and not self.dropping:
            if self.ending is not None:
                self.out.append(b"\n")  # its beginning has passed: the next message needs a line of its own
            self.dropping, self.ending, self.parts = True, self.too_long, []
        elif self.ending is None:
            self.parts.append(data)
        elif not self.dropping:
            self.out.append(data)
        ended = data.endswith(b"\n")
        if ended and self.ending is None:
            line = b"".join(self.parts)
            self.end_line()
            self.take(line)
        elif ended:
            self.end_line()
        elif self.ending is None and self.passes(self):
            self.out += self.parts
            self.parts, self.ending = [], self.passed

    def end_line(self) -> None:
        """Begin another line."""
        ending, head, tail = self.ending, self.head, self.tail
        self.parts, self.size, self.head, self.tail = [], 0, b"", b""
        self.ending, self.dropping = None, False
        self.out += self.held
        self.held = []
        if ending is not None:
            ending(head, tail)

    def drop_rest(self) -> None:
        """Drop what waits to be written, and the rest of a line whose beginning has passed."""
        self.out, self.held = [], []
        if self.ending is not None:
            self.dropping, self.ending = True, lambda head, tail: None

    def send(self, line: bytes) -> None:
        """Send a whole line, after the one that is passing."""
        (self.out if self.ending is None else self.held).append(line)

    def rest(self) -> bytes:
        """Take the beginning of a line that will not be finished."""
        rest = b"".join(self.parts)
        self.parts, self.size, self.head, self.tail = [], 0, b"", b""
        return rest


Take = Callable[[str], str | None]
"""Receives an awaited answer; returns what the client gets instead, or None for nothing now."""

MAX_HELD = 64 * 1024 * 1024
"""Bytes of one line that are kept while an answer is awaited; a longer one passes as it is."""

MESSAGE_BYTES = 64 * 1024 * 1024
"""Bytes of one line of the client's that pass."""

# A line of 12 MB has to pass within 48 MB resident: beyond this it is not kept, so it cannot be parsed.
MAX_READ = 4 * 1024 * 1024
"""Bytes of one line from the client that are kept to be read; nothing of ours is that long."""

PEEK = 65_536
"""Bytes of an unfinished answer after which it is worth telling that it is not the awaited one."""


def read_text(line: bytes) -> str:
    """Decode a line so that encoding it again gives the same bytes, whatever they are."""
    return line.decode("utf-8", "surrogateescape")


def line_of(text: str) -> bytes:
    """Encode a text as a line."""
    return text.encode("utf-8", "surrogateescape") + b"\n"


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
        most: int = MESSAGE_BYTES,
        on_too_long: Callable[[bytes], None] = lambda _head: None,
    ) -> None:
        self.passes = passes
        """Reads a line of the client's; tells whether it goes on unchanged."""
        self.on_list_changed = on_list_changed
        self.from_client = Lines(
            self.client_line,
            most=most,
            too_long=lambda head, _tail: on_too_long(head),
            passes=lambda lines: lines.size > MAX_READ,
        )
        self.from_upstream = Lines(self.upstream_line, passes=self.passes_in_pieces, passed=self.passed)
        self.in_flight = InFlight()
        self.awaited: dict[Id, list[Take]] = {}
        self.upstreams: set[Id] = set()
        """The upstream's own requests that the client has not answered."""
        self.streams: dict[Id, Any] = {}
        """What the upstream tells in each stream of notifications that the client has open."""
        self.own_ids = (f"genui:{number}" for number in count(1))
        self.spoken = False
        """Whether the client has said anything."""

    def take_for_client(self) -> bytes:
        """Return what is to be written to the client."""
        chunks, self.from_upstream.out = self.from_upstream.out, []
        return b"".join(chunks)

    def take_for_upstream(self) -> bytes:
        """Return what is to be written to the upstream."""
        chunks, self.from_client.out = self.from_client.out, []
        return b"".join(chunks)

    # From the client

    def client_sent(self, chunk: bytes) -> None:
        """Take in what the client sent."""
        self.spoken = True
        self.from_client.feed(chunk)

    def client_line(self, line: bytes) -> None:
        """Pass on a line, unless that is not to be."""
        if self.passes(line[:-1]):
            self.from_client.send(line)

    def client_closed(self) -> None:
        """Pass on a last line without line end, as the client left it."""
        self.from_client.out.append(self.from_client.rest())

    # From the upstream

    def upstream_sent(self, chunk: bytes) -> None:
        """Take in what the upstream sent."""
        self.from_upstream.feed(chunk)

    def passes_in_pieces(self, lines: Lines) -> bool:
        """Tell whether an unfinished line is surely not an awaited answer, or too long to be kept."""
        if lines.size < PEEK:
            return False
        if not self.awaited or lines.size > MAX_HELD:
            return True
        key = answered_id(lines.head, b"")
        return key is not None and key not in self.awaited

    def passed(self, head: bytes, tail: bytes) -> None:
        """Note a long line that has passed."""
        key = answered_id(head, tail)
        if key is not None:
            self.done(key)

    def upstream_line(self, line: bytes) -> None:
        """Pass a whole line, or give it to whoever awaits it; nearly every answer is known by its edges."""
        # Only what we amend is written anew: numbers such as -0.0, 1e400 and those with more digits than
        # a double has, and members that no SDK knows, come out as they went in.
        key = answered_id(line)
        if key is not None:
            if key in self.awaited:
                self.deliver(key, line)
            else:
                self.from_upstream.send(line)
            self.done(key)
            return
        messages = messages_in(line)
        keys = [message_id(message) for message in messages if "method" not in message]
        awaited = next((key for key in keys if key in self.awaited), None)
        if awaited is None:
            self.from_upstream.send(line)
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
        self.in_flight.done(key)
        self.streams.pop(key, None)

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
        taken = self.in_flight.counts.keys() | self.awaited.keys()
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
        self.from_upstream.send(line_of(text))

    def forward(self, text: str) -> None:
        """Send the upstream a message, between two lines of the client's."""
        self.from_client.send(line_of(text))

    def upstream_closed(self) -> list[Id]:
        """Take in the end of the upstream's stream; return the ids it has left unanswered."""
        # A last line without its end may be an answer cut off in the middle: only one that parses counts.
        rest = self.from_upstream.rest()
        if messages_in(rest):
            self.upstream_line(rest + b"\n")
        elif rest:
            self.from_upstream.out.append(rest + b"\n")
        elif self.from_upstream.size:
            self.from_upstream.feed(b"\n")
        lost = list(self.in_flight)
        self.in_flight.counts, self.in_flight.total = {}, 0
        self.upstreams, self.streams, self.awaited = set(), {}, {}
        self.from_client.drop_rest()
        return lost
