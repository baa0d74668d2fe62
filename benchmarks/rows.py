"""How soon a table of 100,000 rows answers a key: in its search, in a filter, in sorting; in the strict host of the tests.

python benchmarks/rows.py [ROWS] [--against TEMPLATES] [--runs 3]; needs Chromium and the node modules of tests/host.

Prints for each key how long its handler ran and when the page that says something new was painted, then the whole until
all rows were read; exits 1 where the median of a key is painted later than BOUND.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import chromium
from browser import Pages
from genui.assets import load_assets
from genui.link import link
from genui.model import Tool, View
from playwright.sync_api import Frame, sync_playwright

BOUND = 100
"""Milliseconds from a key to the paint of what it found."""

TOOL = {"name": "list_rows", "inputSchema": {"type": "object"}}
SPEC = {"version": 1, "result": [{"type": "auto"}]}
CITIES = ["Oslo", "Zürich", "Lagos", "Lima", "Kraków", "Hà Nội"]
STATES = ["shipped", "pending", "failed", "on hold"]

SEARCH = "Search"
FILTER = "Filter Name"
KEYS = [
    *((SEARCH, "row 99999"[:end]) for end in range(1, 10)),
    (SEARCH, ""),
    (SEARCH, "nothing has this"),
    (SEARCH, ""),
    (SEARCH, "zurich"),
    (SEARCH, ""),
    (FILTER, "9"),
    (FILTER, "99999"),
    (FILTER, ""),
    ("Filter Amount", "> 990"),
    ("Filter Amount", ""),
]

WATCH = """async ([label, text]) => {
  const field = document.querySelector(`input[aria-label^="${label}"]`);
  const told = [...document.querySelectorAll("[data-component=table] [role=status]")].at(-1);
  const began = performance.now();
  const painted = new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      watch.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - began);
        port2.postMessage("");
      });
    });
    watch.observe(told, { childList: true });
  });
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const ran = performance.now() - began;
  return [ran, await painted, told.textContent];
}"""

SETTLED = """async () => {
  const began = performance.now();
  const told = [...document.querySelectorAll("[data-component=table] [role=status]")].at(-1);
  let last = began;
  const watch = new MutationObserver(() => (last = performance.now()));
  watch.observe(told, { childList: true });
  for (let quiet = 0; quiet < 3; quiet = performance.now() - last > 250 ? quiet + 1 : 0)
    await new Promise((resolve) => setTimeout(resolve, 100));
  watch.disconnect();
  return [last - began, told.textContent];
}"""

SORT = """async (name) => {
  const began = performance.now();
  [...document.querySelectorAll("thead button")].find((each) => each.textContent === name).click();
  const ran = performance.now() - began;
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return [ran, performance.now() - began, document.querySelector("tbody tr").innerText];
}"""


def rows_of(count: int) -> list[dict[str, Any]]:
    """Return rows of six columns, about 100 bytes each as JSON."""
    return [
        {
            "id": 10_000_000 + at,
            "name": f"row {at}",
            "city": CITIES[at % len(CITIES)],
            "status": STATES[at % len(STATES)],
            "amount": at * 37 % 99_991 / 100,
            "created_at": f"2026-{at % 12 + 1:02}-{at % 28 + 1:02}T{at % 24:02}:{at % 60:02}:00Z",
        }
        for at in range(count)
    ]


def keys_of(frame: Frame) -> Iterator[tuple[str, float, float, str]]:
    """Type every key as soon as the one before was answered; yield what, handler ms, painted ms and what it said."""
    frame.get_by_role("button", name="Columns").click()
    for label, text in KEYS:
        ran, painted, said = frame.evaluate(WATCH, [label, text])
        yield f"{label}: {text!r}", ran, painted, said
    whole, said = frame.evaluate(SETTLED)
    yield "all rows read", 0, whole, said
    ran, painted, _ = frame.evaluate(WATCH, [SEARCH, "99999"])
    whole, said = frame.evaluate(SETTLED)
    yield "a value of the last row", ran, painted + whole, said
    frame.evaluate(WATCH, [SEARCH, ""])
    for name in ("Amount", "Name", "Created at"):
        ran, painted, first = frame.evaluate(SORT, name)
        yield f"sort by {name}", ran, painted, first.replace("\t", " ")


def measured(pages: Pages, html: bytes, rows: list[dict[str, Any]]) -> dict[str, tuple[float, float, str]]:
    """Return handler and paint milliseconds of every step of one view."""
    view = pages.open_view(html, tool=TOOL, width=760)
    view.send_result({"content": [], "structuredContent": {"rows": rows}})
    view.settle()
    found = {what: (ran, painted, said) for what, ran, painted, said in keys_of(view.frame)}
    pages.close_shown()
    return found


def main(count: int, against: list[str], runs: int) -> int:
    """Measure, print, and return 1 if a key is answered too late."""
    rows, trees = rows_of(count), ["templates", *against]
    view = View(TOOL["name"], SPEC)
    html = [link(Tool(TOOL), view, load_assets(each), source="rows.view.json") for each in trees]
    found: list[list[dict[str, tuple[float, float, str]]]] = [[] for _ in trees]
    with sync_playwright() as playwright, chromium.launched(playwright) as browser:
        pages = Pages(browser)
        for _ in range(runs):
            for tree, page in zip(found, html, strict=True):
                tree.append(measured(pages, page, rows))
    late = 0
    for name, tree in zip(trees, found, strict=True):
        print(f"\n{name}: {count} rows, {runs} runs: handler ms, painted ms (median, worst)")
        for what in tree[0]:
            ran, painted = ([each[what][at] for each in tree] for at in (0, 1))
            late += name == trees[0] and what.startswith((SEARCH, "Filter")) and median(painted) > BOUND
            print(f"  {what:<32}{median(ran):>8.0f}{median(painted):>8.0f}{max(painted):>8.0f}  {tree[0][what][2]}")
    return int(late > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rows", nargs="?", type=int, default=100_000)
    parser.add_argument("--against", action="append", default=[], help="templates of another tree")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    raise SystemExit(main(given.rows, given.against, given.runs))
