"""The offline view and a language model's of the same tool, side by side: pictures to judge them by.

usage: python benchmarks/pairs.py [--out DIR] [--width 760] [--theme light] [NAME…]

The model's answers are those of tests/cases/replies (NAME: spec-01…), the results recorded calls of the
corpus beside this repository, or made-up data where there is none. Writes one picture for each pair, the
offline view on the left, and prints both scores. Needs Chromium and what the browser tests need.
"""

import argparse
import base64
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import chromium
from browser import Pages
from playwright.sync_api import sync_playwright
from test_answers import CASES, material

from genui.assets import load_assets
from genui.generate.offline import generate
from genui.generate.reading import spec_in
from genui.generate.scorer import score_spec
from genui.link import link
from genui.model import View
from genui.sample import sample_exchange
from genui.typecheck import check_spec

GAP = 16


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("pairs"))
    parser.add_argument("--width", type=int, default=760)
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    cases = {name: case for name, case in CASES.items() if case["mode"] == "spec"}
    assets = load_assets("templates")
    with sync_playwright() as playwright, chromium.launched(playwright) as browser:
        pages = Pages(browser)
        for name, case in cases.items():
            if options.names and not any(name.startswith(one) for one in options.names):
                continue
            tool, options = material(case)
            offline, _ = generate(tool, options)
            exchange = options.examples[0] if options.examples else sample_exchange(tool)
            drawn, told = [], []
            for spec in (offline.spec, spec_in(case["answers"][-1])[0]):
                html = link(tool, View(tool.name, spec), assets, source="")
                findings = check_spec(spec, tool)
                told.append(str(score_spec(spec, tool, options=options, findings=findings)))
                drawn.append(picture(pages, html, tool, exchange, options))
            path = options.out / f"{name}-{options.width}-{options.theme}.png"
            beside(browser, drawn, options.width, path)
            print(f"{path}\n  offline {told[0]}\n  model   {told[1]}")


def picture(pages, html, tool, exchange, options):
    """Return the pictures of a view in a host: its form, and what it shows once its tool has run."""
    view = pages.open_view(html, tool=tool.definition, width=options.width, theme=options.theme)
    view.settle()
    form = view.page.locator("iframe").screenshot()
    view.send_input(exchange["arguments"])
    view.send_result(exchange["result"])
    view.settle()
    result = view.page.locator("iframe").screenshot()
    pages.close_shown()
    return form, result


def beside(browser, drawn, width, path):
    """Write the pictures of views side by side into one: what shows at the same time is at one height."""
    images = "".join(
        f'<img src="data:image/png;base64,{base64.b64encode(data).decode()}">'
        for at_once in zip(*drawn, strict=True)
        for data in at_once
    )
    page = browser.new_page(viewport={"width": 2 * width + 3 * GAP, "height": 300})
    page.set_content(
        f"<style>body{{margin:{GAP}px;display:grid;grid-template-columns:{width}px {width}px;gap:{GAP}px;"
        f"align-items:start;background:#888}}</style>{images}"
    )
    page.screenshot(path=path, full_page=True)
    page.close()


if __name__ == "__main__":
    main()
