"""Wishes about single members of the result: hide, show, only, order, rename, format."""

import re
from typing import Any

from genui.baseline.meaning import CURRENCIES
from genui.expressions import FORMATS
from genui.labels import words_of
from genui.refine import fields, parts
from genui.refine.draft import Component, Unfulfilled, listed
from genui.refine.filters import says_yes
from genui.refine.index import EXACT, MEMBERS, SHORT, index_of
from genui.refine.ordering import move_columns, rearranged
from genui.refine.parts import without
from genui.refine.patch import copied
from genui.refine.showing import (
    SHOWING,
    hide_in,
    is_part,
    only_in,
    refuse_order,
    retitled,
    show_in,
    told_of,
)
from genui.refine.slots import Item, Member, Slots
from genui.refine.sources import TEMPORAL, Source, entries_in, last_part, sources_of
from genui.refine.words import parts_of

MINOR = frozenset({"cents", "cent", "pence", "minor"})
"""Last words of names of amounts in minor units."""


def in_parts(s: Slots, source: Source) -> list[Component]:
    """Return what shows a source: the chart alone, or all but the chart, where the clause says so."""
    charts = [one for one in source.components if one["type"] == "chart"]
    said = {one["type"] for one in s.parts()}
    if s.has("chart"):
        said.add("chart")
    if charts and said & {"chart"} and not said & {"table", "cards", "list"}:
        return charts
    if said & {"table", "cards", "list"}:
        return [one for one in source.components if one["type"] != "chart"]
    return list(source.components)


def all_called(s: Slots, name: Item) -> list[Member]:
    """Return all columns that a word is part of the name of: "the rain columns"."""
    words, sources = set(parts_of(name.text)), index_of(s.draft).sources
    every = [one for one in index_of(s.draft).entities if one.kind == "column"]
    found = [one for one in every if any(words <= set(text) for text in one.texts)]
    live = {one.home: one for one in sources_of(s.draft)}
    if not found:
        return s.members([name])
    return [(live[one.home], one.key) for one in found if one.home in sources]


CLOCK_WORDS = frozenset({"time", "date", "hour", "minute", "day", "clock"})


def called(name: Item) -> bool:
    """Tell whether something is called by a name as it stands, and not only by a synonym."""
    return any(parts_of(name.text) in one.texts for one in name.value)


def hide(s: Slots) -> None:
    """Hide members, fields or parts wherever they are shown."""
    if s.nouns() & {"row"} and not s.names():
        raise Unfulfilled("which rows?", weak=True)
    refuse_order(s)
    if any(set(parts_of(one.text)) <= CLOCK_WORDS and not called(one) for one in s.names()):
        raise Unfulfilled("a part of a moment, and no member", weak=True)
    values = [one for one in s.names() if index_of(s.draft).find(parts_of(one.text), ("datum",))[0] <= EXACT]
    if any(not called(one) for one in values) and not s.nouns() & {"column", "field", "form"}:
        raise Unfulfilled("a value of the rows, and no member", weak=True)
    if s.has("foot") and any(each.kind == "column" for one in s.names() for each in one.value):
        raise Unfulfilled("a column has no bottom to stand at", weak=True)
    coined = any(each.is_coined for one in s.names() for each in one.value)
    if coined and any(one.text.lower() in {"in", "of", "at", "on", "with", "from"} for one in s.all("prep")):
        raise Unfulfilled("no member is known to be called so", weak=True)
    told = [one for one in s.items if one.kind not in {"fill", "lead"}]
    led = {
        told[at + 1].start for at, one in enumerate(told[:-1]) if one.kind == "prep" and one.value != "and"
    }
    named = [one for one in s.names() if not is_part(one)]
    context = {"form"} if named else set()
    whole = [
        one
        for one in s.all("name")
        if is_part(one) and not (named and (one.start in led or {each.key for each in one.value} & context))
    ]
    if len(named) == 1 and re.search(r"\bcolumns\b", s.clause, re.I):
        for source, key in all_called(s, named[0]):
            for component in in_parts(s, source):
                hide_in(s.draft, component, source, key)
        return
    for item in named:
        one = s.meant(item, ("column", "value", "field"), without=fields.required(s.draft))
        if one.kind == "field":
            fields.steer(s.draft, one.key)["hidden"] = True
            continue
        for source, key in s.members([item]):
            for component in in_parts(s, source):
                hide_in(s.draft, component, source, key)
    if whole:
        without(s)


