"""Chromium, and pages in it whose every request is answered here: nothing leaves the machine."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Request, Route
from playwright.sync_api import Error as PlaywrightError

RUNTIME = Path(__file__).parents[1] / "templates/runtime"

HOST = "https://host.genui.test"
VIEW = "https://view.genui.test"
"""Made-up origins, served by interception: nothing leaves the machine."""

MOUNTED = f"{VIEW}/view"
"""Where each view in the host lies: Chromium compiles a script of the same text and address once."""

SPEC_CSP = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; media-src 'self' data:; connect-src 'none'; frame-src 'none'; "
    "object-src 'none'; base-uri 'self'"
)
"""What the MCP Apps specification of 2026-01-26 prescribes for a resource without ui.csp."""

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A process of its own for each view costs 40 ms; the opaque origin and the sandbox flags stay.
    # The suggestions below the address bar are two pages in a process of their own, though nobody sees
    # an address bar: half of what a start takes.
    "--disable-features=IsolateSandboxedIframes,RenderDocument,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
]

HOST_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title>
<style>body{margin:0}</style><body><script src="/host.js"></script></body></html>"""

TIMEOUT_MS = 20_000

Call = Callable[[str, Any], Any]


class HostError(Exception):
    """Raised by a test's `call` to answer with a JSON-RPC error."""

    def __init__(self, message: str, *, code: int = -32603, data: Any = None) -> None:
        super().__init__(message)
        self.answer = {"code": code, "message": message} | ({} if data is None else {"data": data})


