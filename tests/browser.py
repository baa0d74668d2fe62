"""A strict MCP Apps host on the official AppBridge: what all browser tests use; see README.md."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from chromium import (
    MOUNTED,
    SPEC_CSP,
    TIMEOUT_MS,
    VIEW,
    Call,
    HostError,
    HostPage,
    WatchedPage,
    host_bundle,
    installed,
    runtime_bundle,
)
from playwright.sync_api import Browser, BrowserContext, Frame, Page
from playwright.sync_api import Error as PlaywrightError

__all__ = ["HostError", "Pages", "ViewPage", "WatchedPage", "assert_clean", "axe_violations"]

CAPABILITIES: dict[str, Any] = {
    "openLinks": {},
    "downloadFile": {},
    "serverTools": {},
    "serverResources": {},
    "logging": {},
    "message": {"text": {}},
    "updateModelContext": {"text": {}, "structuredContent": {}},
}


class ViewPage:
    """One view in its host: what the host can send to it, and what the host saw of it."""

    def __init__(self, host: HostPage) -> None:
        self.host = host
        self.page = host.page
        self.errors = host.errors
        self.console = host.console

    @property
    def frame(self) -> Frame:
        """The view's own frame."""
        return next(frame for frame in self.page.frames if frame.url == MOUNTED)

    @property
    def calls(self) -> list[dict[str, Any]]:
        """The params of every tools/call, exactly as sent."""
        return [json.loads(text) for text in self.page.evaluate("host.calls()")]

    @property
    def messages(self) -> list[dict[str, Any]]:
        """Every message of both sides in order; "from" is "view" or "host"."""
        return [json.loads(text) for text in self.page.evaluate("host.wire()")]

    def sent(self, method: str) -> list[Any]:
        """Return the params of every message with this method that the view sent."""
        mine = (m for m in self.messages if m["from"] == "view" and m.get("method") == method)
        return [message.get("params") for message in mine]

    def wait_sent(self, method: str, *, count: int = 1) -> list[Any]:
        """Wait until the view has sent so many messages with this method, and return their params."""
        self.page.wait_for_function("([method, n]) => host.sentCount(method) >= n", arg=[method, count])
        return self.sent(method)

    def wait_calls(self, count: int = 1) -> list[dict[str, Any]]:
        """Wait until the view has made so many tool calls, and return them."""
        self.page.wait_for_function("n => host.callCount() >= n", arg=count)
        return self.calls

    def wait_initialized(self, *, timeout_ms: int = TIMEOUT_MS) -> None:
        """Wait for the end of the handshake, or fail with what went wrong instead."""
        if not self.page.evaluate("(ms) => host.initialized(ms)", timeout_ms):
            raise AssertionError(f"no handshake; errors: {self.errors}; messages: {self.messages}")

    def send_input(self, arguments: Any) -> None:
        self.send("sendToolInput", {"arguments": arguments})

    def send_partial(self, arguments: Any) -> None:
        self.send("sendToolInputPartial", {"arguments": arguments})

    def send_result(self, result: Any) -> None:
        self.send("sendToolResult", result)

    def cancel(self, reason: str | None = None) -> None:
        self.send("sendToolCancelled", {} if reason is None else {"reason": reason})

    def send(self, method: str, params: Any) -> None:
        """Call a sending method of the AppBridge, and return once the view has handled the message."""
        self.page.evaluate("([method, json]) => host.send(method, json)", [method, json.dumps(params)])

    def post(self, message: Any) -> None:
        """Post a raw message, such as the AppBridge would never send."""
        self.page.evaluate("json => host.post(json)", json.dumps(message))

    def answer(self, result: Any) -> None:
        """Answer the oldest held call (a view opened without `call` has its calls held)."""
        self._release({"result": result})

    def refuse(self, message: str, *, code: int = -32603, data: Any = None) -> None:
        """Answer the oldest held call with a JSON-RPC error."""
        self._release({"error": HostError(message, code=code, data=data).answer})

    def _release(self, answer: dict[str, Any]) -> None:
        self.page.wait_for_function("host.heldCount() > 0")
        self.page.evaluate("json => host.release(json)", json.dumps(answer))
        self.page.evaluate("host.delivered()")

    def set_context(self, changes: Mapping[str, Any]) -> None:
        """Change members of the host context; the view is told what changed."""
        self.page.evaluate("json => host.setContext(json)", json.dumps(changes))

    def teardown(self, *, timeout_ms: int = 1500) -> Any:
        """Ask the view to wind up, and return its answer."""
        return json.loads(self.page.evaluate("ms => host.teardown(ms)", timeout_ms))

    def settle(self) -> None:
        """Wait until the view has drawn what it was told."""
        self.frame.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def screenshot(self, path: Path | str) -> None:
        self.settle()
        self.page.locator("iframe").screenshot(path=path)

    def axe(self) -> list[dict[str, Any]]:
        """Return the accessibility violations of impact serious or critical."""
        return axe_violations(self.frame)


