"""Pairing the entries of two arrays by identity, never by position."""

from collections.abc import Callable, Collection, Mapping, Sequence

from genui.canonical import canonical_json
from genui.model import Json
from genui.refine import identity_of

CHANGING = ("/title", "/label")
"""Members of an identity that a wish often changes."""


def paired(before: Sequence[Json], after: Sequence[Json]) -> dict[int, int]:
    """Return which entry of one array is which of another, by index; all others are new or gone.

    Equal ones come first, then those that alone have their identity on both sides.
    """
    # The surest pairs first: each round sees only what is left.
    pairs: dict[int, int] = {}
    for name in (canonical_json, strictly, loosely):
        left, right = grouped(before, name, pairs.keys()), grouped(after, name, pairs.values())
        for key, old in left.items():
            new = right.get(key, [])
            if name is canonical_json or len(old) == len(new) == 1:
                pairs |= dict(zip(old, new, strict=False))
    return pairs


def grouped(
    entries: Sequence[Json], name: Callable[[Json], str], taken: Collection[int]
) -> dict[str, list[int]]:
    """Return the indices of the entries that are not taken yet by name, of those that have one."""
    groups: dict[str, list[int]] = {}
    for index, entry in enumerate(entries):
        if index not in taken and (key := name(entry)):
            groups.setdefault(key, []).append(index)
    return groups


def strictly(entry: Json) -> str:
    """Return what an entry is, "" where nothing tells it."""
    known = known_by(entry)
    return canonical_json(known) if known else ""


def loosely(entry: Json) -> str:
    """Return what an entry is whatever it is called, "" where nothing tells it."""
    known = {key: part for key, part in known_by(entry).items() if key not in CHANGING}
    return canonical_json(known) if known else ""


def known_by(entry: Json) -> dict[str, Json]:
    """Return what tells an entry; of a choice and of a figure, that is what it stands for."""
    known = identity_of(entry)
    if isinstance(entry, Mapping) and "value" in entry and not known.keys() - set(CHANGING):
        return {**known, "/value": entry["value"]}
    return known
