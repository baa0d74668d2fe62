"""Wishes about single members of the result: hide, show, only, order, rename."""

import re
from dataclasses import replace

from genui.refine import fields, parts
from genui.refine.draft import Arrange, Component, beside, doubt, listed, refuse, swapped
from genui.refine.index import EXACT, MEMBERS, index_of
from genui.refine.patch import copied
from genui.refine.showing import (
    SHOWING,
    hide_in,
    is_part,
    measures_title,
    only_in,
    retitle,
    show_in,
    shown,
    told_of,
)
from genui.refine.slots import Item, Member, Slots, is_rows
from genui.refine.sources import (
    LISTS,
    Source,
    adaptive,
    entries_in,
    is_adaptive,
    key_of,
    last_part,
    sources_of,
)
from genui.refine.words import parts_of

ANY = (*MEMBERS, "field")


def in_parts(s: Slots, source: Source) -> list[Component]:
    """Return what shows a source: the chart alone, or all but the chart, where the clause says so."""
    said = {one["type"] for one in s.parts()} | ({"chart"} if s.has("chart") else set())
    if said & {"table", "cards", "list"}:
        return [one for one in source.components if one["type"] != "chart"]
    drawn = "chart" in said or s.words("lead") & {"draw", "plot", "graph", "chart"}
    return (drawn and source.shown("chart")) or list(source.components)


def all_called(s: Slots, name: Item) -> list[Member]:
    """Return all columns that a word is part of the name of: "the rain columns"."""
    words = set(parts_of(name.text))
    every = [one for one in index_of(s.draft).entities if one.kind == "column"]
    live = {one.home: one for one in sources_of(s.draft)}
    found = [one for one in every if any(words <= set(text) for text in one.texts) and one.home in live]
    return [(live[one.home], one.key) for one in found] or s.members([name])


def hide_members(s: Slots, members: list[Member]) -> None:
    """Hide members wherever they are shown."""
    for source, key in members:
        for component in in_parts(s, source):
            hide_in(s.draft, component, source, key)


CLOCK_WORDS = frozenset({"time", "date", "hour", "minute", "day", "clock"})


def called(name: Item) -> bool:
    """Tell whether something is called by a name as it stands, and not only by a synonym."""
    return any(parts_of(name.text) in one.texts for one in name.value)


def hide(s: Slots) -> None:
    """Hide members, fields or parts wherever they are shown."""
    parts.refuse_order(s)
    named = [one for one in s.names() if not is_part(one)]
    clock = [one for one in named if {*parts_of(one.text)} <= CLOCK_WORDS and not called(one)]
    doubt(clock, "a part of a moment, and no member")
    behind = [one for one in s.all("name") if is_rows(one) and one in s.behind("of")]
    some = [one for one in behind if index_of(s.draft).find(parts_of(one.text), ("datum",))[0] <= EXACT]
    doubt(some, "for some of the rows only, and a member is hidden for all")
    if len(named) == 1 and re.search(r"\bcolumns\b", s.clause, re.I):
        hide_members(s, all_called(s, named[0]))
        return
    for item in named:
        one = s.meant(item, ANY, without=fields.top_fields(s.draft, needed=True))
        if one.kind == "field":
            fields.steer(s.draft, one.key)["hidden"] = True
        else:
            hide_members(s, s.members([item]))
    if any(is_part(one) and not (named and parts.is_place(s, one)) for one in s.all("name")):
        parts.without(s)


def show(s: Slots) -> None:
    """Show members or fields again, or for the first time."""
    doubt(any(is_part(one) for one in s.all("name")) and not s.nouns() & {"form"}, "a part is shown already")
    doubt(any(one.value == "by" for one in s.all("prep")), "for each of what?")
    before = copied(s.draft.spec)
    folded = s.draft.form.get("folded", ())
    steered = s.draft.form.get("fields", {})
    shown_fields = [path for path in fields.top_fields(s.draft) if path not in folded]
    shown_fields = [path for path in shown_fields if "hidden" not in steered.get(path, {})]
    for item in s.names():
        one = s.meant(item, ANY, without=shown_fields)
        if one.kind == "field":
            fields.steer(s.draft, one.key).pop("hidden", None)
            fields.fold(s.draft, one.key, folded=False)
            continue
        ((source, key),) = s.members([item])
        name, could = last_part(key), source.shown(*SHOWING)
        refuse(
            source.open and key not in source.names,
            f"whether there is a {name} only a result can tell; it is shown where it is",
        )
        refuse(not could, f"nothing shows single members beside which {name} could stand")
        show_in(could[0], source, key)
    names = listed([one.text for one in s.names()], last="and")
    refuse(s.draft.spec == before, f"it would change nothing: {names} is shown already")


