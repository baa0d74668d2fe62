"""Letters of variables as names of the top as well: where no piece has both, neither hides the other."""

from collections.abc import Collection, Mapping, Sequence, Set
from functools import cache
from itertools import chain

from genui.javascript.inline import Value
from genui.javascript.pieces import RARE, RAW, Piece


def letters_for(
    marks: Mapping[str, Collection[str]],
    pieces: Sequence[Piece],
    values: Mapping[str, tuple[Value, bool]],
) -> dict[str, str]:
    """Return letters for some of what has these `marks` in its places, the first before others.

    Values stand in the pieces that name them, so that their letters and marks are those of these as well.
    """
    if any(piece.kind == RAW for piece in pieces):
        return {}
    beside = letters_beside(frozenset(chain.from_iterable(marks.values())), pieces, values)
    found: dict[str, str] = {}
    free = bits_of(frozenset(RARE))
    for told, its in marks.items():
        held = 0
        for mark in its:
            held |= beside.get(mark, 0)
        if left := free & ~held:
            rarest = left & -left
            found[told] = RARE[rarest.bit_length() - 1]
            free ^= rarest
    return found


@cache
def bits_of(letters: frozenset[str]) -> int:
    """Return letters as bits, the rarest the lowest: pages have thousands of pairs of letter and mark."""
    return sum(1 << RARE.index(letter) for letter in letters)


def letters_beside(
    wanted: frozenset[str], pieces: Sequence[Piece], values: Mapping[str, tuple[Value, bool]]
) -> dict[str, int]:
    """Return for each of the `wanted` marks the letters, as bits, in the pieces that it stands in."""
    beside: dict[str, int] = {}
    for piece in pieces:
        letters, marks = with_values(piece, values)
        if letters:
            bits = bits_of(letters)
            for mark in wanted.intersection(marks):
                beside[mark] = beside.get(mark, 0) | bits
    return beside


def with_values(piece: Piece, values: Mapping[str, tuple[Value, bool]]) -> tuple[frozenset[str], Set[str]]:
    """Return the letters and the marks of a piece and of all values that stand in it."""
    if values.keys().isdisjoint(piece.marks):
        return piece.letters, piece.marks.keys()
    placed = piece.marks.keys() & values.keys()
    letters, marks = {*piece.letters}, {*piece.marks}
    while placed:
        value = values[placed.pop()][0]
        letters |= value.letters
        placed |= value.marks & values.keys()
        marks |= value.marks
    return frozenset(letters), marks
