"""Wishes for another presentation: of rows, of an object, of the whole result."""

import re
from typing import Any

from genui.refine.draft import Component, Unfulfilled, props_of
from genui.refine.parts import part_of
from genui.refine.showing import FIGURES, NOTHING, ROWS, made, removed, shown
from genui.refine.slots import Item, Member, Slots
from genui.refine.sources import (
    ADAPTIVE,
    Source,
    adaptive,
    entries_in,
    key_of,
    last_part,
    look_again,
    sources_of,
    stat_parent,
)
from genui.schema import declared_types


def present(s: Slots) -> None:
    """Show the rows, the object or the whole result the way that is asked for."""
    kind = str(s.all("pres")[-1 if len(s.all("pres")) > 1 and not s.has("not") else 0].value)
    if (s.has("only") and not s.names()) or any(one["type"] == "chart" for one in s.parts()):
        raise Unfulfilled("a part, and no presentation", weak=True)
    if s.items[0].kind != "pres" and any(
        one.kind in {"hide", "not"} and one.start < s.all("pres")[0].start for one in s.items
    ):
        raise Unfulfilled("what is not wanted", weak=True)
    if any(one.start == each.end for one in s.all("name") for each in s.all("not", "hide")):
        raise Unfulfilled("a member is not wanted, and a presentation is", weak=True)
    named = [
        one
        for one in s.names()
        if any(each.kind in {"column", "value"} for each in one.value)
        and not any(each.kind == "rows" for each in one.value)
    ]
    object_named = bool(named) and all(each.kind == "value" for one in named for each in one.value)
    homes = {one.home for one in sources_of(s.draft) if one.rows}
    rows_said = any(one.home in homes for one in s.rows_named())
    if kind in FIGURES or (kind == "cards" and object_named and not rows_said):
        if kind != "key-value" and (
            rows_said or not any(not one.rows or one.open for one in sources_of(s.draft))
        ):
            if named:
                raise Unfulfilled(
                    "stat cards show single values, and these are columns", 'say "cards with …"'
                )
            rows_as(s, "cards", named)
            return
        object_as(s, "stat-cards" if kind == "cards" else kind, named)
    elif kind in ROWS:
        rows_as(s, kind, named)
    else:
        whole_as(s, kind, named)


def rows_as(s: Slots, kind: str, named: list[Item]) -> None:
    """Show rows as a table, cards, a list or a timeline, in place of what shows them now."""
    if not any(source.rows for source in sources_of(s.draft)):
        look_again(s.draft)
    heads = [] if kind == "table" else heading(s, named)
    keys = [key for _, key in s.columns([one for one in named if one not in heads])]
    head = s.columns(heads)[0][1] if heads else ""
    source = s.source(s.columns(named) if named else ())
    source = next(one for one in sources_of(s.draft) if one.home == source.home)
    s.used["homes"] = (source.home,)
    if source.home.startswith("auto "):
        if (
            len(keys) == 1
            and not source.meanings
            and not any(one.text.lower() == "with" for one in s.all("prep"))
        ):
            keys = []
        props = adaptive(next(one for one in source.components if one["type"] in ADAPTIVE))
        props["as"] = kind if kind != "message-list" else "list"
        if keys:
            props |= {"columns": [{"key": key} for key in keys], "only": True}
        if head:
            props["x"] = head
        return
    if head or (keys and kind != "table"):
        types = declared_types(source.schemas.get(head or keys[0], {})) or frozenset()
        if types & {"array", "object"}:
            told = last_part(head or keys[0])
            raise Unfulfilled(
                f"{told} holds several values, and a row is called by one", f"say: {kind} with …"
            )
    there = [one for one in source.components if one["type"] == kind]
    new = there[0] if there else made(source, kind, head)
    if keys:
        narrowed(new, source, keys)
    if head and there and kind != "table":
        props_of(new)["title"] = {"$item": head}
    replaced(s, source, new)


def heading(s: Slots, named: list[Item]) -> list[Item]:
    """Return the names that are said to head each card: those before "as the title"."""
    said = re.search(
        r"\bas (?:the |a |an |its |their )?(?:title|heading|headline|header|head|name)s?\b", s.clause, re.I
    )
    before = [one for one in named if said and s.clause.lower().find(one.text.lower()) < said.start()]
    return before[-1:]


def narrowed(component: Component, source: Source, keys: list[str]) -> None:
    """Let a presentation of rows show these members only: the first is the head where it has one."""
    props, kind = props_of(component), component["type"]
    if kind == "table":
        told = {entry["key"]: entry for entry in props.get("columns", ())}
        props["columns"] = [shown(told.get(key) or source.entry(key)) for key in keys]
        return
    if kind == "message-list":
        raise Unfulfilled("a chat shows no single members", 'say "cards" or "table"')
    if kind == "timeline":
        moments = [key for key in keys if key in source.moments()]
        props["at"] = {"$item": moments[0]} if moments else props["at"]
        keys = [key for key in keys if key not in moments]
        if not keys:
            return
    head, *rest = keys
    props["title"] = {"$item": head}
    if kind == "cards":
        told = {entry["key"]: entry for entry in props.get("fields", ())}
        props["fields"] = [told.get(key) or source.entry(key) for key in rest]
        if not rest:
            del props["fields"]
        return
    joined = [part for key in rest for part in (" · ", {"$item": key})][1:]
    props.pop("meta", None)
    if joined:
        props["meta"] = {"$concat": joined}


