"""Shapes: what a form is drawn from. A schema with its references, allOf and conditions folded in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from genui.canonical import same
from genui.model import Json, JsonObject, listed, mapping
from genui.schema_rules import REFERENCES, target_of
from genui.schema_rules.values import KINDS, is_number

WHEN = "\0when"
"""The member of a shape that lists its conditions: a test, and the schemas that hold then or else."""

DEEP = 60
"""Schemas within one another about the same value that are followed."""

MOST_FOLDS = 3000
"""Parts folded into one shape: parts that each name two others double with every level."""

Shape = dict[str, Any]


@dataclass(slots=True)
class Shapes:
    """What is known of one schema: its root, and the shapes made so far."""

    root: Json
    own: dict[int, Json] = field(default_factory=dict)
    """The objects and arrays of the schema itself; all others were made by folding."""
    made: dict[Any, Shape] = field(default_factory=dict)
    folds: int = 0
    """Parts folded into the shape that is being made."""


def shapes_of(root: Json) -> Shapes:
    """Return the shapes of a schema, none made yet."""
    own: dict[int, Json] = {}
    queue = [root]
    for at in queue:
        if isinstance(at, Mapping | list) and id(at) not in own:
            own[id(at)] = at
            queue.extend(at.values() if isinstance(at, Mapping) else at)
    return Shapes(root, own)


def identity(shapes: Shapes, value: Json) -> Any:
    """Return what two values share that are one part of the schema, or folded from the same parts."""
    if id(value) in shapes.own:
        return id(value)
    if isinstance(value, Mapping):
        return "{", *sorted((name, identity(shapes, one)) for name, one in value.items())
    if isinstance(value, list | tuple):
        return "[", *(identity(shapes, one) for one in value)
    return type(value).__name__, str(value)


def shape(shapes: Shapes, schema: Json, seen: tuple[Json, ...] = ()) -> Shape:
    """Return the shape of a schema; `seen` are the schemas about the same value that it is part of."""
    if not isinstance(schema, Mapping):
        return {"not": {}} if schema is False else {}
    key = repr(identity(shapes, schema))
    if key in shapes.made:
        return shapes.made[key]
    shapes.folds = shapes.folds + 1 if seen else 0
    # Hostile schemas fold into themselves, or double with every level.
    if len(seen) > DEEP or shapes.folds > MOST_FOLDS or any(schema is one for one in seen):
        return {}
    out = _without_parts(schema)
    reference = next((schema[name] for name in REFERENCES if name in schema), None)
    parts = [
        *([target_of(reference, shapes.root)] if reference is not None else []),
        *listed(schema.get("allOf")),
    ]
    for part in parts:
        out = merge(out, shape(shapes, part, (*seen, schema)))
    if not seen:
        shapes.made[key] = out
    return out


def _without_parts(schema: JsonObject) -> Shape:
    """Return a schema with its conditions gathered and without what is folded in."""
    gone = {*REFERENCES, "allOf", "if", "then", "else", "dependentSchemas", "dependencies"}
    out = {name: value for name, value in schema.items() if name not in gone}
    when = [
        condition
        for keyword in ("dependencies", "dependentSchemas")
        for name, then in mapping(schema.get(keyword)).items()
        if not isinstance(then, list)
        for condition in _dependent(name, then)
    ]
    if "if" in schema:
        when.append({"test": schema["if"], "then": schema.get("then"), "else": schema.get("else")})
    return {**out, WHEN: when} if when else out


def _dependent(name: str, then: Json) -> list[JsonObject]:
    """Return the conditions of a dependent schema: one for each branch where each is for other values."""
    found: list[JsonObject] = [{"key": name, "then": then}]
    for keyword in ("oneOf", "anyOf"):
        branches = [mapping(one) for one in listed(mapping(then).get(keyword))]
        if not branches or not all(name in mapping(one.get("properties")) for one in branches):
            continue
        found[0] = {"key": name, "then": {key: one for key, one in then.items() if key != keyword}}
        for one in branches:
            members = dict(one["properties"])
            test = {"properties": {name: members.pop(name)}, "required": [name]}
            found.append({"test": test, "then": {**one, "properties": members}})
        break
    return found


def _unite(one: Json, other: Json) -> Json:
    one, other = mapping(one), mapping(other)
    both = {name: {"allOf": [one[name], other[name]]} for name in one if name in other}
    return {**one, **other, **both}


def _join(one: Json, other: Json) -> Json:
    out = listed(one) + listed(other)
    return [value for i, value in enumerate(out) if not any(same(value, old) for old in out[:i])]


def _both(one: Json, other: Json) -> Json:
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return {"allOf": [one, other]}
    return other if one is True or (other is False) else one


def _types(one: Json, other: Json) -> Json:
    left, right = ([value] if isinstance(value, str) else listed(value) for value in (one, other))
    kept = [name for name in left if name in right or (name == "integer" and "number" in right)]
    return [*kept, *(name for name in right if name == "integer" and "number" in left and name not in kept)]


def _values(one: Json, other: Json) -> Json:
    return [value for value in listed(one) if any(same(value, each) for each in listed(other))]


def _bounds(name: str) -> Callable[[Json, Json], Json]:
    choose = max if "min" in name.lower() else min

    def bound(one: Json, other: Json) -> Json:
        return choose(one, other) if is_number(one) and is_number(other) else one

    return bound


MERGING: Mapping[str, Callable[[Json, Json], Json]] = {
    **dict.fromkeys(("properties", "patternProperties"), _unite),
    **dict.fromkeys(("required", WHEN), _join),
    **dict.fromkeys(("items", "additionalProperties", "propertyNames"), _both),
    "type": _types,
    "enum": _values,
    **{
        name: _bounds(name)
        for name in (
            *("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"),
            *("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"),
        )
    },
}


def merge(one: Shape, other: Shape) -> Shape:
    """Return two shapes as one; where nothing else is known the first wins."""
    # allOf means both at once, so what both say is narrowed, not replaced.
    out = {**other, **one}
    for name in one.keys() & other.keys() & MERGING.keys():
        out[name] = MERGING[name](one[name], other[name])
    # one chooser to a place: the members of a second one are offered beside it
    for keyword in ("oneOf", "anyOf"):
        for branch in listed(other.get(keyword)) if keyword in one else ():
            if mapping(branch).get("properties"):
                out["properties"] = _unite(out.get("properties"), branch["properties"])
    return out


def types(schema: JsonObject) -> list[str]:
    """Return the types that a schema names."""
    named = schema.get("type")
    return [name for name in (named if isinstance(named, list) else [named]) if isinstance(name, str)]


SIGNS = {
    "object": ("properties", "additionalProperties", "patternProperties", "propertyNames", "required", WHEN),
    "array": ("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"),
    "string": ("pattern", "minLength", "maxLength", "format", "contentEncoding"),
    "number": ("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"),
}
"""The keywords that tell a type where a schema names none."""


def types_of(schema: JsonObject) -> list[str]:
    """Return the types that a shape allows, guessed from its keywords where it names none."""
    named = [name for name in types(schema) if name in KINDS]
    if named:
        return [name for name in named if not (name == "integer" and "number" in named)]
    return [name for name, signs in SIGNS.items() if any(sign in schema for sign in signs)][:1]


def is_free(schema: Json) -> bool:
    """Tell whether a schema says nothing of a value."""
    return (
        schema is None
        or schema is True
        or (isinstance(schema, Mapping) and schema.keys() <= {"description", "title"})
    )


def is_null(schema: JsonObject) -> bool:
    """Tell whether null is all that a shape allows."""
    only = "const" in schema and schema["const"] is None
    return types(schema) == ["null"] or only or schema.get("enum") == [None]


def is_mapped(schema: JsonObject) -> bool:
    """Tell whether people choose the names of an object's members."""
    more = schema.get("additionalProperties", True)
    if schema.get("patternProperties"):
        return True
    named = any(key != "type" for key in mapping(schema.get("propertyNames")))
    return more is not False and (named or not is_free(more))


