"""Cutting what an upstream sends into whole lines of a limited length."""

from genui.serve.in_flight import EDGE, answered_id
from genui.serve.request import INTERNAL_ERROR, correlation_id, error_answer


class Lines:
    """A stream of bytes, given out line by line; a line beyond the limit becomes an error answer."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.partial: list[bytes] = []
        self.size = 0
        self.edges: tuple[bytes, bytes] | None = None
        """Beginning and end of a line that is too long and not kept."""

    def feed(self, chunk: bytes) -> bytes:
        """Take in a chunk; return the lines that are now whole."""
        if not self.partial and self.edges is None and chunk.endswith(b"\n") and len(chunk) <= self.limit:
            return chunk
        whole = []
        start = 0
        while end := chunk.find(b"\n", start) + 1:
            whole.append(self.ended(chunk[start:end]))
            start = end
        if start < len(chunk):
            self.keep(chunk[start:])
        return b"".join(whole)

    def ended(self, last: bytes) -> bytes:
        """Return the line that ends here, or what takes its place."""
        if self.edges is None and self.size + len(last) > self.limit:
            self.keep(last)
        if self.edges is not None:
            head, tail = self.edges
            line = self.refused(head, (tail + last)[-EDGE:])
        else:
            line = b"".join((*self.partial, last)) if self.partial else last
        self.partial, self.size, self.edges = [], 0, None
        return line

    def keep(self, piece: bytes) -> None:
        """Keep the beginning of a line, or only its edges when it grows too long."""
        if self.edges is not None:
            self.edges = self.edges[0], (self.edges[1] + piece)[-EDGE:]
            return
        self.partial.append(piece)
        self.size += len(piece)
        if self.size > self.limit:
            self.edges = b"".join(self.partial[:64])[:EDGE], b"".join(self.partial[-8:])[-EDGE:]
            self.partial = []

    def refused(self, head: bytes, tail: bytes) -> bytes:
        """Return the answer that stands for one which is too long; nothing for what is no answer."""
        key = answered_id(head, tail.rstrip())
        if key is None:
            return b""
        message = f"the upstream's answer is larger than {self.limit} bytes, the limit of one message"
        data = {"errorType": "MESSAGE_TOO_LARGE", "retryable": False, "requestId": correlation_id()}
        return error_answer(key, INTERNAL_ERROR, message, data).encode() + b"\n"
