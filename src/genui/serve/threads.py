"""stdio to stdio where pipes cannot be polled (Windows): a thread for each direction, the same core."""

import os
import subprocess
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from threading import Condition, Event, Lock, Thread
from time import perf_counter
from typing import Any

from genui.child import Child, end_group
from genui.serve.catalog import LiveTool
from genui.serve.core import Core
from genui.serve.pipes import READ
from genui.serve.tasks import Task

LIMIT = 4 * 1024 * 1024
GRACE = 1.0

CompileView = Callable[[Mapping[str, Any]], bytes]


class Writer:
    """A descriptor and the thread that writes to it, so that nobody who holds the lock ever waits."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.queue: deque[bytes] = deque()
        self.size = 0
        self.open = True
        self.changed = Condition()
        self.thread = Thread(target=self.run, daemon=True)
        self.thread.start()

    def put(self, chunks: Sequence[bytes]) -> None:
        """Queue chunks."""
        with self.changed:
            self.queue += chunks
            self.size += sum(map(len, chunks))
            self.changed.notify_all()

    def room(self) -> None:
        """Wait until not too much is queued."""
        with self.changed:
            self.changed.wait_for(lambda: self.size < LIMIT or not self.open)

    def close(self) -> None:
        """Let the thread end once all is written."""
        with self.changed:
            self.open = False
            self.changed.notify_all()

    def run(self) -> None:
        """Write until closed, then close the descriptor."""
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.queue or not self.open)
                if not self.queue:
                    break
                chunk = self.queue.popleft()
            if not write_all(self.descriptor, chunk):
                break
            with self.changed:
                self.size -= len(chunk)
                self.changed.notify_all()
        os.close(self.descriptor)
        self.close()


def write_all(descriptor: int, data: bytes) -> bool:
    """Write all of the data; tell whether there was still a reader."""
    try:
        while data:
            data = data[os.write(descriptor, data) :]
    except OSError:
        return False
    return True


def read_some(descriptor: int) -> bytes:
    """Read what is there, nothing at the end."""
    try:
        return os.read(descriptor, READ)
    except OSError:
        return b""


class Threads:
    """One connection between a host on two descriptors and an upstream process."""

    def __init__(
        self,
        core: Core,
        child: Child,
        *,
        client_in: int,
        client_out: int,
        compile_view: CompileView,
    ) -> None:
        self.core = core
        self.child = child
        self.compile_view = compile_view
        self.lock = Lock()
        self.over = Event()
        self.exit_code = 0
        self.upstream_over = Event()
        self.to_client = Writer(client_out)
        self.to_upstream = Writer(child.stdin)
        self.client_in, self.upstream_out = client_in, child.stdout

    def run(self) -> int:
        """Relay until either side ends, end the upstream and return the exit code."""
        for pump in (self.pump_client, self.pump_upstream):
            Thread(target=pump, daemon=True).start()
        try:
            while not self.over.wait(0.2) and self.to_client.open:
                self.step(self.core.views.look)
        except KeyboardInterrupt:
            self.exit_code = 130
        self.to_upstream.close()
        self.end_upstream()
        self.upstream_over.wait(GRACE)
        self.to_client.close()
        self.to_client.thread.join(GRACE)
        return self.exit_code

    def pump_client(self) -> None:
        """Carry what the client sends."""
        while chunk := read_some(self.client_in):
            self.step(lambda: self.core.client_sent(chunk))
            self.to_upstream.room()
        self.step(self.core.wire.client_closed)
        self.over.set()

    def pump_upstream(self) -> None:
        """Carry what the upstream sends."""
        while chunk := read_some(self.upstream_out):
            self.step(lambda: self.core.upstream_sent(chunk))
            self.to_client.room()
        if not self.over.is_set():
            self.exit_code = 3
        self.step(lambda: self.core.upstream_closed(self.child.told()))
        self.upstream_over.set()
        self.over.set()

    def step(self, act: Callable[[], None]) -> None:
        """Let the core act, and hand on what it has for either side."""
        with self.lock:
            act()
            wire = self.core.wire
            self.to_upstream.put(wire.to_upstream)
            self.to_client.put(wire.to_client)
            wire.to_upstream, wire.to_client = [], []
            self.core.settle()
            jobs, self.core.jobs = self.core.jobs, []
            tasks, self.core.tasks = self.core.tasks, []
        for tool in jobs:
            Thread(target=self.compile, args=(tool,), daemon=True).start()
        for task in tasks:
            Thread(target=self.work, args=(task,), daemon=True).start()

    def compile(self, tool: LiveTool) -> None:
        """Compile a view that was missed."""
        start = perf_counter()
        html = self.compile_view(tool.definition)
        milliseconds = round((perf_counter() - start) * 1000, 1)
        self.step(lambda: self.core.compiled(tool, html, milliseconds=milliseconds))

    def work(self, task: Task) -> None:
        """Do a task, and have its end taken in."""
        outcome = task.work()
        self.step(lambda: task.done(outcome))

    def end_upstream(self) -> None:
        """End the upstream and what it has started: its input is closed, then it is told, then killed."""
        try:
            self.child.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            end_group(self.child.process)
