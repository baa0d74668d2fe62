"""A warm Chromium that takes views through their checks, as many at once as threads ask for."""

import asyncio
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from genui.errors import GenuiError

if TYPE_CHECKING:
    from genui.render.stage import Chromium

INSTALL = 'any Chromium will do: pip install "genui[render]" && playwright install chromium'
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")

AT_ONCE = min(max(os.cpu_count() or 1, 2), 4)
"""Views in flight where many are checked: while one loads another computes."""

Report = dict[str, Any]


def find_chromium() -> str | None:
    """Return the browser to run: $GENUI_CHROMIUM, $CHROMIUM, the first on PATH; None for Playwright's own."""
    named = os.environ.get("GENUI_CHROMIUM") or os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


class WarmBrowser:
    """A browser that stays open from view to view; nothing leaves the machine.

    Playwright runs on an event loop in a thread of its own, so that any thread may ask, one with a loop too.
    """

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="genui-render", daemon=True)
        self.thread.start()
        self.starting = asyncio.Lock()
        self.chromium: Chromium | None = None

    def check(self, html: bytes, plan: Report, *, limit: float) -> Report:
        """Take a view through a plan of host.js, and return its report.

        Raises:
            GenuiError: There is no browser, it does not start, or it ends.
        """
        return asyncio.run_coroutine_threadsafe(self._check(html, plan, limit), self.loop).result()

    async def _check(self, html: bytes, plan: Report, limit: float) -> Report:
        try:
            from genui.render.stage import Chromium, GoneError
        except ImportError as error:
            raise GenuiError(f"no browser starts: {error}", hint=INSTALL) from error
        async with self.starting:
            if self.chromium is None or not self.chromium.runs:
                executable = find_chromium()
                try:
                    self.chromium = await Chromium.started(executable)
                except GoneError as error:
                    where = executable or "PATH: it holds no Chromium"
                    raise GenuiError(f"no browser starts: {where}: {error}", hint=INSTALL) from error
        try:
            return await self.chromium.check(html, plan, limit)
        except GoneError as error:
            raise GenuiError(f"the render check failed: {error}", hint=INSTALL) from error

    def close(self) -> None:
        """Close the browser."""
        if self.chromium is not None:
            asyncio.run_coroutine_threadsafe(self.chromium.close(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


@contextmanager
def warm_browser() -> Iterator[WarmBrowser]:
    """Keep a browser for many checks; it starts with the first."""
    browser = WarmBrowser()
    try:
        yield browser
    finally:
        browser.close()


@contextmanager
def in_flight(number: int = AT_ONCE) -> Iterator[Callable[..., Iterator[Any]]]:
    """Give a `map` that calls with so many arguments at once; its results come in order."""
    with ThreadPoolExecutor(number, thread_name_prefix="genui-check") as pool:
        yield pool.map