def replaced(s: Slots, source: Source, new: Component) -> None:
    """Put a component in the place of the others of its rows, or beside them where it is added."""
    draft, added = s.draft, s.has("second") or s.has("add")
    among, index = draft.siblings(source.components[0])
    if not any(new is one for one in draft.components()):
        among.insert(len(among) if added else index, new)
    if added:
        return
    others = [one for one in source.components if one is not new and one["type"] != "message-list"]
    for other in others:
        removed(draft, other, NOTHING)
    titled = next(
        (one for one in others if one["type"] in {"table", "cards", "list"} and "title" in one), None
    )
    if titled is not None and "title" not in new:
        told = {"type": new["type"], "title": titled["title"], "props": props_of(new)}
        new.clear()
        new.update(told)


def object_as(s: Slots, kind: str, named: list[Item]) -> None:
    """Show one object as figures, or as label and value."""
    draft = s.draft
    if not sources_of(draft):
        look_again(draft)
    sources = [source for source in sources_of(draft) if not source.rows]
    if not sources:
        auto = next((one for one in draft.components(*ADAPTIVE)), None)
        if auto is None:
            raise Unfulfilled(
                "this result has no single members, only rows", 'say "cards" for one card a row'
            )
        adaptive(auto)["as"] = kind
        return
    chosen: list[Member] = s.members(named, "value") if named else []
    source = chosen[0][0] if chosen else titled_object(s, sources)
    if any(one.home != source.home for one, _ in chosen):
        raise Unfulfilled("these members do not belong to one object")
    keys = [key for _, key in chosen] or all_of(source, kind)
    new = figures(source, keys) if kind == "stat-cards" else pairs(source, keys)
    among, index = draft.siblings(source.components[0])
    among.insert(index, new)
    titles = [one["title"] for one in source.components if one["type"] in FIGURES and "title" in one]
    new |= {"title": titles[0]} if titles and not chosen else {}
    lone = s.has("only") or kind == "key-value"
    for other in [one for one in source.components if one["type"] in FIGURES]:
        strange = [stat for stat in other["props"].get("stats", ()) if not is_of(stat, source)]
        left = [key_of(each) for each in entries_in(other, source) if key_of(each) not in keys]
        if strange:
            other["props"]["stats"] = strange
        elif left and not lone and (chosen or other["type"] == "key-value"):
            other.update({"type": "key-value", "props": pairs(source, left)["props"]})
        else:
            removed(draft, other, NOTHING)


def is_of(stat: dict[str, Any], source: Source) -> bool:
    """Tell whether a stat shows a member of a source."""
    return (stat_parent(stat) or ("",))[0] == source.path


def titled_object(s: Slots, sources: list[Source]) -> Source:
    """Return the object whose part the clause names, else the first."""
    found = s.parts() + [
        part_of(s, one)
        for one in s.all("name")
        if any(each.kind == "part" and each.key.isdigit() for each in one.value)
    ]
    homes = {one.home for one in s.rows_named()}
    return next(
        (one for one in sources if one.home in homes or any(each in found for each in one.components)),
        sources[0],
    )


def all_of(source: Source, kind: str) -> list[str]:
    """Return the members that a presentation of one object takes: figures first, all where there are none."""
    keys = list(source.meanings) or list(source.names)
    return (
        ([key for key in keys if source.meaning(key).measure] or keys)[:8] if kind == "stat-cards" else keys
    )


def figures(source: Source, keys: list[str]) -> Component:
    """Return stat cards of these members."""
    known = {
        str(stat["value"].get("$path")): stat
        for one in source.components
        for stat in one.get("props", {}).get("stats", ())
    }
    stats = []
    for key in keys:
        meaning, path = source.meaning(key), source.path + key
        stat = {
            "label": meaning.label,
            "value": {"$path": path},
            **({"format": meaning.alone} if meaning.alone else {}),
        }
        stats.append(known.get(path) or stat)
    return {"type": "stat-cards", "props": {"stats": stats}}


def pairs(source: Source, keys: list[str]) -> Component:
    """Return label and value of these members."""
    return {
        "type": "key-value",
        "props": {"of": source.expression, "fields": [source.entry(key) for key in keys]},
    }


def whole_as(s: Slots, kind: str, named: list[Item]) -> None:
    """Show the whole result as a tree or as text."""
    if named:
        told = f'one member is not shown as {kind}; say "show it as {kind}" for the whole result'
        raise Unfulfilled(told, weak=True)
    draft = s.draft
    old = draft.result[0].get("props", {}).get("of") if len(draft.result) == 1 else None
    of = old if isinstance(old, dict) else {"$path": "/result"}
    draft.result[:] = [{"type": kind, "props": {"of": of}} if kind != "auto" else {"type": "auto"}]
