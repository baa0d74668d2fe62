"""Limits on the work for one tool: CPU time and recursion depth."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

CPU_SECONDS = 5.0
"""The CPU time that one view may take to compile; an ordinary one takes 0.01 s."""

RECURSION = 4000
"""Python's own limit, 1000, is met by a schema of 250 levels."""


class OutOfTimeError(BaseException):
    """The time is up. No `except Exception` on the way takes it for a failure of its own."""


@contextmanager
def bounded(seconds: float = CPU_SECONDS) -> Iterator[None]:
    """Bound the CPU time of a block, and let it recurse deeper than usual.

    The time is bounded in the main thread of systems that have interval timers, which is where `build` and
    `check` compile; elsewhere it is not.

    Raises:
        OutOfTimeError: The block has used more CPU time.
    """

    def stop(_signal: int, _frame: object) -> None:
        raise OutOfTimeError(f"it takes more than {seconds:g} s of CPU time")

    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(max(RECURSION, depth))
    timed = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if timed:
        # The virtual timer counts CPU time, so that a busy machine fails no view.
        before = signal.signal(signal.SIGVTALRM, stop)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        sys.setrecursionlimit(depth)
        if timed:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)
