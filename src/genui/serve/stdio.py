"""stdio to stdio: one thread that waits for raw descriptors and lets the core decide."""

from __future__ import annotations

import os
import time
from select import POLLIN, POLLOUT, poll
from signal import SIGHUP, SIGINT, SIGTERM, set_wakeup_fd, signal

from genui.serve.pipes import Inlet, Outlet
from genui.serve.refresh import Periodic
from genui.serve.supervisor import TICK, Supervisor
from genui.serve.timers import Timers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from genui.child import Child
    from genui.serve.catalog import LiveTool
    from genui.serve.core import Core
    from genui.serve.tasks import Task

    CompileView = Callable[[Mapping[str, Any]], bytes]

LIMIT = 1024 * 1024
"""Bytes queued for one side from which on the other side is not read."""

LOOK = 1000
"""Milliseconds of silence after which it may be time to look at the views."""

STOPS = (SIGTERM, SIGINT, SIGHUP)


class Relay:
    """One connection between a host on our stdin and stdout and an upstream."""

    def __init__(
        self,
        core: Core,
        child: Child,
        *,
        client_in: int,
        client_out: int,
        compile_view: CompileView,
        respawn: Callable[[], Child] | None = None,
        refresh: float = 0.0,
    ) -> None:
        self.core = core
        self.wire = core.wire
        self.compile_view = compile_view
        self.timers = Timers()
        if not os.isatty(client_out):  # a terminal shares the flag with the shell, which it would break
            os.set_blocking(client_out, False)
        self.client_in, self.client_out = Inlet(client_in), Outlet(client_out)
        self.client_open = True
        self.held = False
        """True while the client is not read because there is no upstream."""
        self.exit_code: int | None = None
        self.poller = poll()
        self.interest: dict[int, int] = {}
        self.watchful = True
        """True while what to wait for may change from one turn to the next."""
        self.stops: list[int] = []
        self.done: list[Callable[[], None]] = []
        """What threads have ended with, to be taken in here."""
        self.wake_out, self.wake_in = os.pipe()
        os.set_blocking(self.wake_in, False)
        self.actions: dict[int, Callable[[int], None]] = {
            self.client_in.descriptor: self.client_ready,
            self.client_out.descriptor: lambda _event: self.client_out.flush(),
            self.wake_out: self.woken,
        }
        self.connect(child)
        self.life = Supervisor(self, child, respawn)
        self.periodic = Periodic(core, self.timers, refresh)
        self.preparing: Iterator[None] | None = core.prepare()

    def connect(self, child: Child) -> None:
        """Use an upstream's pipes."""
        os.set_blocking(child.stdin, False)
        self.upstream_in, self.upstream_out = Outlet(child.stdin), Inlet(child.stdout)
        self.upstream_open = True
        self.actions[self.upstream_out.descriptor] = self.upstream_ready
        self.actions[self.upstream_in.descriptor] = lambda _event: self.upstream_in.flush()
        self.watchful = True

    def disconnect(self) -> None:
        """Forget an upstream's pipes."""
        for descriptor in (self.upstream_in.descriptor, self.upstream_out.descriptor):
            self.want(descriptor, None)
            del self.actions[descriptor]
        self.upstream_in.breaks()
        self.upstream_open = False

    @property
    def child(self) -> Child:
        """The upstream that runs now, or ran last."""
        return self.life.child

    def run(self) -> int:
        """Relay until either side ends, end the upstream and return the exit code."""
        sleep_through = wake_for(self.stops, self.wake_in)
        try:
            self.watch()
            while self.exit_code is None:
                self.turn(None)
            while not self.life.finished():
                self.life.end_upstream()
                self.turn(TICK * 1000)
        finally:
            sleep_through()
        return self.exit_code

    # What happens

    def act(self, ready: list[tuple[int, int]]) -> None:
        """Act on what is ready and write what comes of it."""
        for descriptor, event in ready:
            act = self.actions.get(descriptor)
            if act is not None:
                act(event)
        if not ready and self.preparing:
            self.prepare()
        self.push()

    def turn(self, timeout: float | None) -> None:
        """Wait until something is ready, act on it and write what comes of it."""
        if timeout is None:
            timeout = 0 if self.preparing else min(LOOK, self.timers.milliseconds())
        self.act(self.poller.poll(timeout))
        if self.timers.set_for and self.timers.due <= time.monotonic():
            self.timers.run()
            self.push()

    def client_ready(self, _event: int) -> None:
        """Read from the client."""
        chunk = self.client_in.read()
        if chunk:
            self.core.client_sent(chunk)
        elif chunk is not None:
            self.wire.client_closed()
            self.end(0)

    def upstream_ready(self, _event: int) -> None:
        """Read from the upstream."""
        chunk = self.upstream_out.read()
        if chunk:
            self.core.upstream_sent(chunk)
        elif chunk is not None:
            self.upstream_open = False
            self.watchful = True
            self.life.upstream_ended()

    def woken(self, _event: int) -> None:
        """Act on signals and on views that were compiled."""
        os.read(self.wake_out, 4096)
        if self.stops:
            self.end(128 + self.stops[0])
            self.life.input_open = False
        while self.done:
            self.done.pop(0)()

    def push(self) -> None:
        """Write what the core has for either side, then do what is left to do."""
        wire = self.wire
        self.core.views.look()
        if wire.to_upstream:
            chunks, wire.to_upstream = wire.to_upstream, []
            self.upstream_in.write(chunks)
        if wire.to_client:
            chunks, wire.to_client = wire.to_client, []
            self.client_out.write(chunks)
        if wire.unread or wire.unsettled:
            self.core.settle()
        if self.core.jobs:
            self.compile()
        if self.core.tasks:
            self.work()
        if self.watchful or self.client_out.stuck or self.upstream_in.stuck:
            self.watch()

    def prepare(self) -> None:
        """Take a step in getting ready while nothing else is to be done."""
        if self.preparing is not None and next(self.preparing, self) is self:
            self.preparing = None

    def watch(self) -> None:
        """Wait for whatever there is room for now; end when there is nobody left to write to."""
        if self.client_out.broken:
            self.end(0)
        elif self.upstream_in.broken and self.exit_code is None:
            self.life.upstream_ended()
        waits_up, waits_down = self.upstream_in.size, self.client_out.size
        self.watchful = bool(waits_up or waits_down or self.exit_code is not None)
        room = waits_up < LIMIT and waits_down < 2 * LIMIT
        reads = self.client_open and not self.held and room
        self.want(self.client_in.descriptor, POLLIN if reads else 0 if self.client_open else None)
        if not self.life.down:
            hears = self.upstream_open and waits_down < LIMIT
            self.want(self.upstream_out.descriptor, POLLIN if hears else None)
            self.want(self.upstream_in.descriptor, POLLOUT if waits_up else None)
        self.want(self.client_out.descriptor, POLLOUT if waits_down else None)
        self.want(self.wake_out, POLLIN)

    def want(self, descriptor: int, events: int | None) -> None:
        """Wait for events of a descriptor: 0 for its other end to vanish, None for nothing."""
        if self.interest.get(descriptor) == events:
            return
        if events is None:
            self.poller.unregister(descriptor)
            del self.interest[descriptor]
        else:
            self.poller.register(descriptor, events)
            self.interest[descriptor] = events

    # Compiling

    def compile(self) -> None:
        """Compile the views that were missed in a thread, so that the relay goes on."""
        from threading import Thread

        jobs, self.core.jobs = self.core.jobs, []
        Thread(target=self.compile_all, args=(jobs,), daemon=True).start()

    def compile_all(self, jobs: list[LiveTool]) -> None:
        """Compile views one after the other and wake the relay after each."""
        for tool in jobs:
            start = time.perf_counter()
            html = self.compile_view(tool.definition)
            took = round((time.perf_counter() - start) * 1000, 1)
            self.take_in(self.compiled(tool, html, took))

    def compiled(self, tool: LiveTool, html: bytes, took: float) -> Callable[[], None]:
        """Return what takes in a view that was compiled."""
        return lambda: self.core.compiled(tool, html, milliseconds=took)

    def work(self) -> None:
        """Do each task in a thread of its own."""
        from threading import Thread

        tasks, self.core.tasks = self.core.tasks, []
        for task in tasks:
            Thread(target=self.carry_out, args=(task,), daemon=True).start()

    def carry_out(self, task: Task) -> None:
        """Do a task, in a thread."""
        outcome = task.work()
        self.take_in(lambda: task.done(outcome))

    def take_in(self, act: Callable[[], None]) -> None:
        """Have something done by the relay's own thread, and wake it for that."""
        self.done.append(act)
        os.write(self.wake_in, b"\0")

    def end(self, exit_code: int) -> None:
        """Begin to end: the client is no longer read, the upstream gets its time to finish."""
        self.client_open = False
        self.watchful = True
        if self.exit_code is None:
            self.exit_code = exit_code
            self.life.ended_at = time.monotonic()


def wake_for(stops: list[int], descriptor: int) -> Callable[[], None]:
    """Have signals that ask us to stop noted, and wake the relay for them; return what takes that back."""
    before = set_wakeup_fd(descriptor, warn_on_full_buffer=False)
    handlers = {number: signal(number, lambda got, _frame: stops.append(got)) for number in STOPS}

    def take_back() -> None:
        set_wakeup_fd(before)
        for number, handler in handlers.items():
            signal(number, handler)

    return take_back
