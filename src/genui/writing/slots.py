"""Slots: at most so many requests at a model at once; what else a view needs is done meanwhile."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import count

from genui.providers import Budget, ProviderError

Slot = Callable[[Budget], AbstractContextManager[None]]
"""Waits until one request more may be made, and holds its place while it is."""


def unlimited(_budget: Budget) -> AbstractContextManager[None]:
    """Hold nothing back: for a view that is written alone."""
    return nullcontext()


class Slots:
    """The requests that may be made at once, handed out in order, first to views that were begun."""

    def __init__(self, number: int) -> None:
        self._free = number
        self._changed = threading.Condition()
        self._waiting: list[tuple[bool, int]] = []
        self._order = count()

    @contextmanager
    def taken(self, budget: Budget) -> Iterator[None]:
        """Hold a slot. The time until it is free counts against no budget: it is nobody's of this view.

        Raises:
            ProviderError: The budget was cancelled meanwhile.
        """
        with budget.paused(), budget.stopping(self._wake):
            self._take(budget)
        try:
            yield
        finally:
            with self._changed:
                self._free += 1
                self._changed.notify_all()

    def _take(self, budget: Budget) -> None:
        with self._changed:
            place = (budget.asked == 0, next(self._order))
            self._waiting.append(place)
            self._changed.wait_for(
                lambda: budget.cancelled or (self._free > 0 and place == min(self._waiting))
            )
            self._waiting.remove(place)
            self._changed.notify_all()
            if budget.cancelled:
                raise ProviderError("aborted", "stopped before it was asked")
            budget.asked += 1
            self._free -= 1

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()
