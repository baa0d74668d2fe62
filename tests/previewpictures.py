"""The preview as two hosts, on the orders example: `make gallery NAMES=preview`."""

import subprocess
import sys
from pathlib import Path

from previewing import Tab

ROOT = Path(__file__).parents[1]
SHOWN = {"chatgpt": "faults=text-differs", "vscode": "faults=narrow"}
"""The hosts, and what is asked of each besides."""


def draw_previews(pages, gallery):
    """Draw a picture of each host into the gallery."""
    command = [sys.executable, "-m", "genui", "preview", "list_orders", "--no-open", "--from-snapshot"]
    config = ["--config", str(ROOT / "examples/orders/genui.toml")]
    with subprocess.Popen([*command, *config], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        url, _, tool = process.stdout.readline().split()[-1].partition("#")
        for host, query in SHOWN.items():
            tab = Tab(pages.context, f"{url}?host={host}&{query}#{tool}")
            tab.page.set_viewport_size({"width": 1440, "height": 900})
            tab.turn("theme", "light")
            tab.scene("result", "result")
            tab.at("#toggle-faults").click()
            tab.view.locator("[data-result]").wait_for()
            tab.page.screenshot(path=gallery / f"preview-{host}.png")
            tab.page.close()
        process.terminate()
