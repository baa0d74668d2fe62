"""The static types of expressions, by the tool's schemas."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from genui.expressions import OPERATORS, operator_of, pointer_of, pointer_parts
from genui.model import Json, JsonObject, Tool
from genui.schema import (
    branches,
    declared_types,
    gathered,
    infer_schema,
    json_type,
    members,
    schemas_at,
    types_of,
)

Types = frozenset[str] | None
"""The JSON types that a value can have: empty if nothing is declared there, None if unknown."""


@dataclass(frozen=True, slots=True)
class Place:
    """A schema and the document that its references lead into."""

    schema: JsonObject
    root: Json


Places = tuple[Place, ...] | None
"""The schemas that a value can follow: none if nothing is declared there, None if unknown."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What is known where an expression stands."""

    roots: Mapping[str, Place] = field(default_factory=dict)
    row: Places = None
    in_rows: bool = False


def scope_of(tool: Tool) -> Scope:
    """Return the scope of a view's result: the data by outputSchema, the arguments by inputSchema."""
    roots = {}
    if tool.output_schema is not None:
        roots["result"] = Place(tool.output_schema, tool.output_schema)
    if isinstance(tool.input_schema, Mapping) and tool.input_schema:
        roots["input"] = Place(tool.input_schema, tool.input_schema)
    return Scope(roots)


def inside_rows(scope: Scope, rows: Places) -> Scope:
    """Return the scope of one row."""
    return Scope(scope.roots, entries_of(rows), in_rows=True)


def follow(places: Places, pointer: str) -> Places:
    """Return where a JSON Pointer leads from these places."""
    if places is None:
        return None
    return gathered(places, lambda place: placed(schemas_at(place.schema, pointer, place.root), place.root))


def entries_of(places: Places) -> Places:
    """Return the entries of arrays and the values of maps."""
    if places is None:
        return None

    def inside(place: Place) -> Places:
        found = gathered(branches(place.schema, place.root), lambda branch: _entries(branch, place.root))
        return placed(found, place.root)

    return gathered(places, inside)


def placed(schemas: Sequence[JsonObject] | None, root: Json) -> Places:
    """Return schemas of one document as places, None where they are not known."""
    return None if schemas is None else tuple(Place(schema, root) for schema in schemas)


def _entries(branch: JsonObject, root: Json) -> tuple[JsonObject, ...] | None:
    types = declared_types(branch)
    if types is None:
        return None
    if "array" in types:
        items = branch.get("items")
        return (items,) if isinstance(items, Mapping) and items else None
    if "object" not in types:
        return ()
    values = branch.get("additionalProperties")
    declared = tuple(member.schema for member in members(branch, root))
    if isinstance(values, Mapping) and values:
        return (*declared, values)
    return declared or None


def seen_through(places: Places) -> Places:
    """Return where the rows may be that are looked for: the value, its entries, the entries of its arrays."""
    entries = entries_of(places)
    if places is None or entries is None:
        return None
    # A text, or one that stands alone, holds what its server did not declare: rows in JSON, most often.
    if any(len(one) == 1 and types_at(one) == frozenset({"string"}) for one in (places, entries)):
        return None
    inner = entries_of(tuple(one for one in entries if types_at((one,)) == frozenset({"array"})))
    # The first of several arrays names the members of the others.
    if entries and types_at(entries) == frozenset({"array"}) and "object" not in (types_at(inner) or ()):
        return None
    return None if inner is None else (*places, *entries, *inner)


def places_of(expression: Json, scope: Scope) -> Places:
    """Return the schemas that an expression's value can follow."""
    name = operator_of(expression)
    if not name:
        inferred = _literal(expression, scope)
        return (Place(inferred, inferred),)
    operand = expression[name]
    match name:
        case "$path" if isinstance(operand, str):
            root, *rest = pointer_parts(operand) or [""]
            known = scope.roots.get(root)
            return follow((known,), pointer_of(*rest)) if known else None
        case "$item" if isinstance(operand, str):
            return follow(scope.row, operand)
        case "$first" if isinstance(operand, list):
            return _either(operand, scope)
        case "$switch" if isinstance(expression.get("cases"), Mapping):
            other = [expression["else"]] if "else" in expression else []
            return _either([*expression["cases"].values(), *other], scope)
        case "$if":
            return _either([expression[one] for one in ("then", "else") if one in expression], scope)
    operator = OPERATORS.get(name)
    if operator is None or not operator.gives:
        return None
    given = {"type": operator.gives}
    return (Place(given, given),)


def _literal(value: Json, scope: Scope) -> JsonObject:
    """Return the schema of a literal, whose members may be bound to what has other types than an object."""
    if operator_of(value):
        types = types_at(places_of(value, scope))
        return {"type": sorted(types)} if types else {}
    if isinstance(value, Mapping):
        return {"type": "object", "properties": {name: _literal(each, scope) for name, each in value.items()}}
    if isinstance(value, list) and value:
        return {"type": "array", "items": {"anyOf": [_literal(each, scope) for each in value]}}
    return infer_schema([value])


def _either(options: list[Json], scope: Scope) -> Places:
    return gathered(options, lambda option: places_of(option, scope))


def types_at(places: Places) -> Types:
    """Return the types over all places."""
    found = None if places is None else gathered(places, lambda place: types_of(place.schema, place.root))
    return None if found is None else frozenset(found)


def expression_types(expression: Json, scope: Scope) -> Types:
    """Return the types that an expression's value can have."""
    if not operator_of(expression):
        return frozenset({json_type(expression)})
    return types_at(places_of(expression, scope))


def names_at(places: Places) -> tuple[str, ...]:
    """Return the members declared at these places."""
    found = [member.name for place in places or () for member in members(place.schema, place.root)]
    return tuple(dict.fromkeys(found))


# What a spec uses of its tool

NUMBERS = frozenset({"number", "integer"})
ROWS = frozenset({"array", "object"})


@dataclass(frozen=True, slots=True)
class Use:
    """An expression or literal where it stands; `wants` are the types that can be shown there."""

    where: str
    value: Json
    scope: Scope
    kind: str = "value"
    wants: frozenset[str] = frozenset()
    format: str = ""
    inner: bool = False
    """Inside another use, whose bindings include its own."""


@dataclass(frozen=True, slots=True)
class Key:
    """A pointer into the rows of a table, chart, key-value…"""

    where: str
    pointer: str
    rows: Places
    format: str = ""
    measure: bool = False
