"""Wishes about single members of the result: hide, show, only, order, rename."""

import re
from dataclasses import replace
from itertools import pairwise

from genui.refine import fields, parts
from genui.refine.draft import Arrange, Component, beside, doubt, listed, props_of, refuse, spare
from genui.refine.index import MEMBERS, index_of
from genui.refine.patch import copied
from genui.refine.showing import (
    MOST_SEEN,
    SHOWING,
    hide_in,
    is_address,
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
    GRIDS,
    HEADED,
    LISTS,
    Source,
    adaptive,
    entries_in,
    is_adaptive,
    key_of,
    last_part,
    sources_of,
)
from genui.refine.words import denied_of, parts_of, related

ANY = (*MEMBERS, "field")

CLOCK_WORDS = frozenset({"time", "date", "hour", "minute", "day", "clock"})

MOST_CAPITALS = 5
"""Letters of an abbreviation."""


def in_parts(s: Slots, source: Source) -> list[Component]:
    """Return what shows a source: the chart alone, or all but the chart, where the clause says so."""
    said = {one["type"] for one in s.parts()} | ({"chart"} if s.has("chart") else set())
    if said & {"table", "cards", "list"}:
        return [one for one in source.components if one["type"] != "chart"]
    drawn = "chart" in said or s.words("lead") & {"draw", "plot", "graph", "chart"}
    return (drawn and source.shown("chart")) or list(source.components)


def by_source(members: list[Member]) -> list[tuple[Source, list[str]]]:
    """Return the members of each source together."""
    sources = {source.home: source for source, _ in members}
    return [(one, [key for other, key in members if other.home == one.home]) for one in sources.values()]


def hide(s: Slots) -> None:
    """Hide members, fields or parts wherever they are shown."""
    parts.refuse_order(s)
    named = [one for one in s.names() if not is_part(one)]
    refuse_clock(named)
    rows = any(one.kind == "noun" and one.value == "row" and one.text != "line" for one in s.items)
    doubt(rows and not s.has("hidden"), "rows, and no member")
    needed = fields.top_fields(s.draft, needed=True)
    for item in named:
        one = s.meant(item, ANY, without=needed)
        if one.kind == "field":
            fields.steer(s.draft, one.key)["hidden"] = True
            continue
        members = all_called(s, item) if re.search(r"\bcolumns\b", s.clause, re.I) else s.members([item])
        for source, keys in by_source(members):
            for component in in_parts(s, source):
                hide_in(s.draft, component, source, keys)
    if any(is_part(one) and not (named and parts.is_place(s, one)) for one in s.all("name")):
        parts.without(s)


def all_called(s: Slots, name: Item) -> list[Member]:
    """Return all columns that a word is part of the name of: "the rain columns"."""
    words, every = set(parts_of(name.text)), index_of(s.draft).entities
    live = {one.home: one for one in sources_of(s.draft)}
    found = [one for one in every if one.kind == "column" and any(words <= set(text) for text in one.texts)]
    return [(live[one.home], one.key) for one in found if one.home in live] or s.members([name])


def refuse_clock(names: list[Item]) -> None:
    """Give up a reading of "date only" or "no time" that takes them for members of other names."""
    clock = [one for one in names if {*parts_of(one.text)} <= CLOCK_WORDS]
    called = all(any(parts_of(one.text) in each.texts for each in one.value) for one in clock)
    doubt(not called, "a part of a moment, and no member")


def show(s: Slots) -> None:
    """Show members or fields again, or for the first time."""
    shown_parts = [one for one in s.all("name") if is_part(one) and not parts.is_place(s, one)]
    doubt(shown_parts and not s.nouns() & {"form"}, "a part is shown already")
    doubt(any(one.value == "by" for one in s.all("prep")), "for each of what?")
    doubt(re.search(r"\bstill\b|\bto be paid\b", s.clause), "what nobody has calculated")
    doubt(
        s.has("replace", "contrast") or s.words("lead", "show") & {"swap", "switch", "compare"},
        "in whose place?",
    )
    before, form = copied(s.draft.spec), s.draft.form
    away = [
        *form.get("folded", ()),
        *(path for path, one in form.get("fields", {}).items() if "hidden" in one),
    ]
    seen = [path for path in fields.top_fields(s.draft) if path not in away]
    named = [one for one in s.names() if not is_part(one)]
    doubt(not named, "which member?")
    doubt("row" in s.nouns() and not s.has("own_column"), "a row, and no member")
    for item in named:
        one = s.meant(item, ANY, without=seen)
        if one.kind == "field":
            fields.steer(s.draft, one.key).pop("hidden", None)
            fields.fold(s.draft, one.key, folded=False)
            continue
        doubt("field" in s.nouns(), "an input, and no member")
        ((source, key),) = s.members([item])
        picture = {*parts_of(last_part(key))} & related("image") and {*parts_of(item.text)} & related("image")
        refuse(picture and is_address(s.draft, source, key), "a view loads no pictures from elsewhere")
        could, untold = source.shown(*SHOWING), source.open and key not in source.names
        refuse(untold or not could, f"only a result can tell whether there is a {last_part(key)}")
        show_in(could[0], source, key, stays=s.has("own_column"))
    names = listed([one.text for one in named], last="and")
    told = f"it would change nothing: {names} is shown already"
    spare(s.draft.spec == before, told)


