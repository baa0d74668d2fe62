"""Where members of a JSON text with comments lie, so that one can be changed and all else stays."""

import re
from collections.abc import Mapping, Sequence
from json import JSONDecoder
from typing import Any, NamedTuple

COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
TRAILING_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])')
DECODER = JSONDecoder()
SPACE = re.compile(r"\s*")


class Span(NamedTuple):
    """A value and where its text lies."""

    value: Any
    start: int
    end: int


def blanked(text: str) -> str:
    """Return the text with comments and trailing commas as spaces, so that every position stays."""
    bare = COMMENT.sub(lambda match: match[1] or re.sub(r"[^\n]", " ", match[0]), text)
    return TRAILING_COMMA.sub(lambda match: match[1] or " ", bare)


def members(bare: str, start: int) -> dict[str, Span]:
    """Return the members of the object that begins at `start`; of two with one name the last counts.

    Raises:
        ValueError: The text is not JSON.
    """
    found: dict[str, Span] = {}
    at = after_space(bare, start + 1)
    while not bare.startswith("}", at):
        name, at = DECODER.raw_decode(bare, at)
        at = after_space(bare, expected(bare, after_space(bare, at), ":"))
        value, end = DECODER.raw_decode(bare, at)
        found[str(name)] = Span(value, at, end)
        at = after_space(bare, end)
        if not bare.startswith("}", at):
            at = after_space(bare, expected(bare, at, ","))
    return found


def servers(text: str, paths: Sequence[Sequence[str]]) -> dict[str, Span]:
    """Return the spans of the servers in a host's file, by name.

    Raises:
        ValueError: The text is not JSON.
    """
    bare = blanked(text)
    found: dict[str, Span] = {}
    start = after_space(bare, 0)
    if not bare.startswith("{", start):
        return found
    for path in paths:
        table: Mapping[str, Span] = members(bare, start)
        for key in path:
            inner = table.get(key)
            table = members(bare, inner.start) if inner and isinstance(inner.value, dict) else {}
        found |= {name: span for name, span in table.items() if isinstance(span.value, dict)}
    return found


def after_space(text: str, at: int) -> int:
    """Return the position after white space."""
    space = SPACE.match(text, at)
    assert space is not None
    return space.end()


def expected(text: str, at: int, mark: str) -> int:
    """Return the position after a mark that has to stand here."""
    if not text.startswith(mark, at):
        raise ValueError(f"expected {mark!r} at character {at}")
    return at + 1