def show(s: Slots) -> None:
    """Show members or fields again, or for the first time."""
    if any(is_part(one) for one in s.all("name")) and not s.nouns() & {"form"}:
        raise Unfulfilled("a part is shown already", weak=True)
    before = copied(s.draft.spec)
    for item in s.names():
        one = s.meant(item, ("column", "value", "field"))
        if one.kind == "field":
            fields.show(s.draft, one.key)
            continue
        ((source, key),) = s.members([item])
        if source.open and key not in source.names:
            raise Unfulfilled(
                f"whether there is a {last_part(key)} only a result can tell; it is shown where it is"
            )
        table = next((each for each in source.components if each["type"] in SHOWING), None)
        if table is None:
            raise Unfulfilled(f"nothing shows single members beside which {last_part(key)} could stand")
        show_in(table, source, key)
    if s.draft.spec == before:
        raise Unfulfilled(
            f"it would change nothing: {listed([one.text for one in s.names()], last='and')} is shown already"
        )


def only(s: Slots) -> None:
    """Show only these members, in this order, of the sources that they belong to."""
    if s.rows_named() and s.names() and all(says_yes(s, one) for one in s.names()):
        raise Unfulfilled("rows, and no members", weak=True)
    if s.has("pos") and "row" in s.nouns():
        raise Unfulfilled("the first of what?", weak=True)
    if any(one.text.lower() in {"with", "having"} for one in s.all("prep")):
        raise Unfulfilled("rows with something, and no members", weak=True)
    if any(one.text.lower() == "for" for one in s.all("prep", "fill")) and len(s.names()) > 1:
        raise Unfulfilled("a part of a member, and no members", weak=True)
    chosen = s.members()
    unknown = any(key not in source.names for source, key in chosen)
    if unknown and (s.rows_named() or s.nouns() & {"row"}) and not s.has("prep"):
        raise Unfulfilled("rows of some kind, and no members", weak=True)
    for source in {source.home: source for source, _ in chosen}.values():
        keys = [key for other, key in chosen if other.home == source.home]
        for component in in_parts(s, source):
            only_in(s.draft, component, source, keys)


def rename(s: Slots) -> None:
    """Give members or a field another label wherever they are shown."""
    items = s.names()
    if re.match(r"an? [a-z]", s.text):
        raise Unfulfilled("what it is to be, and no name", weak=True)
    if s.has("change") and any(
        one.kind == "choice" and one.texts == (parts_of(s.text),) for one in index_of(s.draft).entities
    ):
        raise Unfulfilled(f"{s.text} is a choice of the form, and a name", weak=True)
    if s.has("change") and not (s.text[:1].isupper() and not s.has("title")):
        raise Unfulfilled("a name is written large or in quotes", weak=True)
    found = [s.meant(item, ("column", "value", "field")) for item in items]
    labels = (
        [text.strip() for text in s.text.replace(" and ", ",").split(",")] if len(found) > 1 else [s.text]
    )
    if not found:
        raise Unfulfilled("no member is named", weak=True)
    if len(labels) != len(found):
        raise Unfulfilled(
            f"{len(found)} members cannot share the name {s.text}", "say: rename … to … and … to …"
        )
    for item, one, label in zip(items, found, labels, strict=True):
        if one.kind == "field":
            fields.steer(s.draft, one.key)["label"] = label
            continue
        (member,) = s.members([item])
        for entry in told_of(member, charts=True):
            entry["label"] = label
        for component in member[0].components:
            if component["type"] == "chart":
                retitled(component)


