"""A warm Chromium that takes views through their checks, as many at once as threads ask for."""

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from genui.errors import GenuiError
from genui.render.chromium import find_chromium
from genui.render.devtools import Devtools, GoneError
from genui.render.stage import Report, Stage

INSTALL = 'any Chromium will do: pip install "genui[render]" && playwright install chromium'

AT_ONCE = min(max(os.cpu_count() or 1, 2), 4)
"""Views in flight where many are checked: while one loads another computes."""


class WarmBrowser:
    """A browser that stays open from view to view; nothing leaves the machine."""

    def __init__(self) -> None:
        self.devtools: Devtools | None = None
        self.executable: str | None = None
        self.idle: list[Stage] = []
        self.lock = threading.Lock()

    def check(self, html: bytes, plan: Report, *, limit: float) -> Report:
        """Take a view through a plan of host.js, and return its report.

        Raises:
            GenuiError: There is no browser, it does not start, or it ends.
        """
        stage = self._stage()
        try:
            report = stage.check(html, plan, limit)
        except GoneError as error:
            stage.close()
            raise GenuiError(f"the render check failed: {error}", hint=INSTALL) from error
        if report.get("hung"):
            # What hangs would go on in its process, and keep the next view waiting.
            stage.close()
        else:
            self._put_back(stage)
        return report

    def _stage(self) -> Stage:
        with self.lock:
            if self.devtools is not None and self.devtools.ended:
                self.close()
            if self.idle:
                return self.idle.pop()
            try:
                if self.devtools is None:
                    self.devtools = self._started()
                return Stage(self.devtools)
            except (GoneError, TimeoutError) as error:
                where = self.executable or "PATH"
                raise GenuiError(f"no browser starts: {where}: {error}", hint=INSTALL) from error

    def _put_back(self, stage: Stage) -> None:
        with self.lock:
            if stage.devtools is self.devtools:
                self.idle.append(stage)

    def _started(self) -> Devtools:
        self.executable = find_chromium()
        if self.executable is None:
            raise GoneError("it holds no Chromium")
        return Devtools(self.executable)

    def close(self) -> None:
        """Close the browser."""
        devtools, self.devtools, self.idle = self.devtools, None, []
        if devtools is not None:
            devtools.close()


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
