"""Views in a host that is not ours: MCP Inspector, pinned from npm, before genui serve.

`npm ci` in tests/inspector installs it; where it is not there these tests are skipped.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Frame, Page, expect

from genui.cli import main
from genui.hosts.profiles import DIRECTORY, read_profile
from genui.preview.server import bound

ROOT = Path(__file__).parents[1]
INSPECTOR = ROOT / "tests/inspector/node_modules/@modelcontextprotocol/inspector"
PATIENCE_MS = 60_000
ADDRESS = re.compile(r"http://\S+API_TOKEN=\S+")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not INSPECTOR.is_dir(), reason="MCP Inspector is not there: npm ci in tests/inspector"
    ),
]


def free_port() -> str:
    with bound() as socket:
        return str(socket.getsockname()[1])


class Inspector:
    """MCP Inspector with one server, and its page."""

    def __init__(self, pages: Any, folder: Path, config: Path) -> None:
        command = [sys.executable, "-m", "genui", "serve", "--config", str(config)]
        server = {"command": command[0], "args": command[1:], "env": {"GENUI_TRUST": "1"}}
        file = folder / "servers.json"
        file.write_text(json.dumps({"mcpServers": {"one": server}}), encoding="utf-8")
        ports = {name: free_port() for name in ("CLIENT_PORT", "MCP_SANDBOX_PORT", "MCP_APP_ORIGIN_PORT")}
        quiet = {
            "MCP_AUTO_OPEN_ENABLED": "false",
            "MCP_INSPECTOR_SECRET_STORE": "memory",
            "HOME": str(folder),
        }
        self.process = subprocess.Popen(
            ["node", str(INSPECTOR / "clients/launcher/build/index.js"), "--web", "--config", str(file)],
            env={**os.environ, **ports, **quiet},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout
        address = next(filter(None, map(ADDRESS.search, self.process.stdout)))[0]
        self.page: Page = pages.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.set_viewport_size({"width": 1400, "height": 900})
        self.page.goto(address)
        self.page.get_by_role("switch").first.click(force=True)
        self.page.get_by_text("Apps", exact=True).first.click()

    def open(self, title: str, **values: str) -> Frame:
        """Run a tool with its view, and return the view's frame once it has one."""
        self.page.get_by_role("button", name=re.compile(f"^{title}")).first.click()
        for label, value in values.items():
            self.page.get_by_label(re.compile(label, re.IGNORECASE)).first.fill(value)
        # A tool without arguments is run at once.
        start, frame = self.page.get_by_role("button", name="Open App"), self.page.locator("iframe")
        start.or_(frame).first.wait_for()
        if start.is_visible():
            start.click()
        outer = self.page.frame_locator("iframe[src*=sandbox]")
        outer.frame_locator("iframe").locator("main, #profile").first.wait_for()
        return next(
            frame for frame in self.page.frames if frame.parent_frame and frame.parent_frame.parent_frame
        )

    def close(self) -> None:
        self.page.close()
        self.process.terminate()
        self.process.communicate(timeout=30)


@pytest.fixture
def inspector(pages: Any, tmp_path: Path) -> Iterator[Any]:
    opened: list[Inspector] = []

    def open_inspector(config: Path) -> Inspector:
        opened.append(Inspector(pages, tmp_path, config))
        return opened[-1]

    yield open_inspector
    for each in opened:
        each.close()


@pytest.mark.parametrize(
    ("config", "title", "values", "shown"),
    [
        ("genui.toml", "Weather forecast", {"location": "Oslo"}, "Oslo, Norway"),
        ("examples/orders/genui.toml", "List orders", {}, "Shipped"),
    ],
    ids=["weather", "orders"],
)
def test_a_view_is_drawn_in_mcp_inspector(
    inspector: Any, config: str, title: str, values: dict[str, str], shown: str
) -> None:
    frame = inspector(ROOT / config).open(title, **values)

    expect(frame.locator("html")).to_have_attribute("data-state", "result", timeout=PATIENCE_MS)
    expect(frame.locator("[data-result]")).to_contain_text(shown)


def weather_in(folder: Path, more: str) -> Path:
    config = folder / "genui.toml"
    config.write_text(
        f"[upstream]\ncommand = {json.dumps(sys.executable)}\n"
        f"args = [{json.dumps(str(ROOT / 'examples/weather_server.py'))}]\n{more}",
        encoding="utf-8",
    )
    return config


def test_what_a_person_sends_in_mcp_inspector_runs_the_tool_and_is_to_be_copied(
    inspector: Any, tmp_path: Path
) -> None:
    config = weather_in(tmp_path, '[tools.get_current]\nform = "before"\n')
    frame = inspector(config).open("Current weather: form", location="Oslo")

    expect(frame.locator("[name=location]")).to_have_value("Oslo", timeout=PATIENCE_MS)
    frame.locator("[data-submit]").click()
    expect(frame.locator("[data-result]")).to_contain_text("Norway", timeout=PATIENCE_MS)
    expect(frame.get_by_role("button", name="Copy result")).to_be_visible()


def test_what_is_shown_as_text_from_mcp_inspector_is_kept_in_the_overlay(
    inspector: Any, tmp_path: Path
) -> None:
    frame = inspector(weather_in(tmp_path, "")).open("Units")

    frame.locator("[data-raw]").click()
    frame.get_by_role("button", name="Show as text from now on").click()
    expect(frame.locator("[data-raw-pane]")).to_contain_text("genui undo list_units", timeout=PATIENCE_MS)
    assert json.loads((tmp_path / ".genui/text.json").read_bytes()) == ["list_units"]


def test_what_the_probe_sees_in_mcp_inspector_is_its_profile(inspector: Any, tmp_path: Path) -> None:
    config = weather_in(tmp_path, "[serve]\nallow_code = true\n")
    options = ["--config", str(config), "--trust"]
    assert main(["export", "--probe", str(tmp_path / "probe.html")]) == 0
    assert main(["build", *options]) == 0
    assert main(["import", "list_units", str(tmp_path / "probe.html"), *options, "--force"]) == 0

    frame = inspector(config).open("Units")
    expect(frame.locator("#profile")).to_contain_text("tool-result", timeout=PATIENCE_MS)
    seen = tmp_path / "seen.toml"
    seen.write_text(frame.locator("#profile").inner_text(), encoding="utf-8")
    profile, known = read_profile(seen), read_profile(DIRECTORY / "inspector.toml")
    assert tomllib.loads(seen.read_text(encoding="utf-8"))["title"] == profile.title
    for key in ("info", "declares", "display_modes", "sandbox", "context_omits"):
        assert profile[key] == known[key]
