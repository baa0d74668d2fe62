"""Letters of variables as names of the top as well: where no piece has both, neither hides the other."""

from collections.abc import Collection, Mapping, Sequence

from genui.javascript.inline import Value
from genui.javascript.pieces import LETTER, RAW, Piece
from genui.javascript.scopes import LOWER


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
    free = [letter for letter in reversed(LOWER) if letter not in "abcd"]
    for told in marks:
        letter = next((each for each in free if beside[each].isdisjoint(marks[told])), "")
        if letter:
            found[told] = letter
            free.remove(letter)
    return found


def marks_beside(pieces: Sequence[Piece], values: Mapping[str, tuple[Value, bool]]) -> dict[str, set[str]]:
    """Return for each letter the marks in the pieces that it stands in."""
    beside: dict[str, set[str]] = {letter: set() for letter in LOWER}
    for piece in pieces:
        placed = [mark for mark in piece.marks if mark in values]
        letters, marks = (
            (piece.letters, piece.marks.keys()) if not placed else with_values(piece, placed, values)
        )
        for letter in letters & beside.keys():
            beside[letter].update(marks)
    return beside


def with_values(
    piece: Piece, placed: list[str], values: Mapping[str, tuple[Value, bool]]
) -> tuple[set[str], set[str]]:
    """Return the letters and the marks of a piece and of all values that stand in it."""
    letters, marks = {*piece.letters}, {*piece.marks}
    while placed:
        parts = values[placed.pop()][0].parts
        letters.update(LETTER.findall(" ".join(parts[::2])))
        placed += [mark for mark in parts[1::2] if mark in values]
        marks.update(parts[1::2])
    return letters, marks
