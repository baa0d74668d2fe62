"""How soon a table of 100,000 rows answers a key, in the strict host of the tests.

python benchmarks/rows.py [ROWS] [--against TEMPLATES] [--runs 3]; needs Chromium and tests/host.

Types into the search and the filters, each key as soon as the one before was answered, and sorts. Prints how
long a handler ran and when its answer was painted; exits 1 where a key's median is later than BOUND.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import chromium
from browser import Pages
from playwright.sync_api import Frame, sync_playwright

from genui.assets import load_assets
from genui.link import link
from genui.model import Tool, View

BOUND = 100
"""Milliseconds from a key to the paint of what it found."""

TOOL: dict[str, Any] = {"name": "list_rows", "inputSchema": {"type": "object"}}
SPEC: dict[str, Any] = {"version": 1, "result": [{"type": "auto"}]}
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


class Step(NamedTuple):
    """What was done, the milliseconds that it ran and until its answer was painted, and what that said."""

    what: str
    ran: float
    painted: float
    said: str

    @property
    def is_key(self) -> bool:
        return self.what.startswith((SEARCH, "Filter"))


def steps_of(frame: Frame) -> Iterator[Step]:
    """Type all keys, search a value of the last row, sort."""
    frame.get_by_role("button", name="Columns").click()
    for label, text in KEYS:
        yield Step(f"{label}: {text!r}", *frame.evaluate(WATCH, [label, text]))
    frame.evaluate(SETTLED)
    ran, painted, _ = frame.evaluate(WATCH, [SEARCH, "99999"])
    whole, said = frame.evaluate(SETTLED)
    yield Step("a value of the last row", ran, painted + whole, said)
    frame.evaluate(WATCH, [SEARCH, ""])
    for name in ("Amount", "Name", "Created at"):
        yield Step(f"sort by {name}", *frame.evaluate(SORT, name))


def measured(pages: Pages, html: bytes, rows: list[dict[str, Any]]) -> list[Step]:
    """Show the rows in a view and return its steps."""
    view = pages.open_view(html, tool=TOOL, width=760)
    view.send_result({"content": [], "structuredContent": {"rows": rows}})
    view.settle()
    steps = [*steps_of(view.frame)]
    pages.close_shown()
    return steps


def report(name: str, runs: list[list[Step]]) -> int:
    """Print the median of each step over its runs and its worst; return how many keys were answered late."""
    late = 0
    print(f"\n{name}{'handler ms':>38}{'painted':>10}{'worst':>8}")
    for steps in zip(*runs, strict=True):
        painted = median(step.painted for step in steps)
        late += steps[0].is_key and painted > BOUND
        worst = max(step.painted for step in steps)
        ran = median(step.ran for step in steps)
        print(f"  {steps[0].what:<32}{ran:>12.0f}{painted:>10.0f}{worst:>8.0f}  {steps[0].said}")
    return late


def main(count: int, against: list[str], times: int) -> int:
    """Measure, print, and return 1 if a key is answered too late."""
    rows, trees = rows_of(count), ["templates", *against]
    view = View(TOOL["name"], SPEC)
    html = [link(Tool(TOOL), view, load_assets(each), source="") for each in trees]
    runs: list[list[list[Step]]] = [[] for _ in trees]
    with sync_playwright() as playwright, chromium.launched(playwright) as browser:
        pages = Pages(browser)
        for _ in range(times):
            for tree, page in zip(runs, html, strict=True):
                tree.append(measured(pages, page, rows))
    late = [report(name, tree) for name, tree in zip(trees, runs, strict=True)]
    return int(late[0] > 0)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rows", nargs="?", type=int, default=100_000)
    parser.add_argument("--against", action="append", default=[], help="the templates of another tree")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    raise SystemExit(main(given.rows, given.against, given.runs))
