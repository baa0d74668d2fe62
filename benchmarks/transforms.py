"""How long 10,000 rows take through the steps of a transform, in Chromium.

python benchmarks/transforms.py [ROWS] [--runs 9]; needs Chromium and tests/host. Prints the median and the
worst of each list of steps; exits 1 where a median is later than BOUND.
"""

import argparse
import sys
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import chromium
from browser import Pages
from drawing import item
from playwright.sync_api import sync_playwright

BOUND = 50
"""Milliseconds that three steps may take."""

GROUP = {"groupby": ["/group"], "fields": [{"op": "sum", "key": "/product", "as": "total"}]}
STEPS: dict[str, list[dict[str, Any]]] = {
    "calculate, filter, aggregate": [
        {"calculate": {"product": {"$mul": [item("/a"), item("/b")]}}},
        {"filter": {"$gt": [item("/product"), 100]}},
        {"aggregate": GROUP},
    ],
    "window, sort, limit": [
        {"window": {"op": "rank", "key": "/b", "as": "place", "groupby": ["/group"]}},
        {"sort": [{"key": "/place"}, {"key": "/a", "descending": True}]},
        {"limit": 100},
    ],
    "filter, calculate, pivot": [
        {"filter": {"$gt": [item("/a"), 10]}},
        {"calculate": {"half": {"$div": [item("/b"), 2]}}},
        {"pivot": {"row": "/group", "column": "/state", "value": "/half"}},
    ],
}

RUN = """([count, steps, times]) => {
  const rowAt = (_, at) => ({ group: "g" + (at % 50), state: "s" + (at % 4), a: at, b: (at * 37) % 9973 });
  const rows = Array.from({ length: count }, rowAt);
  return Array.from({ length: times }, () => {
    const began = performance.now();
    transform(rows, steps, {});
    return performance.now() - began;
  });
}"""


def main(count: int, times: int) -> int:
    """Measure, print, and return 1 if a median is too late."""
    late = 0
    with sync_playwright() as playwright, chromium.launched(playwright) as browser:
        page = Pages(browser).open_runtime().page
        for name, steps in STEPS.items():
            spent = page.evaluate(RUN, [count, steps, times])
            late += median(spent) > BOUND
            print(f"{name:<32}{median(spent):>8.1f} ms{max(spent):>8.1f} at worst")
    return int(late > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rows", nargs="?", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=9)
    given = parser.parse_args()
    raise SystemExit(main(given.rows, given.runs))
