"""Reading and writing descriptors without ever blocking on either side."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Sequence
else:
    try:  # the C code beneath: what stands around it takes as long to load as all of serve
        from _collections import deque
    except ImportError:
        from collections import deque

READ = 65_536
"""Bytes of a read: from 128 KiB on, every read costs a memory mapping of its own."""

MAX_READ = 1024 * 1024
JOINED = 262_144
"""Pieces that have to wait are written as one up to this many bytes."""

PIECES = 64
"""Pieces that are handed to the system at once."""


class Inlet:
    """A descriptor that is read when it is ready."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.size = READ

    def read(self) -> bytes | None:
        """Return what is there: b"" at the end or when the writer has vanished, None when it was nothing."""
        try:
            chunk = os.read(self.descriptor, self.size)
        except BlockingIOError:
            return None
        except OSError:
            return b""
        self.size = min(2 * self.size, MAX_READ) if len(chunk) == self.size else READ
        return chunk


class Outlet:
    """A descriptor that takes what it can; the rest waits in a queue."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.queue: deque[memoryview] = deque()
        self.size = 0
        self.broken = False
        self.stuck = False
        """True while something waits, or nobody reads any more."""
        self.widened = False

    def write(self, chunks: Sequence[bytes]) -> None:
        """Write chunks in order, as far as the descriptor takes them now."""
        if len(chunks) == 1 and not self.queue and not self.broken:
            chunks = self.write_now(chunks[0])
        elif 1 < len(chunks) <= PIECES and not self.queue and not self.broken:
            chunks = self.write_together(chunks)
        elif len(chunks) > 1 and sum(map(len, chunks)) <= JOINED:
            chunks = (b"".join(chunks),)
        if not chunks or self.broken:
            return
        self.widen()
        for chunk in filter(None, chunks):
            self.queue.append(memoryview(chunk))
            self.size += len(chunk)
        self.stuck = True
        self.flush()

    def write_now(self, chunk: bytes) -> Sequence[bytes]:
        """Write one chunk past the empty queue; return what was not taken."""
        try:
            written = os.write(self.descriptor, chunk)
        except BlockingIOError:
            return (chunk,)
        except OSError:
            self.breaks()
            return ()
        return () if written == len(chunk) else (chunk[written:],)

    def write_together(self, chunks: Sequence[bytes]) -> Sequence[bytes]:
        """Write some chunks at once past the empty queue; return what was not taken."""
        try:
            written = os.writev(self.descriptor, chunks)
        except BlockingIOError:
            return chunks
        except OSError:
            self.breaks()
            return ()
        for number, chunk in enumerate(chunks):
            if written < len(chunk):
                return (chunk[written:], *chunks[number + 1 :])
            written -= len(chunk)
        return ()

    def widen(self) -> None:
        """Have a pipe take a whole list of tools at once, from the first time that it does not take all."""
        if self.widened:
            return
        self.widened = True
        try:
            from fcntl import F_SETPIPE_SZ, fcntl

            fcntl(self.descriptor, F_SETPIPE_SZ, JOINED)
        except (ImportError, OSError):  # no Linux, or no pipe: it takes what it takes
            return

    def flush(self) -> None:
        """Write from the queue until the descriptor takes no more."""
        queue = self.queue
        while queue:
            piece = queue[0]
            try:
                written = os.write(self.descriptor, piece)
            except BlockingIOError:
                return
            except OSError:
                self.breaks()
                return
            self.size -= written
            if written == len(piece):
                queue.popleft()
            else:
                queue[0] = piece[written:]
        self.stuck = False

    def breaks(self) -> None:
        """Note that nobody reads any more, and drop what waits."""
        self.broken = self.stuck = True
        self.queue.clear()
        self.size = 0
