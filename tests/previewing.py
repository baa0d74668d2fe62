"""A real `genui preview` in real Chromium: what tests/test_preview_browser.py drives."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event
from typing import Any

from playwright.sync_api import BrowserContext, FrameLocator, Locator, Page, expect

UPSTREAM = Path(__file__).parent / "servers" / "preview_upstream.py"
PATIENCE_MS = 30_000
EXPECTED = "Failed to load resource: the server responded with a status of"
"""What Chromium itself writes for an answer that says no."""


class Preview:
    """One preview process on one project folder."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder, self.log = folder, folder / "log"
        environment |= {"PREVIEW_LOG": str(self.log)}
        values = ", ".join(f"{name} = {json.dumps(value)}" for name, value in environment.items())
        self.config = folder / "genui.toml"
        self.config.write_text(
            f"[upstream]\ncommand = {json.dumps(sys.executable)}\nargs = [{json.dumps(str(UPSTREAM))}]\n"
            f"env = {{ {values} }}\n",
            encoding="utf-8",
        )
        self.process = subprocess.Popen(
            [sys.executable, "-m", "genui", "preview", "forecast", "--no-open"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        self.url = self.process.stdout.readline().split()[-1]

    def lines(self) -> list[str]:
        """Return what the upstream wrote down."""
        return self.log.read_text(encoding="utf-8").splitlines()

    def hears(self, text: str) -> bool:
        """Wait until the upstream has written something down."""
        waiting = Event()
        for _ in range(PATIENCE_MS // 20):
            if any(text in line for line in self.lines()):
                return True
            waiting.wait(0.02)
        return False

    def starts(self) -> list[int]:
        """Return the process id of each upstream that was started."""
        return [int(line.split()[1]) for line in self.lines() if line.startswith("started")]

    def kill_upstream(self) -> None:
        """End the upstream that was started last."""
        os.kill(self.starts()[-1], signal.SIGKILL)

    def end(self) -> int:
        """Interrupt the preview as Ctrl+C does, and return its exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(20)
        finally:
            self.process.kill()
            for stream in (self.process.stdout, self.process.stderr):
                stream.close()  # type: ignore[union-attr]


class Tab:
    """One open page of the preview."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.errors: list[str] = []
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("console", self.on_console)
        self.page.on("pageerror", lambda error: self.errors.append(f"page error: {error.stack or error}"))
        self.show(url)

    def show(self, url: str) -> None:
        """Open an address, in a tab that may have shown another before."""
        self.page.bring_to_front()
        self.page.set_viewport_size({"width": 1280, "height": 800})
        self.page.goto(url)

    def leave(self) -> None:
        """Forget what is kept as long as the tab is open, and show nothing."""
        self.page.evaluate("sessionStorage.clear()")
        self.page.goto("about:blank")
        self.errors.clear()

    def on_console(self, message: Any) -> None:
        if message.type == "error" and not message.text.startswith(EXPECTED):
            self.errors.append(message.text)

    @property
    def view(self) -> FrameLocator:
        """The view, inside the sandbox."""
        return self.page.frame_locator("#slot iframe").frame_locator("iframe")

    def at(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def pick(self, tool: str) -> None:
        """Choose a tool and wait for its view."""
        self.at(f"[data-tool={tool}]").click()
        expect(self.at(f'iframe[title="View of {tool}"]')).to_be_visible()

    def scene(self, name: str, state: str) -> None:
        """Bring the view into a scene, and wait for the state that it shows then."""
        self.at(f"[data-scene={name}]").click()
        self.shows(state)

    def shows(self, state: str) -> None:
        expect(self.view.locator("html")).to_have_attribute("data-state", state)

    def turn(self, name: str, value: str) -> None:
        """Turn a switch of the host."""
        self.at(f'[data-set={name}][data-value="{value}"]').click()

    def logged(self, method: str) -> Locator:
        """The entries of the protocol log with this name."""
        return self.at(f'#log [data-method="{method}"]')
