"""The two byte streams of one connection: what may pass passes unread, answers that are awaited are cut out.

Sans-IO: chunks go in, chunks to write come out in `to_client` and `to_upstream`.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from genui.serve.spans import outline
from genui.serve.watch import BATCH, EDGE, NO_ANSWER, Id, Watch, answered_id, answered_ids, message_id

MAX_HELD = 64 * 1024 * 1024
"""Bytes of one line that are kept while an answer is awaited; a longer one passes as it is."""

MAX_READ = 4 * 1024 * 1024
"""Bytes of one line from the client that are kept to be read; nothing of ours is that long."""

PEEK = 65_536
"""Bytes of an unfinished line after which it is worth telling that it is not the awaited one."""

Take = Callable[[str], str | None]
"""Receives the text of an awaited answer; returns what the client gets instead, or None for nothing now."""


class Awaited(NamedTuple):
    """An answer from the upstream that we amend, hold back or keep."""

    id: Id
    take: Take


def read_text(line: bytes) -> str:
    """Decode a line so that encoding it again gives the same bytes, whatever they are."""
    return line.decode("utf-8", "surrogateescape")


def line_of(text: str) -> bytes:
    """Encode a text as a line."""
    return text.encode("utf-8", "surrogateescape") + b"\n"


class Wire:
    """The streams between one client and the upstream."""

    def __init__(self, *, passes: Callable[[bytes], bool], on_list_changed: Callable[[], None]) -> None:
        self.passes = passes
        """Reads a line of the client's; tells whether it goes on unchanged."""
        self.to_client: list[bytes] = []
        self.to_upstream: list[bytes] = []
        self.watch = Watch()
        self.awaited: dict[Id, list[Awaited]] = {}
        self.on_list_changed = on_list_changed
        self.unsettled = [b""]
        self.client_rest: list[bytes] = []
        self.client_skipping = False
        self.held_up: list[bytes] = []
        self.partial: list[bytes] = []
        self.partial_size = 0
        self.mid_line = False
        self.held: list[bytes] = []

    # From the client

    def client_sent(self, chunk: bytes) -> None:
        """Take in what the client sent."""
        if self.client_skipping:
            chunk = self.skip(chunk)
        if chunk and not self.client_rest and chunk.find(b"\n") == len(chunk) - 1:
            before = len(self.to_upstream)
            if self.passes(chunk[:-1]):
                self.to_upstream.insert(before, chunk)
            return
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
        self.client_skipping = end == 0
        self.to_upstream += [chunk[:end] if end else chunk, *(self.held_up if end else ())]
        if end:
            self.held_up = []
        return chunk[end:] if end else b""

    def keep_rest(self, rest: bytes) -> None:
        """Keep the beginning of a line, or let it pass when it grows too long."""
        if rest:
            self.client_rest.append(rest)
        if sum(map(len, self.client_rest)) > MAX_READ:
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
        strange = NO_ANSWER.match(head) if key is None else key not in self.awaited
        if strange or self.partial_size > MAX_HELD:
            self.to_client += self.partial
            self.partial, self.partial_size, self.mid_line = [], 0, True

    def upstream_line(self, line: bytes) -> None:
        """Pass a whole line, or give it to whoever awaits it."""
        keys = answered_ids(line)
        if not any(key in self.awaited for key in keys):
            self.to_client.append(line)
        elif BATCH.match(line):
            self.upstream_batch(read_text(line))
        else:
            self.deliver(keys[0], read_text(line[:-1]))

    def deliver(self, key: Id, text: str) -> None:
        """Give an answer to whoever awaits it and send the client what is left of it."""
        left = self.taken(key, text)
        if left is not None:
            self.to_client.append(line_of(left))

    def taken(self, key: Id, text: str) -> str | None:
        """Give an answer to the first who awaits it; return what is left of it."""
        waiting = self.awaited[key]
        first = waiting.pop(0)
        if not waiting:
            del self.awaited[key]
        try:
            return first.take(text)
        except RecursionError:  # nested deeper than Python reads: it passes as it is
            return text

    def upstream_batch(self, text: str) -> None:
        """Give the awaited answers of a batch to those who await them and send the client the rest."""
        left = []
        for item in outline(text).value:
            part: str | None = text[item.start : item.end]
            answers = isinstance(item.value, dict) and "method" not in item.value
            key = message_id(item.value) if answers else None
            if key is not None and key in self.awaited:
                part = self.taken(key, text[item.start : item.end])
            if part is not None:
                left.append(part)
        if left:
            self.to_client.append(line_of(f"[{','.join(left)}]"))

    # Our own part

    def expect(self, key: Id, take: Take) -> None:
        """Await the upstream's answer to a request."""
        self.awaited.setdefault(key, []).append(Awaited(key, take))

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
        """Do the bookkeeping for what has passed; the front calls this after it has written."""
        if not self.unsettled:
            return
        chunks, self.unsettled = self.unsettled, []
        for chunk in chunks:
            self.watch.seen(chunk)
        if self.watch.list_changed:
            self.watch.list_changed = False
            self.on_list_changed()

    def upstream_closed(self) -> Iterator[Id]:
        """Take in the end of the upstream's stream; yield the ids it has left unanswered."""
        rest, self.partial = b"".join(self.partial), []
        if rest:
            self.upstream_line(rest + b"\n")
        self.settle()
        self.watch.closed()
        if self.mid_line:
            self.to_client += [b"\n", *self.held]
            self.mid_line, self.held = False, []
        return iter(self.watch)
