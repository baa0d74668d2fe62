"""What keeps a reading from changing something else than its clause names."""

from genui.expressions import pointer_parts
from genui.refine.clauses import Reading
from genui.refine.draft import Draft, Unfulfilled
from genui.refine.sources import sources_of
from genui.refine.tabs import behind


def guard(before: Draft, after: Draft, reading: Reading) -> None:
    """Refuse a reading that changes something else than what its clause names.

    Raises:
        Unfulfilled: A part or a member that is named stays as it is, or nothing is seen of the change.
    """
    if before.spec == after.spec:
        return
    parts, left = before.components(), [repr(one) for one in after.components()]
    arranged = [(one["type"], len(one.get("children", ()))) for one in after.components()]
    same = arranged == [(one["type"], len(one.get("children", ()))) for one in parts]
    for item in reading.items if same else ():
        if item.kind != "name" or {one.kind for one in item.value} != {"part"}:
            continue
        named = [parts[int(one.key)] for one in item.value if one.key.isdigit()]
        if named and all(repr(one) in left for one in named):
            raise Unfulfilled(f"{item.text} would not change", weak=True)
    known = [repr(one) for one in parts]
    changed = [one for one in left if one not in known] + [one for one in known if one not in left]
    names = [{one.key for one in item.value} for item in reading.items if item.kind == "name"]
    for item in reading.items if changed else ():
        if item.kind == "name" and {one.kind for one in item.value} <= {"column", "value", "datum"}:
            ends = {pointer_parts(one.key)[-1] for one in item.value if one.key}
            counted = any(one.kind == "count" for one in reading.items)
            told = not any(one.is_coined for one in item.value)
            if told and ends and not counted and not any(end in text for end in ends for text in changed):
                raise Unfulfilled(f"{item.text} would not change", weak=True)
    keys = [key for each in names for key in each if key.startswith("/")]
    keys = keys or [key for source in sources_of(before) for key in source.moments()]
    if label := behind(before, after, keys):
        raise Unfulfilled(f'only "{label}" would change, which is not seen at first', f'say "{label} first"')


def is_guess(reading: Reading) -> bool:
    """Tell whether a word is taken for a member that nothing tells, in a clause that says more of it."""
    names = [one for one in reading.items if one.kind == "name"]
    coined = [one for one in names if "_" not in one.text and any(each.is_coined for each in one.value)]
    if not coined:
        return False
    telling = TELLING | (LISTED if reading.act.name in {"move", "hide", "only these"} else set())
    says_more = any(one.kind == "prep" and one.text.lower() in telling for one in reading.items)
    verb = any(one.text.endswith("ing") for one in coined)
    return says_more or verb or (reading.act.name == "only" and len(names) == 1)


TELLING = frozenset({"in", "at", "on", "for", "than", "like", "about"})
"""Prepositions by which a clause tells more of a name than an act knows."""


LISTED = frozenset({"of", "per", "by", "from"})
"""Prepositions that stand in no plain list of names."""


def names_nothing(reading: Reading) -> bool:
    """Tell whether a reading names a part that the view has not, and does not take it away."""
    absent = any(
        item.kind == "name"
        and item.text.lower() not in {"list", "table"}
        and all(one.kind == "part" and not one.key for one in item.value)
        for item in reading.items
    )
    return absent and reading.act.name not in {"without a part", "hide"}
