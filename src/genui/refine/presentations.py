"""Wishes for another presentation: of rows, of an object, of the whole result."""

import re
from itertools import pairwise
from typing import Any

from genui.refine.draft import Component, doubt, props_of, refuse
from genui.refine.parts import ROWS, place_part
from genui.refine.setters import grids
from genui.refine.showing import head_of, hide_in, is_address, shown
from genui.refine.slots import Item, Member, Slots
from genui.refine.sources import (
    ADAPTIVE,
    GRIDS,
    Source,
    adaptive,
    entries_in,
    key_of,
    last_part,
    sources_of,
)
from genui.refine.words import parts_of, related
from genui.schema import declared_types

FIGURES = ("stat-cards", "key-value")
"""Presentations of one object."""

SAID = frozenset({"text", "message", "body", "content", "comment"})
"""Members that hold what was said in a conversation."""

AS_TITLE = re.compile(
    r"\bas (?:the |a |an |its |their )?(?:title|heading|headline|header|head|name)s?\b", re.I
)


def present(s: Slots) -> None:
    """Show the rows, the object or the whole result the way that is asked for."""
    said = s.all("pres")
    kind = str(said[-1 if not s.has("not") else 0].value)
    alone = s.has("only") and not s.names() and not s.has("lead", "show")
    doubt(alone or any(one["type"] == "chart" for one in s.parts()), "a part, and no presentation")
    told = [one for one in s.items if one.kind not in {"fill", "lead", "show", "prep"}]
    said_where = re.search(rf"\b(?:in|to|into) the {re.escape(said[-1].text)}\b", s.clause, re.I)
    known = {one["type"] for one in s.draft.components()}
    spoken = s.names() or (s.has("pron") and s.context.items and kind in known)
    doubt(said_where and spoken, "where they stand, and no presentation")
    denied = any(one.kind in {"not", "hide"} and other.kind == "name" for one, other in pairwise(told))
    doubt(denied, "a member is not wanted, and a presentation is")
    # "it" is what the rows are about, and no member of them that was named before.
    names = s.names() if s.context.topic else s.all("name")
    named = [one for one in names if one.kinds & {"column", "value"} and "rows" not in one.kinds]
    rows = {one.home for one in sources_of(s.draft) if one.rows} & {one.home for one in s.rows_named()}
    objects = bool(named) and all(each.kind == "value" for one in named for each in one.value)
    led = any(one.value == "as" and one.start < said[0].start for one in s.all("prep"))
    beside = any(one.value not in {"first", "last"} for one in s.all("pos"))
    doubt(s.has("pos") and (beside or not (s.all("name") and led)), "what is to stand there?")
    there = s.draft.components()
    if kind in FIGURES or (kind == "cards" and objects and not rows):
        object_as(s, "key-value" if kind == "key-value" else "stat-cards", named)
    elif kind in ROWS:
        rows_as(s, kind, named)
    else:
        whole_as(s, kind, named)
    for place in s.all("pos"):
        new = [one for one in s.draft.components() if not any(one is each for each in there)]
        doubt(len(new) != 1, "what is to stand there?")
        place_part(s.draft, new[0], None, after=place.value == "last")


# Rows


def rows_as(s: Slots, kind: str, named: list[Item]) -> None:
    """Show rows as a table, cards, a list or a timeline, in place of what shows them now."""
    said = AS_TITLE.search(s.clause) if kind != "table" else None
    # "as the title" is said behind what heads each card.
    led = [one for one in named if said and s.clause.lower().find(one.text.lower()) < said.start()]
    titles = led[-1:]
    keys = [key for _, key in s.columns([one for one in named if one not in titles])]
    head = s.columns(titles)[0][1] if titles else ""
    source = s.source(s.columns(named) if named else ())
    s.used["homes"] = (source.home,)
    if source.home.startswith("auto "):
        props = adaptive(source.shown(*ADAPTIVE)[0])
        props |= {"as": "list" if kind == "message-list" else kind, **({"x": head} if head else {})}
        strange = len(keys) == 1 and not source.meanings
        if keys and not (strange and all(one.text.lower() != "with" for one in s.all("prep"))):
            props |= {"columns": [{"key": key} for key in keys], "only": True}
        return
    pictures = [key for key in keys if {*parts_of(last_part(key))} & related("image")]
    refuse(
        pictures and is_address(s.draft, source, pictures[0]),
        "a view loads no pictures from elsewhere",
        "say which members a card shows",
    )
    first = head or ("" if kind == "table" else next(iter(keys), ""))
    types = declared_types(source.schemas.get(first, {})) or frozenset()
    refuse(
        types & {"array", "object"},
        f"{last_part(first)} holds several values, and a row is called by one",
        f"say: {kind} with …",
    )
    refuse(
        first and is_address(s.draft, source, first),
        f"{last_part(first)} holds addresses, and a view loads no pictures from elsewhere",
        "say which member heads them",
    )
    there = source.shown(kind)
    new = there[0] if there else made(source, kind, head)
    if keys:
        fill(new, source, keys)
    if head:
        props_of(new)["title"] = {"$item": head}
    replace_rows(s, source, new)


