"""What a stylesheet would load, escapes read as a browser reads them, and what it takes from the focus."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

URL_FUNCTIONS = frozenset({"url", "src", "image", "image-set", "-webkit-image-set", "cross-fade"})
"""Functions whose text arguments are URLs."""


def loads_of(values: Iterable[Any]) -> Iterator[tuple[int, int, str]]:
    """Yield what component values load, at every depth."""
    is_skipping = False
    for value in values:
        if is_skipping:
            is_skipping = value != ";"
        elif value.type == "at-keyword" and value.lower_value in ("import", "namespace"):
            # The URL of a namespace is a name, and that of an import is told as the import.
            is_skipping = True
            if value.lower_value == "import":
                yield value.source_line, value.source_column, "@import"
        elif value.type == "url":
            yield value.source_line, value.source_column, value.value
        elif value.type == "function":
            for argument in value.arguments if value.lower_name in URL_FUNCTIONS else ():
                if argument.type == "string":
                    yield argument.source_line, argument.source_column, argument.value
            yield from loads_of(value.arguments)
        elif value.type in ("() block", "[] block", "{} block"):
            yield from loads_of(value.content)


COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
OUTLINE_OFF = re.compile(r"\boutline(?:-style|-width)?\s*:\s*(?:none|0)\b", re.IGNORECASE)
FOCUS_SHOWN = re.compile(
    r"(?:^|;)\s*(?:outline|box-shadow|border|background|text-decoration)[\w-]*\s*:(?!\s*(?:none|0\s*(?:;|\Z)|transparent|inherit|unset))",
    re.IGNORECASE,
)
EVERYTHING = re.compile(r"\*?(?::focus(?:-visible|-within)?)?", re.IGNORECASE)


def focus_hidden(sheets: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    """Yield sheet, line and selector where everything loses its outline, if nothing comes in its place."""
    found = []
    for index, css in enumerate(sheets):
        line = 0
        for part in COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), css).split("}"):
            head, _, said = part.rpartition("{")
            selector = head.replace("{", ";").rpartition(";")[2].strip()
            if ":focus" in selector and FOCUS_SHOWN.search(said):
                return
            if OUTLINE_OFF.search(said) and any(
                EVERYTHING.fullmatch(one.strip()) for one in selector.split(",")
            ):
                found.append((index, line + head.count("\n"), selector))
            line += part.count("\n")
    yield from found
