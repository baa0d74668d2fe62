"""Wishes for some of the rows: by a value, or by a condition."""

from typing import Any

from genui.model import Json
from genui.refine.draft import Unfulfilled, listed, props_of
from genui.refine.index import choices_of, index_of
from genui.refine.showing import add_step, item
from genui.refine.slots import Item, Member, Slots
from genui.refine.sorting import measured
from genui.refine.sources import Source, adaptive, is_adaptive, last_part, sources_of
from genui.refine.words import parts_of
from genui.schema import declared_types


def keep(s: Slots) -> None:
    """Show only the rows for which a condition holds, or all but them."""
    if not (s.rows_named() or s.nouns() & {"row"} or s.has("filter", "filter_out", "only")):
        raise Unfulfilled("which rows?", weak=True)
    if any(one.text.lower() in {"delete", "erase", "kill"} for one in s.all("hide")):
        raise Unfulfilled("a view deletes no data", weak=True)
    condition, source = condition_of(s)
    if s.has("filter_out") or (s.has("hide") and not s.has("only", "filter")):
        condition = opposite(condition)
    charted = s.has("chart") and {one["type"] for one in source.components} > {"chart"}
    for component in source.components:
        if charted and component["type"] != "chart":
            continue
        add_step(
            adaptive(component) if is_adaptive(component, source) else props_of(component),
            {"filter": condition},
        )


def keep_value(s: Slots) -> None:
    """Show only the rows that have a value, or all but them: of a column, or of one that says yes or no."""
    rows = bool(s.rows_named()) or "row" in s.nouns()
    values = any(one.kind in {"datum", "choice"} for item in s.all("name") for one in item.value)
    if not values and not (rows and all(says_yes(s, one) for one in s.names())):
        raise Unfulfilled("which rows?", weak=True)
    both = any({"column", "datum"} <= {one.kind for one in item.value} for item in s.all("name"))
    if both and any(one.text.lower() == "with" for one in s.all("prep")):
        raise Unfulfilled("a member, and no value", weak=True)
    if s.has("where", "cmp") and s.has("number", "date"):
        raise Unfulfilled("a condition, and no value", weak=True)
    plain = all(one.kind == "datum" for item in s.all("name") for one in item.value)
    if s.has("hide") and not rows and not (plain and index_of(s.draft).seen):
        raise Unfulfilled("a value is named, and no rows", 'say "hide rows where …"', weak=True)
    keep(s)


def says_yes(s: Slots, name: Item) -> bool:
    """Tell whether a name is of a column that says yes or no."""
    index = index_of(s.draft)
    found = [index.sources[one.home].schemas.get(one.key, {}) for one in name.value if one.kind == "column"]
    return bool(found) and all(declared_types(one) == frozenset({"boolean"}) for one in found)


def condition_of(s: Slots) -> tuple[Any, Source]:
    """Return the condition that a clause tells, and the rows it is about."""
    if len(s.all("number", "date")) > 1:
        raise Unfulfilled("one number is compared with", weak=True)
    said = [one for one in s.all("name") if {each.kind for each in one.value} & {"datum", "choice"}]
    columns = [one for one in s.names() if any(each.kind == "column" for each in one.value)]
    compared_with = s.has("where", "cmp") and (s.has("number", "date") or len(columns) == len(s.names()))
    named = [one for one in s.names() if one not in said] or (columns[:1] if compared_with else [])
    values = [one for one in said if one not in named]
    if values and s.has("number", "date"):
        raise Unfulfilled("a value and a number", weak=True)
    if values and not named:
        found = [datum(s, one) for one in values]
        keys = {key for (_, key), _ in found}
        if len(keys) > 1:
            raise Unfulfilled("these are values of different columns", weak=True)
        (source, key), _ = found[0]
        same = [{"$eq": [item(key), value]} for _, value in found]
        return negated(s, same[0] if len(same) == 1 else {"$or": same}), source
    if not named and s.has("cmp") and s.has("number"):
        source, key = measured(s, "price total amount cost" if s.has("currency") else "")
    elif len(named) == 1 or (len(named) == 2 and s.has("cmp") and columns_compared(s)):
        source, key = s.columns(named)[0]
    else:
        raise Unfulfilled("which rows?", weak=True)
    return negated(s, compared(s, source, key, values)), source


