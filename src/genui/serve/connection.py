"""A core between one client and a link: what each says goes through it, whatever the transports are."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import RLock, Thread
from typing import TYPE_CHECKING, Any

from genui.serve.core import Core
from genui.serve.protocol import EXITED
from genui.serve.tasks import Task

if TYPE_CHECKING:
    from genui.upstream.link import Link


class Connection(ABC):
    """One client's core and link. The link is set once it is open.

    A lock guards the core, since threads that do tasks, or that read from either side, come here too.
    """

    link: "Link | None" = None

    def __init__(self, core: Core) -> None:
        self.core = core
        self.lock = RLock()
        core.flush = self.push

    @abstractmethod
    def deliver(self, data: bytes) -> None:
        """Send the client whole lines, without waiting."""

    def link_ended(self) -> None:  # noqa: B027 - where the link starts again there is nothing to do
        """Learn that the upstream is gone for good."""

    def call_soon(self, act: Callable[[], None]) -> None:
        """Do what a thread of ours has ended with, in the event loop where there is one."""
        act()

    def step(self, act: Callable[..., object], *given: Any) -> None:
        """Let the core act, then hand on what it has for either side."""
        with self.lock:
            act(*given)
            self.push()

    def client_sent(self, data: bytes) -> None:
        """Take in what the client sent."""
        self.step(self.core.wire.client_sent, data)

    def upstream_sent(self, data: bytes) -> None:
        """Take in what the upstream sent."""
        self.step(self.core.wire.upstream_sent, data)

    def upstream_lost(self, message: str, kind: str = EXITED) -> None:
        """Answer what is in flight, and withdraw what the upstream asked."""
        self.step(self.core.upstream_lost, message, kind)

    def upstream_renewed(self) -> None:
        """Have the lists read again, by us or by the client."""
        self.step(self.core.upstream_renewed)

    def push(self) -> None:
        """Send what the core has for either side, and start the work that it asks for."""
        core, wire = self.core, self.core.wire
        if wire.for_upstream and self.link is not None:
            self.link.write(wire.take_for_upstream())
        if wire.for_client:
            self.deliver(wire.take_for_client())
        while core.tasks:
            Thread(target=self.carry_out, args=(core.tasks.pop(0),), daemon=True).start()

    def carry_out(self, task: Task) -> None:
        """Do a task, in a thread of its own."""
        outcome = task.work()
        self.call_soon(lambda: self.step(task.done, outcome))

    async def close(self) -> None:
        """End the link."""
        self.core.views.watchers.discard(self.core)
        link, self.link = self.link, None
        if link is not None:
            await link.close()
