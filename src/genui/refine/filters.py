"""Wishes for some of the rows: by a value, or by a condition."""

from typing import Any

from genui.baseline.units import DURATIONS
from genui.model import Json
from genui.refine.dates import held
from genui.refine.draft import doubt, listed, refuse
from genui.refine.formats import is_share, unit_of
from genui.refine.index import EXACT, MEMBERS, choices_of, index_of
from genui.refine.setters import grids
from genui.refine.slots import Item, Member, Slots, either, is_rows
from genui.refine.sorting import calculated, measured
from genui.refine.sources import (
    ROW_PARTS,
    Source,
    add_step,
    item,
    last_part,
    sources_of,
    told_props,
)
from genui.refine.words import parts_of
from genui.schema import declared_types

VALUES = frozenset({"datum", "choice"})
NUMERIC = frozenset({"number", "integer"})
MONEY = "price total amount cost"
OPPOSITES = {"ge": "$lt", "le": "$gt"}
"""Ways of comparing, and what does not hold then."""


def keep(s: Slots) -> None:
    """Show only the rows for which a condition holds, or all but them."""
    by_value = s.act == "filter by a value"
    doubt(by_value and not (s.has("date") or says_which(s)), "which rows?")
    listed_ones = len(s.names()) > 1 and all("column" in one.kinds for one in s.names())
    doubt(by_value and listed_ones and not s.has("where", "cmp"), "columns, and no rows")
    rows = s.rows_named() or "row" in s.nouns() or s.has("filter", "filter_out", "only")
    values = [one for one in s.all("name") if one.kinds & VALUES]
    rows = rows or (s.has("hide") and values == s.all("name") and not s.nouns())
    doubt(not rows, "which rows?")
    doubt(s.has("pron") and s.names() and s.has("hide"), "it is what was spoken of, and no rows")
    for value in values if s.has("hide") and len(s.all("name")) == 1 and not s.nouns() else ():
        refuse_column(s, value)
    doubt(s.words("hide") & {"delete", "erase", "kill"}, "a view deletes no data")
    days = [one for one in s.all("date") if one.text.lower().endswith(("days", "day"))]
    condition, source = condition_of(s)
    called = any(last_part(key).lower() in {"date", "day"} for key in source.moments())
    doubt(days and called, "so many rows, which are days")
    if s.has("filter_out") or (s.has("hide") and not s.has("only", "filter")):
        condition = opposite(condition)
    for component in (s.has("chart") and source.shown("chart")) or source.components:
        add_step(told_props(component, source), {"filter": condition})


def refuse_column(s: Slots, value: Item) -> None:
    """Refuse to hide the rows with a value where a column is called like it: "hide shipped"."""
    cost, columns = index_of(s.draft).find(parts_of(value.text), MEMBERS)
    if cost <= EXACT:
        column = last_part(next(one.key for one in value.value if one.kind in VALUES))
        ways = f"hide the {columns[0].told} column", f"hide rows where {column} is {value.text}"
        raise either(s, f'"{value.text}" can be a column or rows', ways)


def says_which(s: Slots) -> bool:
    """Tell whether a clause has a value of the rows, or speaks of rows for which a column says yes."""
    if any(one.kinds & VALUES for one in s.all("name")):
        return True
    rows = bool(s.rows_named()) or "row" in s.nouns()
    return rows and bool(s.names()) and all(says_yes(s, one) or is_quality(s, one) for one in s.names())


def lead(s: Slots) -> None:
    """Draw the rows that have a value above or below the others, which keep their order."""
    values = any(one.kinds & VALUES for one in s.all("name"))
    others = [one for one in s.all("name") if not is_rows(one)]
    doubt(values and any(one.kinds & {"column", "part"} for one in others), "a value, or a member?")
    doubt(not (says_which(s) or (s.has("not") and all(says_yes(s, one) for one in s.names()))), "which rows?")
    doubt(s.all("pos")[-1].value not in {"first", "last"} or len(s.all("pos")) > 1, "above or below what?")
    condition, source = condition_of(s)
    # The member by which the rows are sorted is called as what is wished: a reader of the spec sees why.
    said = [*("not" for _ in s.all("not")), *(part for one in s.names() for part in parts_of(one.text))]
    name = "_".join([*said, s.all("pos")[-1].value])
    down = s.all("pos")[-1].value == "last"
    for component in source.shown(*ROW_PARTS):
        key = calculated(component, source, name, {"$if": condition, "then": 0, "else": 1})
        props = told_props(component, source)
        first = {"key": key, **({"descending": True} if down else {})}
        add_step(props, {"sort": [first, *([props.pop("sort")] if "sort" in props else [])]})


