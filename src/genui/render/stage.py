"""Chromium by Playwright, and a tab that holds the fake host and one view; every request is answered here."""

import asyncio
import json
from pathlib import Path
from secrets import token_hex
from typing import Any

from playwright.async_api import Browser, Playwright, Route, async_playwright
from playwright.async_api import Error as GoneError

__all__ = ["Chromium", "GoneError"]

HOST, VIEW = "https://host.genui.invalid/", "https://view.genui.invalid/"
"""Made-up origins, served by interception; that of the views as it is told, each tab has one of its own."""

SPEC_CSP = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; media-src 'self' data:; connect-src 'none'; frame-src 'none'; "
    "object-src 'none'; base-uri 'self'"
)
"""MCP Apps 2026-01-26: what a host applies to a resource that declares no ui.csp."""

HOST_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title>'
    '<link rel="icon" href="data:,"><body><script>%s</script>'
)

PROBE = '(() => {"use strict"; if (window === top || parent !== top) return; %s})()'
"""What runs in a view's frame before the view: scripts that share one scope, out of the page's sight."""

FLAGS = ("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync")
TAB: dict[str, Any] = {
    "viewport": {"width": 600, "height": 900},
    "color_scheme": "light",
    "reduced_motion": "no-preference",
    "locale": "en-US",
    "timezone_id": "UTC",
}

Report = dict[str, Any]


class Chromium:
    """A running browser."""

    def __init__(self, playwright: Playwright, browser: Browser) -> None:
        self.playwright = playwright
        self.browser = browser

    @classmethod
    async def started(cls, executable: str | None) -> "Chromium":
        """Start a browser, Playwright's own where none is named.

        Raises:
            GoneError: It does not start.
        """
        playwright = await async_playwright().start()
        try:
            return cls(playwright, await playwright.chromium.launch(executable_path=executable, args=FLAGS))
        except BaseException:
            await playwright.stop()
            raise

    @property
    def runs(self) -> bool:
        """True until the browser ends."""
        return self.browser.is_connected()

    async def close(self) -> None:
        """End the browser."""
        await self.browser.close()
        await self.playwright.stop()

    async def check(self, html: bytes, plan: Report, limit: float) -> Report:
        """Take a view through a plan of host.js in a tab of its own, and return its report.

        Raises:
            GoneError: The browser has ended.
        """
        # A site of its own: a view that hangs shares its process with no other.
        view = f"https://view.{token_hex(8)}.invalid/"
        secret = f"const SECRET = {token_hex(16)!r};\n"
        requests: list[str] = []
        pages = {HOST: (HOST_PAGE % (secret + script("host.js"))).encode(), view: html}

        async def serve(route: Route) -> None:
            request = route.request
            navigates = request.is_navigation_request()
            if navigates and request.url in pages:
                policy = {"content-security-policy": SPEC_CSP} if request.url == view else {}
                headers = {"content-type": "text/html; charset=utf-8", **policy}
                await route.fulfill(body=pages[request.url], headers=headers)
                return
            requests.append(f"{'navigation' if navigates else request.resource_type} {request.url[:200]}")
            # An aborted navigation leaves the view where it is; one that fails puts an error page there.
            await route.abort("aborted" if navigates else "failed")

        tab = await self.browser.new_context(**TAB)
        try:
            await tab.add_init_script(PROBE % (secret + script("frames.js") + script("probe.js")))
            await tab.route("**/*", serve)
            page = await tab.new_page()
            await page.goto(HOST)
            asked = page.evaluate("run", json.dumps({**plan, "url": view}))
            try:
                outcome: str = await asyncio.wait_for(asked, limit)
            except TimeoutError:
                outcome = '{"hung": "running"}'
        finally:
            if self.runs:
                await tab.close()
        report: Report = json.loads(outcome.replace(view, VIEW))
        return {**report, "requests": [request.replace(view, VIEW) for request in requests]}


def script(name: str) -> str:
    """Return a script that lies beside this module."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")
