"""A Chromium that stays open, driven by Playwright; it checks several views at once."""

import asyncio
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from genui.errors import GenuiError
from genui.loopthread import LoopThread
from genui.preview.csp import DEFAULT

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page, Playwright, Route

INSTALL = "type: pip install playwright; where there is no Chromium: playwright install chromium"

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
FLAGS = ("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync", "--disable-component-update")

AT_ONCE = min(max(os.cpu_count() or 1, 2), 4)
"""Views in flight where many are checked: while one loads another computes."""

STARTING = 60.0
CLOSING = 5.0
"""Seconds that the browser may take to start, and to close a tab."""

HOST, VIEW = "https://host.genui.invalid/", "https://view.genui.invalid/"
"""Made-up origins, served by interception; that of the view as it is told, each has one of its own."""

HOST_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title>'
    '<link rel="icon" href="data:,"><body><script>%s</script>'
    '<iframe id="kept" sandbox="allow-scripts" hidden src="%s"></iframe>'
)
"""The second frame keeps the process of the views from one to the next: a new one takes half a second."""

KEPT = b"<!doctype html><title>kept</title>"

PROBE = '(() => {"use strict"; if (window === top || parent !== top) return; %s})()'
"""What runs in a view's frame before the view: scripts that share one scope, out of the page's sight."""

Report = dict[str, Any]


def find_chromium() -> str | None:
    """Return the browser to run: $GENUI_CHROMIUM, $CHROMIUM, the first on PATH; None: Playwright's own."""
    named = os.environ.get("GENUI_CHROMIUM") or os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


class WarmBrowser(LoopThread):
    """A browser that stays open from view to view; nothing leaves the machine.

    Playwright runs on an event loop in a thread of its own, so that any thread may ask for a check.
    """

    def __init__(self) -> None:
        super().__init__()
        self.starting = asyncio.Lock()
        self.playwright: Playwright | None = None
        self.browser: Browser | None = None
        self.idle: list[Tab] = []

    def check(self, html: bytes, plan: Report, *, limit: float) -> Report:
        """Take a view through a plan of host.js within so many seconds; return its report and its requests.

        Raises:
            GenuiError: There is no browser, it does not start, or it ends.
        """
        return self.run(self._check(html, plan, limit))

    async def _check(self, html: bytes, plan: Report, limit: float) -> Report:
        from playwright.async_api import Error

        browser = await self.started()
        try:
            tab = self.idle.pop() if self.idle else await open_tab(browser)
            report = await tab.check(html, plan, limit)
            if report.get("hung"):
                # A view that hangs may keep its tab from closing; the browser's end takes it along.
                with suppress(TimeoutError):
                    await asyncio.wait_for(tab.page.context.close(), CLOSING)
            else:
                self.idle.append(tab)
        except Error as error:
            why = error.message if browser.is_connected() else "the browser has gone"
            raise GenuiError(f"the render check failed: {why}", hint=INSTALL) from error
        return report

    async def started(self) -> "Browser":
        """Return the browser, started where it is not."""
        async with self.starting:
            if self.browser is None or not self.browser.is_connected():
                self.idle.clear()
                self.browser = await self._start()
            return self.browser

    async def _start(self) -> "Browser":
        executable = find_chromium()
        try:
            from playwright.async_api import Error, async_playwright
        except ImportError as error:
            raise GenuiError("no browser starts: Playwright is not installed", hint=INSTALL) from error
        if self.playwright is None:
            self.playwright = await async_playwright().start()
        try:
            return await self.playwright.chromium.launch(
                executable_path=executable, args=FLAGS, timeout=STARTING * 1000
            )
        except Error as error:
            where, why = executable or "Playwright's own", error.message.partition("\n")[0]
            raise GenuiError(f"no browser starts: {where}: {why}", hint=INSTALL) from error

    def close(self) -> None:
        """Close the browser."""
        self.run(self._close())
        self.stop()

    async def _close(self) -> None:
        if self.browser is not None:
            await self.browser.close()
        if self.playwright is not None:
            await self.playwright.stop()


class Tab:
    """A tab that holds the fake host and shows one view at a time; every request is answered here."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.site = f"https://view.{token_hex(8)}.invalid/"
        """A site of its own: no other tab shares a process with its views."""
        self.secret = f"const SECRET = {token_hex(16)!r};\n"
        self.number = 0
        self.html = b""
        self.requests: list[str] = []

    @property
    def url(self) -> str:
        """The address of the view."""
        return f"{self.site}{self.number}"

    def pages(self) -> Mapping[str, tuple[bytes, Mapping[str, str]]]:
        """Return what is served: body and headers by address."""
        host = HOST_PAGE % (self.secret + script("host.js"), self.site + "kept")
        policy = {"content-security-policy": DEFAULT}
        return {HOST: (host.encode(), {}), self.site + "kept": (KEPT, {}), self.url: (self.html, policy)}

    async def serve(self, route: "Route") -> None:
        """Answer the requests for the host and the view; note and refuse all others."""
        request = route.request
        navigates = request.is_navigation_request()
        if navigates and request.url in (pages := self.pages()):
            body, headers = pages[request.url]
            await route.fulfill(headers={"content-type": "text/html; charset=utf-8", **headers}, body=body)
            return
        self.requests.append(f"{'navigation' if navigates else request.resource_type} {request.url[:200]}")
        # An aborted navigation leaves the view where it is; one that fails puts an error page in its place.
        await route.abort("aborted" if navigates else "failed")

    async def check(self, html: bytes, plan: Report, limit: float) -> Report:
        """Take a view through a plan of host.js; return its report with the requests that it made."""
        self.number += 1
        self.html, self.requests = html, []
        text = json.dumps({**plan, "url": self.url})
        try:
            outcome = await asyncio.wait_for(self.page.evaluate("text => run(text)", text), limit)
        except TimeoutError:
            outcome = '{"hung": "running"}'
        report: Report = json.loads(outcome.replace(self.site, VIEW))
        return {**report, "requests": [request.replace(self.site, VIEW) for request in self.requests]}


async def open_tab(browser: "Browser") -> Tab:
    """Open a tab, in a browser context of its own."""
    context = await browser.new_context(
        locale="en-US",
        timezone_id="UTC",
        color_scheme="light",
        reduced_motion="no-preference",
        viewport={"width": 600, "height": 900},
        service_workers="block",
    )
    tab = Tab(await context.new_page())
    await context.route("**/*", tab.serve)
    await context.add_init_script(PROBE % (tab.secret + script("frames.js") + script("probe.js")))
    await tab.page.goto(HOST)
    return tab


def script(name: str) -> str:
    """Return a script that lies beside this module."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


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