def is_loose(kind: str, schema: JsonObject) -> bool:
    """Tell whether a shape says too little of a value to draw controls for its parts."""
    if not kind:
        return True
    if kind == "object":
        told = mapping(schema.get("properties")) or schema.get(WHEN) or is_mapped(schema)
        return not told and schema.get("additionalProperties") is not False
    return kind == "array" and not schema.get("prefixItems") and is_free(schema.get("items"))


def is_deep(schema: JsonObject) -> bool:
    """Tell whether a shape allows objects or arrays."""
    return any(name in ("object", "array") for name in types_of(schema))


def places_of(schema: JsonObject) -> list[Json]:
    """Return the schemas of a tuple's places."""
    places = schema.get("prefixItems")
    return places if isinstance(places, list) else listed(schema.get("items"))


_TELLING = ("type", "properties", "const", "enum", "oneOf", "anyOf", "items", "format", "pattern")

Branches = list[tuple[int, Shape]]


@dataclass(frozen=True, slots=True)
class Parted:
    """A shape without null, whether null was allowed, and the branches to choose from where it has any."""

    shape: Shape
    nullable: bool
    branches: Branches | None


def parted(shapes: Shapes, at: Shape, depth: int = 0) -> Parted:
    """Take null out of a shape, and what is left of a union of one with null into it."""
    nullable = at.get("nullable") is True
    branches: Branches | None = None
    if len(types(at)) > 1 and "null" in types(at):
        nullable, at = True, {**at, "type": [name for name in types(at) if name != "null"]}
    for keyword in ("anyOf", "oneOf"):
        everything = [(i, shape(shapes, one)) for i, one in enumerate(listed(at.get(keyword)))]
        if not everything or not all(
            is_free(one) or any(key in one for key in _TELLING) for _, one in everything
        ):
            continue
        left = [(i, one) for i, one in everything if not is_null(one)]
        nullable = nullable or len(left) < len(everything)
        if len(left) == 1 and depth < DEEP:
            rest = {name: value for name, value in at.items() if name != keyword}
            one = parted(shapes, merge(rest, left[0][1]), depth + 1)
            return Parted(one.shape, nullable or one.nullable, one.branches)
        # A form can offer one choice of branches; a second union beside it is left to the checks.
        if left and branches is None:
            branches = left
    return Parted(at, nullable, branches)
