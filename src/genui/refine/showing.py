"""What shows members: hiding, showing, relabelling one in a component, and components made anew."""

import re
from typing import Any

from genui.baseline.charts import chart_title
from genui.refine.draft import Component, Draft, Unfulfilled, props_of
from genui.refine.slots import Item, Member, Slots
from genui.refine.sources import (
    LISTS,
    Source,
    adaptive,
    entries_in,
    is_adaptive,
    key_of,
    last_part,
    stat_parent,
    upserted,
)
from genui.schema import declared_types

NOTHING = "nothing would be left to show"

SHOWING = ("table", "key-value", "cards", "rows", "auto")


def removed(draft: Draft, component: Component, why: str) -> None:
    """Remove a component, unless it is the last; one that is gone already stays so."""
    if not any(component is one for one in draft.components()):
        return
    among, index = draft.siblings(component)
    if len(among) > 1:
        del among[index]
        return
    if among is draft.result:
        raise Unfulfilled(why)
    removed(draft, next(one for one in draft.components() if one.get("children") is among), why)


def refuse_order(s: Slots) -> None:
    """Refuse a clause whose word for hiding stands on the wrong side of what it would hide.

    Raises:
        Unfulfilled: It is.
    """
    names = [one for one in s.names() if not is_part(one)] or s.all("name")
    if not names:
        raise Unfulfilled("hide what?", weak=True)
    if ":" in s.clause:
        return
    for one in s.all("hide", "hidden"):
        before = [name for name in names if name.end <= one.start]
        behind = [name for name in names if name.end > one.start]
        if (before and one.kind == "hide") or (before and behind) or (behind and one.kind == "hidden"):
            raise Unfulfilled("which?", weak=True)
    if any(one.text.lower() in {"as", "into", "like"} for one in s.all("prep")):
        raise Unfulfilled("as what?", weak=True)


def is_part(item: Item) -> bool:
    """Tell whether a name can only mean a part of the view."""
    return item.kind == "name" and {one.kind for one in item.value} <= {"part", "rows"}


def hide_in(draft: Draft, component: Component, source: Source, key: str) -> None:
    """Hide one member in one component; a table keeps it in its column chooser."""
    if is_adaptive(component, source):
        upserted(component, key)["hidden"] = True
        return
    if {"$item": key} in (component["props"].get("title"), component["props"].get("at")):
        told = "take another head first: cards with … as the title"
        raise Unfulfilled(f"{last_part(key)} is what each row is called by", told)
    entries = entries_in(component, source)
    if component["type"] != "table":
        listed(draft, component, [each for each in entries if not is_about(each, source, key)])
        return
    for entry in entries:
        if entry["key"] == key:
            entry["hidden"] = True
    left = [entry["key"] for entry in entries if not entry.get("hidden")]
    if not left:
        raise Unfulfilled(f"nothing would be left to show without {last_part(key)}")
    figures = [source.meaning(each).measure for each in (key, *left)]
    if len(entries) > 1 and not figures[0] and all(figures[1:]):
        told = 'hide figures instead, or say "only …"'
        raise Unfulfilled(f"without {last_part(key)} nothing tells one row from another", told)


def is_about(entry: dict[str, Any], source: Source, key: str) -> bool:
    """Tell whether a column, field, axis or stat shows one member of a source."""
    return key_of(entry) == key and ("key" in entry or (stat_parent(entry) or ("",))[0] == source.path)


def listed(draft: Draft, component: Component, entries: list[dict[str, Any]]) -> None:
    """Give a component the entries that are left; without any it goes."""
    prop = LISTS.get(component["type"], "")
    if prop not in component["props"] or entries == component["props"][prop]:
        return
    if not entries:
        removed(draft, component, NOTHING)
        return
    component["props"][prop] = entries
    if component["type"] == "chart":
        retitled(component)


def show_in(component: Component, source: Source, key: str) -> None:
    """Show one member in one component, behind the others where it is new."""
    if is_adaptive(component, source):
        upserted(component, key).pop("hidden", None)
        return
    entries = entries_in(component, source)
    found = [entry for entry in entries if entry["key"] == key]
    for entry in found:
        entry.pop("hidden", None)
    if not found:
        props_of(component)[LISTS[component["type"]]] = [*entries, source.entry(key)]


def only_in(draft: Draft, component: Component, source: Source, keys: list[str]) -> None:
    """Show only these members in one component; a table keeps the others in its column chooser."""
    props, kind = props_of(component), component["type"]
    if is_adaptive(component, source):
        told = {entry["key"]: entry for entry in props.get("columns", ())}
        adaptive(component)["columns"] = [shown(told.get(key, {"key": key})) for key in keys]
        props_of(component)["only"] = True
        return
    entries = entries_in(component, source)
    told = {key_of(entry): entry for entry in entries}
    if kind in {"chart", "stat-cards"}:
        listed(draft, component, [told[key] for key in keys if key in told])
        return
    if kind == "key-value":
        stats = [stat for one in source.components for stat in one.get("props", {}).get("stats", ())]
        keys = [key for key in keys if not any(is_about(stat, source, key) for stat in stats)]
        if not keys and len(source.components) > 1:
            removed(draft, component, NOTHING)
            return
    front = [shown(told.get(key) or source.entry(key)) for key in keys]
    rest = [{**entry, "hidden": True} for entry in entries if entry["key"] not in keys]
    if kind in LISTS:
        props[LISTS[kind]] = [*front, *(rest if kind == "table" else ())]


