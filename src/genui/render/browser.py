"""A warm Chromium in a thread of its own; every request is answered here, nothing leaves the machine."""

import json
import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from genui.errors import GenuiError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright, Request, Route

HOST, VIEW = "https://host.genui.invalid", "https://view.genui.invalid"
"""Made-up origins, served by interception."""

SPEC_CSP = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; media-src 'self' data:; connect-src 'none'; frame-src 'none'; "
    "object-src 'none'; base-uri 'self'"
)
"""MCP Apps 2026-01-26: what a host applies to a resource that declares no ui.csp."""

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")

HOST_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title><body><script>%s</script>'
    f'<iframe id="kept" sandbox="allow-scripts" hidden src="{VIEW}/kept"></iframe>'
)
"""The second frame keeps the process of the views alive from one to the next: a new one is dear."""

INSTALL = 'pip install "genui[render]", and Chromium: playwright install chromium'

Report = dict[str, Any]


def find_chromium() -> str | None:
    """Return the browser to run: $GENUI_CHROMIUM, $CHROMIUM, or the first on PATH; None: playwright's own."""
    named = os.environ.get("GENUI_CHROMIUM") or os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


class WarmBrowser:
    """A browser that stays open from view to view; all of it happens in one thread."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="genui-render")
        self.playwright: Playwright | None = None
        self.browser: Browser | None = None
        self.stage: Stage | None = None

    def check(self, html: bytes, plan: Report, *, limit: float) -> Report:
        """Take a view through a plan of host.js, and return its report.

        Raises:
            GenuiError: There is no browser, or it does not start.
        """
        return self.thread.submit(self._check, html, plan, limit).result()

    def _check(self, html: bytes, plan: Report, limit: float) -> Report:
        if self.stage is None:
            self.stage = Stage(self._open())
        report = self.stage.check(html, plan, limit)
        if report.get("hung"):
            # What hangs goes on in its process for as long as its browser is there.
            self._close()
        return report

    def _open(self) -> "Page":
        from playwright.sync_api import Error

        try:
            if self.playwright is None:
                from playwright.sync_api import sync_playwright

                self.playwright = sync_playwright().start()
            self.browser = self.playwright.chromium.launch(executable_path=find_chromium(), args=[*FLAGS])
        except Error as error:
            raise GenuiError(f"no browser starts: {str(error).splitlines()[0]}", hint=INSTALL) from error
        context = self.browser.new_context(locale="en-US", timezone_id="UTC", service_workers="block")
        return context.new_page()

    def _close(self) -> None:
        if self.browser is not None:
            self.browser.close()
        self.browser = self.stage = None

    def _stop(self) -> None:
        self._close()
        if self.playwright is not None:
            self.playwright.stop()
        self.playwright = None

    def close(self) -> None:
        """Close the browser, and end its thread."""
        self.thread.submit(self._stop).result()
        self.thread.shutdown()


@contextmanager
def warm_browser() -> Iterator[WarmBrowser]:
    """Keep a browser for many checks; it starts with the first.

    Raises:
        GenuiError: playwright is not installed.
    """
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError as error:
        raise GenuiError("the render check needs playwright, which is not installed", hint=INSTALL) from error
    browser = WarmBrowser()
    try:
        yield browser
    finally:
        browser.close()


class Stage:
    """A page that holds the fake host, and shows one view at a time in a strict sandbox."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.number = self.width = 0
        self.html = b""
        self.requests: list[str] = []
        self.console: list[str] = []
        here = Path(__file__).parent
        secret = f"const SECRET = {token_hex(16)!r};\n"
        self.host = HOST_PAGE.replace("%s", secret + (here / "host.js").read_text(encoding="utf-8")).encode()
        page.context.add_init_script(f"{{{secret}{(here / 'probe.js').read_text(encoding='utf-8')}}}")
        page.route("**/*", self.serve)
        page.on("console", self.on_console)
        page.on("dialog", lambda dialog: dialog.dismiss())
        page.context.on("page", self.on_popup)
        page.goto(HOST + "/")

    @property
    def url(self) -> str:
        """Where the view of this check is."""
        return f"{VIEW}/{self.number}"

    def serve(self, route: "Route", request: "Request") -> None:
        """Answer the requests for the host and the view, and note all others."""
        kind = "text/html; charset=utf-8"
        if request.url == HOST + "/":
            route.fulfill(body=self.host, headers={"content-type": kind})
        elif request.url == VIEW + "/kept" and request.is_navigation_request():
            route.fulfill(body="<!doctype html><title>kept</title>", headers={"content-type": kind})
        elif request.url == self.url and request.is_navigation_request():
            route.fulfill(body=self.html, headers={"content-type": kind, "content-security-policy": SPEC_CSP})
        else:
            what = "navigation" if request.is_navigation_request() else request.resource_type
            self.requests.append(f"{what} {request.url[:200]}")
            route.abort()

    def on_console(self, message: "ConsoleMessage") -> None:
        """Note what Chromium itself complains of."""
        if message.type == "error" and len(self.console) < 20:
            self.console.append(message.text[:300])

    def on_popup(self, popup: "Page") -> None:
        """Close a window that the view has opened."""
        self.requests.append(f"window {popup.url[:200]}")
        popup.close()

    def check(self, html: bytes, plan: Report, limit: float) -> Report:
        """Take a view through a plan, and return the report with what the browser itself has noted."""
        from playwright.sync_api import Error
        from playwright.sync_api import TimeoutError as PlaywrightTimeout

        self.number += 1
        self.html = html
        self.requests, self.console = [], []
        width = int(plan.get("width", 560))
        if width != self.width:
            self.page.set_viewport_size({"width": width + 40, "height": 900})
            self.width = width
        token = f"done {self.number} {token_hex(8)}"
        try:
            said = self.page.expect_event(
                "console", lambda message: bool(message.text == token), timeout=limit * 1000
            )
            with said:
                self.page.evaluate("both => begin(both)", [json.dumps({**plan, "url": self.url}), token])
            outcome = self.page.evaluate("outcome")
        except PlaywrightTimeout:
            outcome = '{"hung": "running"}'
        except Error as error:
            outcome = json.dumps({"fault": str(error)})
        report: Report = json.loads(outcome)
        if "fault" in report:
            raise GenuiError(f"the render check failed: {report['fault']}", hint=INSTALL)
        return {**report, "requests": self.requests, "console": self.console}
