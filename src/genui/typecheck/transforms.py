"""The types of transforms: what each step asks of a row, and the type of the rows that it leaves."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from genui.components import NUMERIC_OPS
from genui.components.transforms import step_of
from genui.expressions import pointer_of, pointer_parts
from genui.model import JsonObject
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


def transformed(steps: Sequence[JsonObject], where: str, scope: Scope) -> Iterator[Use | Key | Scope]:
    """Yield what each step uses of the rows that reach it, then the scope of the rows that are drawn."""
    for index, step in enumerate(steps):
        name, value = step_of(step)
        here = where + pointer_of(index, name)
        yield from _used(name, value, here, scope)
        scope = replace(scope, row=_left(name, value, scope))
    yield scope


def _used(name: str, value: Any, where: str, scope: Scope) -> Iterator[Use | Key]:
    """Yield what a step uses of the rows that reach it."""
    for index, key in enumerate(value.get("groupby", ()) if name in ("aggregate", "window") else ()):
        yield Key(f"{where}/groupby/{index}", key, scope.row)
    match name:
        case "flatten":
            yield Key(where, value, scope.row)
        case "filter":
            yield Use(where, value, scope)
        case "calculate":
            for member, expression in value.items():
                yield Use(where + pointer_of(member), expression, scope)
        case "aggregate":
            for index, field in enumerate(value["fields"]):
                if field.get("key") is not None:
                    numeric = field["op"] in NUMERIC_OPS
                    yield Key(f"{where}/fields/{index}/key", field["key"], scope.row, measure=numeric)
        case "pivot":
            for part in ("row", "column", "value"):
                numeric = part == "value" and value.get("op", "sum") in NUMERIC_OPS
                yield Key(f"{where}/{part}", value[part], scope.row, measure=numeric)
        case "window":
            yield Key(f"{where}/key", value["key"], scope.row, measure=True)
        case "sort":
            for index, entry in enumerate(value):
                yield Key(f"{where}/{index}/key", entry["key"], scope.row)


def _left(name: str, value: Any, scope: Scope) -> Places:
    """Return the rows that a step leaves."""
    row = scope.row
    match name:
        case "flatten":
            # An entry stands where the array stood, so that its pointers begin with the array's.
            return _with_member(row, pointer_parts(value), entries_of(follow(row, value)))
        case "calculate":
            for member, expression in value.items():
                row = _with_member(row, [member], places_of(expression, scope))
        case "window":
            return _with_member(row, [value["as"]], _typed("number"))
        case "aggregate":
            members = {pointer_parts(key)[-1]: _schema(follow(row, key)) for key in value.get("groupby", ())}
            made = {one["as"]: _made_by(one["op"], one.get("key"), scope) for one in value["fields"]}
            return _record(members | {name: _schema(places) for name, places in made.items()})
        case "pivot":
            cell = _schema(_made_by(value.get("op", "sum"), value["value"], scope))
            cells = {"type": "object", "additionalProperties": cell}
            return _record({"row": _schema(follow(row, value["row"])), "cells": cells})
    return row


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