def made(source: Source, kind: str, head: str) -> Component:
    """Return a new component of rows, its members those that are known."""
    new: Component = {"type": kind, "props": {"rows": source.expression, **carried(source)}}
    keys = [entry["key"] for entry in known_entries(source)]
    moments = source.moments()[:1] if kind == "timeline" else []
    refuse(kind == "timeline" and not moments, "no member is known to be a time, which a timeline needs")
    rest = [key for key in keys if key != (head or head_of(source))]
    head = head or head_of(source)
    if head in moments:
        head = rest[0] if rest else head
    if kind == "message-list":
        said = [key for key in rest if last_part(key).lower() in SAID and not source.meaning(key).measure]
        refuse(not said, "no member is known to be what was said")
        new["props"] |= {"role": {"$item": head}, "text": {"$item": said[0]}}
        return new
    some = {"list": rest[:3], "timeline": []}.get(kind, rest)
    fill(new, source, keys if kind == "table" else [*moments, head, *some])
    return new


OF_FIELDS = ("key", "label", "format", "tone")
"""What a field says of a member, as a column does (spec/grammar.py)."""


def fill(component: Component, source: Source, keys: list[str]) -> None:
    """Let a presentation of rows show these members only: the first is the head where it has one."""
    props, kind = props_of(component), component["type"]
    known = {entry["key"]: entry for entry in known_entries(source)}
    told = known | {entry["key"]: entry for entry in props.get("columns") or props.get("fields") or ()}
    if kind == "table":
        props |= {"columns": [shown(told.get(key) or source.entry(key)) for key in keys]} if keys else {}
        return
    moments = [key for key in keys if key in source.moments()] if kind == "timeline" else []
    if moments:
        props["at"] = {"$item": moments[0]}
    head, *rest = [key for key in keys if key not in moments] or [head_of(source)]
    props["title"] = {"$item": head}
    joined = [part for key in rest for part in (" · ", {"$item": key})][1:]
    every = [told.get(key) or source.entry(key) for key in rest]
    entries = [{name: one[name] for name in OF_FIELDS if name in one} for one in every]
    prop, value = ("fields", entries) if kind == "cards" else ("meta", {"$concat": joined})
    props.pop(prop, None)
    props |= {prop: value} if rest else {}


def carried(source: Source) -> dict[str, Any]:
    """Return the steps by which what shows the rows now makes other rows of them."""
    shown = [one for one in source.components if one["type"] != "chart"]
    steps = [one["props"]["transform"] for one in shown if "transform" in one.get("props", {})]
    return {"transform": steps[0]} if steps else {}


def known_entries(source: Source) -> list[dict[str, Any]]:
    """Return the members of rows as a table has them, else as the schema knows them."""
    for component in source.shown("table", "cards"):
        listed = component["props"].get("columns") or component["props"].get("fields")
        if listed:
            return [each for each in listed if not each.get("hidden")]
    return [source.entry(pointer) for pointer in source.meanings]


def replace_rows(s: Slots, source: Source, new: Component) -> None:
    """Put a component in the place of the others of its rows, or beside them where it is added."""
    # "bar chart of …, and show a table" asks for both, "…, show it as a table" for one.
    after_chart = s.context.act is not None and s.context.act.name == "chart"
    replaces = any(one.value == "as" for one in s.all("prep"))
    draft, added = s.draft, s.has("second") or (after_chart and not replaces)
    among, index = draft.siblings(source.components[0])
    if not any(new is one for one in draft.components()):
        among.insert(len(among) if added else index, new)
    if added:
        return
    for other in source.components:
        if other is not new and other["type"] != "message-list":
            draft.remove(other)
            if "title" in other and other["type"] in {"table", "cards", "list"}:
                new.setdefault("title", other["title"])