def shown(entry: dict[str, Any]) -> dict[str, Any]:
    """Return an entry that is not hidden."""
    return {key: value for key, value in entry.items() if key != "hidden"}


def retitled(chart: Component) -> None:
    """Make a chart's title say what it shows now."""
    props = props_of(chart)
    if "title" not in chart:
        return
    plain = props["kind"] not in {"histogram", "scatter"} and all("label" in each for each in props["y"])
    title = (
        chart_title({"y": [{"label": each["label"].partition(", ")[0]} for each in props["y"]]})
        if plain
        else ""
    )
    if title:
        chart["title"] = title
    else:
        del chart["title"]


def shown_entries(component: Component, source: Source, key: str) -> list[dict[str, Any]]:
    """Return what a component says of one member, made where it must be told."""
    if is_adaptive(component, source):
        return [upserted(component, key)]
    return [entry for entry in entries_in(component, source) if is_about(entry, source, key)]


def told_of(member: Member, *, charts: bool) -> list[dict[str, Any]]:
    """Return all that is said of a member where it is shown, else in the column chooser of its table."""
    source, key = member
    told = [
        each
        for one in source.components
        if charts or one["type"] != "chart"
        for each in shown_entries(one, source, key)
    ]
    if told:
        return told
    table = next((one for one in source.components if one["type"] in {"table", "key-value", "cards"}), None)
    if table is None:
        raise Unfulfilled(f"{last_part(key)} is shown nowhere in this view")
    show_in(table, source, key)
    found = [each for each in entries_in(table, source) if each["key"] == key]
    for entry in found if table["type"] == "table" else ():
        entry["hidden"] = True
    return found


NAMES = re.compile(
    r"(?:^|[/_])(?:name|title|label|subject|summary|headline|username|login|customer|message)$", re.I
)

ROWS = frozenset({"table", "cards", "list", "timeline", "message-list"})
"""Presentations of rows."""

FIGURES = frozenset({"stat-cards", "key-value"})
"""Presentations of one object."""


def made(source: Source, kind: str, head: str) -> Component:
    """Return a new component of rows, its members those that are known."""
    entries = known_entries(source)
    props: dict[str, Any] = {"rows": source.expression, **carried(source)}
    if kind == "table":
        return {"type": "table", "props": {**props, **({"columns": entries} if entries else {})}}
    head = head or head_of(source)
    rest = [
        {k: v for k, v in each.items() if k not in {"hidden", "align"}}
        for each in entries
        if each["key"] != head
    ]
    if kind == "message-list":
        texts = [each["key"] for each in rest if not source.meaning(each["key"]).measure]
        text = next(
            (
                key
                for key in texts
                if last_part(key).lower() in {"text", "message", "body", "content", "comment"}
            ),
            "",
        )
        if not text:
            raise Unfulfilled("no member is known to be what was said")
        return {"type": kind, "props": {**props, "role": {"$item": head}, "text": {"$item": text}}}
    if kind == "timeline":
        moment = next(iter(source.moments()), "")
        if not moment:
            raise Unfulfilled("no member is known to be a time, which a timeline needs")
        head = (
            head if head != moment else next((each["key"] for each in rest if each["key"] != moment), moment)
        )
        return {"type": kind, "props": {**props, "at": {"$item": moment}, "title": {"$item": head}}}
    props["title"] = {"$item": head}
    if kind == "cards":
        return {"type": kind, "props": {**props, **({"fields": rest} if rest else {})}}
    joined = [part for one in rest[:3] for part in (" · ", {"$item": one["key"]})][1:]
    return {"type": kind, "props": {**props, **({"meta": {"$concat": joined}} if joined else {})}}


def carried(source: Source) -> dict[str, Any]:
    """Return the steps by which what shows the rows now makes other rows of them."""
    steps = next(
        (
            one["props"]["transform"]
            for one in source.components
            if "transform" in one.get("props", {}) and one["type"] != "chart"
        ),
        None,
    )
    return {"transform": steps} if steps else {}


def known_entries(source: Source) -> list[dict[str, Any]]:
    """Return the members of rows as a table has them, else as the schema knows them."""
    for component in source.components:
        listed = component["props"].get("columns") or component["props"].get("fields")
        if component["type"] in {"table", "cards"} and listed:
            return [each for each in listed if not each.get("hidden")]
    return [source.entry(pointer) for pointer in source.meanings]


def head_of(source: Source) -> str:
    """Return the member that tells one row from another: a name, else the first that is no figure."""
    texts = [key for key, meaning in source.meanings.items() if not meaning.measure]
    named = [key for key in texts if NAMES.search(key)]
    return (named or texts or list(source.names) or [""])[0]


CHANGES_ROWS = frozenset({"aggregate", "pivot", "window", "limit", "sort"})
"""Steps before which rows are filtered."""


def item(key: str) -> dict[str, str]:
    """Return the expression of a member of the row."""
    return {"$item": key}


def add_step(props: dict[str, Any], step: dict[str, Any]) -> None:
    """Add a step to what makes the rows of a component: a filter before what many rows come to."""
    steps: list[dict[str, Any]] = list(props.get("transform", ()))
    at = (
        next((place for place, one in enumerate(steps) if set(one) & CHANGES_ROWS), len(steps))
        if "filter" in step
        else len(steps)
    )
    props["transform"] = [*steps[:at], step, *steps[at:]]


def is_number(source: Source, key: str) -> bool:
    """Tell whether a member is a number, as far as a schema tells."""
    types = declared_types(source.schemas.get(key, {}))
    return types is None or bool(types & {"number", "integer"})
