"""One direction of a connection, cut into lines; what a line grows beyond a size may pass in pieces."""

from collections.abc import Callable

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
        self.head += data[: max(0, EDGE - len(self.head))]
        self.tail = (self.tail + data[-EDGE:])[-EDGE:]
        if self.size > self.most + 1 and not self.dropping:
            if self.ending is not None:
                self.out.append(b"\n")  # its beginning has passed
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
