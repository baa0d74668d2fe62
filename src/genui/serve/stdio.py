"""A host on stdin and stdout: a thread for each direction, and a main thread that watches over both.

Threads rather than a poll of all descriptors: Windows cannot poll pipes, and so one relay serves everywhere.
"""

import os
import time
from collections.abc import Callable
from json import loads
from queue import Empty, SimpleQueue
from threading import Event, Thread, Timer
from typing import TYPE_CHECKING, Any

from genui.errors import GenuiError
from genui.serve.connection import Connection
from genui.serve.core import Core
from genui.serve.pipes import GRACE, LOOK, PipeLink, PipeWriter, is_ready, read_some, until
from genui.serve.stopping import on_signals

if TYPE_CHECKING:
    from genui.child import Child

TICK = 0.25
"""Seconds between two looks at what is due."""

DELAYS = (0.1, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Seconds before each attempt to start again; after the last we give up."""

SETTLE = 0.02
"""Seconds from reading what the host sent to its being counted."""

PATIENCE = 30.0
"""Seconds that a restarted upstream may take to greet us."""

HOLD = 3.0
"""Seconds that the host's requests wait for a restart before they are answered with errors."""

UPSTREAM_ENDED = 3
"""The exit code where the upstream has ended by itself."""


class Relay(Connection):
    """One connection between a host on two descriptors and an upstream."""

    link: Any

    def __init__(self, core: "Core", *, client_in: int, client_out: int, restarts: bool = False) -> None:
        super().__init__(core)
        self.client_in, self.restarts = client_in, restarts
        self.events: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        """For the main thread: ("end", exit code), ("lost", link) or ("greeted", whether it was a result)."""
        self.client_out = PipeWriter(client_out, broke=lambda: self.events.put(("end", 0)))
        self.upstream_there = Event()
        """Set while the host's messages have somewhere to go."""
        self.spoken = False
        """Whether the host has said anything."""
        self.finishing = False
        """True once nothing waits for the host to read any more."""
        self.failures = 0
        self.answered = 0
        """Requests that had been answered when the upstream was started."""

    def deliver(self, data: bytes) -> None:
        """Write lines to the host."""
        self.client_out.write(data)

    def connect(self, child: "Child") -> None:
        """Use a program's pipes."""
        self.link = PipeLink(
            child,
            sent=self.upstream_sent,
            ended=lambda link: self.events.put(("lost", link)),
        )

    def run(self) -> int:
        """Relay until either side ends, end the upstream and return the exit code."""
        self.step(self.core.views.load)  # while the upstream starts
        self.upstream_there.set()
        Thread(target=self.pump_client, daemon=True).start()
        with on_signals(lambda number: self.events.put(("end", 128 + number))):
            code = None
            while code is None:
                kind, value = self.next_event()
                code = value if kind == "end" else self.restart()
            self.finish(gently=code < 128)
        return int(code)

    def pump_client(self) -> None:
        """Carry what the host sends, in a thread."""
        while chunk := read_some(self.client_in):
            while not self.carried(chunk):
                self.upstream_there.wait()
            self.link.room()
            self.client_out.room()
        self.step(self.core.wire.client_closed)
        self.events.put(("end", 0))

    def carried(self, chunk: bytes) -> bool:
        """Take in what the host sent, unless there is no upstream; tell whether that was so.

        Under the lock: what came between the loss of an upstream and its errors would never be answered.
        """
        with self.lock:
            if not self.upstream_there.is_set():
                return False
            self.spoken = True
            self.step(self.core.wire.client_sent, chunk)
        return True

    def upstream_sent(self, data: bytes) -> None:
        """Carry what the upstream sends, in a thread that waits for the host to read."""
        self.step(self.core.wire.upstream_sent, data)
        while not self.client_out.has_room and not self.finishing:
            time.sleep(LOOK)

    def next_event(self, seconds: float = float("inf")) -> tuple[str, Any]:
        """Wait for an event, doing what is due meanwhile; ("nothing", None) after so many seconds."""
        deadline, hung_up = time.monotonic() + seconds, 0.0
        while (left := deadline - time.monotonic()) > 0:
            try:
                kind, value = self.events.get(timeout=min(TICK, left))
            except Empty:
                self.step(self.core.tick)
                # The thread that reads from the host may wait for an upstream that reads nothing any more.
                hung_up = hung_up + TICK if is_ready(self.client_in) else 0.0
                if hung_up > GRACE:
                    return "end", 0
                continue
            if kind != "lost" or not value.lost:
                return kind, value
        return "nothing", None

    # Starting again

    def restart(self) -> int | None:
        """Start a lost upstream again and set up the host's session; return the exit code if that is over."""
        child, wire = self.link.child, self.core.wire
        child.wait(GRACE)
        # What the host sent before the loss gets an error; it must not wait for the next upstream.
        until(lambda: not is_ready(self.client_in, readable=True), GRACE)
        time.sleep(SETTLE)
        with self.lock:
            self.upstream_there.clear()
        if wire.answered > self.answered:
            self.failures = 0
        if not (self.restarts and wire.answered and child.status != 0):
            return UPSTREAM_ENDED
        holding = Timer(HOLD, self.hold_no_longer)
        holding.daemon = True
        holding.start()
        message = child.told()
        while self.failures < len(DELAYS):
            self.link.kill()
            self.upstream_lost(message)
            delay = DELAYS[self.failures]
            self.failures += 1
            self.core.log.write("error", "upstream-lost", message=message, restart_in=delay)
            kind, value = self.next_event(delay)
            if kind == "nothing":
                try:
                    self.connect(child.again())
                except GenuiError as error:
                    message = error.message
                    continue
                self.step(replay, self.core, lambda good: self.events.put(("greeted", good)))
                kind, value = self.next_event(PATIENCE)
            if kind == "end":
                return int(value)
            if (kind, value) == ("greeted", True):
                holding.cancel()
                self.go_on()
                return None
            message = f"the upstream {child.name!r} did not take up the session again"
        return UPSTREAM_ENDED

    def go_on(self) -> None:
        """Pass the host's requests to the upstream that was started again."""
        self.core.refusing = ""
        self.upstream_renewed()
        self.answered = self.core.wire.answered
        self.upstream_there.set()
        self.core.log.write("info", "upstream-restarted", pid=self.link.child.pid)

    def hold_no_longer(self) -> None:
        """Answer the host's requests with errors while the upstream is not back."""
        self.core.refusing = f"the upstream {self.link.label!r} is being restarted; try again later"
        self.upstream_there.set()

    # The end

    def finish(self, *, gently: bool) -> None:
        """Let the upstream finish what it was asked, end it, and let the host have all its answers."""
        link, core = self.link, self.core
        self.finishing = True
        grace = GRACE if gently and self.spoken else 0.0
        waits = core.wire.in_flight if not link.answers_after_close else ()
        until(lambda: link.idle and not core.listing and not waits, grace)
        link.close(grace)
        if link.answers_after_close:
            self.step(core.upstream_closed, link.child.told())
        until(lambda: not core.calls and self.client_out.idle, GRACE)


def take_standard_streams() -> tuple[int, int]:
    """Take stdin and stdout for the wire; what else writes to stdout now goes to stderr."""
    client_in, client_out = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        os.dup2(nothing, 1)
    os.close(nothing)
    return client_in, client_out


def replay(core: Core, done: Callable[[bool], None]) -> None:
    """Set up the host's session again with a restarted upstream, and say whether it took it.

    The answers are kept from the host: it has had them.
    """
    session = core.session

    def greeted(text: str) -> None:
        good = isinstance(loads(text).get("result"), dict)
        if good and (initialized := session.lines.get("notifications/initialized")):
            core.wire.for_upstream.append(initialized + b"\n")
        for line in (session.lines.get("logging/setLevel"), *session.subscriptions.values()) if good else ():
            if line is not None:
                ask_again(core, line, lambda _text: None)
        done(good)

    if session.handshake:
        ask_again(core, session.lines["initialize"], greeted)
    else:
        done(True)  # noqa: FBT003


def ask_again(core: Core, line: bytes, then: Callable[[str], None]) -> None:
    """Send the upstream a request of the host's once more, with an id of our own."""
    # With an id of ours: the host's own may be in use again by now.
    core.wire.ask(loads(line.decode("utf-8", "surrogateescape")), then)
