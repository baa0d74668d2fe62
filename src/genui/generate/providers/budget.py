"""The time that one job may take, over every attempt, and the way to stop it from outside."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Budget:
    """Seconds left of a job. Starts when it is made; `cancel` may come from any thread."""

    def __init__(self, seconds: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._clock = clock
        self._ends = clock() + seconds
        self._lock = threading.Lock()
        self._stops: list[Callable[[], None]] = []
        self._cancelled = False
        self.asked = 0
        """Requests that were made within this budget."""

    @property
    def remaining(self) -> float:
        """Seconds left, never negative."""
        return max(0.0, self._ends - self._clock())

    @property
    def cancelled(self) -> bool:
        """True once somebody called `cancel`."""
        return self._cancelled

    def cancel(self) -> None:
        """Stop what runs within this budget, and let nothing more begin."""
        with self._lock:
            self._cancelled = True
            stops, self._stops = self._stops, []
        for stop in stops:
            stop()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Count no time: what is waited for is no work of this job. Not while something else counts on it."""
        since = self._clock()
        try:
            yield
        finally:
            self._ends += self._clock() - since

    @contextmanager
    def stopping(self, stop: Callable[[], None]) -> Iterator[None]:
        """Have `stop` called if the budget is cancelled meanwhile."""
        with self._lock:
            late = self._cancelled
            if not late:
                self._stops.append(stop)
        if late:
            stop()
        try:
            yield
        finally:
            with self._lock:
                if stop in self._stops:
                    self._stops.remove(stop)
