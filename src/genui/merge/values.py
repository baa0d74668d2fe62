"""Joining two changes of a JSON value, member by member and entry by entry, and telling where they clash."""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from genui.canonical import canonical_json, same
from genui.expressions import MISSING, pointer_of
from genui.groups import grouped
from genui.model import Json, JsonObject
from genui.refine import identity_of

CHANGING = ("/title", "/label")
"""Members of an identity that a wish often changes."""


def paired(before: Sequence[Json], after: Sequence[Json]) -> dict[int, int]:
    """Return which entry of one array is which of another, by index; all others are new or gone.

    Equal ones come first, then those that alone have their identity on both sides.
    """
    # The surest pairs first: each round sees only what is left.
    pairs: dict[int, int] = {}
    for name in (canonical_json, named, partial(named, without=CHANGING)):
        left, right = indices(before, name, pairs.keys()), indices(after, name, pairs.values())
        for key, old in left.items():
            new = right.get(key, [])
            if name is canonical_json or len(old) == len(new) == 1:
                pairs |= dict(zip(old, new, strict=False))
    return pairs


def indices(
    entries: Sequence[Json], name: Callable[[Json], str], taken: Collection[int]
) -> dict[str, list[int]]:
    """Return the indices of the entries that are not taken yet by name, of those that have one."""
    names = [(name(entry), index) for index, entry in enumerate(entries) if index not in taken]
    return grouped((key, index) for key, index in names if key)


def named(entry: Json, *, without: Collection[str] = ()) -> str:
    """Return what an entry is, told by other members than these; "" where nothing tells it."""
    known = {key: part for key, part in known_by(entry).items() if key not in without}
    return canonical_json(known) if known else ""


def known_by(entry: Json) -> dict[str, Json]:
    """Return what tells an entry; of a choice and of a figure, that is what it stands for."""
    known = identity_of(entry)
    if isinstance(entry, Mapping) and "value" in entry and not known.keys() - set(CHANGING):
        return {**known, "/value": entry["value"]}
    return known


SORT = frozenset({"key", "descending"})
"""The members of an order of rows, which is one decision: halves of two make one that nobody wished."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A place that both sides have changed, each to something else; MISSING where it is gone."""

    where: str
    """A JSON Pointer into the base, with the entries of arrays by name where they have one."""
    ours: Json
    theirs: Json
    wishes: tuple[str, str] = ("", "")
    """The words of the steps that stand against each other, where they are known."""
    problem: str = ""
    """What is wrong with what both make together, where they clash in no one place."""


@dataclass(frozen=True, slots=True)
class Joined:
    """What two changes make of a value; where they clash it has what ours says."""

    value: Json
    clashes: tuple[Clash, ...] = ()


def join_values(base: Json, ours: Json, theirs: Json, where: str = "") -> Joined:
    """Join two changes of one value. What only one side has changed is as that side has it."""
    if same(ours, theirs) or same(base, theirs):
        return Joined(ours)
    if same(base, ours):
        return Joined(theirs)
    if is_open(ours) and is_open(theirs):
        return joined_members(base if is_open(base) else {}, ours, theirs, where)
    if isinstance(ours, list) and isinstance(theirs, list):
        return joined_entries(base if isinstance(base, list) else [], ours, theirs, where)
    return Joined(ours, (Clash(where, ours, theirs),))


def is_open(value: Json) -> bool:
    """Tell whether the members of a value can be changed one by one: those of an expression cannot."""
    if not isinstance(value, Mapping) or (value and value.keys() <= SORT):
        return False
    return not any(key.startswith("$") for key in value)


def joined_members(base: JsonObject, ours: JsonObject, theirs: JsonObject, where: str) -> Joined:
    """Join two objects: the members of ours in their order, then what theirs has added."""
    value: dict[str, Json] = {}
    clashes: list[Clash] = []
    for key in (*ours, *(key for key in theirs if key not in ours)):
        one, other = ours.get(key, MISSING), theirs.get(key, MISSING)
        member = join_values(base.get(key, MISSING), one, other, where + pointer_of(key))
        clashes += member.clashes
        if member.value is not MISSING:
            value[key] = member.value
    return Joined(value, tuple(clashes))


Place = tuple[int | None, int | None, int | None]
"""Where one entry stands in base, ours and theirs; None where it does not."""


