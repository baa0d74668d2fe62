"""Putting what a page uses once into the place where it is used."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from genui.javascript.pieces import VALUE, Piece
from genui.javascript.tokens import NAME, STRING

ARROW = re.compile(r"=(?:async\b ?)?(?:[a-z_$][\w$]*|\(.*?\))=>", re.DOTALL)
LITERAL = re.compile(r"=(?:[\d.e]+|/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\]|\\.)*\])+/[imsuv]*)\Z")
BEFORE_VALUE = re.compile(r"(?:[(,\[:]|(?<![=!<>])=)\Z")
AFTER_VALUE = re.compile(r"[),\]};]")
AFTER_LITERAL = re.compile(r"[^.\[(\d\w]")


def inlined(
    pieces: Sequence[Piece], counts: Mapping[str, int], kept: Iterable[str]
) -> dict[str, Sequence[str]]:
    """Return the parts of what can stand where it is used, by the mark of its name: it is used once."""
    kept = {*kept}
    found = {
        piece.parts[1]: value
        for piece in pieces
        if (value := value_of(piece)) and counts[piece.parts[1]] == 2 and not kept & {*piece.names}
    }
    placed: dict[str, Sequence[str]] = {}
    for piece in pieces:
        if not found.keys().isdisjoint(piece.marks):
            placed |= places(piece.parts, found)
    return placed


@lru_cache(maxsize=4096)
def value_of(piece: Piece) -> Sequence[str]:
    """Return the parts of what a piece gives a name to, none where that cannot stand elsewhere."""
    if piece.kind != VALUE or not piece.fixed or len(piece.parts) < 3:
        return ()
    mark, after = piece.parts[1], piece.parts[2]
    if mark[1] != NAME or piece.marks[mark] != 1 or not after.startswith("="):
        return ()
    told = piece.text.partition(mark)[2]
    is_string = len(piece.parts) == 5 and piece.parts[3][1] == STRING and after == "="
    return (after[1:], *piece.parts[3:]) if is_string or LITERAL.match(told) or is_function(told) else ()


def is_function(told: str) -> bool:
    """Tell whether what stands behind a name is an arrow function."""
    return bool(ARROW.match(told))


def places(parts: Sequence[str], found: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the marks of what can stand in its place here, with its parts: in parentheses what is called."""
    for at in range(1, len(parts), 2):
        if parts[at] not in found:
            continue
        value = found[parts[at]]
        told = "".join(value)
        if fits(parts, at, told):
            called = parts[at + 1].startswith("(") and is_function("=" + told)
            yield parts[at], in_parentheses(value) if called else value


def in_parentheses(parts: Sequence[str]) -> Sequence[str]:
    """Return parts in parentheses; texts and marks still take turns."""
    opened = ("(" + parts[0], *parts[1:])
    return (*opened[:-1], opened[-1] + ")")


def fits(parts: Sequence[str], at: int, told: str) -> bool:
    """Tell whether a value can stand in the place of a name."""
    before, after = parts[at - 1], parts[at + 1]
    if is_function("=" + told):
        called = after.startswith("(") and not before.endswith(("new ", "."))
        if before.endswith("await "):
            return False  # readers of scripts take that for a call of something named so
        return called or bool(BEFORE_VALUE.search(before) and AFTER_VALUE.match(after))
    # A mark right behind would be a member of the literal.
    return bool(AFTER_LITERAL.match(after)) or (after == "" and not told[0].isdigit())
