"""The two byte streams of one connection: what may pass passes unread, answers that are awaited are cut out.

Sans-IO: chunks go in, chunks to write come out in `to_client` and `to_upstream`.
"""

from __future__ import annotations

from typing import NamedTuple

from genui.serve.in_flight import (
    EDGE,
    NO_ANSWER,
    Id,
    InFlight,
    answered_id,
    answered_ids,
    message_id,
)
from genui.serve.spans import outline

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Take = Callable[[str], str | None]
    """Receives an awaited answer; returns what the client gets instead, or None for nothing now."""

    Known = Callable[[bytes], Sequence[bytes] | None]
    """Receives the line of an awaited answer; returns what the client gets instead if it is known."""

MAX_HELD = 64 * 1024 * 1024
"""Bytes of one line that are kept while an answer is awaited; a longer one passes as it is."""

MESSAGE_BYTES = 64 * 1024 * 1024
"""Bytes of one line of the client's that pass."""

MAX_READ = 4 * 1024 * 1024
"""Bytes of one line from the client that are kept to be read; nothing of ours is that long."""

PEEK = 65_536
"""Bytes of an unfinished line after which it is worth telling that it is not the awaited one."""

TELLING = (
    *(b"\\", b"tools/list", b"initialize", b"resources/", b"server/discover"),
    *(b"notifications/cancelled", b"logging/setLevel", b"subscriptions/listen"),
)
"""What stands in every line of the client's that has to be read; a backslash may spell any of it."""


class Awaited(NamedTuple):
    """An answer from the upstream that we amend, hold back or keep."""

    id: Id
    take: Take
    known: Known | None = None


def read_text(line: bytes) -> str:
    """Decode a line so that encoding it again gives the same bytes, whatever they are."""
    return line.decode("utf-8", "surrogateescape")


def line_of(text: str) -> bytes:
    """Encode a text as a line."""
    return text.encode("utf-8", "surrogateescape") + b"\n"


def taken(first: Awaited, text: str) -> str | None:
    """Give an answer to who awaits it; return what is left of it."""
    try:
        return first.take(text)
    except RecursionError:  # nested deeper than Python reads: it passes as it is
        return text