def format_of(s: Slots) -> Any:
    """Return the format that a clause asks for: a name, or a name with its options."""
    count = s.value("number")
    if s.has("decimal") and count is not None:
        digits = min(int(count), 10)
        return {"name": "number", "digits": digits, "least": digits} if digits else "integer"
    if currency := s.value("currency"):
        whole = any(one.value == "integer" for one in s.all("format"))
        return {"name": "currency", "currency": currency, **({"digits": 0} if whole else {})}
    denied = next((one.start for one in s.all("not")), len(s.clause))
    names = [one.value for one in s.all("format", "pres") if one.start < denied and one.value in FORMATS]
    if "currency" in names and "integer" in names:
        return {"name": "currency", "digits": 0}
    if not names:
        return "integer" if s.has("round") else None
    return "integer" if "integer" in names and "number" in names else names[-1]


def format_members(s: Slots) -> None:
    """Give members a format wherever they are shown."""
    told = s.all("format", "currency", "number")
    first = told[0] if told else None
    listed_behind = [one for one in s.all("prep") if first and one.value == "and" and one.start == first.end]
    if listed_behind and first and all(one.start > first.start for one in s.names()):
        raise Unfulfilled("a name in a list, and no format", weak=True)
    between = [one for one in s.names() if told and told[0].end <= one.start < told[-1].start]
    names = s.names()
    preps = [
        one
        for one in s.all("prep", "show", "where")
        if one.value != "and" and names and names[0].end <= one.start < names[-1].start
    ]
    if between or (preps and names and len(s.members()) > 1):
        raise Unfulfilled("each has a format of its own", weak=True)
    beside = [f"{one.text} {each.text}" for one in names for each in told if one.end == each.start]
    if any(index_of(s.draft).find(parts_of(text), MEMBERS)[0] < SHORT for text in beside):
        raise Unfulfilled("a name, and no format", weak=True)
    given = format_of(s)
    if s.has("number") and not s.has("decimal", "round") and str(given) not in TEMPORAL:
        raise Unfulfilled("a number of what?", weak=True)
    if given is None:
        raise Unfulfilled("which format?", weak=True)
    dates = [(one, key) for one in sources_of(s.draft) for key in one.moments()]
    for member in dates if s.has("all_dates") or (str(given) in TEMPORAL and not s.names()) else s.members():
        source, key = member
        refuse_conversion(source, key, given)
        for entry in told_of(member, charts=False):
            known = entry.get("format")
            if (
                isinstance(known, dict)
                and known.get("name") == "currency"
                and given in ("currency", "integer")
            ):
                entry["format"] = {**known, "digits": 0} if given == "integer" else known
            elif (known, given) != ("integer", "number"):
                ratio = given == "percent" and source.meaning(key).format == {
                    "name": "percent",
                    "ratio": True,
                }
                entry["format"] = {"name": "percent", "ratio": True} if ratio else given


def refuse_conversion(source: Source, key: str, given: Any) -> None:
    """Refuse to show a figure as what it is not: no format converts.

    Raises:
        Unfulfilled: The member is in another currency, in minor units, or in another unit.
    """
    known, words = source.meanings.get(key), [word.lower() for word in words_of(last_part(key))]
    told = known.alone if known is not None and isinstance(known.alone, dict) else {}
    name = given.get("name") if isinstance(given, dict) else given
    wanted = given.get("currency") if isinstance(given, dict) else None
    own = told.get("currency") or next((word.upper() for word in words[-1:] if word in CURRENCIES), None)
    way = 'what converts is the server, or a page of its own: mode = "html"'
    if wanted and own and wanted != own:
        raise Unfulfilled(f"{last_part(key)} is in {own}, and a format converts nothing to {wanted}", way)
    if name == "currency" and words and words[-1] in MINOR:
        raise Unfulfilled(
            f"{last_part(key)} is in {words[-1]}: as whole money it would be a hundred times too much", way
        )
    units = {"currency": "money", "bytes": "bytes", "duration": "a duration", "percent": "percent"}
    unit = told.get("unit") or (known.unit if known is not None else "")
    family = known.family if known is not None else ""
    fits = {"duration": told.get("name") == "duration", "bytes": family == "bytes"}
    if name == "duration" and known is not None and not fits["duration"]:
        raise Unfulfilled(
            f"a duration is made of seconds or milliseconds, and {last_part(key)} is neither", way
        )
    if name in units and unit and not own and not fits.get(name, False):
        raise Unfulfilled(f"{last_part(key)} is in {unit}, which is not {units[name]}", way)


