"""Times of validating and judging pages of 56 KB, in processor time, against parsing alone.

usage: python benchmarks/validate.py [PAGE.html...]   without one, a page is made up.
"""

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from genui.lint import validate_page
from genui.lint.examples import PAGE
from genui.lint.page import parse_page
from genui.lint.repair import judge
from genui.scripts.tree import parse_script

RUNS = 21
SIZE, SCRIPT, STYLES = 56_000, 39_000, 8_600
FIELD = """
<section class="c{n}">
  <h2>Order {n}</h2>
  <label for="field{n}">Days &amp; nights <em>of the order</em></label> <input id="field{n}" type="number">
</section>"""
PART = """
function draw{n}(list, options = {{}}) {{
  const {{ size = {n}, label }} = options;
  const rows = list.map((entry, index) => ({{ ...entry, index: index + size }}));
  if (!rows.length) return null;
  for (const row of rows) {{
    const cell = document.createElement("p");
    cell.textContent = `${{label}}: ${{row.index}}`;
    cell.addEventListener("click", () => out.append(cell));
  }}
  return rows.filter((row) => row.index > {n});
}}
"""


def main(paths: list[str]) -> None:
    """Print the median and the least of some runs, in milliseconds."""
    pages = {path: Path(path).read_bytes() for path in paths} or {"made up": made_up().encode()}
    for name, html in pages.items():
        text = html.decode()
        script = text[text.index(">", text.rfind("<script")) + 1 : text.rfind("</script")]
        print(f"{name}: {len(html):,} bytes, {RUNS} runs")
        print(f"{'':<26}{'median ms':>10}{'least ms':>10}")
        shown("reading the markup", lambda text=text: parse_page(text))
        shown("tree-sitter alone", lambda script=script: parse_script(script))
        shown("validate_page", lambda html=html: validate_page(html))
        shown("judge, repair included", lambda html=html: judge(html))


def shown(name: str, run: Callable[[], Any]) -> None:
    """Run and print one line."""
    run()
    times = []
    for _ in range(RUNS):
        before = time.process_time()
        run()
        times.append((time.process_time() - before) * 1000)
    print(f"{name:<26}{statistics.median(times):>10.1f}{min(times):>10.1f}")


def made_up() -> str:
    """Return a page of the usual mix: 39 KB of script, 9 KB of styles, and the rest markup."""
    styles = "".join(f".c{n} {{ color: var(--c{n}, #123); padding: {n}px; }}\n" for n in range(SIZE))
    parts = "".join(PART.format(n=n) for n in range(SIZE // len(PART)))
    page = PAGE.replace("</head>", f"<style>\n{styles[: styles.index('}', STYLES) + 1]}\n</style>\n</head>")
    page = page.replace("await app.connect", parts[: parts.index("\n}\n", SCRIPT) + 3] + "await app.connect")
    fields = (FIELD.format(n=n) for n in range((SIZE - len(page)) // len(FIELD)))
    return page.replace("</body>", "".join(fields) + "</body>")


if __name__ == "__main__":
    main(sys.argv[1:])
