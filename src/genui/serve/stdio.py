"""stdio to stdio: one thread that waits for raw descriptors and lets the core decide."""

import os
import select
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from genui.serve.catalog import LiveTool
from genui.serve.child import Child
from genui.serve.core import Core
from genui.serve.pipes import Inlet, Outlet

LIMIT = 4 * 1024 * 1024
"""Bytes queued for one side from which on the other side is not read."""

GRACE = 1.0
"""Seconds between closing the upstream's input, SIGTERM and SIGKILL."""

TICK = 0.01
"""Seconds between two looks at an upstream that is ending."""

STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

CompileView = Callable[[Mapping[str, Any]], bytes]


class Relay:
    """One connection between a host on our stdin and stdout and an upstream."""

    def __init__(
        self, core: Core, child: Child, *, client_in: int, client_out: int, compile_view: CompileView
    ) -> None:
        self.core = core
        self.child = child
        self.compile_view = compile_view
        self.client_in, self.client_out = Inlet(client_in), Outlet(client_out)
        self.upstream_in, self.upstream_out = Outlet(child.stdin), Inlet(child.stdout)
        self.client_open = self.upstream_open = self.input_open = True
        self.exit_code: int | None = None
        self.ended_at = 0.0
        self.signalled = 0
        self.told = False
        self.poller = select.poll()
        self.interest: dict[int, int] = {}
        self.watchful = True
        """True while what to wait for may change from one turn to the next."""
        self.stops: list[int] = []
        self.done: deque[tuple[LiveTool, bytes, float]] = deque()
        self.wake_out, self.wake_in = os.pipe()
        os.set_blocking(self.wake_in, False)
        self.actions: dict[int, Callable[[int], None]] = {
            self.client_in.descriptor: self.client_ready,
            self.upstream_out.descriptor: self.upstream_ready,
            self.client_out.descriptor: lambda _event: self.client_out.flush(),
            self.upstream_in.descriptor: lambda _event: self.upstream_in.flush(),
            self.wake_out: self.woken,
        }

    def run(self) -> int:
        """Relay until either side ends, end the upstream and return the exit code."""
        with wakeups(self.wake_in, self.stops):
            self.watch()
            while self.exit_code is None:
                self.turn(None)
            while not self.finished():
                self.end_upstream()
                self.turn(TICK * 1000)
        return self.exit_code

    # What happens

    def turn(self, timeout: float | None) -> None:
        """Wait until something is ready, act on it and write what comes of it."""
        for descriptor, event in self.poller.poll(timeout):
            self.actions[descriptor](event)
        self.push()

    def client_ready(self, _event: int) -> None:
        """Read from the client."""
        chunk = self.client_in.read()
        if chunk:
            self.core.client_sent(chunk)
        elif chunk is not None:
            self.core.wire.client_closed()
            self.end(0)

    def upstream_ready(self, _event: int) -> None:
        """Read from the upstream."""
        chunk = self.upstream_out.read()
        if chunk:
            self.core.upstream_sent(chunk)
        elif chunk is not None:
            self.upstream_open = False
            self.end(3)

    def woken(self, _event: int) -> None:
        """Act on signals and on views that were compiled."""
        os.read(self.wake_out, 4096)
        if self.stops:
            self.end(128 + self.stops[0])
            self.input_open = False
        while self.done:
            tool, html, milliseconds = self.done.popleft()
            self.core.compiled(tool, html, milliseconds=milliseconds)

    def push(self) -> None:
        """Write what the core has for either side, then let it do its bookkeeping."""
        wire = self.core.wire
        if wire.to_upstream:
            chunks, wire.to_upstream = wire.to_upstream, []
            self.upstream_in.write(chunks)
        if wire.to_client:
            chunks, wire.to_client = wire.to_client, []
            self.client_out.write(chunks)
        if wire.unsettled:
            self.core.settle()
        if self.core.jobs:
            self.compile()
        if self.client_out.broken:
            self.end(0)
        elif self.upstream_in.broken and self.exit_code is None:
            self.end(3)
        self.watch()

    def watch(self) -> None:
        """Wait for whatever there is room for now."""
        waits_up, waits_down = self.upstream_in.size, self.client_out.size
        if not (waits_up or waits_down or self.watchful):
            return
        self.watchful = bool(waits_up or waits_down or self.exit_code is not None)
        reads = self.client_open and waits_up < LIMIT and waits_down < 2 * LIMIT
        self.want(self.client_in.descriptor, select.POLLIN if reads else None)
        self.want(
            self.upstream_out.descriptor, select.POLLIN if self.upstream_open and waits_down < LIMIT else None
        )
        self.want(self.upstream_in.descriptor, select.POLLOUT if waits_up else None)
        self.want(self.client_out.descriptor, select.POLLOUT if waits_down else None)
        self.want(self.wake_out, select.POLLIN)

    def want(self, descriptor: int, events: int | None) -> None:
        """Wait for events of a descriptor; None leaves it out."""
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
            self.done.append((tool, html, round((time.perf_counter() - start) * 1000, 1)))
            os.write(self.wake_in, b"\0")

    # The end

    def end(self, exit_code: int) -> None:
        """Begin to end: the client is no longer read, the upstream gets its time to finish."""
        self.client_open = False
        self.watchful = True
        if self.exit_code is None:
            self.exit_code = exit_code
            self.ended_at = time.monotonic()

    def end_upstream(self) -> None:
        """Take the next step in ending the upstream: close its input, SIGTERM, SIGKILL, a second each."""
        waited = time.monotonic() - self.ended_at
        settled = self.upstream_in.size == 0 and not self.core.wire.to_upstream and not self.core.listing
        if self.input_open and (
            self.upstream_in.broken or settled or waited > GRACE or not self.upstream_open
        ):
            self.input_open = False
        if not self.input_open and self.child.stdin >= 0:
            self.want(self.child.stdin, None)
            os.close(self.child.stdin)
            self.child.stdin = -1
            self.upstream_in.breaks()
        orphaned = self.child.reap() and not self.upstream_open
        if (waited > GRACE or orphaned) and not self.signalled:
            self.signalled = signal.SIGTERM
            self.child.signal(signal.SIGTERM)
        elif waited > 2 * GRACE and self.signalled == signal.SIGTERM:
            self.signalled = signal.SIGKILL
            self.child.signal(signal.SIGKILL)
        if not self.upstream_open and not self.told and (self.child.reap() or waited > GRACE):
            self.told = True
            self.core.upstream_closed(self.child.told())

    def finished(self) -> bool:
        """Tell whether the upstream is gone and all that is to be said has been written."""
        if self.exit_code is None:
            return False
        waited = time.monotonic() - self.ended_at
        if waited > 3 * GRACE:
            return True
        written = self.client_out.size == 0 and not self.core.wire.to_client and not self.core.compiling
        drained = self.told if not self.upstream_open else waited > 2 * GRACE
        return self.child.gone() and drained and (written or self.client_out.broken)


@contextmanager
def wakeups(descriptor: int, stops: list[int]) -> Iterator[None]:
    """Have signals that ask us to stop noted, and wake the relay for them."""
    before = signal.set_wakeup_fd(descriptor, warn_on_full_buffer=False)
    handlers = {number: signal.signal(number, lambda got, _frame: stops.append(got)) for number in STOPS}
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
