"""The types of transforms: what each step asks of a row, and the type of the rows that it leaves."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from genui.components import NUMERIC_OPS
from genui.components.transforms import step_of
from genui.expressions import pointer_of, pointer_parts
from genui.model import Json, JsonObject
from genui.schema import branches
from genui.typecheck.types import (
    Key,
    Place,
    Places,
    Scope,
    Use,
    entries_of,
    follow,
    places_of,
    types_at,
)

Step = Callable[[Any, str, Scope], Iterator[Use | Key]]
Shape = Callable[[Any, Scope], Places]


def transformed(steps: Sequence[JsonObject], where: str, scope: Scope) -> Iterator[Use | Key | Scope]:
    """Yield what each step uses of the rows that reach it, then the scope of the rows that are drawn."""
    for index, step in enumerate(steps):
        name, value = step_of(step)
        here = where + pointer_of(index, name)
        uses, shape = _STEPS[name]
        yield from uses(value, here, scope)
        scope = replace(scope, row=shape(value, scope))
    yield scope


# What a step uses


def _keys(pointers: Mapping[str, str | None], where: str, scope: Scope, *numeric: str) -> Iterator[Key]:
    for name, pointer in pointers.items():
        if pointer is not None:
            yield Key(f"{where}/{name}", pointer, scope.row, measure=name in numeric)


def _flatten_uses(value: str, where: str, scope: Scope) -> Iterator[Use | Key]:
    yield Key(where, value, scope.row)


def _filter_uses(value: Json, where: str, scope: Scope) -> Iterator[Use | Key]:
    yield Use(where, value, scope)


def _calculate_uses(value: JsonObject, where: str, scope: Scope) -> Iterator[Use | Key]:
    for name, expression in value.items():
        yield Use(where + pointer_of(name), expression, scope)


def _groupby(value: JsonObject, where: str, scope: Scope) -> Iterator[Key]:
    for index, key in enumerate(value.get("groupby", ())):
        yield Key(f"{where}/groupby/{index}", key, scope.row)


def _aggregate_uses(value: JsonObject, where: str, scope: Scope) -> Iterator[Use | Key]:
    yield from _groupby(value, where, scope)
    for index, field in enumerate(value["fields"]):
        numeric = ("key",) if field["op"] in NUMERIC_OPS else ()
        yield from _keys({"key": field.get("key")}, f"{where}/fields/{index}", scope, *numeric)


def _pivot_uses(value: JsonObject, where: str, scope: Scope) -> Iterator[Use | Key]:
    numeric = ("value",) if value.get("op", "sum") in NUMERIC_OPS else ()
    yield from _keys({name: value[name] for name in ("row", "column", "value")}, where, scope, *numeric)


def _window_uses(value: JsonObject, where: str, scope: Scope) -> Iterator[Use | Key]:
    yield from _groupby(value, where, scope)
    yield from _keys({"key": value["key"]}, where, scope, "key")


def _sort_uses(value: list[JsonObject], where: str, scope: Scope) -> Iterator[Use | Key]:
    for index, entry in enumerate(value):
        yield Key(f"{where}/{index}/key", entry["key"], scope.row)


def _no_uses(_value: Json, _where: str, _scope: Scope) -> Iterator[Use | Key]:
    yield from ()


# The rows that a step leaves


def _same(_value: Json, scope: Scope) -> Places:
    return scope.row


def _flattened(value: str, scope: Scope) -> Places:
    """An entry stands where the array stood, so that its pointers begin with the array's."""
    return _with_member(scope.row, pointer_parts(value), entries_of(follow(scope.row, value)))


def _calculated(value: JsonObject, scope: Scope) -> Places:
    row = scope.row
    for name, expression in value.items():
        row = _with_member(row, [name], places_of(expression, scope))
    return row


def _windowed(value: JsonObject, scope: Scope) -> Places:
    return _with_member(scope.row, [value["as"]], _typed("number"))


def _aggregated(value: JsonObject, scope: Scope) -> Places:
    members = {pointer_parts(key)[-1]: _schema(follow(scope.row, key)) for key in value.get("groupby", ())}
    for field in value["fields"]:
        members[field["as"]] = _schema(_made_by(field["op"], field.get("key"), scope))
    return _record(members)


def _pivoted(value: JsonObject, scope: Scope) -> Places:
    cell = _schema(_made_by(value.get("op", "sum"), value["value"], scope))
    cells = {"type": "object", "additionalProperties": cell}
    return _record({"row": _schema(follow(scope.row, value["row"])), "cells": cells})


def _made_by(op: str, key: str | None, scope: Scope) -> Places:
    """Return the type of what an operation makes of several values."""
    if op in {"min", "max", "first"} and key is not None:
        return follow(scope.row, key)
    return _typed("integer" if op in {"count", "distinct"} else "number")


def _typed(name: str) -> Places:
    schema = {"type": name}
    return (Place(schema, schema),)


def _record(members: JsonObject) -> Places:
    schema = {"type": "object", "properties": members, "additionalProperties": False}
    return (Place(schema, schema),)


def _schema(places: Places) -> JsonObject:
    """Return the schema of the types at some places: members below them are not known any more."""
    types = types_at(places)
    return {"type": sorted(types)} if types else {}


def _with_member(places: Places, path: Sequence[str], member: Places) -> Places:
    """Return rows that have another member, or one more, at a path."""
    if places is None or not path:
        return member if not path else None
    name, *rest = path
    inner = _with_member(follow(places, pointer_of(name)), rest, member) if rest else member
    found = []
    for place in places:
        for branch in branches(place.schema, place.root):
            schema = {**branch, "properties": {**branch.get("properties", {}), name: _joined(inner)}}
            found.append(Place(schema, place.root))
    return tuple(found)


def _joined(places: Places) -> JsonObject:
    """Return one schema for all places: references in it lead into the document of the rows."""
    schemas = [place.schema for place in places or ()]
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas} if schemas else {}


_STEPS: Mapping[str, tuple[Step, Shape]] = {
    "flatten": (_flatten_uses, _flattened),
    "filter": (_filter_uses, _same),
    "calculate": (_calculate_uses, _calculated),
    "aggregate": (_aggregate_uses, _aggregated),
    "pivot": (_pivot_uses, _pivoted),
    "window": (_window_uses, _windowed),
    "sort": (_sort_uses, _same),
    "limit": (_no_uses, _same),
}