def axe_violations(
    frame: Frame | Page, *, only: Sequence[str] = (), contrast: bool = True
) -> list[dict[str, Any]]:
    """Run axe-core in a frame: id, impact and the offending nodes of each grave violation.

    Contrast takes most of the time: pages that share a style need it looked at once.
    """
    if not frame.evaluate("Boolean(window.axe)"):
        frame.evaluate(installed("axe-core/axe.min.js").read_text(encoding="utf-8"))
    found = frame.evaluate(
        """async ({ only, contrast }) => {
          const rules = { "color-contrast": { enabled: contrast } };
          const how = only.length ? { runOnly: only } : { rules };
          const { violations } = await axe.run(document, { resultTypes: ["violations"], ...how });
          const where = (node) => node.html + " " + node.failureSummary;
          return violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(where) }));
        }""",
        {"only": only, "contrast": contrast},
    )
    return [violation for violation in found if violation["impact"] in ("serious", "critical")]


def assert_clean(view: "ViewPage | WatchedPage") -> None:
    """No page error, console error, CSP violation, dialog, network attempt or polluted prototype."""
    frame = view.frame if isinstance(view, ViewPage) else view.page
    try:
        assert frame.evaluate("Object.keys(Object.prototype)") == []
    except PlaywrightError as error:
        raise AssertionError(f"the view went away: {error}") from error
    assert view.errors == []


def default_context(
    tool: Mapping[str, Any], *, theme: str, width: int, locale: str, time_zone: str
) -> dict[str, Any]:
    """Return the host context of an inline view in a web host."""
    shown = {key: tool[key] for key in ("title", "description") if isinstance(tool.get(key), str)}
    schema = tool.get("inputSchema")
    if not isinstance(schema, dict) or schema.get("type") != "object":
        schema = {"type": "object"}
    return {
        "toolInfo": {"id": 1, "tool": {"name": tool["name"], **shown, "inputSchema": schema}},
        "theme": theme,
        "displayMode": "inline",
        "availableDisplayModes": ["inline"],
        "containerDimensions": {"width": width, "maxHeight": 4000},
        "locale": locale,
        "timeZone": time_zone,
        "platform": "web",
        "deviceCapabilities": {"touch": False, "hover": True},
        "safeAreaInsets": {"top": 0, "right": 0, "bottom": 0, "left": 0},
    }


class Pages:
    """The pages of one browser: they are reused from view to view, as a new one starts a process."""

    def __init__(self, browser: Browser) -> None:
        self.context: BrowserContext = browser.new_context(locale="en-US", timezone_id="UTC")
        self.context.set_default_timeout(TIMEOUT_MS)
        self.bundle = host_bundle()
        self.free: list[HostPage] = []
        self.blank: list[WatchedPage] = []
        self.shown: list[WatchedPage] = []

    def open_view(
        self,
        html: bytes,
        *,
        tool: Mapping[str, Any],
        theme: str = "light",
        width: int = 560,
        locale: str = "en-US",
        time_zone: str = "UTC",
        context: Mapping[str, Any] | None = None,
        host_capabilities: Mapping[str, Any] | None = None,
        call: Call | Mapping[str, Any] | None = None,
        resources: Mapping[str, Any] | None = None,
        sandbox: str = "allow-scripts",
        csp: str = SPEC_CSP,
        handshake: bool = True,
    ) -> ViewPage:
        """Show a view in the strict host and wait for its handshake; see tests/README.md."""
        host = self.free.pop() if self.free else HostPage(self.context, self.bundle)
        self.shown.append(host)
        host.look(width, theme)
        base = default_context(tool, theme=theme, width=width, locale=locale, time_zone=time_zone)
        host.mount(
            html,
            call,
            {
                "width": width,
                "context": base | dict(context or {}),
                "capabilities": CAPABILITIES if host_capabilities is None else host_capabilities,
                "hostInfo": {"name": "genui test host", "version": "1.0.0"},
                "resources": resources or {},
                "sandbox": sandbox,
                "csp": csp,
            },
        )
        view = ViewPage(host)
        if handshake:
            view.wait_initialized()
        return view

    def open_page(self, html: bytes, *, width: int = 560, theme: str = "light") -> WatchedPage:
        """Open a page outside any host, as a reviewer does who double-clicks the file."""
        opened = self.blank.pop() if self.blank else WatchedPage(self.context)
        self.shown.append(opened)
        opened.look(width, theme)
        opened.put(f"{VIEW}/", html)
        opened.page.goto(f"{VIEW}/")
        return opened

    def open_runtime(self) -> WatchedPage:
        """Open an empty page that imports every module of the runtime; what they export becomes global."""
        empty = b'<!doctype html><html lang="en"><title>runtime</title><body>'
        opened = self.open_page(empty, width=1280)
        opened.page.evaluate(runtime_bundle())
        return opened

    def close_shown(self) -> None:
        """Take back what a test has opened."""
        while self.shown:
            self.take_back(self.shown.pop())

    def take_back(self, opened: WatchedPage) -> None:
        """Keep a page for the next test, unless it hangs."""
        if not opened.emptied():
            opened.page.close()
        elif isinstance(opened, HostPage):
            self.free.append(opened)
        else:
            self.blank.append(opened)