QUALITIES = ("y", "ed", "able")
"""How words end that say of rows what a column measures: "rainy days", "delayed trains"."""


def is_quality(s: Slots, name: Item) -> bool:
    """Tell whether rows are said to have what a column counts or measures: more than nothing of it."""
    rows = [one.start for one in s.all("name") if is_rows(one)] + [one.start for one in s.all("noun")]
    exact = any(parts_of(name.text) in one.texts for one in name.value)
    return name.text.lower().endswith(QUALITIES) and name.end in rows and not exact


def is_choice(name: Item) -> bool:
    """Tell whether a name is a choice of the form, and no value of a column."""
    return "choice" in name.kinds and "datum" not in name.kinds


def says_yes(s: Slots, name: Item) -> bool:
    """Tell whether a name is of a column that says yes or no."""
    sources = index_of(s.draft).sources
    found = [sources[one.home].schemas.get(one.key, {}) for one in name.value if one.kind == "column"]
    return bool(found) and all(declared_types(one) == frozenset({"boolean"}) for one in found)


def condition_of(s: Slots) -> tuple[Any, Source]:
    """Return the condition that a clause tells, and the rows it is about."""
    figures = s.all("number", "date")
    said = [one for one in s.all("name") if one.kinds & VALUES and not (is_choice(one) and says_yes(s, one))]
    columns = [one for one in s.names() if "column" in one.kinds]
    compares = s.has("where", "cmp") and (figures or len(columns) == len(s.names()))
    named = [one for one in s.names() if one not in said] or (columns[:1] if compares else [])
    values = [one for one in said if one not in named]
    if values and not named:
        found = [datum(s, one) for one in values]
        source, keys = found[0][0][0], dict.fromkeys(key for (_, key), _ in found)
        listed_on = s.has("hide", "filter_out", "not", "tone") or any(
            one.text == "or" for one in s.all("prep")
        )
        doubt(len(keys) > 1 and listed_on, "these are values of different columns")
        # "granted ones from Voltaris": one of the values in each of the columns.
        each = [[{"$eq": [item(key), value]} for (_, own), value in found if own == key] for key in keys]
        either_one = [same[0] if len(same) == 1 else {"$or": same} for same in each]
        condition: Any = either_one[0] if len(either_one) == 1 else {"$and": either_one}
    elif not named and (s.has("date") or (s.has("cmp") and s.has("number"))):
        word = next((one.text for one in reversed(s.all("cmp"))), "")
        way = s.clause.replace(word, f"where … is {word}", 1)
        subject = "@" if s.has("date") else MONEY * s.has("currency")
        near = s.source()
        alike = [key for key in near.names if s.has("unit") and unit_of(near, key) == s.value("unit")]
        alike += [
            key for key in near.names if s.has("percent_sign") and near.meaning(key).family == "percent"
        ]
        source, key = (near, alike[0]) if len(alike) == 1 else measured(s, subject, way)
        condition = compared(s, source, key, values)
    else:
        two = len(named) == 2 and s.has("cmp") and columns_compared(s)
        doubt(len(named) != 1 and not two, "which rows?")
        source, key = s.columns(named)[0]
        condition = compared(s, source, key, values)
    return opposite(condition) if s.has("not") else condition, source


def columns_compared(s: Slots) -> bool:
    """Tell whether one column may be compared with another: not in "chart of sales with costs over time"."""
    return s.has("tone") or bool(s.words("where") - {"with"})


def opposite(condition: Any) -> Any:
    """Return the condition that holds where one does not."""
    return condition.get("$not", {"$not": condition})


def datum(s: Slots, name: Item) -> tuple[Member, Json]:
    """Return the column and the value that a word means: its own, or a choice of the field called alike."""
    index = index_of(s.draft)
    values = [one for one in name.value if one.kind == "datum"]
    alike = listed([str(one.value) for one in values], last="and")
    refuse(len({(one.home, one.key) for one in values}) < len(values), f"several are called so: {alike}")
    found = {(one.home, one.key): one.value for one in values}
    for one in [one for one in name.value if one.kind == "choice" and not found]:
        cost, columns = index.find(parts_of(one.told), ("column",))
        found |= {(each.home, each.key): one.value for each in columns if cost < 0.2}
        unknown = [each.home for each in index.sources.values() if each.open and not each.meanings]
        if not found and unknown and not index.seen:
            found[unknown[0], "/" + one.told] = one.value
    doubt(not found, f'"{name.text}" is a choice of the form, and no value of a column')
    told = listed([last_part(key) for _, key in found])
    refuse(len(found) > 1, f'"{name.text}" is a value of {told}', f'say "where … is {name.text}"')
    ((home, key), value) = next(iter(found.items()))
    return (next(one for one in sources_of(s.draft) if one.home == home), key), value


