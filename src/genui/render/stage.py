"""A tab that holds the fake host and shows one view at a time; every request is answered here."""

import json
from base64 import b64encode
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Any

from genui.render.devtools import ANSWER, Devtools, GoneError, Params

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
    '<iframe id="kept" sandbox="allow-scripts" hidden src="%s"></iframe>'
)
"""The second frame keeps the process of the views alive from one to the next: a new one is dear."""

PROBE = '(() => {"use strict"; if (window === top || parent !== top) return; %s})()'
"""What runs in a view's frame before the view: scripts that share one scope, out of the page's sight."""

KEPT_PAGE = b"<!doctype html><title>kept</title>"
LOADED = 'new Promise((done) => document.readyState === "complete" ? done() : addEventListener("load", done))'
SCREEN = {"width": 600, "height": 900, "deviceScaleFactor": 1, "mobile": False}
EVERYTHING = {"patterns": [{"urlPattern": "*"}]}
FRAMES = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
MEDIA = [
    {"name": "prefers-color-scheme", "value": "light"},
    {"name": "prefers-reduced-motion", "value": "no-preference"},
]

Report = dict[str, Any]


class Stage:
    """A tab, in a browser context and of a site of its own: no other tab shares a process with its views."""

    def __init__(self, devtools: Devtools) -> None:
        self.devtools = devtools
        self.number = 0
        self.html = b""
        self.requests: list[str] = []
        self.views = f"https://view.{token_hex(8)}.invalid/"
        self.frames: list[str] = []
        secret = f"const SECRET = {token_hex(16)!r};\n"
        self.host = (HOST_PAGE % (secret + script("host.js"), self.views + "kept")).encode()
        self.probe = PROBE % (secret + script("frames.js") + script("probe.js"))
        self.context = devtools.call("Target.createBrowserContext")["browserContextId"]
        page = {"url": "about:blank", "browserContextId": self.context}
        target = devtools.call("Target.createTarget", page)["targetId"]
        attached = devtools.call("Target.attachToTarget", {"targetId": target, "flatten": True})
        self.session = attached["sessionId"]
        devtools.listeners[self.session] = lambda method, params: self.hear(self.session, method, params)
        self.send("Emulation.setDeviceMetricsOverride", SCREEN)
        self.send("Target.setAutoAttach", FRAMES)
        self.prepare(self.session)
        self.send("Page.navigate", {"url": HOST}).result(ANSWER)
        self.evaluate(LOADED, ANSWER)

    def send(self, method: str, params: Params | None = None, *, session: str = "") -> Any:
        """Ask the tab, or one of its frames, for something."""
        return self.devtools.send(method, params, session=session or self.session)

    def evaluate(self, code: str, seconds: float) -> Any:
        """Return what a promise of the host comes to."""
        asked = {"expression": code, "awaitPromise": True, "returnByValue": True}
        told = self.send("Runtime.evaluate", asked).result(seconds)
        if "exceptionDetails" in told:
            raise GoneError(str(told["exceptionDetails"].get("exception", {}).get("description", told)))
        return told["result"].get("value")

    def prepare(self, session: str) -> None:
        """Have requests intercepted, scripts probed, and the light theme."""
        self.send("Page.enable", session=session)
        self.send("Page.addScriptToEvaluateOnNewDocument", {"source": self.probe}, session=session)
        self.send("Fetch.enable", EVERYTHING, session=session)
        self.send("Emulation.setEmulatedMedia", {"features": MEDIA}, session=session)

    def attach(self, frame: str) -> None:
        """Prepare a frame that waits to be; the first, which is kept, sets time and place for its process."""
        self.devtools.listeners[frame] = lambda method, params: self.hear(frame, method, params)
        self.prepare(frame)
        if not self.frames:
            self.send("Emulation.setLocaleOverride", {"locale": "en-US"}, session=frame)
            self.send("Emulation.setTimezoneOverride", {"timezoneId": "UTC"}, session=frame)
        self.frames.append(frame)
        self.send("Runtime.runIfWaitingForDebugger", session=frame)

    def hear(self, session: str, method: str, params: Params) -> None:
        """Note what the browser tells of the tab or a frame."""
        if method == "Fetch.requestPaused":
            self.serve(session, params)
        elif method == "Target.attachedToTarget":
            self.attach(params["sessionId"])
        elif method == "Target.detachedFromTarget":
            self.devtools.listeners.pop(params["sessionId"], None)
            with suppress(ValueError):
                self.frames.remove(params["sessionId"])

    def serve(self, session: str, asked: Params) -> None:
        """Answer the requests for the host and the view, and note all others."""
        url = asked["request"]["url"]
        navigates = asked["resourceType"] == "Document"
        pages = {
            HOST: (self.host, ""),
            self.views + "kept": (KEPT_PAGE, ""),
            f"{self.views}{self.number}": (self.html, SPEC_CSP),
        }
        if navigates and url in pages:
            body, policy = pages[url]
            headers = {"content-type": "text/html; charset=utf-8"}
            headers |= {"content-security-policy": policy} if policy else {}
            answer = {
                "requestId": asked["requestId"],
                "responseCode": 200,
                "responseHeaders": [{"name": name, "value": value} for name, value in headers.items()],
                "body": b64encode(body).decode(),
            }
            self.send("Fetch.fulfillRequest", answer, session=session)
            return
        self.requests.append(f"{'navigation' if navigates else asked['resourceType'].lower()} {url[:200]}")
        # An aborted navigation leaves the view where it is; one that fails puts an error page in its place.
        refusal = {"requestId": asked["requestId"], "errorReason": "Aborted" if navigates else "Failed"}
        self.send("Fetch.failRequest", refusal, session=session)

    def check(self, html: bytes, plan: Report, limit: float) -> Report:
        """Take a view through a plan of host.js, and return its report with the requests it made."""
        self.number += 1
        self.html, self.requests = html, []
        text = json.dumps({**plan, "url": f"{self.views}{self.number}"})
        try:
            outcome = self.evaluate(f"run({json.dumps(text)})", limit)
        except TimeoutError:
            outcome = '{"hung": "running"}'
        report: Report = json.loads(outcome.replace(self.views, VIEW))
        return {**report, "requests": [request.replace(self.views, VIEW) for request in self.requests]}

    def close(self) -> None:
        """Close the tab, and end the processes of its views even where they hang."""
        for frame in self.frames:
            self.send("Page.crash", session=frame)
        with suppress(GoneError, TimeoutError):
            self.devtools.call("Target.disposeBrowserContext", {"browserContextId": self.context})
        self.devtools.listeners.pop(self.session, None)


def script(name: str) -> str:
    """Return a script that lies beside this module."""
    return (Path(__file__).parent / name).read_text(encoding="utf-8")
