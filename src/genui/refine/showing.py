"""The members that components show: hidden, shown again, told about one by one."""

import re
from typing import Any

from genui.baseline.charts import chart_title
from genui.expressions import at
from genui.refine.draft import Component, Draft, props_of, refuse
from genui.refine.seen import seen_rows
from genui.refine.slots import Item, Member, Slots
from genui.refine.sources import (
    GRIDS,
    LISTS,
    Source,
    entries_in,
    is_adaptive,
    key_of,
    last_part,
    sources_of,
    stat_parent,
    told_props,
    upserted,
)
from genui.schema import declared_types

SHOWING = ("table", "key-value", "cards", "rows", "auto")
"""Components that can show one member more."""

MOST_SEEN = 6
"""Columns of a table that all have their place in a chat; of more, some give way."""

NAMES = re.compile(
    r"(?:^|[/_])(?i:name|title|label|subject|summary|headline|username|login|customer|message)$|[a-z](?:Name|Title)$"
)


def is_part(item: Item) -> bool:
    """Tell whether a name can only mean a part of the view."""
    return item.kind == "name" and item.kinds <= {"part", "rows"}


def is_about(entry: dict[str, Any], source: Source, key: str) -> bool:
    """Tell whether a column, field, axis or stat shows one member of a source."""
    return key_of(entry) == key and ("key" in entry or (stat_parent(entry) or ("",))[0] == source.path)


def shown_entries(component: Component, source: Source, key: str) -> list[dict[str, Any]]:
    """Return what a component says of one member, made where it must be told."""
    if is_adaptive(component, source):
        return [upserted(component, key)]
    return [entry for entry in entries_in(component, source) if is_about(entry, source, key)]


def told_of(member: Member, *, charts: bool) -> list[dict[str, Any]]:
    """Return all that is said of a member where it is shown."""
    source, key = member
    among = [one for one in source.components if charts or one["type"] != "chart"]
    told = [entry for one in among for entry in shown_entries(one, source, key)]
    refuse(not told, f"{last_part(key)} is shown nowhere in this view")
    return told


def hide_in(draft: Draft, component: Component, source: Source, keys: list[str]) -> None:
    """Hide members in one component; a table keeps them in its column chooser."""
    if component["type"] not in GRIDS:
        entries = entries_in(component, source)
        others = [one for one in entries if not any(is_about(one, source, key) for key in keys)]
        put_entries(draft, component, others)
        return
    for entry in [one for key in keys for one in shown_entries(component, source, key)]:
        entry["hidden"] = True
    if is_adaptive(component, source) or not keys:
        return
    entries = entries_in(component, source)
    left = [one["key"] for one in entries if not one.get("hidden")]
    named = [key for key in keys if not source.meaning(key).measure]
    told = f"without {last_part((named or keys)[-1])} nothing tells one row from another"
    nameless = bool(named) and len(entries) > 1 and all(source.meaning(key).measure for key in left)
    refuse(nameless or not left, told, 'hide figures instead, or say "only …"')


def put_entries(draft: Draft, component: Component, entries: list[dict[str, Any]]) -> None:
    """Give a component the entries that are left; without any it goes."""
    prop, props = LISTS.get(component["type"], ""), props_of(component)
    if prop not in props or entries == props[prop]:
        return
    if not entries:
        draft.remove(component)
        return
    props[prop] = entries
    if component["type"] == "chart":
        retitle(component)


def show_in(component: Component, source: Source, key: str, *, stays: bool = False) -> None:
    """Show one member in one component, behind the others where it is new; its column does not give way."""
    found = shown_entries(component, source, key)
    if not found:
        found = [source.entry(key)]
        props_of(component)[LISTS[component["type"]]] = [*entries_in(component, source), *found]
    for entry in found:
        away = stays or "hidden" in entry or len(entries_in(component, source)) > MOST_SEEN
        entry.pop("hidden", None)
        if component["type"] in GRIDS and source.rows and away:
            entry["hidden"] = False


def only_in(draft: Draft, component: Component, source: Source, keys: list[str]) -> None:
    """Show only these members in one component; a table keeps the others in its column chooser."""
    kind, adapts = component["type"], is_adaptive(component, source)
    props = told_props(component, source)
    entries = props.get("columns", []) if adapts else entries_in(component, source)
    told = {key_of(entry): entry for entry in entries}
    if adapts:
        props |= {"columns": [shown(told.get(key, {"key": key})) for key in keys], "only": True}
    elif kind in {"chart", "stat-cards"}:
        put_entries(draft, component, [told[key] for key in keys if key in told])
    elif kind in LISTS:
        figures = source.shown("stat-cards") if kind == "key-value" else []
        keys = [key for key in keys if not any(shown_entries(one, source, key) for one in figures)]
        if not keys:
            draft.remove(component)
            return
        rest = [{**entry, "hidden": True} for entry in entries if entry["key"] not in keys]
        front = [shown(told.get(key) or source.entry(key)) for key in keys]
        props[LISTS[kind]] = [*front, *(rest if kind == "table" else ())]


def shown(entry: dict[str, Any]) -> dict[str, Any]:
    """Return an entry that is not hidden."""
    return {key: value for key, value in entry.items() if key != "hidden"}


def retitle(chart: Component) -> None:
    """Make a chart's title say what it shows now."""
    if chart.pop("title", "") and (title := measures_title(chart)):
        chart["title"] = title


def measures_title(chart: Component) -> str:
    """Return the title that names the measures of a chart, "" where they have none."""
    props = props_of(chart)
    labels = [each.get("label", "") for each in props["y"]]
    if not all(labels) or props["kind"] in {"histogram", "scatter"}:
        return ""
    return chart_title({"y": [{"label": label.partition(", ")[0]} for label in labels]}) or ""


def head_of(source: Source) -> str:
    """Return the member that tells one row from another: a name, else the first that is no figure."""
    texts = [key for key, meaning in source.meanings.items() if not meaning.measure]
    named = [key for key in texts if NAMES.search(key)]
    return (named or texts or list(source.names) or [""])[0]


def is_number(source: Source, key: str) -> bool:
    """Tell whether a member is a number, as far as a schema tells."""
    types = declared_types(source.schemas.get(key, {}))
    return types is None or bool(types & {"number", "integer"})


def is_address(draft: Draft, source: Source, key: str) -> bool | None:
    """Tell whether a member holds web addresses, by its schema and what is seen; None where neither tells."""
    if source.schemas.get(key, {}).get("format") in {"uri", "url", "iri"}:
        return True
    rows = seen_rows(draft, source.expression, found=source.open) if source.rows else []
    texts = [value for row in rows if isinstance(value := at(row, key), str)]
    return all("://" in one or "@" in one or one.startswith("www.") for one in texts) if texts else None


def of_one_unit(s: Slots, name: Item) -> list[Member]:
    """Return all figures that a name means where they share a unit, as highs and lows do: "temperature"."""
    found = [one for one in name.value if one.kind == "column"]
    for source in sources_of(s.draft) if len(found) > 1 else ():
        units = {source.meaning(one.key).unit for one in found}
        if all(one.home == source.home for one in found) and len(units) == 1 and units != {""}:
            return [(source, one.key) for one in found]
    return s.members([name])
