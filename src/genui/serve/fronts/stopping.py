"""Work that signals stop."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from typing import Any

STOPS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")


async def until_stopped(work: Coroutine[Any, Any, int], stop: Callable[[], None]) -> int:
    """Do something; a signal calls `stop`, and its number then makes the exit code."""
    loop = asyncio.get_running_loop()
    got: list[int] = []

    def stopped(number: int, _frame: object) -> None:
        got.append(number)
        loop.call_soon_threadsafe(stop)

    numbers = [getattr(signal, name) for name in STOPS if hasattr(signal, name)]
    before = {number: signal.signal(number, stopped) for number in numbers}
    try:
        code = await work
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)
    return 128 + got[0] if got else code
