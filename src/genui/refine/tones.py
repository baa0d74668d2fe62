"""Wishes for colour: rows, cells and bars toned by a value or a condition."""

import json
from collections.abc import Mapping
from typing import Any

from genui.model import Json
from genui.refine.draft import doubt, props_of, refuse
from genui.refine.filters import VALUES, compared, condition_of, datum, is_quality, says_yes
from genui.refine.showing import told_of
from genui.refine.slots import Item, Member, Slots
from genui.refine.sorting import measured
from genui.refine.sources import ROW_PARTS, item, last_part, told_props
from genui.refine.words import parts_of

DUE = frozenset({"due", "deadline", "expires", "expiry", "expiration"})
CONDITIONS = ("cmp", "sign", "overdue", "where", "number", "date", "not", "bool")
"""Kinds of words that tell a condition."""


def tone(s: Slots) -> None:
    """Tone what a condition holds for: the bars of the chart, whole rows, or the cells of a column."""
    colour = str(s.value("tone", "warn"))
    doubt(s.has("not") and not s.has("tone", "cmp", "where"), "no colour, or another one?")
    named = [one for one in s.names() if one.kinds & {"column", "value"}]
    rows = bool(s.rows_named()) or "row" in s.nouns()
    charted = s.has("chart", "of_bars") or any(one["type"] == "chart" for one in s.parts())
    values = values_toned(s, named)
    named = [one for one in named if one not in values]
    conditional = bool(values) or s.has(*CONDITIONS)
    if is_later(s) and not named and not values:
        named = list(s.context.items)
    if values and not rows and not charted:
        for member, value in [datum(s, one) for one in values]:
            for entry in told_of(member, charts=False):
                known = entry.get("tone")
                mapped = known if isinstance(known, dict) and "$if" not in known else {}
                entry["tone"] = {**mapped, str(value): colour}
        return
    both = any({"column", "datum"} <= one.kinds for one in named) and not s.has("cmp", "sign")
    doubt(both or (charted and not conditional), "a whole member, or a value?", 'say "where … is … in red"')
    if conditional or (named and all(says_yes(s, one) or is_quality(s, one) for one in named)):
        tone_where(s, named, colour, rows=rows or s.has("overdue"), charted=charted)
        return
    doubt(not named or rows, "which rows, or which values?", 'say "rows where … in red"')
    for entry in [one for member in s.members(named) for one in told_of(member, charts=False)]:
        entry["tone"] = colour


def is_later(s: Slots) -> bool:
    """Tell whether a clause goes on with the colours of the one before."""
    return s.context.act is not None and s.context.act.name == "tone"


def values_toned(s: Slots, named: list[Item]) -> list[Item]:
    """Return the names that mean values, and no member that is compared with a figure."""
    values = [one for one in s.all("name") if one.kinds & VALUES]
    figure = s.has("number", "date")
    either = not figure and (len(named) > 1 or s.has("cmp"))
    # "make cancelled red and shipped blue": both are values of one column, whatever else is called so.
    toned = {each.key for one in s.context.items for each in one.value if each.kind in {"datum", "column"}}
    beside = toned if is_later(s) else set()
    return [
        one
        for one in values
        if one not in named
        or either
        or any(each.kind == "datum" and each.key in beside for each in one.value)
    ]


def tone_where(s: Slots, named: list[Item], colour: str, *, rows: bool, charted: bool) -> None:
    """Tone the bars, rows or cells that a condition holds for."""
    (source, key), condition = condition_for(s, named)
    s.used["homes"] = (source.home,)
    charts = source.shown("chart") if charted else []
    if not rows and not charted and key:
        for entry in told_of((source, key), charts=False):
            own = standing_for(condition, key, entry)
            entry["tone"] = joined(entry.get("tone"), own, colour, later=is_later(s))
        return
    shown = charts or (source.shown(*ROW_PARTS) if rows else [])
    refuse(not shown, "nothing here shows these rows in a colour", 'say "show it as a table"')
    for component in shown:
        props = props_of(component) if charts else told_props(component, source)
        props["tone"] = joined(props.get("tone"), condition, colour, later=is_later(s))


def condition_for(s: Slots, named: list[Item]) -> tuple[Member, Any]:
    """Return the member that a colour depends on, and the condition for it."""
    if s.has("overdue"):
        source, key = due(s)
        over = {"$gt": [item(key), 0]} if source.meaning(key).measure else {"$lt": [item(key), {"$today": 0}]}
        return (source, key), over
    if s.has("sign"):
        member = deciding(s, named)
        return member, {f"${s.value('sign')}": [item(member[1]), 0]}
    of_object = any("value" in one.kinds for one in named) and not s.rows_named()
    if of_object or (named and not s.names()):
        source, key = deciding(s, named)
        return (source, key), compared(s, source, key, [])
    condition, source = condition_of(s)
    keys = [key for key in source.names if repr(key) in repr(condition)]
    return (source, keys[0] if len(keys) == 1 else ""), condition


def deciding(s: Slots, named: list[Item]) -> Member:
    """Return the one member that is named, else the only figure there is."""
    if named:
        return s.members(named)[0]
    sign = {"lt": "negative ", "gt": "positive "}.get(str(s.value("sign")), "")
    colour = next((one.text.removeprefix("in ") for one in s.all("tone")), "yellow")
    return measured(s, "", f"{sign}… in {colour}" if sign else f"… in {colour}")


def due(s: Slots) -> Member:
    """Return what tells that rows are overdue: a figure called so, else the only day called due."""
    source = s.source()
    said = [key for key in source.measures() if "overdue" in parts_of(last_part(key))]
    moments = source.moments() or list(source.names)
    found = said or [key for key in moments if DUE & {*parts_of(last_part(key))}]
    refuse(len(found) != 1, "no column is known to be the day by which a row is due", 'say "… before …"')
    return source, found[0]


def standing_for(condition: Json, key: str, entry: Mapping[str, Any]) -> Json:
    """Return a condition on a member as one on the value that a stat shows."""
    value = entry.get("value", item(key))
    return json.loads(json.dumps(condition).replace(json.dumps(item(key)), json.dumps(value)))


def joined(known: Any, condition: Any, tone: str, *, later: bool) -> Any:
    """Return a tone by conditions with one more: behind those of its wish, before those of earlier ones."""
    if not isinstance(known, dict) or "$if" not in known:
        return {"$if": condition, "then": tone}
    if later:
        return {**known, "else": joined(known.get("else"), condition, tone, later=True)}
    return {"$if": condition, "then": tone, "else": known}
