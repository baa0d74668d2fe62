"""How long a form takes to open: one of 60 fields beside one of 3, in turn, in the strict host of the tests.

python benchmarks/forms.py [ROUNDS]; needs Chromium and the node modules of tests/host.
"""

import sys
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import chromium
from browser import Pages
from conftest import linked
from playwright.sync_api import sync_playwright

BOUND = 1.3
"""How much longer the form of 60 fields may take."""

KINDS: list[dict[str, Any]] = [
    {"type": "string", "description": "What it is called"},
    {"type": "integer", "minimum": 1, "maximum": 100},
    {"type": "boolean"},
    {"enum": ["red", "green", "blue", "white", "black"]},
    {"type": "string", "format": "date"},
    {"type": "number", "default": 1.5},
]
WATCH = """
const seen = (globalThis.seen = {});
new MutationObserver(() => {
  if (document.documentElement.dataset.state === "ready") seen.ready ??= performance.now();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-state"] });
new PerformanceObserver((list) => {
  seen.paint ??= list.getEntriesByName("first-contentful-paint")[0]?.startTime;
}).observe({ type: "paint", buffered: true });
"""


def tool(count: int) -> dict[str, Any]:
    """Return a tool with so many members, of all kinds that are common."""
    members = {f"member_{i}": KINDS[i % len(KINDS)] for i in range(count)}
    schema = {"type": "object", "properties": members, "required": ["member_0"]}
    return {"name": f"form_{count}", "inputSchema": schema}


def opened(pages: Pages, definition: dict[str, Any], html: bytes) -> tuple[float, float]:
    """Return the milliseconds from the start of a view's load until it is ready, and until it is painted."""
    view = pages.open_view(html, tool=definition)
    view.frame.wait_for_function("seen.ready && seen.paint")
    seen = view.frame.evaluate("seen")
    pages.close_shown()
    return seen["ready"], seen["paint"]


def main(rounds: int) -> int:
    """Measure, print, and return 1 if the bound is not kept."""
    tools = [tool(3), tool(60)]
    pages_of = [linked(each) for each in tools]
    times: list[list[tuple[float, float]]] = [[], []]
    with sync_playwright() as playwright, chromium.launched(playwright) as browser:
        pages = Pages(browser)
        pages.context.add_init_script(WATCH)
        for turn in range(rounds + 2):
            for which in (0, 1) if turn % 2 else (1, 0):
                taken = opened(pages, tools[which], pages_of[which])
                if turn > 1:  # the first two warm up
                    times[which].append(taken)
    worst = 0.0
    for at, what in enumerate(("ready", "first paint")):
        few, many = (median(each[at] for each in times[which]) for which in (0, 1))
        worst = max(worst, many / few)
        print(f"{what}: 3 fields {few:.0f} ms, 60 fields {many:.0f} ms, {many / few:.2f} times")
    return int(worst > BOUND)


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
