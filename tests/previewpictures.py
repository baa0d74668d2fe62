"""The preview after wishes, and as two hosts: `make gallery NAMES=preview`."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect
from previewing import PATIENCE_MS, Tab

ROOT = Path(__file__).parents[1]
SIZE = {"width": 1600, "height": 900}
WISHES = ("group by status", "hide shipped")
HOSTS = {"chatgpt": ("text-differs", False), "vscode": ("narrow", True)}
"""The hosts, each with a fault, and whether the list of faults is open."""


def draw_previews(pages, gallery):
    """Draw the pictures into the gallery."""
    with tempfile.TemporaryDirectory() as folder:
        # Wishes are written to generated/: that of a copy.
        shutil.copytree(ROOT / "examples", folder, dirs_exist_ok=True)
        with address_of(Path(folder, "orders/genui.toml")) as address:
            for host, (fault, listed) in HOSTS.items():
                path = gallery / f"preview-{host}.png"
                draw_host(pages, address, f"?host={host}&faults={fault}", path, listed=listed)
            draw_wishes(pages, address, gallery / "preview.png")


@contextmanager
def address_of(config: Path) -> Iterator[str]:
    """Start a preview, and yield its address."""
    command = [sys.executable, "-m", "genui", "preview", "list_orders", "--no-open", "--from-snapshot"]
    with subprocess.Popen([*command, "--config", config], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield process.stdout.readline().split()[-1]
        process.terminate()


def opened(pages, address):
    """Open the preview on a result, in light colours."""
    tab = Tab(pages.context, address)
    tab.page.set_viewport_size(SIZE)
    tab.turn("theme", "light")
    tab.scene("result", "result")
    tab.view.locator("[data-result]").wait_for()
    return tab


def draw_wishes(pages, address, path):
    tab = opened(pages, address)
    for wish in WISHES:
        tab.at("#wish").fill(wish)
        tab.at("#refine-send").click()
        expect(tab.at("#refine-note")).to_contain_text(f"Done: {wish}", timeout=PATIENCE_MS)
    tab.at("#tab-history").click()
    tab.shows("result")
    tab.page.screenshot(path=path)
    tab.page.close()


def draw_host(pages, address, query, path, *, listed):
    url, _, tool = address.partition("#")
    tab = opened(pages, f"{url}{query}#{tool}")
    if listed:
        tab.at("#toggle-faults").click()
    tab.page.screenshot(path=path)
    tab.page.close()