def joined_entries(base: Sequence[Json], ours: Sequence[Json], theirs: Sequence[Json], where: str) -> Joined:
    """Join two arrays: entries by what they are, in the order of the side that has changed it."""
    left, right = places(base, ours, theirs)
    # Where both sides moved entries, an order is taken only if one side kept that of the base.
    order, moved = ordered(left, right)
    entries: list[Json] = []
    clashes: list[Clash] = []
    for place in order:
        before, one, other = (
            MISSING if at is None else side[at] for side, at in zip((base, ours, theirs), place, strict=True)
        )
        step = told_entry((before, one, other), place)
        entry = join_values(before, one, other, f"{where}/{step}")
        clashes += entry.clashes
        if entry.value is not MISSING:
            entries.append(entry.value)
    if not moved and not clashes:
        return Joined(list(ours), (Clash(where, list(ours), list(theirs)),))
    return Joined(entries, tuple(clashes))


def places(
    base: Sequence[Json], ours: Sequence[Json], theirs: Sequence[Json]
) -> tuple[list[Place], list[Place]]:
    """Return the places of all entries that ours has, and of all that theirs has, each in its order."""
    in_ours, in_theirs = paired(base, ours), paired(base, theirs)
    new_ours = [index for index in range(len(ours)) if index not in in_ours.values()]
    new_theirs = [index for index in range(len(theirs)) if index not in in_theirs.values()]
    both = paired([ours[index] for index in new_ours], [theirs[index] for index in new_theirs])
    added = {new_ours[one]: new_theirs[other] for one, other in both.items()}
    known: list[Place] = [(index, in_ours.get(index), in_theirs.get(index)) for index in range(len(base))]
    known += [(None, index, added.get(index)) for index in new_ours]
    known += [(None, None, index) for index in new_theirs if index not in added.values()]
    left = sorted((place for place in known if place[1] is not None), key=lambda place: place[1] or 0)
    right = sorted((place for place in known if place[2] is not None), key=lambda place: place[2] or 0)
    return left, right


def ordered(left: Sequence[Place], right: Sequence[Place]) -> tuple[list[Place], bool]:
    """Return the places of both sides in one order, and whether there is one that both agree to."""
    one = [place for place in left if place in right]
    other = [place for place in right if place in left]
    if one == other or in_base_order(other):
        return woven(left, right), True
    return woven(right, left), in_base_order(one)


def in_base_order(shared: Sequence[Place]) -> bool:
    """Tell whether what both sides have stands as it stood before."""
    before = [place[0] for place in shared if place[0] is not None]
    return before == sorted(before)


def woven(first: Sequence[Place], second: Sequence[Place]) -> list[Place]:
    """Return the places of one side with what only the other has, each behind the one before it."""
    order = list(first)
    previous: Place | None = None
    for place in second:
        if place not in order:
            at = 0 if previous is None else order.index(previous) + 1
            while at < len(order) and order[at] not in second:
                at += 1
            order.insert(at, place)
        previous = place
    return order


def told_entry(sides: Sequence[Json], place: Place) -> str:
    """Return the step of a pointer to an entry: its name where it has one, else where it stands."""
    entry = next(side for side in sides if side is not MISSING)
    if isinstance(entry, Mapping):
        for member in ("key", "path", "name", "title", "label", "type"):
            if isinstance(entry.get(member), str):
                return str(entry[member]).removeprefix("/")
    return str(next(at for at in place if at is not None))


MAX_VALUE = 90
"""Characters of a value that are quoted."""


def clash_text(clash: Clash) -> str:
    """Return one place that cannot be joined, with what both sides say."""
    if clash.problem:
        return f"{clash.where or '/'}: both together are wrong: {clash.problem}"
    sides = []
    for name, value, wish in zip(("ours", "theirs"), (clash.ours, clash.theirs), clash.wishes, strict=True):
        sides.append(f"{name} {value_text(value)}" + (f' ("{wish}")' if wish else ""))
    return f"{clash.where or 'the whole'}: {', '.join(sides)}"


def value_text(value: Json) -> str:
    """Return a value as it is quoted."""
    if value is MISSING:
        return "removed"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_VALUE else f"{text[:MAX_VALUE]}…"


def clashes_text(clashes: Iterable[Clash], tool: str) -> str:
    """Return why a view cannot be joined, and the command that decides."""
    told = "; ".join(clash_text(clash) for clash in clashes)
    return f"both sides changed {told}: decide with genui merge {tool} --ours or --theirs"
