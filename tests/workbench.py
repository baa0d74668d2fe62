"""Work for worker processes to do: they import it by its name."""

import os
import time
from pathlib import Path
from typing import Any

PATIENCE = 60


def double(number: int) -> int:
    return number * 2


def inverse(number: int) -> float:
    return 1 / number


def met(thing: tuple[int, int, str]) -> int:
    """Wait for the other processor at the first thing, until it comes to the last; return who did it."""
    number, last, meeting = thing
    if number == last:
        Path(meeting).touch()
    deadline = time.monotonic() + PATIENCE
    while number == 0 and not Path(meeting).exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    return os.getpid()


def dies_elsewhere(thing: tuple[int, int]) -> Any:
    """End the process where that is not the one named."""
    number, home = thing
    if os.getpid() != home:
        os._exit(3)
    return number