def head(s: Slots) -> None:
    """Let a member head each row: the first column of a table, the title of a card or a line."""
    chosen = s.columns()
    doubt(len(chosen) != 1, "what heads a row?")
    source, key = chosen[0]
    for component in source.shown(*HEADED):
        props_of(component)["title"] = {"$item": key}
    tables = source.shown(*GRIDS)
    refuse(not tables and not source.shown(*HEADED), "nothing here shows these rows one by one")
    for table in tables:
        rearranged(table, source, [key], beside(None, after=False))
        show_in(table, source, key)


def instead(s: Slots) -> None:
    """Show one member in the place of another: "net time instead of half split"."""
    denied = next(iter(s.all("contrast")), None)
    if denied is None:
        # "replace height with weight"
        led = next((one.start for one in s.all("prep") if one.text.lower() in {"with", "by"}), 0)
        gone = s.members([one for one in s.names() if one.end <= led])
        come = s.members([one for one in s.names() if one.start > led])
    else:
        found = index_of(s.draft).find(denied_of(denied.text), MEMBERS)[1]
        doubt(not found, "in whose place?")
        gone, come = s.members([replace(denied, kind="name", value=found)]), s.members()
    doubt(not come or len(gone) != 1 or gone[0] in come, "which one, and in whose place?")
    source, left = gone[0]
    doubt(any(one.home != source.home for one, _ in come), "these do not stand beside one another")
    rearrange(come, beside(left, after=False))
    for component in [one for one in source.components if one["type"] in SHOWING]:
        for _, key in come:
            show_in(component, source, key, stays=True)
        hide_in(s.draft, component, source, [left])


def only(s: Slots) -> None:
    """Show only these members, in this order, of the sources that they belong to."""
    refuse_clock(s.names())
    beside = [before for before, one in pairwise(s.items) if is_rows(one) and before.kind == "name"]
    doubt(beside, "rows of some kind, and no members")
    chosen = s.members()
    unknown = any(key not in source.names for source, key in chosen)
    rows = "row" in s.nouns() or (unknown and s.rows_named() and not s.has("prep"))
    doubt(rows, "rows of some kind, and no members")
    for source, keys in by_source(chosen):
        for component in in_parts(s, source):
            only_in(s.draft, component, source, keys)


