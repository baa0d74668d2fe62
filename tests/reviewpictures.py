"""The report of a review, on the orders example: `make gallery NAMES=review`."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from genui.components import walk

ROOT = Path(__file__).parents[1]
WISHES = (
    ("list_orders", "rename total to Amount"),
    ("list_orders", "only rows where total is greater than 100"),
    ("monthly_totals", "show lines instead of bars"),
)
PICTURES = {
    "review": {"viewport": {"width": 1240, "height": 1000}, "color_scheme": "light"},
    "review-dark": {"viewport": {"width": 1240, "height": 1000}, "color_scheme": "dark"},
    "review-phone": {"viewport": {"width": 400, "height": 1100}, "color_scheme": "light"},
}
"""The pictures, each with the page that it is taken of."""


def draw_review(browser, gallery):
    """Draw a report in light, in dark and on a phone into the gallery."""
    with TemporaryDirectory() as scratch:
        report = changed_report(Path(scratch))
        for name, page in PICTURES.items():
            shown = browser.new_page(**page, reduced_motion="reduce")
            shown.goto(report.as_uri())
            shown.locator("iframe[data-ready]").nth(1).wait_for()
            shown.screenshot(path=gallery / f"{name}.png")
            shown.close()


def changed_report(folder):
    """Return the report.html of a change that two wishes and a hand have made."""
    before, after = folder / "main", folder / "change"
    for side in (before, after):
        shutil.copytree(ROOT / "examples/orders", side)
    for wish in WISHES:
        genui("refine", *wish, where=after)
    file = after / "generated/views/get_order/view.json"
    view = json.loads(file.read_text("utf-8"))
    table = next(part for part in walk(view["spec"]["result"]) if part["type"] == "table")
    table["props"]["columns"].pop()
    file.write_text(json.dumps(view, indent=2, ensure_ascii=False) + "\n", "utf-8")
    genui("build", "--from-snapshot", where=after)
    genui("review", "../main", "--out", str(folder), where=after)
    return folder / "report.html"


def genui(*arguments, where):
    """Run a command in a project; a review ends with 1 where it finds something."""
    environment = {**os.environ, "GENUI_TRUST": "1"}
    subprocess.run([sys.executable, "-m", "genui", *arguments], cwd=where, env=environment, check=False)