def only(s: Slots) -> None:
    """Show only these members, in this order, of the sources that they belong to."""
    clock = [one for one in s.names() if {*parts_of(one.text)} <= CLOCK_WORDS and not called(one)]
    doubt(clock, "a part of a moment, and no member")
    doubt("row" in s.nouns(), "rows of some kind, and no members")
    chosen = s.members()
    unknown = any(key not in source.names for source, key in chosen)
    doubt(unknown and s.rows_named() and not s.has("prep"), "rows of some kind, and no members")
    for source, keys in by_source(chosen):
        for component in in_parts(s, source):
            only_in(s.draft, component, source, keys)


def by_source(members: list[Member]) -> list[tuple[Source, list[str]]]:
    """Return the members of each source together."""
    sources = {source.home: source for source, _ in members}
    return [(one, [key for other, key in members if other.home == one.home]) for one in sources.values()]


def rename(s: Slots) -> None:
    """Give members or a field another label wherever they are shown."""
    parts.refuse_parts(s)
    if s.has("pron") and not s.context.items and not s.all("name"):
        # "label it 'Area (ha)'" is said of what is called area_ha.
        words = parts_of(" ".join(re.findall(r"\w+", s.text)))
        cost, meant = index_of(s.draft).find(words, ANY)
        doubt(cost > EXACT or len(meant) != 1, "what is it that gets a label?")
        s = replace(s, items=(Item("name", meant, 0, 0, s.text),))
    if s.has("change"):
        choices = [one for one in index_of(s.draft).entities if one.kind == "choice"]
        doubt(
            any(one.texts == (parts_of(s.text),) for one in choices),
            f"{s.text} is a choice of the form, and a name",
        )
    items = [(item, s.meant(item, ANY)) for item in s.names()]
    several = [text.strip() for text in s.text.replace(" and ", ",").split(",")]
    labels = several if len(items) > 1 else [s.text]
    refuse(
        len(labels) != len(items),
        f"{len(items)} members cannot share the name {s.text}",
        "say: rename … to … and … to …",
    )
    for (item, one), label in zip(items, labels, strict=True):
        if one.kind == "field":
            fields.steer(s.draft, one.key)["label"] = label
            continue
        ((source, key),) = s.members([item])
        # A title in a person's own words stays.
        charts = [one for one in source.shown("chart") if one.get("title") == measures_title(one)]
        for entry in told_of((source, key), charts=True):
            entry["label"] = label
        for chart in charts:
            retitle(chart)


def capitals(s: Slots) -> None:
    """Write the short names of members in capitals, as abbreviations are."""
    for item in s.names():
        one = s.meant(item, ANY)
        refuse(len(one.told) > MOST_CAPITALS, f"{one.told} is no abbreviation, and values stay as they are")
        rename(replace(s, items=(item,), text=one.told.upper()))


MOST_CAPITALS = 5
"""Letters of an abbreviation."""


# Order


def alignment(s: Slots) -> str:
    """Return the side at which columns are aligned."""
    return "end" if s.value("side") == "last" else "start"


def order_columns(s: Slots) -> None:
    """Put the members named in this order, the others behind them."""
    rearrange(s.members(), beside(None, after=False))


def rearrange(chosen: list[Member], arrange: Arrange) -> None:
    """Arrange what every table, card and list of the sources shows."""
    moved = [
        rearranged(component, source, keys, arrange)
        for source, keys in by_source(chosen)
        for component in source.components
    ]
    refuse(not any(moved), "nothing in this view lists these members one by one")


def rearranged(component: Component, source: Source, named: list[str], arrange: Arrange) -> bool:
    """Arrange what one component shows of these members; return whether it shows one."""
    kind, props = component["type"], component.setdefault("props", {})
    if is_adaptive(component, source) and not props.get("only"):
        others = [each for each in props.get("front", ()) if each["key"] not in named]
        adaptive(component)["front"] = [*({"key": key} for key in named), *others]
        return True
    told = {key_of(each): each for each in entries_in(component, source)} if kind != "chart" else {}
    if kind == "table":
        told |= {key: source.entry(key) for key in named if key not in told}
    there = [key for key in named if key in told]
    if there:
        order = arrange(list(told), there)
        if order != list(told):
            # Who tells an order gets it: nothing stands above it.
            props.pop("lead", None)
        props[LISTS[kind]] = [shown(told[key]) if key in there else told[key] for key in order]
    return bool(there)


