"""Slots: at most so many requests at a model at once; what else a view needs is done meanwhile."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

from genui.generate.providers import Budget, ProviderError

YIELD_SECONDS = 0.1
"""How long a computation lets requests pass that are about to be sent."""

_working = threading.RLock()
"""One view at a time is linked and checked. What that keeps is made once, not by each thread for itself, and
the threads that speak with a model are never many behind one that computes."""


class Slots:
    """The requests that may be made at once, handed out in order, first to views that were begun."""

    def __init__(self, number: int) -> None:
        self._free = number
        self._sending = 0
        self._changed = threading.Condition()
        self._waiting: list[tuple[bool, int]] = []
        self._order = count()

    @contextmanager
    def taken(self, budget: Budget) -> Iterator[Callable[[], None]]:
        """Hold a slot, and give what tells that the request was sent.

        The time until a slot is free counts against no budget: it is nobody's of this view.

        Raises:
            ProviderError: The budget was cancelled meanwhile.
        """
        with budget.paused(), budget.stopping(self._wake):
            self._take(budget)
        sending = [True]

        def sent() -> None:
            with self._changed:
                self._sending -= sending.pop() if sending else 0
                self._changed.notify_all()

        try:
            yield sent
        finally:
            sent()
            with self._changed:
                self._free += 1
                self._changed.notify_all()

    @contextmanager
    def computing(self) -> Iterator[None]:
        """Compute, alone, once no request is about to be sent: a model that waits costs more than a view."""
        with _working:
            with self._changed:
                self._changed.wait_for(self._settled, YIELD_SECONDS)
            yield

    def _settled(self) -> bool:
        return not self._sending and not (self._waiting and self._free > 0)

    def _open(self) -> bool:
        """Tell whether a request may be sent. They go out one by one: those that are sent together are
        answered together, and then wait for each other, round after round."""
        return self._free > 0 and not self._sending

    def _take(self, budget: Budget) -> None:
        with self._changed:
            place = (budget.asked == 0, next(self._order))
            self._waiting.append(place)
            self._changed.wait_for(lambda: budget.cancelled or (self._open() and place == min(self._waiting)))
            self._waiting.remove(place)
            self._changed.notify_all()
            if budget.cancelled:
                raise ProviderError("aborted", "stopped before it was asked")
            budget.asked += 1
            self._free -= 1
            self._sending += 1

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()