def rename(s: Slots) -> None:
    """Give members or a field another label wherever they are shown."""
    parts.refuse_parts(s)
    if s.has("pron") and not s.context.items and not s.all("name"):
        # "label it 'Area (ha)'" is said of what is called area_ha.
        words = parts_of(" ".join(re.findall(r"\w+", s.text)))
        s = replace(s, items=(Item("name", index_of(s.draft).find(words, ANY)[1], 0, 0, s.text),))
    items = [(item, s.meant(item, ANY)) for item in s.names()]
    plural = s.words("pron") & {"them", "these", "those"}
    doubt(len(items) < (2 if plural else 1), "what is it that gets a label?")
    doubt(len(items) > 1 and sum(one.text == "to" for one in s.all("prep")) > 1, "two names, and two wishes")
    several = [text.strip() for text in s.text.replace(" and ", ",").split(",")]
    labels = several if len(items) > 1 else [s.text]
    refuse(
        len(labels) != len(items),
        f"{len(items)} members cannot share the name {s.text}",
        "say: rename … to … and to …",
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


def link(s: Slots) -> None:
    """Let the cells of a column lead to an address that another member of the row holds."""
    leads = [one.start for one in s.items if one.text.lower().split()[-1] in {"to", "opens", "open"}]
    named = [one for one in s.names() if "column" in one.kinds]
    cells = [one for one in named if not leads or one.start < leads[-1]]
    doubt(len(cells) != 1, "which cells are links?")
    ((source, key),) = s.columns(cells)
    addresses = [one for one in source.names if one != key and is_address(s.draft, source, one)]
    targets = s.columns([one for one in named if one not in cells])
    pages = [one for one in addresses if not {*parts_of(last_part(one))} & related("image")]
    to = [one for _, one in targets] or pages
    plain = not targets and (is_address(s.draft, source, key) or not addresses)
    doubt(plain, "a format, and no other member")
    told = listed([last_part(one) for one in addresses])
    refuse(
        len(to) != 1 or to[0] not in addresses,
        f"a link leads to a member with web addresses, which here are: {told or 'none'}",
        'say "link … to …"',
    )
    for entry in told_of((source, key), charts=False):
        entry["href"] = {"$item": to[0]}


def capitals(s: Slots) -> None:
    """Write the short names of members in capitals, as abbreviations are."""
    for item in s.names():
        one = s.meant(item, ANY)
        refuse(len(one.told) > MOST_CAPITALS, f"{one.told} is no abbreviation, and values stay as they are")
        rename(replace(s, items=(item,), text=one.told.upper()))


# Order


def order_columns(s: Slots) -> None:
    """Put the members named in this order, the others behind them."""
    rearrange(s.members(), beside(None, after=False))


def rearrange(chosen: list[Member], arrange: Arrange) -> None:
    """Arrange what every table, card and list of the sources shows."""
    for source, keys in by_source(chosen):
        for component in source.components:
            rearranged(component, source, keys, arrange)


def rearranged(component: Component, source: Source, named: list[str], arrange: Arrange) -> None:
    """Arrange what one component shows of these members."""
    kind, props = component["type"], component.setdefault("props", {})
    if is_adaptive(component, source) and not props.get("only"):
        others = [each for each in props.get("front", ()) if each["key"] not in named]
        adaptive(component)["front"] = [*({"key": key} for key in named), *others]
        return
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


def move(s: Slots) -> None:
    """Move members, fields or parts to an end, or beside another."""
    doubt(len(s.all("pos")) != 1, "where to?")
    place, names = s.all("pos")[0], s.all("name")
    if "form" in s.nouns() and not all(map(is_part, names)):
        names = [one for one in names if not is_part(one)]
    where = str(place.value)
    named = [one for one in names if one.start < place.start]
    anchors = [one for one in names if one.start >= place.end]
    parted = bool(named) and all(map(is_part, named))
    told = "a column has no bottom to stand at", 'say "… as the last column" or "total of … at the bottom"'
    doubt("bottom" in place.text.lower() and not any(map(is_part, named)) and not s.nouns(), *told)
    if where == "between":
        where, anchors = "after", anchors[: len(anchors) - 1]
    if where == "next":
        # "the total first and the status second"
        where, anchors = "after", list(s.context.items[-1:])
        refuse(not anchors, "behind which one?", 'say "… after …"')
    if where in {"before", "after"} and parted and not anchors:
        where = {"before": "first", "after": "last"}[where]
    near = where in {"before", "after"}
    if not near:
        named, anchors = [*named, *anchors], []
    asks = s.has("pron") or "in the form" in s.clause.lower()
    if (near and anchors and not named) or (asks and all(map(is_part, named))):
        # "streams in millions, right after the title"
        named = list(s.context.items)
    doubt(not named or (near and len(anchors) != 1), "which one, and beside which?")
    doubt(len(set(map(is_part, named))) > 1, "a part and a member")
    if any(map(is_part, (*named[:1], *anchors))):
        parts.move(s, named, anchors, where)
    elif s.meant(named[0], MEMBERS if are_members(s, [*named, *anchors]) else ANY).kind == "field":
        fields.move(s, named, anchors, where)
    else:
        move_columns(s, named, anchors, where)


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
    beside_it = s.members(anchors, "column" if chosen[0][0].rows else "value") if anchors else []
    for anchor in beside_it:
        apart = anchor in chosen or any(source.home != anchor[0].home for source, _ in chosen)
        refuse(anchor[0].open or apart, f"these do not stand beside {last_part(anchor[1])}")
    rearrange(chosen, beside(beside_it[0][1] if beside_it else None, after=where in {"last", "after"}))
    # What is to stand under a name may stand in small print there.
    below = s.words("pos") & {"under", "below", "underneath", "beneath"}
    for source, key in chosen if where != "last" and not below else ():
        for table in source.shown("table"):
            if len(entries_in(table, source)) > MOST_SEEN:
                show_in(table, source, key, stays=True)


def side_by_side(s: Slots) -> None:
    """Put members behind the first of those named."""
    doubt(len(s.members()) < 2 or s.value("layout") != "grid-2" or s.parts(), "what stands side by side?")
    move_columns(s, s.names()[1:], s.names()[:1], "after")


def swap(s: Slots) -> None:
    """Let two members, or two fields, change places."""
    of_form = bool(s.nouns() & {"field", "form"})
    pair = s.fields() if of_form else [key for _, key in s.members()]
    doubt(len(pair) != 2, "two names are swapped")
    places = dict(zip(pair, reversed(pair), strict=True))
    if of_form:
        fields.reorder(s, lambda order: [places.get(key, key) for key in order])
        return
    rearrange(s.members(), lambda order, _: [places.get(key, key) for key in order])
