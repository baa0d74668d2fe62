"""What keeps a reading from changing something else than its clause names."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from genui.expressions import pointer_parts
from genui.refine.clauses import Reading
from genui.refine.draft import Draft, Unfulfilled
from genui.refine.index import EXACT, Entity, Index, index_of
from genui.refine.names import kinds_of_word
from genui.refine.parts import behind
from genui.refine.slots import Context, Item
from genui.refine.sources import last_part, sources_of
from genui.refine.words import denied_of, parts_of


def guard(before: Draft, after: Draft, reading: Reading) -> None:
    """Refuse a reading that changes something else than what its clause names, or less than it says.

    Raises:
        Unfulfilled: What is named or said is not in the change, or nothing is seen of the change.
    """
    if before.spec == after.spec:
        return
    changed = list(changes(before, after))
    named = " ".join(one.text for one in reading.items if one.kind == "name")
    if reading.act.name == "title of a part" and parts_of(named) == parts_of(before.spec.get("title", "")):
        raise Unfulfilled("the title of the page would not change", weak=True)
    refuse_same_part(before, after, reading)
    refuse_unnamed(reading, changed)
    refuse_unsaid(reading, " ".join(changed))
    refuse_kept(before, after, reading, changed)
    names = [{one.key for one in item.value} for item in reading.items if item.kind == "name"]
    keys = [key for each in names for key in each if key.startswith("/")]
    keys = keys or [key for source in sources_of(before) for key in source.moments()]
    if label := behind(before, after, keys):
        raise Unfulfilled(f'only "{label}" would change, which is not seen at first', f'say "{label} first"')


def refuse_same_part(before: Draft, after: Draft, reading: Reading) -> None:
    """Refuse a reading that leaves a part as it is which its clause names, where all stand as before."""
    left = [repr(one) for one in after.components()]
    if arrangement(before) != arrangement(after):
        return
    for item in reading.items:
        if item.kinds != {"part"}:
            continue
        named = [part for one in item.value for part in before.component(one.key)]
        if named and all(repr(one) in left for one in named):
            raise Unfulfilled(f"{item.text} would not change", weak=True)


def arrangement(draft: Draft) -> list[tuple[str, str, int]]:
    """Return types and titles of the components in their order, and how many children each has."""
    return [(one["type"], str(one.get("title")), len(one.get("children", ()))) for one in draft.components()]


def refuse_unnamed(reading: Reading, changed: Sequence[str]) -> None:
    """Refuse a reading whose change does not touch a member that its clause names."""
    for item in reading.items:
        if item.kind == "name" and {one.kind for one in item.value} <= MEMBERS:
            keys = [one.key for one in item.value if one.key]
            ends = {pointer_parts(key)[-1] if key[:1] == "/" else key for key in keys}
            titled = rf"'title': '[^']*\b{re.escape(item.text)}\b"
            if reading.act.name == "chart" and any(re.search(titled, text, re.I) for text in changed):
                continue  # "the rain chart" is called so
            told = not any(one.is_coined for one in item.value)
            if told and ends and not any(end in text for end in ends for text in changed):
                raise Unfulfilled(f"{item.text} would not change", weak=True)


def refuse_kept(before: Draft, after: Draft, reading: Reading, changed: Sequence[str]) -> None:
    """Refuse a reading that leaves the part as it is in whose place its clause wants another."""
    was, now = ([one["type"] for one in draft.components()] for draft in (before, after))
    if was != now and sorted(was) == sorted(now):
        # "the table first instead of the chart": they have changed places.
        return
    for item in reading.items:
        if item.kind != "contrast":
            continue
        named = index_of(before).find(denied_of(item.text), ("part",))[1]
        there = [one for each in named for one in before.component(each.key)]
        if there and not any(repr(one) in changed for one in there):
            raise Unfulfilled(f"{item.text}: it would stay as it is", weak=True)


MEMBERS = frozenset({"column", "value", "datum", "field", "choice"})
"""Kinds of names that must be found in the change."""


def changes(before: Draft, after: Draft) -> Iterator[str]:
    """Yield as text every component and other member of the spec that has changed, as it is and was."""
    was, now = ([repr(one) for one in draft.components()] for draft in (before, after))
    yield from (one for one in now if one not in was)
    yield from (one for one in was if one not in now)
    if sorted(was) == sorted(now) and was != now:
        yield from now
    for key in {*before.spec, *after.spec} - {"result"}:
        if before.spec.get(key) != after.spec.get(key):
            yield from (repr(draft.spec.get(key)) for draft in (before, after))


def said_number(value: Any, spec: str) -> bool:
    """Tell whether a number is in a spec, as it is said, as a share of 100, or in seconds for minutes."""
    forms = {f"{number:g}" for number in (value, value / 100, value * 60)}
    return value == 0 or any(
        re.search(rf"(?<![\d.]){re.escape(one)}(?:\.0)?(?![\d.])", spec) for one in forms
    )


def said_word(value: Any, spec: str) -> bool:
    """Tell whether a word of the language is in a spec."""
    return not value or f"'{value}'" in spec


FORMATS = frozenset(
    {"compact", "percent", "progress", "relative", "weekday", "month", "year", "bytes", "url"}
)
"""Formats that no other one stands for."""

SAID: Mapping[str, Callable[[Any, str], bool]] = {
    "number": said_number,
    "format": lambda value, spec: value not in FORMATS or f"'{value}'" in spec,
    **dict.fromkeys(("tone", "currency", "control", "unit", "op", "scale", "theme"), said_word),
}
"""Kinds of words whose value must be found in the change, and how."""


def refuse_unsaid(reading: Reading, spec: str) -> None:
    """Refuse a reading that leaves a value out which its clause says.

    Raises:
        Unfulfilled: A value is not in the spec.
    """
    denied = min((one.start for one in reading.items if one.kind == "not"), default=None)
    for item in reading.items:
        known = SAID.get(item.kind)
        if known is None or (denied is not None and item.start > denied):
            continue
        if not sets_nothing(item, reading) and not known(item.value, spec):
            raise Unfulfilled(f'"{item.text}" would have no effect', weak=True)


def sets_nothing(item: Item, reading: Reading) -> bool:
    """Tell whether a word is of a kind that sets a value, and only helps to say another thing."""
    if item.kind == "number":
        # "as two lines" counts what is named.
        return not item.text[-1].isdigit()
    if item.kind == "currency":
        # "over 100 euros" compares, and formats nothing.
        return any(
            item.start == one.end or item.end == one.start for one in reading.items if one.kind == "number"
        )
    if item.kind == "unit":
        # "under 5 km" compares.
        return any(item.start == one.end for one in reading.items if one.kind == "number")
    return item.kind == "control" and "control" not in reading.act.needs


def unlikely(reading: Reading, clause: str, index: Index, context: Context) -> Unfulfilled | None:
    """Return why a reading is not tried at all; None where it may be what is meant."""
    for holds, told in UNLIKELY:
        if holds(reading, index, context):
            return Unfulfilled(f'not understood: "{clause}": {told}')
    return None


def says_all(reading: Reading, index: Index, _: Context) -> bool:
    """Tell whether "all amounts" is read as one member where the names of several end so."""
    for before, one in pairwise(reading.items):
        if one.kind != "name" or before.text.lower() not in {"all", "every", "each"}:
            continue
        last = parts_of(one.text)[-1]
        columns = {each.key for each in index.entities if each.key.startswith("/")}
        keys = {key for key in columns if parts_of(last_part(key))[-1:] == (last,)}
        if len({each.key for each in one.value}) < len(keys):
            return True
    return False


def swallows(reading: Reading, index: Index, _: Context) -> bool:
    """Tell whether a free text goes on behind a comma with the name of a member, or with a unit."""
    behind = [part.split() for part in reading.text.split(", ")[1:]] if reading.loose else []
    starts = [words[:length] for words in behind for length in (1, 2, 3)]
    return any(words[:1] == ["in"] for words in behind) or any(
        index.find(parts_of(" ".join(one)), ("column", "field"))[0] <= EXACT + 0.01 for one in starts
    )


def forgets(reading: Reading, _: Index, context: Context) -> bool:
    """Tell whether a clause is about other members than the remark before it: "ID is odd, hide notes"."""
    said, spoken = (
        {one.key for item in items for one in named(item) if one.kind in {"column", "value"}}
        for items in (reading.items, context.items)
    )
    pronoun = any(one.kind == "pron" for one in reading.items)
    return context.topic and bool(said and spoken) and not pronoun and not said & spoken


def denies_other(reading: Reading, *_: object) -> bool:
    """Tell whether what is not wanted is no control: "status as text not badge"."""
    denied = [one.text.split()[-1] for one in reading.items if one.kind == "contrast"]
    return reading.act.name == "control of a field" and any(
        "control" not in kinds_of_word(word) for word in denied
    )


def names_beside(reading: Reading, *_: object) -> bool:
    """Tell whether two different members stand side by side: "sensor battery" names one, and not two.

    Behind "label it" stands no member either, but what it is to be called.
    """
    names = [one for one in reading.items if one.kinds & {"column", "field"} and "datum" not in one.kinds]
    spoken = {one.end for one in reading.items if one.kind == "pron"}
    labelled = any(one.kind == "noun" and one.value == "label" for one in reading.items)
    return (labelled and any(one.start in spoken for one in names)) or any(
        one.end == other.start and not {each.key for each in one.value} & {each.key for each in other.value}
        for one, other in pairwise(names)
    )


def coined(reading: Reading) -> list[Item]:
    """Return the names of members that only the wish itself tells."""
    return [one for one in reading.items if any(each.is_coined for each in named(one))]


def named(item: Item) -> Sequence[Entity]:
    """Return what a name means, nothing where an item is no name."""
    return item.value if item.kind == "name" else ()


def is_guess(reading: Reading, *_: object) -> bool:
    """Tell whether a word is taken for a member that nothing tells, in a clause that says more of it."""
    guessed, act = coined(reading), reading.act.name
    said = [one for one in reading.items if one.kind not in {"fill", "noun", "prep"}]
    pronoun = any(one.kind == "pron" for one in said) and act not in {"presentation", "chart"}
    elsewhere = any(one.kind == "noun" and one.value in {"field", "form", "page"} for one in reading.items)
    if guessed and (pronoun or elsewhere or any(one.kind in {"lead", "count"} for one in said[1:])):
        return True
    telling = TELLING | (LISTED if act in {"move", "hide", "only these"} else set())
    more = any(one.kind == "prep" and one.text.lower() in telling for one in reading.items)
    alone = act == "only these" and sum(one.kind == "name" for one in reading.items) == 1
    written = all("_" in one.text for one in guessed)
    return not written and (more or alone or any(one.text.endswith("ing") for one in guessed))


TELLING = frozenset({"in", "at", "on", "for", "than", "like", "about"})
"""Prepositions by which a clause tells more of a name than an act knows."""

LISTED = frozenset({"of", "per", "by", "from"})
"""Prepositions that stand in no plain list of names."""


def goes_on_otherwise(reading: Reading, *_: object) -> bool:
    """Tell whether another verb is read as hiding, which the clause before did: "…, put the owner there"."""
    kinds = {one.kind for one in reading.items}
    named_here = any(one.kinds & MEMBERS for one in reading.items)
    return reading.act.name == "hide" and named_here and "lead" in kinds and not kinds & {"hide", "hidden"}


def names_nothing(reading: Reading, *_: object) -> bool:
    """Tell whether a reading names a part that the view has not, and does not take it away."""
    if reading.act.name in {"without a part", "hide"}:
        return False
    becoming = {one.end for one in reading.items if one.kind == "prep" and one.text.lower() in BECOMING}
    becoming |= {one.end for one in reading.items if one.kind == "fill" and one.start in becoming}
    placed = {one.end for one in reading.items if one.kind in {"fill", "prep"}} - becoming
    for item in reading.items:
        if item.kind != "name" or any(one.kind != "part" for one in item.value):
            continue
        # "at the top of the list" speaks of the rows, "as a table" of what they become.
        there = any(one.key for one in item.value) or (item.text.lower() in ROWS and item.start in placed)
        if not there or item.start in becoming:
            return True
    return False


BECOMING = frozenset({"as", "into", "like"})
ROWS = frozenset({"list", "table"})

UNLIKELY: tuple[tuple[Callable[[Reading, Index, Context], bool], str], ...] = (
    (names_nothing, "it names a part that this view has not"),
    (names_beside, 'two members side by side, and no "and"'),
    (denies_other, "not what?"),
    (goes_on_otherwise, "something else than to hide it"),
    (is_guess, "no member is known to be called so"),
    (says_all, "several are called so: name each"),
    (swallows, "a text that names another member"),
    (forgets, "what is to become of what was named before?"),
)
"""What a reading that is hardly meant has, and how it is told."""
