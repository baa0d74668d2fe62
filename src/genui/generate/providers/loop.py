"""The one event loop on which models are asked: clients and connections last from request to request."""

import asyncio
import atexit
import os
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")

SETTINGS = ("ANTHROPIC_", "OPENAI_", "OLLAMA_", "SSL_")
"""Variables that a client reads when it is made, by their beginning; proxies by their end."""

CLOSING_SECONDS = 1.0

_lock = threading.Lock()
_loops: list[asyncio.AbstractEventLoop] = []
_clients: dict[tuple[Any, ...], tuple[Any, Callable[[], Awaitable[None]]]] = {}


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on the loop, from any other thread, and return what it returns."""
    future = asyncio.run_coroutine_threadsafe(work, running())
    try:
        return future.result()
    except BaseException:
        future.cancel()  # interrupted while it waited: the request is closed
        raise


def running() -> asyncio.AbstractEventLoop:
    """Return the loop, in a thread of its own since it was first wanted."""
    with _lock:
        if not _loops:
            loop = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="genui-ask", daemon=True).start()
            _loops.append(loop)
            atexit.register(end, loop)
        return _loops[0]


def kept(provider: str, base_url: str | None, make: Callable[[], T], *, close: str) -> T:
    """Return this provider's client, made once for an address and its variables. On the loop only.

    `close` names the method that closes it: making a client costs as much as a request, and one that
    is kept needs no new connection.
    """
    told = {
        (name, value)
        for name, value in os.environ.items()
        if name.startswith(SETTINGS) or name.upper().endswith("_PROXY")
    }
    key = (provider, base_url, *sorted(told))
    if key not in _clients:
        client = make()
        _clients[key] = client, getattr(client, close)
    found: T = _clients[key][0]
    return found


def end(loop: asyncio.AbstractEventLoop) -> None:
    """Close what is open, and the loop."""

    async def closed() -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for _, close in _clients.values():
            await close()

    with suppress(Exception):
        asyncio.run_coroutine_threadsafe(closed(), loop).result(CLOSING_SECONDS)
    loop.call_soon_threadsafe(loop.stop)
