"""A core between one client and a link: what each says goes through it, whatever the transports are."""

import asyncio
import time
from collections.abc import Callable, Mapping
from threading import Thread
from typing import TYPE_CHECKING, Any

from genui.serve.catalog import LiveTool
from genui.serve.core import Core
from genui.serve.refresh import Periodic
from genui.serve.tasks import Task
from genui.serve.timers import Timers
from genui.serve.views import compiled_key

if TYPE_CHECKING:
    from genui.serve.upstreams import Link

CompileView = Callable[[Mapping[str, Any]], bytes]
Done = Callable[[bytes, float], None]
"""Receives a view's HTML and the milliseconds it took."""


class Compiling:
    """Compiles views that were missed, in threads, once for all connections that ask for the same."""

    def __init__(self, compile_view: CompileView) -> None:
        self.compile_view = compile_view
        self.waiting: dict[str, list[Done]] = {}

    def start(self, tool: LiveTool, done: Done) -> None:
        """Compile a tool's view and call back in the event loop."""
        key = compiled_key(tool)
        self.waiting.setdefault(key, []).append(done)
        if len(self.waiting[key]) == 1:
            loop = asyncio.get_running_loop()
            Thread(target=self.compile, args=(key, tool, loop), daemon=True).start()

    def compile(self, key: str, tool: LiveTool, loop: asyncio.AbstractEventLoop) -> None:
        """Compile one view, in a thread."""
        start = time.perf_counter()
        html = self.compile_view(tool.definition)
        took = round((time.perf_counter() - start) * 1000, 1)
        if not loop.is_closed():
            loop.call_soon_threadsafe(self.finish, key, html, took)

    def finish(self, key: str, html: bytes, took: float) -> None:
        """Give a view to all who wait for it."""
        for done in self.waiting.pop(key):
            done(html, took)


class Connection:
    """One client's core and link. The link is set once it is open."""

    def __init__(
        self, core: Core, compiling: Compiling, *, deliver: Callable[[bytes], None], ended: Callable[[], None]
    ) -> None:
        self.core = core
        self.compiling = compiling
        self.deliver = deliver
        """Receives whole lines for the client."""
        self.ended = ended
        self.link: Link | None = None
        self.timers = Timers()
        core.flush = self.push

    def client_sent(self, line: bytes) -> None:
        """Take in one message of the client's: a line without its end."""
        self.core.client_sent(line + b"\n")
        self.push()

    def upstream_sent(self, data: bytes) -> None:
        """Take in whole lines of the upstream's."""
        self.core.upstream_sent(data)
        self.push()

    def upstream_lost(self, message: str) -> None:
        """Answer what is in flight, and withdraw what the upstream asked."""
        self.core.upstream_lost(message)
        self.push()

    def upstream_renewed(self) -> None:
        """Have the lists read again, by us or by the client."""
        self.core.catalog.doubt()
        self.core.refresh()
        self.push()

    def refresh_every(self, seconds: float) -> None:
        """Have the tools read again every so often; 0 leaves it."""
        Periodic(self.core, self.timers, seconds)

    def tick(self) -> None:
        """Do what is due."""
        if self.timers.due <= time.monotonic():
            self.timers.run()
            self.push()

    def link_ended(self) -> None:
        """Tell whoever holds this connection that its upstream is gone for good."""
        self.ended()

    def push(self) -> None:
        """Write what the core has for either side, then let it do its bookkeeping."""
        wire = self.core.wire
        if wire.to_upstream:
            chunks, wire.to_upstream = wire.to_upstream, []
            if self.link is not None:
                self.link.write(chunks)
        if wire.to_client:
            chunks, wire.to_client = wire.to_client, []
            self.deliver(chunks[0] if len(chunks) == 1 else b"".join(chunks))
        if wire.unread or wire.unsettled:
            self.core.settle()
        if self.core.jobs:
            self.compile()
        if self.core.tasks:
            self.work()

    def compile(self) -> None:
        """Have the views compiled that the core asks for."""
        jobs, self.core.jobs = self.core.jobs, []
        for tool in jobs:
            self.compiling.start(tool, lambda html, took, tool=tool: self.compiled(tool, html, took))  # type: ignore[misc]

    def compiled(self, tool: LiveTool, html: bytes, took: float) -> None:
        """Take in a view that was compiled."""
        self.core.compiled(tool, html, milliseconds=took)
        self.push()

    def work(self) -> None:
        """Do each task in a thread of its own."""
        tasks, self.core.tasks = self.core.tasks, []
        loop = asyncio.get_running_loop()
        for task in tasks:
            Thread(target=self.carry_out, args=(task, loop), daemon=True).start()

    def carry_out(self, task: Task, loop: asyncio.AbstractEventLoop) -> None:
        """Do a task, in a thread."""
        outcome = task.work()
        if not loop.is_closed():
            loop.call_soon_threadsafe(self.worked, task, outcome)

    def worked(self, task: Task, outcome: Any) -> None:
        """Take in what came of a task."""
        task.done(outcome)
        self.push()

    async def close(self) -> None:
        """End the link."""
        self.core.views.watchers.discard(self.core)
        link, self.link = self.link, None
        if link is not None:
            await link.close()
