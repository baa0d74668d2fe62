"""Putting what a page uses once into the place where it is used."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from genui.javascript.methods import usual
from genui.javascript.pieces import VALUE, Piece, letters_in
from genui.javascript.tokens import METHOD, METHOD_HELD, NAME, STRING, marked

ARROW = re.compile(r"=(?:async\b ?)?(?:[a-z_$][\w$]*|\(.*?\))=>", re.DOTALL)
LITERAL = re.compile(r"=(?:[\d.e]+|/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\]|\\.)*\])+/[gimsuv]*)\Z")
ANEW = re.compile(r"/[imsuv]*g[imsuv]*\Z")
"""The end of a pattern that keeps where it found something: a new one comes to the same only where it begins
anew each time."""

BEGINNING_ANEW = frozenset({"matchAll/1", "replace/2", "replaceAll/2"})
BEFORE_VALUE = re.compile(r"(?:[(,\[:]|(?<!\?)\?|(?<![=!<>])=)\Z")
AFTER_VALUE = re.compile(r"[),\]};:]")
AFTER_LITERAL = re.compile(r"[^.\[(\d\w]")


@dataclass(frozen=True, eq=False)
class Value:
    """What a piece gives a name to: its text cut at its marks."""

    parts: Sequence[str]
    is_function: bool

    @cached_property
    def marks(self) -> frozenset[str]:
        """The marks in it."""
        return frozenset(self.parts[1::2])

    @cached_property
    def letters(self) -> frozenset[str]:
        """The rare letters that stand in it by themselves."""
        return letters_in(self.parts)


def inlined(
    pieces: Sequence[Piece], counts: Mapping[str, int], kept: Iterable[str]
) -> dict[str, tuple[Value, bool]]:
    """Return what can stand where it is used, and whether it is called there, by the mark of its name."""
    names = {marked(NAME, name) for name in kept}
    found = {
        piece.parts[1]: value
        for piece in pieces
        if piece.kind == VALUE and (value := value_of(piece)) and counts[piece.parts[1]] == 2
    }
    used: dict[str, Piece] = {}
    for piece in pieces:
        used.update(piece.using)
    placed: dict[str, tuple[Value, bool]] = {}
    for mark in used.keys() & found.keys() - names:
        value = found[mark]
        if (called := place_of(used[mark], mark, value)) is not None:
            placed[mark] = value, called
    return placed


@lru_cache(maxsize=4096)
def place_of(piece: Piece, mark: str, value: Value) -> bool | None:
    """Tell whether a piece calls a value where it names it, None where the value cannot stand there."""
    at = piece.parts.index(mark)
    if not fits(piece.parts, at, value):
        return None
    return value.is_function and piece.parts[at + 1].startswith("(")


@lru_cache(maxsize=4096)
def value_of(piece: Piece) -> Value | None:
    """Return what a piece gives a name to, None where that cannot stand elsewhere."""
    if piece.kind != VALUE or not piece.fixed or len(piece.parts) < 3:
        return None
    mark, after = piece.parts[1], piece.parts[2]
    if mark[1] != NAME or piece.marks[mark] != 1 or not after.startswith("="):
        return None
    told = piece.text.partition(mark)[2]
    is_string = len(piece.parts) == 5 and piece.parts[3][1] == STRING and after == "="
    is_function = bool(ARROW.match(told))
    if not (is_string or is_function or LITERAL.match(told)):
        return None
    return Value((after[1:], *piece.parts[3:]), is_function)


def fits(parts: Sequence[str], at: int, value: Value) -> bool:
    """Tell whether a value can stand in the place of a name."""
    before, after = parts[at - 1], parts[at + 1]
    mark = parts[at - 2] if at > 1 and not before else "  "
    if mark[1] in (METHOD, METHOD_HELD):
        before = "("
    if value.is_function:
        if before.endswith("await "):
            return False  # readers of scripts take that for a call of something named so
        is_member = before.endswith(".") and not before.endswith("...")
        called = after.startswith("(") and not before.endswith("new ") and not is_member
        return called or bool(BEFORE_VALUE.search(before) and AFTER_VALUE.match(after))
    if ANEW.search(value.parts[-1]) and not (before == "(" and usual(mark[2:-1]) in BEGINNING_ANEW):
        return False
    # A mark right behind would be a member of the literal.
    return bool(AFTER_LITERAL.match(after)) or (after == "" and not value.parts[0][:1].isdigit())
