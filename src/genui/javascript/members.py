"""Members that are no data, of objects that only the scripts of a page know: short names for them."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase

from genui.javascript.pieces import RAW, Piece
from genui.javascript.scopes import short_names
from genui.javascript.tokens import KEY, MEMBER, OPEN, OPTIONAL, marked

KINDS = (MEMBER, OPTIONAL, KEY)
LETTERS = ascii_uppercase + "_$" + ascii_lowercase[::-1].replace("yx", "")
"""Names of one letter, those that no variable of a function has first; x and y are members of charts."""

SAID_TWICE = re.compile(rf"{OPEN}([\w$]+):\1(?=[,}}]|=(?![=>]))")


@lru_cache(maxsize=1024)
def marks_for(name: str) -> tuple[str, ...]:
    """Return the marks that stand for a member."""
    return tuple(marked(kind, f'"{name}"' if kind == KEY else name) for kind in KINDS)


def short_members(counts: Mapping[str, int], own: Iterable[str], pieces: Sequence[Piece]) -> dict[str, str]:
    """Return what is written for the marks of `own` members, the shortest names for what is used most.

    None is the name of another member that these scripts mention; a letter goes where it is that of the
    variables beside it: `{a: a}` is said `{a}`. An opening mark stays before keys, for `said_shorter`.
    """
    uses = {name: sum([counts.get(mark, 0) for mark in marks_for(name)]) for name in own}
    found = sorted((name for name in uses if uses[name]), key=lambda name: (-uses[name], name))
    free = [letter for letter in LETTERS if counts.keys().isdisjoint(marks_for(letter))]
    pairs = Counter[tuple[str, str]]()
    for piece in pieces:
        if piece.pairs:
            pairs.update(piece.pairs)
    names = with_letters(found, free, {name: uses[name] for name in found}, pairs)
    longer = (name for name in short_names(ascii_uppercase) if len(name) > 1)
    longer = (name for name in longer if counts.keys().isdisjoint(marks_for(name)))
    names |= zip((name for name in found if name not in names), longer, strict=False)
    begin = {MEMBER: ".", KEY: "" if any(piece.kind == RAW for piece in pieces) else OPEN}
    return {
        mark: begin.get(mark[1], "") + short
        for name, short in names.items()
        for mark in marks_for(name)
        if mark in counts
    }


def with_letters(
    found: Sequence[str],
    free: Sequence[str],
    uses: Mapping[str, int],
    pairs: Mapping[tuple[str, str], int],
) -> dict[str, str]:
    """Return letters for members, first where they save most: a byte each time, two beside their like."""
    at = {marked(KEY, f'"{name}"'): place for place, name in enumerate(found)}
    rank = {letter: place for place, letter in enumerate(free)}
    likes = [
        (uses[found[at[key]]] + 2 * n, at[key], letter)
        for (key, letter), n in pairs.items()
        if key in at and letter in rank
    ]
    others = [(uses[name], place, "") for place, name in enumerate(found)]
    names: dict[str, str] = {}
    left = dict.fromkeys(free)
    for _, place, letter in sorted(likes + others, key=lambda one: (-one[0], one[1], rank.get(one[2], 0))):
        letter = letter or next(iter(left), "")
        if letter in left and found[place] not in names:
            names[found[place]] = letter
            del left[letter]
    return names


def said_shorter(script: str) -> str:
    """Return a script with `{a}` for `{a: a}`, and without the marks before short keys."""
    return re.sub(rf"{OPEN}(?=[\w$]+[:(])", "", SAID_TWICE.sub(r"\1", script))
