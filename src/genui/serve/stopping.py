"""Signals that ask us to stop."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

STOPS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")
"""By name: not every system has each of them."""


@contextmanager
def on_signals(act: Callable[[int], object]) -> Iterator[None]:
    """Call something for each signal that asks us to stop, in the main thread."""
    numbers = [getattr(signal, name) for name in STOPS if hasattr(signal, name)]
    before = {number: signal.signal(number, lambda got, _frame: act(got)) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
