"""A program behind an HTTP front: its pipes are read by a thread, its lines by the event loop."""

import asyncio
from collections.abc import Callable
from threading import Event, Semaphore, Thread

from genui.child import SIGKILL, Child
from genui.config import Target
from genui.serve.in_flight import answered_id
from genui.serve.lines import Lines
from genui.serve.pipes import PipeLink
from genui.serve.request import failure
from genui.serve.wire import line_of
from genui.upstream.link import Receiver

GRACE = 0.8
"""Seconds between closing the upstream's input and SIGTERM."""

AHEAD = 16
"""Chunks that may be read before the loop has taken them."""


class ProcessLink:
    """A running program; what it sends goes to the receiver in whole lines."""

    def __init__(self, child: Child, receiver: Receiver, *, message_bytes: int) -> None:
        self.loop = asyncio.get_running_loop()
        self.child, self.receiver = child, receiver
        self.lines = bounded_lines(message_bytes)
        self.reading, self.ahead = Event(), Semaphore(AHEAD)
        self.reading.set()
        self.told = False
        self.pipes = PipeLink(child, sent=self.sent, ended=lambda _link: self.watch(GRACE))
        self.watch(None)
        RUNNING.add(self)

    # In threads

    def call_soon(self, act: Callable[[], None]) -> None:
        """Have something done by the loop, if it is still there."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(act)

    def sent(self, data: bytes) -> None:
        """Hand on the lines that are whole now, as fast as they are taken."""
        self.reading.wait()
        self.lines.feed(data)
        whole, self.lines.out = b"".join(self.lines.out), []
        if whole:
            self.ahead.acquire()
            self.call_soon(lambda: self.took(whole))

    def watch(self, seconds: float | None) -> None:
        """End with the program, though a child of its own holds its output open, or after some seconds."""

        def wait() -> None:
            self.child.wait(seconds)
            self.pipes.over.wait(GRACE)
            self.call_soon(self.end)

        Thread(target=wait, daemon=True).start()

    # In the loop

    def took(self, lines: bytes) -> None:
        """Give the receiver some lines."""
        self.ahead.release()
        self.receiver.upstream_sent(lines)

    def end(self) -> None:
        """Tell the receiver that the program has ended, and how."""
        if self.told:
            return
        self.told = True
        rest = self.lines.rest()
        if rest:
            self.receiver.upstream_sent(rest + b"\n")
        self.receiver.upstream_lost(self.child.told())
        self.receiver.link_ended()

    def write(self, data: bytes) -> None:
        """Send whole lines."""
        self.pipes.write(data)
        self.pipes.flush()

    async def room(self) -> None:
        """Wait until the program has read enough of what waits for it."""
        while not self.pipes.writer.has_room:
            await asyncio.sleep(0.01)

    def pause(self) -> None:
        """Read no more for now."""
        self.reading.clear()

    def resume(self) -> None:
        """Read again."""
        self.reading.set()

    async def close(self) -> None:
        """Close its input, then end it and all that it has started."""
        self.told = True
        self.resume()
        await asyncio.to_thread(self.pipes.close, GRACE)
        RUNNING.discard(self)


RUNNING: set[ProcessLink] = set()
"""Every program that has not been seen to end."""


def kill_all() -> None:
    """End what is left when there is no more time."""
    for link in RUNNING:
        link.child.signal(SIGKILL)


def bounded_lines(most: int) -> Lines:
    """Return what cuts a program's output into lines; an answer that is too long becomes an error."""

    def refused(head: bytes, tail: bytes) -> None:
        key = answered_id(head, tail.rstrip())
        if key is not None:
            message = f"the upstream's answer is larger than {most} bytes, the limit of one message"
            lines.send(line_of(failure(key, "MESSAGE_TOO_LARGE", message)))

    lines = Lines(lambda line: lines.send(line), most=most, too_long=refused)
    return lines


async def start_process(target: Target, receiver: Receiver, *, message_bytes: int) -> ProcessLink:
    """Start a program with our environment, less what is genui's own, and its own variables.

    Raises:
        UpstreamError: It cannot be started.
    """
    child = Child([target.command or "", *target.args], env=target.env, cwd=target.cwd)
    return ProcessLink(child, receiver, message_bytes=message_bytes)