# An object


def object_as(s: Slots, kind: str, named: list[Item]) -> None:
    """Show one object as figures, or as label and value."""
    draft = s.draft
    sources = [source for source in sources_of(draft) if not source.rows]
    if not sources:
        autos = draft.components(*ADAPTIVE)
        refuse(not autos, "this result has no single members, only rows", 'say "cards" for one card a row')
        adaptive(autos[0])["as"] = kind
        return
    chosen: list[Member] = s.members(named, "value") if named else []
    homes = {one.home for one in s.rows_named()}
    source = chosen[0][0] if chosen else next((one for one in sources if one.home in homes), sources[0])
    keys = [key for _, key in chosen] or all_of(source, kind)
    new = figures(source, keys) if kind == "stat-cards" else pairs(source, keys)
    among, index = draft.siblings(source.components[0])
    among.insert(index, new)
    titles = [one["title"] for one in source.shown(*FIGURES) if "title" in one]
    new |= {"title": titles[0]} if titles and not chosen else {}
    lone = s.has("only") or kind == "key-value"
    for other in source.shown(*FIGURES):
        left = [key_of(each) for each in entries_in(other, source) if key_of(each) not in keys]
        if left and not lone and (chosen or other["type"] == "key-value"):
            told = other["props"] if other["type"] == "key-value" else {}
            other.update(type="key-value", props={**told, **pairs(source, left)["props"]})
        else:
            draft.remove(other)


def all_of(source: Source, kind: str) -> list[str]:
    """Return the members that a presentation of one object takes: figures first, all where there are none."""
    keys = list(source.meanings) or list(source.names)
    measures = [key for key in keys if source.meaning(key).measure]
    return (measures or keys)[:8] if kind == "stat-cards" else keys


def figures(source: Source, keys: list[str]) -> Component:
    """Return stat cards of these members."""
    stats = [stat for one in source.shown("stat-cards") for stat in one["props"].get("stats", ())]
    known = {str(stat["value"].get("$path")): stat for stat in stats}
    new = []
    for key in keys:
        meaning, path = source.meaning(key), source.path + key
        stat = {"label": meaning.label, "value": {"$path": path}}
        new.append(known.get(path) or stat | ({"format": meaning.alone} if meaning.alone else {}))
    return {"type": "stat-cards", "props": {"stats": new}}


def pairs(source: Source, keys: list[str]) -> Component:
    """Return label and value of these members."""
    fields = [source.entry(key) for key in keys]
    return {"type": "key-value", "props": {"of": source.expression, "fields": fields}}


def whole_as(s: Slots, kind: str, named: list[Item]) -> None:
    """Show the whole result as a tree or as text."""
    doubt(named, f'one member is not shown as {kind}; say "show it as {kind}" for the whole result')
    draft = s.draft
    old = draft.result[0].get("props", {}).get("of") if len(draft.result) == 1 else None
    of = old if isinstance(old, dict) else {"$path": "/result"}
    draft.result[:] = [{"type": kind, "props": {"of": of}} if kind != "auto" else {"type": "auto"}]


# Below each row


def detail(s: Slots) -> None:
    """Show members, or all of them, below a row that is opened."""
    chosen = s.columns() if s.names() else []
    source = s.source(chosen)
    fields = [source.entry(key) for _, key in chosen]
    pairs = {"type": "key-value", "props": {"of": {"$item": ""}, **({"fields": fields} if fields else {})}}
    opened(s, source, pairs, [key for _, key in chosen])


def body(s: Slots) -> None:
    """Show a longer text below each row: of a list or timeline at once, of a table once the row is opened."""
    source, key = s.columns()[0]
    for component in source.shown("list", "timeline"):
        component["props"]["body"] = {"$item": key}
    if not source.shown("list", "timeline"):
        opened(s, source, {"type": "text", "props": {"of": {"$item": key}}}, [key])


def opened(s: Slots, source: Source, part: dict[str, Any], keys: list[str]) -> None:
    """Let the rows of tables open to show something, which their columns need not show as well."""
    for props in grids(source, "only the rows of a table open"):
        props["detail"] = [part]
    for component in source.shown(*GRIDS):
        hide_in(s.draft, component, source, keys)
