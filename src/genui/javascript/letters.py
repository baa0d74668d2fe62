"""Letters of variables as names of the top as well: where no piece has both, neither hides the other."""

from collections.abc import Collection, Mapping, Sequence, Set

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
    beside = marks_beside(pieces, values)
    found: dict[str, str] = {}
    free = [*beside]
    for told in marks:
        letter = next((each for each in free if beside[each].isdisjoint(marks[told])), "")
        if letter:
            found[told] = letter
            free.remove(letter)
    return found


def marks_beside(pieces: Sequence[Piece], values: Mapping[str, tuple[Value, bool]]) -> dict[str, set[str]]:
    """Return for each of the letters, the rarest first, the marks in the pieces that it stands in."""
    beside: dict[str, set[str]] = {letter: set() for letter in RARE}
    for piece in pieces:
        letters, marks = with_values(piece, values)
        for letter in letters:
            beside[letter].update(marks)
    return beside


def with_values(piece: Piece, values: Mapping[str, tuple[Value, bool]]) -> tuple[frozenset[str], Set[str]]:
    """Return the letters and the marks of a piece and of all values that stand in it."""
    if not (placed := piece.marks.keys() & values.keys()):
        return piece.letters, piece.marks.keys()
    letters, marks = {*piece.letters}, {*piece.marks}
    while placed:
        value = values[placed.pop()][0]
        letters |= value.letters
        placed |= value.marks & values.keys()
        marks |= value.marks
    return frozenset(letters), marks
