"""Wishes for colour: rows, cells and bars toned by a value or a condition."""

from collections.abc import Mapping
from typing import Any

from genui.model import Json
from genui.refine.draft import Unfulfilled, props_of
from genui.refine.filters import compared, condition_of, datum, says_yes
from genui.refine.showing import item, told_of
from genui.refine.slots import Item, Member, Slots
from genui.refine.sources import last_part, sources_of, told_props
from genui.refine.words import parts_of

TONED = frozenset({"table", "rows", "auto", "cards", "list", "timeline"})
"""Components whose rows have a tone."""
DUE = frozenset({"due", "deadline", "expires", "expiry", "expiration"})


def tone(s: Slots) -> None:
    """Tone what a condition holds for: the bars of the chart, whole rows, or the cells of a column."""
    tones = [str(one.value) for one in s.all("tone")] or ["warn"]
    if not s.has("tone") and any("colo" in one.text.lower() for one in s.all("paint")):
        raise Unfulfilled("which colour?", "it is red, yellow, green, blue or grey", weak=True)
    if len(tones) > 1 or s.has("hide", "only", "filter"):
        raise Unfulfilled("one colour at a time", 'say "… in red, … in green"', weak=True)
    named = [one for one in s.names() if any(each.kind in {"column", "value"} for each in one.value)]
    rows = bool(s.rows_named()) or bool(s.nouns() & {"row"})
    charted = s.has("chart", "of_bars") or any(one["type"] == "chart" for one in s.parts())
    values = [one for one in s.all("name") if {each.kind for each in one.value} & {"datum", "choice"}]
    values = [one for one in values if one not in named or len(named) > 1 or s.has("cmp")]
    if s.has("number", "date"):
        values = [one for one in values if one not in named]
    conditional = values or s.has("cmp", "sign", "overdue", "where", "number", "date", "not", "bool")
    if not named and s.context.act is not None and s.context.act.name == "tone" and not values:
        named = list(s.context.items)
    if values and not rows and not charted:
        for member, value in [datum(s, one) for one in values]:
            for entry in told_of(member, charts=False):
                entry["tone"] = {**mapped(entry.get("tone")), str(value): tones[0]}
        return
    both = [one for one in named if {"column", "datum"} <= {each.kind for each in one.value}]
    if (charted and not conditional) or (both and not s.has("cmp", "sign")):
        raise Unfulfilled("a whole member, or a value?", 'say "where … is … in red"', weak=True)
    if not conditional and not (named and all(says_yes(s, one) for one in named)):
        if not named or rows:
            raise Unfulfilled("which rows, or which values?", 'say "rows where … in red"', weak=not named)
        for member in s.members(named):
            for entry in told_of(member, charts=False):
                entry["tone"] = tones[0]
        return
    (source, key), condition = condition_for(s, named)
    s.used["homes"] = (source.home,)
    later = s.context.act is not None and s.context.act.name == "tone"
    shown = [one for one in source.components if one["type"] == "chart"] if charted else []
    if rows or s.has("overdue"):
        shown = shown or [one for one in source.components if one["type"] in TONED]
    elif not charted and key:
        told = told_of((source, key), charts=False)
        for entry in told:
            own = standing_for(condition, key, entry)
            entry["tone"] = joined(entry.get("tone"), own, tones[0], later=later)
        return
    if not shown:
        raise Unfulfilled("nothing here shows these rows in a colour", 'say "show it as a table"')
    for component in shown:
        props = props_of(component) if component["type"] == "chart" else told_props(component, source)
        props["tone"] = joined(props.get("tone"), condition, tones[0], later=later)


def condition_for(s: Slots, named: list[Item]) -> tuple[Member, Any]:
    """Return the member that a colour depends on, and the condition for it."""
    if s.has("overdue"):
        source, key = due(s, named)
        return (source, key), {"$lt": [item(key), {"$today": 0}]}
    if s.has("sign"):
        source, key = one_of(s, named)
        return (source, key), {f"${s.value('sign')}": [item(key), 0]}
    if any(each.kind == "value" for one in named for each in one.value) and not s.rows_named():
        source, key = one_of(s, named)
        return (source, key), compared(s, source, key, [])
    if named and not s.names():
        source, key = one_of(s, named)
        return (source, key), compared(s, source, key, [])
    condition, source = condition_of(s)
    keys = [key for key in source.names if f'"{key}"' in repr(condition).replace("'", '"')]
    return (source, keys[0] if len(keys) == 1 else ""), condition


def one_of(s: Slots, named: list[Item]) -> Member:
    """Return the one member that is named, else the only figure there is."""
    found = s.members(named) if named else []
    if len(found) > 1:
        raise Unfulfilled("one member decides on a colour", weak=True)
    if found:
        return found[0]
    from genui.refine.sorting import measured

    return measured(s, "")


def due(s: Slots, named: list[Item]) -> Member:
    """Return the day by which rows are due: named, called so, or the only day that they have."""
    days = [one for one in named if one.value]
    if days and (found := s.columns(days)):
        return found[0]
    source = s.source()
    moments = source.moments() or list(source.names)
    called = [key for key in moments if DUE & set(parts_of(last_part(key)))]
    if len(called) != 1:
        raise Unfulfilled("no column is known to be the day by which a row is due", 'say "… before …"')
    return next(one for one in sources_of(s.draft) if one.home == source.home), called[0]


def mapped(known: Json) -> Mapping[str, Any]:
    """Return the tones of values that a column has, {} where it has others."""
    plain = isinstance(known, Mapping) and not any(key.startswith("$") for key in known)
    return known if plain else {}


def standing_for(condition: Any, key: str, entry: Mapping[str, Any]) -> Any:
    """Return a condition on a member as one on the value that a stat shows."""
    if "value" not in entry:
        return condition
    return {name: _put(operand, key, entry["value"]) for name, operand in condition.items()}


def _put(operand: Any, key: str, value: Any) -> Any:
    if isinstance(operand, list):
        return [_put(each, key, value) for each in operand]
    if isinstance(operand, dict):
        return value if operand == item(key) else {n: _put(each, key, value) for n, each in operand.items()}
    return operand


def joined(known: Any, condition: Any, tone: str, *, later: bool) -> Any:
    """Return a tone by conditions with one more: behind those of its wish, before those of earlier ones."""
    if not isinstance(known, dict) or "$if" not in known:
        return {"$if": condition, "then": tone}
    if known["$if"] == condition:
        return {**known, "then": tone}
    if not later:
        return {"$if": condition, "then": tone, "else": known}
    return {**known, "else": joined(known.get("else"), condition, tone, later=True)}
