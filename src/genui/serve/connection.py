"""A core between one client and a link: what each says goes through it, whatever the transports are."""

import time
from collections.abc import Callable, Mapping
from threading import Lock, RLock, Thread
from typing import TYPE_CHECKING, Any

from genui.serve.catalog import LiveTool
from genui.serve.core import Core
from genui.serve.tasks import Task
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
        self.lock = Lock()

    def start(self, tool: LiveTool, done: Done) -> None:
        """Compile a tool's view in a thread, which calls back."""
        key = compiled_key(tool)
        with self.lock:
            waiting = self.waiting.setdefault(key, [])
            waiting.append(done)
            if len(waiting) == 1:
                Thread(target=self.compile, args=(key, tool), daemon=True).start()

    def compile(self, key: str, tool: LiveTool) -> None:
        """Compile one view and give it to all who wait for it."""
        start = time.perf_counter()
        html = self.compile_view(tool.definition)
        took = round((time.perf_counter() - start) * 1000, 1)
        with self.lock:
            waiting = self.waiting.pop(key)
        for done in waiting:
            done(html, took)


class Connection:
    """One client's core and link. The link is set once it is open.

    A lock guards the core, since threads that compile, or that read from either side, come here too.
    """

    def __init__(
        self,
        core: Core,
        compiling: Compiling,
        *,
        deliver: Callable[[bytes], None],
        ended: Callable[[], None] = lambda: None,
        hop: Callable[[Callable[[], None]], object] = lambda act: act(),
    ) -> None:
        self.core, self.compiling = core, compiling
        self.deliver = deliver
        """Receives whole lines for the client, or pieces of long ones; it never waits."""
        self.ended = ended
        self.hop = hop
        """Runs in the event loop, where there is one, what a thread of ours has ended with."""
        self.link: Link | None = None
        self.lock = RLock()
        core.flush = self.push

    def step(self, act: Callable[[], object]) -> None:
        """Let the core act, then hand on what it has for either side."""
        with self.lock:
            act()
            self.push()
        self.flush()

    def flush(self) -> None:
        """Write what `deliver` and the link have queued; nothing where they write it themselves."""

    def client_sent(self, data: bytes) -> None:
        """Take in what the client sent."""
        self.step(lambda: self.core.client_sent(data))

    def upstream_sent(self, data: bytes) -> None:
        """Take in what the upstream sent."""
        self.step(lambda: self.core.upstream_sent(data))

    def upstream_lost(self, message: str) -> None:
        """Answer what is in flight, and withdraw what the upstream asked."""
        self.step(lambda: self.core.upstream_lost(message))

    def upstream_renewed(self) -> None:
        """Have the lists read again, by us or by the client."""
        self.step(self.core.upstream_renewed)

    def tick(self) -> None:
        """Do what is due."""
        self.step(self.core.tick)

    def link_ended(self) -> None:
        """Tell whoever holds this connection that its upstream is gone for good."""
        self.ended()

    def push(self) -> None:
        """Queue what the core has for either side, and start the work that it asks for."""
        core, wire = self.core, self.core.wire
        data = wire.take_for_upstream()
        if data and self.link is not None:
            self.link.write(data)
        data = wire.take_for_client()
        if data:
            self.deliver(data)
        jobs, core.jobs = core.jobs, []
        for tool in jobs:
            self.compiling.start(tool, lambda html, took, tool=tool: self.compiled(tool, html, took))  # type: ignore[misc]
        tasks, core.tasks = core.tasks, []
        for task in tasks:
            Thread(target=self.carry_out, args=(task,), daemon=True).start()

    def compiled(self, tool: LiveTool, html: bytes, took: float) -> None:
        """Take in a view that was compiled, in the thread that did it."""
        self.hop(lambda: self.step(lambda: self.core.compiled(tool, html, milliseconds=took)))

    def carry_out(self, task: Task) -> None:
        """Do a task, in a thread of its own."""
        outcome = task.work()
        self.hop(lambda: self.step(lambda: task.done(outcome)))

    async def close(self) -> None:
        """End the link."""
        self.core.views.watchers.discard(self.core)
        link, self.link = self.link, None
        if link is not None:
            await link.close()