def compared(s: Slots, source: Source, key: str, values: list[Item]) -> Any:
    """Return the condition on a member: compared with a number, a date, a value, or that it is there."""
    types = declared_types(source.schemas.get(key, {})) or frozenset()
    # "is after" are two words of comparing, of which the last one tells.
    way = str(([""] + [one.value for one in s.all("cmp")])[-1])
    if s.has("date"):
        refuse(key not in source.moments(), f"{last_part(key)} is not known to be a day")
        return held(item(key), str(s.value("date")), way)
    value = value_said(s, source, key, values)
    if value is not None:
        sides = [item(key), value]
        plain = {f"${way}": sides} if way in {"gt", "lt"} else {"$eq": sides}
        return {"$not": {OPPOSITES[way]: sides}} if way in OPPOSITES else plain
    doubt(way and not (way == "eq" and "boolean" in types), "compared with what?")
    if "boolean" in types:
        return {"$eq": [item(key), True]}
    return {"$gt": [item(key), 0]} if types & NUMERIC else {"$has": item(key)}


def value_said(s: Slots, source: Source, key: str, values: list[Item]) -> Json:
    """Return what a member is compared with, None where the clause says nothing of it."""
    schema = source.schemas.get(key, {})
    types = declared_types(schema)
    if s.text:
        doubt(types and "string" not in types, f"{last_part(key)} holds no texts")
        doubt(any(one.value != "eq" for one in s.all("cmp")), "a text is there or is not")
        known = [str(one) for one in choices_of(schema) if str(one).casefold() == s.text.casefold()]
        return (known or [s.text])[0]
    if values:
        found = [one for one in values[0].value if one.kind == "choice" or one.key == key]
        doubt(not found, f"{values[0].text} is a value of another column")
        return found[0].value
    if s.has("number"):
        doubt(s.has("name") and not s.has("cmp", "where"), "a number, and nothing that compares")
        number, unit = float(s.value("number")), s.value("unit")
        refuse(unit and unit_of(source, key) != unit, f"{last_part(key)} is not known to come in {unit}")
        number *= spans_in(s, source, key)
        share = is_share(s.draft, source, key)
        if s.has("percent_sign"):
            refuse(share is None, f"whether {last_part(key)} holds shares or percent only a result can tell")
        if share and (number > 1 or s.has("percent_sign")):
            number /= 100
        return int(number) if number.is_integer() else number
    if s.has("bool"):
        return bool(s.value("bool") == "true")
    if s.has("cmp") and columns_compared(s) and len(s.names()) == 2:
        other = s.columns([one for one in s.names() if one.start > s.all("cmp")[0].start])
        return item(other[0][1]) if len(other) == 1 and other[0][1] != key else None
    return None


SPANS = {"seconds": 1.0, "minutes": 60.0, "hours": 3600.0}
"""Seconds of the spans of time that a figure may be told in."""


def spans_in(s: Slots, source: Source, key: str) -> float:
    """Return what a figure of a clause is multiplied by, so that it is in the member's unit of time."""
    said = [one.kind for one in s.all(*SPANS)]
    alone = source.meaning(key).alone
    unit = alone.get("unit", "") if isinstance(alone, dict) else DURATIONS.get(parts_of(last_part(key))[-1])
    held = {"ms": 0.001, "s": 1.0, "min": 60.0, "h": 3600.0, "hour": 3600.0}.get(str(unit))
    if not said:
        return 1.0
    refuse(held is None, f"{last_part(key)} is not known to be a span of time")
    return SPANS[said[0]] / (held or 1.0)


def reader_filters(s: Slots) -> None:
    """Give the reader filters for these columns."""
    for source, key in s.columns():
        for props in grids(source, "only a table has filters"):
            known = [one for one in props.get("filters", ()) if one["key"] != key]
            props["filters"] = [*known, {"key": key}]