def chromium_path() -> str | None:
    """Return the browser to run: $CHROMIUM, or the first found on PATH."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def host_directory() -> Path:
    return Path(__file__).parent / "host"


def installed(path: str) -> Path:
    """Return a file of the npm project, or say how to install it."""
    file = host_directory() / "node_modules" / path
    if not file.exists():
        raise RuntimeError("the test host is not installed; run: npm ci --prefix tests/host --ignore-scripts")
    return file


def host_bundle() -> str:
    """Bundle the page of the strict host."""
    here = host_directory()
    return bundle(
        "host", 'import "./host-page.js"', here, [here / "host-page.js", here / "package-lock.json"]
    )


def runtime_bundle() -> str:
    """Bundle a script that makes what the modules of the runtime export global.

    A page that imports them one by one asks for ninety files, which takes half a second of processor time.
    """
    modules = sorted(RUNTIME.glob("*.js"))
    lines = [f'import * as m{number} from "./{module.name}";' for number, module in enumerate(modules)]
    lines += [f"Object.assign(globalThis, m{number});" for number, _ in enumerate(modules)]
    return bundle("runtime", "\n".join(lines), RUNTIME, [*modules, *sorted(RUNTIME.glob("*.json"))])


def bundle(name: str, script: str, directory: Path, sources: list[Path]) -> str:
    """Bundle a script that imports from a directory with esbuild, once for each state of its sources."""
    key = sha256(script.encode() + b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    built = installed(".").parent / "node_modules" / ".cache" / f"{name}-{key}.js"
    if not built.exists():
        part = built.with_suffix(f".{os.getpid()}")
        arguments = ["--bundle", "--minify", "--format=iife", "--log-level=error", f"--outfile={part}"]
        subprocess.run(
            [str(installed(".bin/esbuild")), *arguments], input=script.encode(), cwd=directory, check=True
        )
        part.replace(built)
    return built.read_text(encoding="utf-8")


@contextmanager
def launched(playwright: Playwright) -> Iterator[Browser]:
    """Launch the browser, and close it at the end."""
    browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
    try:
        yield browser
    finally:
        browser.close()


class WatchedPage:
    """A page whose requests are all answered here, and whose troubles are all noted."""

    def __init__(self, context: BrowserContext) -> None:
        self.errors: list[str] = []
        self.console: list[str] = []
        self.bodies: dict[str, tuple[dict[str, str], bytes]] = {}
        self.page: Page = context.new_page()
        self.theme = ""
        self.page.route("**/*", self.serve)
        self.page.on("console", self.on_console)
        self.page.on("pageerror", lambda error: self.errors.append(f"page error: {error.stack or error}"))
        self.page.on("dialog", self.on_dialog)
        self.page.on("popup", lambda popup: (self.errors.append("popup window"), popup.close()))

    def look(self, width: int, theme: str) -> None:
        """Bring the page to the front, where it draws more than a frame a second, in this width and theme."""
        self.page.bring_to_front()
        if self.page.viewport_size != {"width": width, "height": 900}:
            self.page.set_viewport_size({"width": width, "height": 900})
        if self.theme != theme:
            self.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            self.theme = theme

    def on_console(self, message: Any) -> None:
        self.console.append(f"{message.type}: {message.text}")
        if message.type == "error":
            self.errors.append(f"console: {message.text}")

    def on_dialog(self, dialog: Any) -> None:
        self.errors.append(f"dialog: {dialog.type} {dialog.message}")
        dialog.dismiss()

    def put(self, url: str, body: bytes, **headers: str) -> None:
        """Answer this URL with these bytes from now on."""
        self.bodies[url] = ({"content-type": "text/html; charset=utf-8"} | headers, body)

    def serve(self, route: Route, request: Request) -> None:
        if request.url in self.bodies:
            headers, body = self.bodies[request.url]
            route.fulfill(headers=headers, body=body)
        else:
            self.errors.append(f"network: {request.method} {request.url[:200]}")
            route.abort()

    def emptied(self) -> bool:
        """Leave what is shown and forget what was noted of it; false if the page no longer answers."""
        try:
            self.page.goto("about:blank")
        except PlaywrightError:
            return False
        self.bodies.clear()
        self.errors.clear()
        self.console.clear()
        return True


class HostPage(WatchedPage):
    """A page that holds the official AppBridge and shows one view at a time."""

    def __init__(self, context: BrowserContext, bundle: str) -> None:
        super().__init__(context)
        self.call: Call | None = None
        self.put(f"{HOST}/", HOST_PAGE.encode())
        self.put(f"{HOST}/host.js", bundle.encode(), **{"content-type": "text/javascript; charset=utf-8"})
        self.page.goto(f"{HOST}/")
        self.page.wait_for_function("window.host")

    def serve(self, route: Route, request: Request) -> None:
        if request.url == f"{HOST}/call":
            route.fulfill(body=json.dumps(self.answer(json.loads(request.post_data or "null"))))
        else:
            super().serve(route, request)

    def answer(self, params: Any) -> dict[str, Any]:
        assert self.call is not None
        try:
            return {"result": self.call(params["name"], params.get("arguments"))}
        except HostError as error:
            return {"error": error.answer}
        except Exception as error:  # noqa: BLE001 - the view sees it as an error, the test as what it raised
            self.errors.append(f"call: {error!r}")
            return {"error": {"code": -32603, "message": str(error)}}

    def mount(self, html: bytes, call: Call | Mapping[str, Any] | None, settings: dict[str, Any]) -> None:
        self.errors.clear()
        self.console.clear()
        self.put(MOUNTED, html, **{"content-security-policy": settings.pop("csp")})
        self.call = call if callable(call) else None
        mode = {"call": "python"} if callable(call) else {"call": "fixed", "result": call}
        mode = {"call": "hold"} if call is None else mode
        self.page.evaluate("json => host.mount(json)", json.dumps({**settings, **mode, "url": MOUNTED}))

    def emptied(self) -> bool:
        """Take the view away; false if the page no longer answers."""
        try:
            self.page.wait_for_function("host.unmount().then(() => true)", timeout=TIMEOUT_MS)
        except PlaywrightError:
            return False
        self.bodies.pop(MOUNTED, None)
        return True