def align(s: Slots) -> None:
    """Align columns at their start or end."""
    where = "end" if s.value("side") == "last" else "start"
    for source, key in s.columns():
        for component in source.components:
            for entry in entries_in(component, source) or () if component["type"] == "table" else ():
                if entry["key"] == key:
                    entry["align"] = where


def move(s: Slots) -> None:
    """Move members, fields or parts to an end, or beside another."""
    place = next((one for one in s.items if one.kind == "pos"), None)
    if place is None or len(s.all("pos")) > 1:
        raise Unfulfilled("where to?", weak=True)
    if any(one.kind == "prep" and one.value == "as" and one.start > place.end for one in s.items):
        raise Unfulfilled("a form, and no place", weak=True)
    named = [one for one in s.all("name") if one.start < place.start]
    anchors = [one for one in s.all("name") if one.start >= place.end]
    if place.value == "next" and not s.context.items:
        raise Unfulfilled("behind which one?", 'say "… after …"')
    if place.value == "next":
        move_columns(s, s.names(), list(s.context.items[-1:]), "after")
        return
    if "form" in s.nouns() and any(not is_part(one) for one in named):
        named, anchors = ([one for one in each if not is_part(one)] for each in (named, anchors))
    if "bottom" in place.text.lower() and not any(is_part(one) for one in named) and not s.nouns():
        raise Unfulfilled(
            "a column has no bottom to stand at",
            'say "… as the last column" or "total of … at the bottom"',
            weak=True,
        )
    beside = place.value in {"before", "after"}
    if beside and named and not anchors and all(map(is_part, named)):
        parts.move(s, named, [], {"before": "first", "after": "last"}[place.value])
        return
    if not beside:
        named, anchors = [*named, *anchors], []
    if not any(not is_part(one) for one in named) and (s.has("pron") or "in the form" in s.clause.lower()):
        named = list(s.context.items)
    if not named or (beside and len(anchors) != 1):
        raise Unfulfilled("which one, and beside which?", weak=True)
    if len({is_part(one) for one in named}) > 1:
        raise Unfulfilled("a part and a member", weak=True)
    if any(is_part(one) for one in (*named[:1], *anchors)):
        parts.move(s, named, anchors, str(place.value))
        return
    kinds = (
        MEMBERS
        if "column" in s.nouns() or beside_columns(s, named, anchors)
        else ("column", "value", "field")
    )
    first = s.meant(named[0], kinds)
    if first.kind == "field":
        fields.move(s, named, anchors, str(place.value))
        return
    move_columns(s, named, anchors, str(place.value))


def beside_columns(s: Slots, named: list[Item], anchors: list[Item]) -> bool:
    """Tell whether one of the names can be a member alone, which the others then are, too."""
    kinds = [
        {one.kind for one in item.value if one.kind in {"column", "value", "field"}}
        for item in (*named, *anchors)
    ]
    return any("field" not in one for one in kinds) or not s.nouns() & {"field", "form"}


def swap(s: Slots) -> None:
    """Let two members, or two fields, change places."""
    items = s.names()
    if len(items) != 2:
        raise Unfulfilled("two names are swapped", weak=True)
    if s.nouns() & {"field", "form"}:
        fields.swap(s)
        return
    chosen = s.members()
    (one, first), (other, second) = chosen
    if one.home != other.home or one.open:
        raise Unfulfilled("these two do not stand side by side")
    places = {first: second, second: first}
    rearranged(chosen, lambda keys, named: [places.get(key, key) for key in keys])