class Wire:
    """The streams between one client and the upstream."""

    def __init__(
        self,
        *,
        passes: Callable[[bytes], bool],
        on_list_changed: Callable[[], None],
        prefixes: Iterable[str] = ("",),
        most: int = MESSAGE_BYTES,
        on_too_long: Callable[[bytes], None] = lambda _head: None,
    ) -> None:
        self.passes = passes
        """Reads a line of the client's; tells whether it goes on unchanged."""
        self.most = most
        self.on_too_long = on_too_long
        """Called with the beginning of a line of the client's that is longer than `most`."""
        own = [prefix.encode("utf-8", "surrogateescape") for prefix in prefixes]
        self.tells = (*TELLING, *own) if most >= PEEK else (b"",)
        """A line of the client's that holds none of these passes unread; an empty one is in every line."""
        self.telling: tuple[bytes, ...] = self.tells
        self.to_client: list[bytes] = []
        self.to_upstream: list[bytes] = []
        self.watch = InFlight()
        self.awaited: dict[Id, list[Awaited]] = {}
        self.on_list_changed = on_list_changed
        self.unsettled: list[bytes] = []
        """What the upstream sent since the last bookkeeping."""
        self.unread: list[bytes] = []
        """Whole lines of the client's that went on without being read since then."""
        self.spoken = False
        """Whether the client has said anything, apart from what is unread."""
        self.client_rest: list[bytes] = []
        self.client_size = 0
        self.client_head = b""
        self.client_skipping = False
        self.dropping = False
        """True while the rest of a line is passed over whose beginning went to an upstream that is gone."""
        self.held_up: list[bytes] = []
        self.partial: list[bytes] = []
        self.partial_size = 0
        self.mid_line = False
        self.held: list[bytes] = []

    def read_all(self, every: object) -> None:
        """Read every line of the client's, or again only those that may concern us."""
        self.telling = (b"",) if every else self.tells

    # From the client

    def client_sent(self, chunk: bytes) -> None:
        """Take in what the client sent: whole lines that cannot concern us go on unread."""
        self.spoken = True
        whole = chunk[-1:] == b"\n" and not self.client_rest and not self.client_skipping
        if whole and len(chunk) <= self.most:
            for token in self.telling:
                if token in chunk:
                    break
            else:
                self.to_upstream.append(chunk)
                self.unread.append(chunk)
                return
        self.settle()
        self.read_lines(chunk)

    def read_lines(self, chunk: bytes) -> None:
        """Read the lines that a chunk completes and route each."""
        if self.client_skipping:
            chunk = self.skip(chunk)
        end = chunk.rfind(b"\n") + 1
        if end == 0:
            self.keep_rest(chunk)
            return
        whole = b"".join((*self.client_rest, chunk[:end])) if self.client_rest else chunk[:end]
        self.client_rest = []
        self.route(whole)
        self.keep_rest(chunk[end:])

    def route(self, whole: bytes) -> None:
        """Pass on whole lines in as few pieces as their order among our own messages allows."""
        start = at = 0
        for line in whole[:-1].split(b"\n"):
            before = len(self.to_upstream)
            good = self.passes(line)
            if not good or len(self.to_upstream) != before:
                self.to_upstream.insert(before, whole[start:at])
                start = at if good else at + len(line) + 1
            at += len(line) + 1
        self.to_upstream.append(whole[start:at])

    def skip(self, chunk: bytes) -> bytes:
        """Pass the rest of a line that is too long to be read; return what follows it."""
        end = chunk.find(b"\n") + 1
        piece = chunk[:end] if end else chunk
        self.client_size += len(piece)
        if not self.dropping and self.client_size > self.most:
            self.to_upstream.append(b"\n")
            self.cut(self.client_head)
        if not self.dropping:
            self.to_upstream.append(piece)
        if end:
            self.to_upstream += self.held_up
            self.held_up, self.client_skipping, self.dropping = [], False, False
        return chunk[end:] if end else b""

    def cut(self, head: bytes) -> None:
        """Drop what remains of a line that is longer than may be, and have its sender told."""
        self.dropping = True
        self.on_too_long(head)

    def keep_rest(self, rest: bytes) -> None:
        """Keep the beginning of a line, or let it pass when it grows too long to be read."""
        if rest:
            self.client_rest.append(rest)
            self.client_size = len(rest) if len(self.client_rest) == 1 else self.client_size + len(rest)
        if self.client_rest and self.client_size > min(MAX_READ, self.most):
            self.client_head = b"".join(self.client_rest[:8])[:EDGE]
            if self.client_size > self.most:
                self.cut(self.client_head)
            else:
                self.to_upstream += self.client_rest
            self.client_rest, self.client_skipping = [], True

    def client_closed(self) -> None:
        """Pass on a last line without line end, as the client left it."""
        self.to_upstream += self.client_rest
        self.client_rest = []

    # From the upstream

    def upstream_sent(self, chunk: bytes) -> None:
        """Take in what the upstream sent: at once when nothing is awaited, else line by line."""
        self.unsettled.append(chunk)
        if self.mid_line:
            chunk = self.finish_line(chunk)
        while chunk:
            if not self.awaited and not self.partial:
                self.to_client.append(chunk)
                self.mid_line = not chunk.endswith(b"\n")
                return
            end = chunk.find(b"\n") + 1
            if end == 0:
                self.keep_partial(chunk)
                return
            line = b"".join((*self.partial, chunk[:end]))
            self.partial, self.partial_size = [], 0
            self.upstream_line(line)
            chunk = chunk[end:]

    def finish_line(self, chunk: bytes) -> bytes:
        """Pass the rest of a line whose beginning has passed; return what follows it."""
        end = chunk.find(b"\n") + 1
        if end == 0:
            self.to_client.append(chunk)
            return b""
        self.mid_line = False
        self.to_client += [chunk[:end], *self.held]
        self.held = []
        return chunk[end:]

    def keep_partial(self, piece: bytes) -> None:
        """Keep the beginning of a line; let it pass once it is surely not an awaited answer, or too long."""
        self.partial.append(piece)
        self.partial_size += len(piece)
        if self.partial_size < PEEK:
            return
        head = b"".join(self.partial[:8])[:EDGE]
        key = answered_id(head, b"")
        strange = NO_ANSWER.match(head) is not None if key is None else key not in self.awaited
        if strange or self.partial_size > MAX_HELD:
            self.to_client += self.partial
            self.partial, self.partial_size, self.mid_line = [], 0, True

    def upstream_line(self, line: bytes) -> None:
        """Pass a whole line, or give it to whoever awaits it."""
        keys = answered_ids(line)
        if not any(key in self.awaited for key in keys):
            self.to_client.append(line)
        elif line[:1] != b"{" and line.lstrip()[:1] == b"[":
            self.upstream_batch(read_text(line))
        else:
            self.deliver(keys[0], line)

    def deliver(self, key: Id, line: bytes) -> None:
        """Give an answer to whoever awaits it and send the client what is left of it."""
        first = self.first(key)
        pieces = first.known(line) if first.known is not None else None
        if pieces is not None:
            self.to_client += pieces
            return
        left = taken(first, read_text(line[:-1]))
        if left is not None:
            self.to_client.append(line_of(left))

    def first(self, key: Id) -> Awaited:
        """Return the first who awaits an answer, and no longer wait."""
        waiting = self.awaited[key]
        first = waiting.pop(0)
        if not waiting:
            del self.awaited[key]
        return first

    def upstream_batch(self, text: str) -> None:
        """Give the awaited answers of a batch to those who await them and send the client the rest."""
        left = []
        for item in outline(text).value:
            part: str | None = text[item.start : item.end]
            answers = isinstance(item.value, dict) and "method" not in item.value
            key = message_id(item.value) if answers else None
            if key is not None and key in self.awaited:
                part = taken(self.first(key), text[item.start : item.end])
            if part is not None:
                left.append(part)
        if left:
            self.to_client.append(line_of(f"[{','.join(left)}]"))

    # Our own part

    def expect(self, key: Id, take: Take, *, known: Known | None = None) -> None:
        """Await the upstream's answer to a request."""
        self.awaited.setdefault(key, []).append(Awaited(key, take, known))

    def cancelled(self, key: Id) -> None:
        """Forget a request that the client gave up."""
        self.awaited.pop(key, None)
        self.watch.done(key)

    def send(self, text: str) -> None:
        """Send the client a message of our own, between two lines of the upstream's."""
        (self.held if self.mid_line else self.to_client).append(line_of(text))

    def send_bytes(self, line: bytes) -> None:
        """Send the client a line that is already encoded."""
        (self.held if self.mid_line else self.to_client).append(line)

    def forward(self, text: str) -> None:
        """Send the upstream a message, between two lines of the client's."""
        self.forward_line(text.encode("utf-8", "surrogateescape"))

    def forward_line(self, line: bytes) -> None:
        """Send the upstream a line, given without its end, between two lines of the client's."""
        (self.held_up if self.client_skipping else self.to_upstream).append(line + b"\n")

    def settle(self) -> None:
        """Do the bookkeeping for what has passed; the front calls this after it has written, when due."""
        if self.unread:
            self.spoken = True
            chunks, self.unread = self.unread, []
            for chunk in chunks:
                self.watch.asked(chunk)
        if self.unsettled:
            chunks, self.unsettled = self.unsettled, []
            for chunk in chunks:
                self.watch.seen(chunk)
        if self.watch.list_changed:
            self.watch.list_changed = False
            self.on_list_changed()

    def upstream_closed(self) -> list[Id]:
        """Take in the end of the upstream's stream; return the ids it has left unanswered."""
        rest, self.partial, self.partial_size = b"".join(self.partial), [], 0
        if rest:
            self.upstream_line(rest + b"\n")
        self.settle()
        self.watch.closed()
        if self.mid_line:
            self.to_client += [b"\n", *self.held]
            self.mid_line, self.held = False, []
        lost = list(self.watch)
        on_done, self.watch = self.watch.on_done, InFlight(self.watch.answered)
        self.watch.on_done = on_done
        self.to_upstream, self.held_up, self.awaited = [], [], {}
        self.dropping = self.client_skipping
        return lost
