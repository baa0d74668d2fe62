"""Pipes as the stdio relay uses them: read and written by threads, since Windows cannot poll them."""

import os
import select
import sys
import time
from collections import deque
from collections.abc import Callable
from threading import Event, Lock, Thread

from genui.child import SIGKILL, Child

READ = 65_536
"""Bytes of a read. From 128 KiB on malloc maps memory for every read: 0.05 ms more a call, measured."""

LIMIT = 1024 * 1024
"""Bytes queued for one side from which on the other side is not read."""

LOOK = 0.01
"""Seconds between two looks at something that is waited for."""

GRACE = 0.8
"""Seconds between closing the upstream's input and SIGTERM.

Together with the time until SIGKILL it stays below the 2 s after which hosts (the SDK's client) kill us.
"""

LAST_GRACE = 0.5
"""Seconds between SIGTERM and SIGKILL."""


def read_some(descriptor: int) -> bytes:
    """Read what is there; nothing at the end, or where who writes has vanished."""
    try:
        return os.read(descriptor, READ)
    except OSError:
        return b""


def is_ready(descriptor: int, *, readable: bool = False) -> bool:
    """Tell whether the other end of a pipe is closed, or there is something to read; never on Windows."""
    return sys.platform != "win32" and polled(descriptor, select.POLLIN if readable else 0, 0)


def polled(descriptor: int, events: int, milliseconds: int | None) -> bool:
    """Wait for events of a descriptor, or for the end of what it leads to; tell whether one came."""
    poller = select.poll()
    poller.register(descriptor, events)
    return bool(poller.poll(milliseconds))


class PipeWriter:
    """A descriptor to write to. What it takes is written at once; a thread writes the rest."""

    def __init__(self, descriptor: int, *, broke: Callable[[], object]) -> None:
        self.descriptor, self.broke = descriptor, broke
        """`broke` is called whenever something is written that nobody reads any more."""
        self.queue: deque[memoryview] = deque()
        self.turn = Lock()
        self.queued = self.written = 0
        self.broken = False
        """True once nobody reads any more."""
        # Not on a terminal: it shares the flag with the shell, whose own reading would fail then.
        self.direct = sys.platform != "win32" and not os.isatty(descriptor)
        """Whether writing returns at once, where the descriptor takes no more."""
        if self.direct:
            os.set_blocking(descriptor, False)
        self.wake = Event()
        Thread(target=self.write_rest, daemon=True).start()

    def write(self, data: bytes) -> None:
        """Write without waiting for the reader; one thread at a time may do so."""
        self.queue.append(memoryview(data))
        self.queued += len(data)
        if self.direct:
            self.write_some()
        if self.queue:
            self.wake.set()

    def write_some(self) -> None:
        """Write from the queue, as long as the descriptor takes it."""
        with self.turn:
            while self.queue and not self.broken:
                try:
                    written = os.write(self.descriptor, self.queue[0])
                except BlockingIOError:
                    return
                except OSError:
                    self.broken = True
                    break
                self.written += written
                left = self.queue[0][written:]
                if left:
                    self.queue[0] = left
                else:
                    self.queue.popleft()
        if self.broken:
            self.queue.clear()
            self.broke()

    def write_rest(self) -> None:
        """Write what could not be written at once, in a thread."""
        while not self.broken:
            self.wake.wait()
            self.wake.clear()
            while self.queue:
                descriptor = self.descriptor
                if self.direct and descriptor >= 0:  # another thread may close it
                    polled(descriptor, select.POLLOUT, None)
                self.write_some()

    @property
    def idle(self) -> bool:
        """True while nothing waits to be written."""
        return not self.queue

    @property
    def has_room(self) -> bool:
        """False while too much is queued."""
        return self.broken or self.queued - self.written < LIMIT

    def room(self) -> None:
        """Wait while too much is queued."""
        while not self.has_room:
            time.sleep(LOOK)

    def close_pipe(self) -> None:
        """Close the descriptor, unless somebody is writing to it or it is closed already."""
        if self.descriptor >= 0 and self.turn.acquire(blocking=False):
            os.close(self.descriptor)
            self.descriptor, self.broken = -1, True
            self.queue.clear()
            self.turn.release()
            self.wake.set()


class PipeLink(PipeWriter):
    """A program's pipes: a thread reads from it, and whoever has something for it writes."""

    answers_after_close = True
    """A program goes on writing when its input is closed."""

    def __init__(
        self, child: Child, *, sent: Callable[[bytes], None], ended: Callable[["PipeLink"], None]
    ) -> None:
        super().__init__(child.stdin, broke=lambda: ended(self))
        self.child, self.sent, self.ended = child, sent, ended
        self.label = child.name
        """What the log calls the upstream."""
        self.over = Event()
        """Set at the end of its output."""
        self.lost = False
        """True once this program is given up; what it still writes is dropped."""
        Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        """Hand on what the program writes, in a thread."""
        while (chunk := read_some(self.child.stdout)) and not self.lost:
            self.sent(chunk)
        os.close(self.child.stdout)
        self.over.set()
        self.ended(self)

    def kill(self) -> None:
        """End whatever is left of a program that was lost."""
        self.lost = True
        self.child.signal(SIGKILL)
        self.close_pipe()

    def close(self, grace: float) -> None:
        """Close its input and give it some seconds to finish, then end it and all that it has started."""
        self.close_pipe()
        self.child.wait(grace)
        self.child.end(LAST_GRACE)
        self.over.wait(LAST_GRACE)


def until(done: Callable[[], bool], seconds: float) -> None:
    """Wait until something is so, but no longer than some seconds."""
    deadline = time.monotonic() + seconds
    while not done() and time.monotonic() < deadline:
        time.sleep(LOOK)
