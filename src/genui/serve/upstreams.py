"""The upstream behind every front but the stdio hot path: a URL's, or a command, with a process a client."""

import asyncio
from threading import Thread
from typing import TYPE_CHECKING

from genui.child import SIGKILL, Child
from genui.config import Limits, Target
from genui.serve.log import Log
from genui.serve.pipes import GRACE, PipeLink
from genui.upstream.link import Given, Link, Receiver, no_headers

if TYPE_CHECKING:
    from genui.upstream.remote import UrlUpstream


class ProcessLink:
    """A running program; what it sends goes to the receiver in the loop."""

    def __init__(self, child: Child, receiver: Receiver) -> None:
        self.loop = asyncio.get_running_loop()
        self.child, self.receiver = child, receiver
        self.reading = asyncio.Event()
        self.reading.set()
        self.told = False
        self.pipes = PipeLink(child, sent=self.sent, ended=lambda _link: self.watch(GRACE))
        self.watch(None)
        RUNNING.add(self)

    # In threads

    def sent(self, data: bytes) -> None:
        """Hand on what the program said, and wait until it is taken: no more is read before."""
        asyncio.run_coroutine_threadsafe(self.took(data), self.loop).result()

    def watch(self, seconds: float | None) -> None:
        """End with the program, though a child of its own holds its output open, or after some seconds."""

        def wait() -> None:
            self.child.wait(seconds)
            self.pipes.over.wait(GRACE)
            if not self.loop.is_closed():
                self.loop.call_soon_threadsafe(self.end)

        Thread(target=wait, daemon=True).start()

    # In the loop

    async def took(self, data: bytes) -> None:
        """Give the receiver what the program said, once the client reads."""
        await self.reading.wait()
        self.receiver.upstream_sent(data)

    def end(self) -> None:
        """Tell the receiver that the program has ended, and how."""
        if self.told:
            return
        self.told = True
        self.receiver.upstream_lost(self.child.told())
        self.receiver.link_ended()

    def write(self, data: bytes) -> None:
        """Send whole lines."""
        self.pipes.write(data)

    async def room(self) -> None:
        """Wait until the program has read enough of what waits for it."""
        while not self.pipes.has_room:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Close its input, then end it and all that it has started."""
        self.told = True
        self.reading.set()
        await asyncio.to_thread(self.pipes.close, GRACE)
        RUNNING.discard(self)


RUNNING: set[ProcessLink] = set()
"""Every program that has not been seen to end."""


def kill_all() -> None:
    """End what is left when there is no more time."""
    for link in RUNNING:
        link.child.signal(SIGKILL)


class ProgramUpstream:
    """Gives links to processes of one command."""

    is_shared = True
    """All requests of the stateless era go over one link."""

    def __init__(self, target: Target) -> None:
        self.target = target

    async def open(self, receiver: Receiver, given: Given = no_headers) -> Link:
        """Start a process with our environment, less what is genui's own, and its own variables.

        Raises:
            UpstreamError: It cannot be started.
        """
        del given  # a program sees no headers
        target = self.target
        child = Child([target.command or "", *target.args], env=target.env, cwd=target.cwd)
        return ProcessLink(child, receiver)

    async def close(self) -> None:
        """Do nothing: each link ends its own process."""


def upstream_of(target: Target, limits: Limits, log: Log) -> "ProgramUpstream | UrlUpstream":
    """Return where links to a target come from; an HTTP client is loaded for a URL only."""
    if target.url:
        from genui.upstream.remote import UrlUpstream

        return UrlUpstream(target, limits, log)
    return ProgramUpstream(target)