def columns_compared(s: Slots) -> bool:
    """Tell whether one column may be compared with another: not in "chart of sales with costs over time"."""
    return s.has("tone") or any(one.text.lower() != "with" for one in s.all("where"))


def negated(s: Slots, condition: Any) -> Any:
    """Return a condition, or its opposite where the clause says not."""
    return opposite(condition) if s.has("not") else condition


def opposite(condition: Any) -> Any:
    """Return the condition that holds where one does not."""
    return condition.get("$not", {"$not": condition})


def datum(s: Slots, name: Item) -> tuple[Member, Json]:
    """Return the column and the value that a word means: its own, or a choice of the field called alike.

    Raises:
        Unfulfilled: No column of the rows has such a value.
    """
    index = index_of(s.draft)
    found = {(one.home, one.key): one.value for one in name.value if one.kind == "datum"}
    for one in name.value:
        if one.kind == "choice" and not found:
            columns = index.find(parts_of(one.told), ("column",))
            found |= {(each.home, each.key): one.value for each in columns[1] if columns[0] < 0.2}
            unknown = next((each for each in index.sources.values() if each.open and not each.meanings), None)
            if not found and unknown is not None and not index.seen:
                found[unknown.home, "/" + one.told] = one.value
    if not found:
        raise Unfulfilled(f'"{name.text}" is a choice of the form, and no value of a column', weak=True)
    if len(found) > 1:
        raise Unfulfilled(
            f'"{name.text}" is a value of {listed([last_part(key) for _, key in found])}',
            f'say "where … is {name.text}"',
        )
    ((home, key), value) = next(iter(found.items()))
    return (next(one for one in sources_of(s.draft) if one.home == home), key), value


def compared(s: Slots, source: Source, key: str, values: list[Item]) -> Any:
    """Return the condition on a member: compared with a number, a date, a value, or that it is there."""
    types = declared_types(source.schemas.get(key, {})) or frozenset()
    way = next((str(one.value) for one in s.all("cmp")), "")
    number, day = s.value("number"), s.value("date")
    value: Json = int(number) if number is not None and float(number).is_integer() else number
    if day is not None:
        value = day
    if values:
        value = next(each.value for each in values[0].value if each.kind in {"datum", "choice"})
    if s.text:
        schema = source.schemas.get(key, {})
        known = [
            one for one in choices_of(schema) if isinstance(one, str) and one.casefold() == s.text.casefold()
        ]
        value = known[0] if known else s.text
        if types and "string" not in types:
            raise Unfulfilled(f"{last_part(key)} holds no texts", weak=True)
        if way not in {"", "eq"}:
            raise Unfulfilled("a text is there or is not", weak=True)
    if value is None and s.value("bool") is not None:
        value = s.value("bool") == "true"
    if value is None and way and columns_compared(s):
        behind = [one for one in s.names() if one.start > s.all("cmp")[0].start]
        if len(behind) == 1 and len(s.names()) == 2:
            value = item(s.columns(behind)[0][1])
    if value is None:
        if way and not (way == "eq" and types & {"boolean"}):
            raise Unfulfilled("compared with what?", weak=True)
        if types & {"boolean"}:
            return {"$eq": [item(key), True]}
        said = s.all("where", "not", "filter", "filter_out", "hide", "only")
        if not any(one.end <= name.start for one in said for name in s.names()):
            raise Unfulfilled("which rows?", weak=True)
        return {"$gt": [item(key), 0]} if types & {"number", "integer"} else {"$has": item(key)}
    if number is not None and types and not types & {"number", "integer"}:
        raise Unfulfilled(f"{last_part(key)} is no number")
    return {
        "gt": {"$gt": [item(key), value]}, "lt": {"$lt": [item(key), value]},
        "ge": {"$not": {"$lt": [item(key), value]}}, "le": {"$not": {"$gt": [item(key), value]}},
    }.get(way, {"$eq": [item(key), value]})  # fmt: skip