def move(s: Slots) -> None:
    """Move members, fields or parts to an end, or beside another."""
    if not s.has("pos"):
        # "put the date first, then the city"
        doubt(not s.context.items or not s.names(), "where to?")
        move_columns(s, s.names(), list(s.context.items[-1:]), "after")
        return
    doubt(len(s.all("pos")) != 1, "where to?")
    place = s.all("pos")[0]
    where = str(place.value)
    if where == "next":
        refuse(not s.context.items, "behind which one?", 'say "… after …"')
        move_columns(s, s.names(), list(s.context.items[-1:]), "after")
        return
    named = [one for one in s.all("name") if one.start < place.start]
    anchors = [one for one in s.all("name") if one.start >= place.end]
    if "form" in s.nouns() and any(not is_part(one) for one in named):
        named, anchors = ([one for one in each if not is_part(one)] for each in (named, anchors))
    columns = not any(is_part(one) for one in named) and not s.nouns()
    doubt(
        "bottom" in place.text.lower() and columns,
        "a column has no bottom to stand at",
        'say "… as the last column" or "total of … at the bottom"',
    )
    doubt(
        place.text.lower() in BENEATH and columns and not are_fields(s, [*named, *anchors]),
        "below in the cell, or the next column?",
        'say "… after …"',
    )
    near = where in {"before", "after"}
    if near and named and not anchors and all(map(is_part, named)):
        parts.move(s, named, [], {"before": "first", "after": "last"}[where])
        return
    if not near:
        named, anchors = [*named, *anchors], []
    if near and not named and anchors and s.context.items:
        # "streams in millions, right after the title"
        named = list(s.context.items)
    if all(map(is_part, named)) and (s.has("pron") or "in the form" in s.clause.lower()):
        named = list(s.context.items)
    doubt(not named or (near and len(anchors) != 1), "which one, and beside which?")
    doubt(len(set(map(is_part, named))) > 1, "a part and a member")
    if any(map(is_part, (*named[:1], *anchors))):
        parts.move(s, named, anchors, where)
    elif s.meant(named[0], MEMBERS if are_members(s, [*named, *anchors]) else ANY).kind == "field":
        fields.move(s, named, anchors, where)
    else:
        move_columns(s, named, anchors, where)


BENEATH = frozenset({"below", "beneath", "under", "underneath", "above", "on top of", "over"})
"""Words for a place that columns side by side have not."""


def are_fields(s: Slots, names: list[Item]) -> bool:
    """Tell whether none of the names is a column of rows."""
    return not any("column" in one.kinds for one in names)


def are_members(s: Slots, names: list[Item]) -> bool:
    """Tell whether one of the names can be a member alone, which the others then are, too."""
    kinds = [item.kinds for item in names]
    if all("field" in one for one in kinds) and any(one <= {"field", "choice"} for one in kinds):
        return False
    return (
        not s.nouns() & {"field", "form"} or "column" in s.nouns() or any("field" not in one for one in kinds)
    )


def move_columns(s: Slots, named: list[Item], anchors: list[Item], where: str) -> None:
    """Move members to an end, or beside another."""
    chosen = s.members(named)
    refuse(
        where == "last" and any(source.open for source, _ in chosen),
        "what comes last only a result can tell",
        "say which columns come first",
    )
    anchor = None
    for source, key in s.members(anchors, "column" if chosen[0][0].rows else "value") if anchors else ():
        anchor, apart = key, any(each.home != source.home for each, _ in chosen)
        refuse(source.open or apart, f"these do not stand beside {last_part(key)}")
        refuse((source, key) in chosen, f"{last_part(key)} cannot stand beside itself")
    rearrange(chosen, beside(anchor, after=where in {"last", "after"}))


def side_by_side(s: Slots) -> None:
    """Put members behind the first of those named."""
    chosen = s.members()
    doubt(len(chosen) < 2 or s.value("layout") != "grid-2" or s.parts(), "what is to stand side by side?")
    move_columns(s, s.names()[1:], s.names()[:1], "after")


def swap(s: Slots) -> None:
    """Let two members, or two fields, change places."""
    if s.nouns() & {"field", "form"}:
        fields.swap(s)
        return
    chosen = s.members()
    doubt(len(chosen) != 2, "two names are swapped")
    (one, first), (other, second) = chosen
    refuse(one.home != other.home or one.open, "these two do not stand side by side")
    rearrange(chosen, lambda keys, _: swapped(keys, first, second))
