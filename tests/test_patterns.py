"""The regular expressions of the runtime: none takes long on a text that is made to be hard."""

from pathlib import Path
from typing import Any

import pytest

from genui.scripts.tree import parse_script

pytestmark = pytest.mark.browser

RUNTIME = Path(__file__).parents[1] / "templates" / "runtime"
UNITS = [
    *(" ", "\t", "\n", "a", "A", "1", ".", ",", "-", "_", ":", "/", "\\", "|", "=", "*", "#", "&", "<", ">"),
    *("(", "[", "{", '"', "'", "`", "~", "+", "%", "@", "é", "a ", "1 ", "1,", "1.", "a.", "a,", "a\n"),
    *(" \n", "\r\n", "--", "- ", "a=", "a: ", "a|", "| ", "![", "](", "](a", "**", "__", "<a ", "</", "&a"),
    *("2024-", "1:", "a-", "a_", "aB", "1e", "'a", '"a"', '"a",', "\\\\", "{}", "[]", "()", "(a", "[a]("),
    *("a@", "http://", "//a"),
]
LENGTH = 40_000
SHORTER = {"data.js: /^(?:((?!```)": 999}
"""Patterns by their beginnings that are asked of texts up to a length."""

MOST = 100
"""Milliseconds, at best of five: one that tries each place from each place takes most of a second."""

SLOWEST = """([source, flags, units, length, most]) => {
  const slow = [];
  for (const unit of units) for (const [begin, end] of [["", ""], ["", "!"], ["x", "\\n~"]]) {
    const text = begin + unit.repeat(length / unit.length) + end;
    let least = Infinity;
    for (let turn = 0; turn < 5 && least > most; turn++) {
      const start = performance.now();
      if (/[gy]/.test(flags)) text.replace(new RegExp(source, flags), "");
      else new RegExp(source, flags).test(text);
      least = Math.min(least, performance.now() - start);
      if (least > 2000) break;
    }
    if (least > most) { slow.push([unit, end, Math.round(least)]); break; }
  }
  return slow;
}"""


def patterns() -> list[tuple[str, str, str]]:
    """Return the file, the source and the flags of every pattern in the runtime."""
    found = []
    for path in sorted(RUNTIME.glob("*.js")):
        nodes = [parse_script(path.read_text(encoding="utf-8")).root_node]
        while nodes:
            node = nodes.pop()
            nodes += node.children
            if node.type == "regex":
                text = (node.text or b"").decode()
                source, _, flags = text[1:].rpartition("/")
                found.append((path.name, source, flags))
    return found


def test_no_pattern_of_the_runtime_is_slow_on_a_text_of_blanks_or_of_anything_else(open_page: Any) -> None:
    every = patterns()
    page = open_page(b"<!doctype html><title>patterns</title>").page
    slow = {}
    for name, source, flags in every:
        told = f"{name}: /{source}/{flags}"
        length = next((most for begin, most in SHORTER.items() if told.startswith(begin)), LENGTH)
        if found := page.evaluate(SLOWEST, [source, flags, UNITS, length, MOST]):
            slow[told] = found

    assert len(every) > 100
    assert slow == {}
