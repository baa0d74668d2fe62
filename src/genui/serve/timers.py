"""What is to happen later, by name: setting a name again moves it."""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Timers:
    """Named points in time and what to do at each; `due` is the nearest, infinity when there is none."""

    def __init__(self) -> None:
        self.set_for: dict[str, tuple[float, Callable[[], None]]] = {}
        self.due = float("inf")

    def set(self, name: str, seconds: float, act: Callable[[], None]) -> None:
        """Have something done in some seconds."""
        self.set_for[name] = (time.monotonic() + seconds, act)
        self.look()

    def drop(self, name: str) -> None:
        """Forget what was set under a name."""
        if self.set_for.pop(name, None) is not None:
            self.look()

    def look(self) -> None:
        """Find the nearest."""
        self.due = min((when for when, _ in self.set_for.values()), default=float("inf"))

    def milliseconds(self) -> float:
        """Return how long to wait at most, infinity for as long as it takes."""
        if not self.set_for:
            return float("inf")
        return max(0.0, (self.due - time.monotonic()) * 1000)

    def run(self) -> None:
        """Do what is due."""
        now = time.monotonic()
        for name, (when, act) in list(self.set_for.items()):
            if when <= now and self.set_for.pop(name, None) is not None:
                act()
        self.look()
