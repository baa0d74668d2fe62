"""Reading JSON Schema as servers really write it: references, allOf, nullable unions, wrong keywords.

Nothing here raises on a hostile schema: what cannot be read is the permissive schema `{}`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from genui.expressions import at, pointer_parts
from genui.model import Json, JsonObject, mapping

T = TypeVar("T")
U = TypeVar("U")

MAX_DEPTH = 24
"""Nested combinators and references followed before a schema counts as permissive."""
MAX_BRANCHES = 40
"""Branches of anyOf and oneOf that are looked at."""
MAX_MEMBERS = 2000
MAX_SAMPLES = 200
"""Entries of an example array, or members of an example object, that are looked at."""
FEW_VALUES, SHORT_VALUE = 8, 24
"""Texts that are told as the values of a member: how many at most, and of how many characters."""

TYPES = frozenset({"object", "array", "string", "number", "integer", "boolean", "null"})
NAMES = {type(None): "null", bool: "boolean", int: "integer", float: "number", str: "string"}
_SCHEMA_KEYS = ("type", "properties", "items", "anyOf", "oneOf", "allOf", "enum", "const", "$ref")


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object schema, already plain."""

    name: str
    schema: JsonObject
    required: bool
    nullable: bool = False


def resolve(schema: Json, root: Json) -> JsonObject:
    """Return a schema with its references followed and its allOf merged."""
    return _resolve(schema, root, set(), 0)


def _resolve(schema: Json, root: Json, seen: set[str], depth: int) -> JsonObject:
    while isinstance(schema, Mapping) and isinstance(schema.get("$ref"), str):
        reference = schema["$ref"]
        rest = _without(schema, "$ref")
        # A reference that leads to itself adds nothing the second time.
        schema = rest if reference in seen else merged(rest, target_of(reference, root))
        seen.add(reference)
    if not isinstance(schema, Mapping):
        return {}
    parts = schema.get("allOf")
    if not isinstance(parts, list):
        return schema
    whole = _without(schema, "allOf")
    for part in parts[:MAX_BRANCHES] if depth < MAX_DEPTH else ():
        whole = merged(whole, _resolve(part, root, seen, depth + 1))
    return whole


def target_of(reference: str, root: Json) -> JsonObject:
    """Return what a local reference names; a remote or missing one names the permissive schema."""
    if not reference.startswith("#/") and reference != "#":
        return {}
    from urllib.parse import unquote

    return mapping(at(root, unquote(reference[1:], errors="replace")))


def merged(first: JsonObject, second: JsonObject) -> JsonObject:
    """Return both schemas as one: members and required united, types narrowed, else the first wins."""
    if not first or not second:
        return first or second
    whole: dict[str, Any] = {**second, **first}
    for key in ("properties", "$defs", "patternProperties"):
        ours, theirs = mapping(first.get(key)), mapping(second.get(key))
        if ours and theirs:
            both = {name: {"allOf": [ours[name], theirs[name]]} for name in ours if name in theirs}
            whole[key] = {**ours, **theirs, **both}
    if isinstance(first.get("required"), list) and isinstance(second.get("required"), list):
        whole["required"] = [*first["required"], *second["required"]]
    if isinstance(first.get("allOf"), list) and isinstance(second.get("allOf"), list):
        whole["allOf"] = [*first["allOf"], *second["allOf"]]
    if first.get("additionalProperties") is False or second.get("additionalProperties") is False:
        whole["additionalProperties"] = False
    return whole


def branches(schema: Json, root: Json, *, depth: int = 0) -> tuple[JsonObject, ...]:
    """Return the plain alternatives of a schema: its anyOf and oneOf flattened, itself where it has none."""
    whole = resolve(schema, root)
    for key in ("anyOf", "oneOf"):
        options = whole.get(key)
        if isinstance(options, list) and options and depth < MAX_DEPTH:
            rest = _without(whole, key, "title", "description", "default")
            found: list[JsonObject] = []
            for option in options[:MAX_BRANCHES]:
                found += branches(merged(resolve(option, root), rest), root, depth=depth + 1)
                if len(found) >= MAX_BRANCHES:
                    break
            return tuple(found[:MAX_BRANCHES])
    return (whole,)


def unwrap(schema: Json, root: Json) -> tuple[JsonObject, bool]:
    """Return a schema without its null alternative, and whether it had one.

    The title, description and default beside a union stay with what is left.
    """
    whole = resolve(schema, root)
    if isinstance(whole.get("type"), list) and "null" in whole["type"]:
        left = [name for name in whole["type"] if name != "null"]
        return {**whole, "type": left[0] if len(left) == 1 else left}, True
    for key in ("anyOf", "oneOf"):
        options = whole.get(key)
        if not isinstance(options, list):
            continue
        left = [option for option in options if declared_types(resolve(option, root)) != frozenset({"null"})]
        if len(left) == 1:
            return merged(_without(whole, key), resolve(left[0], root)), len(left) < len(options)
        if len(left) < len(options):
            return {**whole, key: left}, True
    return whole, False


def declared_types(schema: JsonObject) -> frozenset[str] | None:
    """Return the types that one plain schema allows, None where it does not say."""
    name = schema.get("type")
    if isinstance(name, str) and name in TYPES:
        return frozenset({name})
    if isinstance(name, list):
        return frozenset(one for one in name if isinstance(one, str)) & TYPES or None
    if "const" in schema:
        return frozenset({json_type(schema["const"])})
    if isinstance(schema.get("enum"), list) and schema["enum"]:
        return frozenset(json_type(value) for value in schema["enum"])
    if isinstance(schema.get("properties"), Mapping):
        return frozenset({"object"})
    if isinstance(schema.get("items"), Mapping) or isinstance(schema.get("prefixItems"), list):
        return frozenset({"array"})
    return None


def types_of(schema: Json, root: Json) -> frozenset[str] | None:
    """Return the types that a schema allows over all its branches, None where any does not say."""
    found = gathered(branches(schema, root), declared_types)
    return None if found is None else frozenset(found)


def gathered(parts: Iterable[T] | None, find: Callable[[T], Iterable[U] | None]) -> tuple[U, ...] | None:
    """Return all that is found in several parts, None where these are not known or one does not say."""
    if parts is None:
        return None
    every: list[U] = []
    for part in parts:
        found = find(part)
        if found is None:
            return None
        every += found
    return tuple(every)


def json_type(value: Json) -> str:
    """Return the JSON Schema type of a value."""
    return NAMES.get(type(value), "object" if isinstance(value, Mapping) else "array")


def members(schema: Json, root: Json) -> tuple[Member, ...]:
    """Return the declared members of an object schema in order, unwrapped; another type has none."""
    whole, _ = unwrap(schema, root)
    if (types := declared_types(whole)) and "object" not in types:
        return ()
    required = _names(whole.get("required"))
    found = []
    for name, member in list(mapping(whole.get("properties")).items())[:MAX_MEMBERS]:
        inner, nullable = unwrap(member, root)
        found.append(Member(str(name), inner, name in required, nullable))
    return tuple(found)


def entries(schema: Json, root: Json) -> JsonObject | None:
    """Return the unwrapped schema of an array's entries, None where the schema is no array."""
    whole, _ = unwrap(schema, root)
    if declared_types(whole) != frozenset({"array"}):
        return None
    items = whole.get("items")
    if items is None and isinstance(whole.get("prefixItems"), list):
        return {}
    return unwrap(items, root)[0]


def map_values(schema: Json, root: Json) -> JsonObject | None:
    """Return the unwrapped schema of a map's values, None where the object has declared members."""
    whole, _ = unwrap(schema, root)
    if declared_types(whole) != frozenset({"object"}) or mapping(whole.get("properties")):
        return None
    values = whole.get("additionalProperties")
    return unwrap(values, root)[0] if isinstance(values, Mapping) else None


def step(schema: Json, name: str, root: Json) -> tuple[JsonObject, ...] | None:
    """Return the schemas of one member or entry over all branches, None where the schema does not say.

    No schema at all means that nothing is declared there.
    """
    return gathered(branches(schema, root), partial(_member_of, name=name))


def _member_of(branch: JsonObject, name: str) -> tuple[JsonObject, ...] | None:
    types = declared_types(branch)
    if types is None:
        return None
    found: list[JsonObject] = []
    if "object" in types:
        inner = _object_member(branch, name)
        if inner is None:
            return None
        found += inner
    if "array" in types and name.isascii() and name.isdigit():
        if not isinstance(branch.get("items"), Mapping) or isinstance(branch.get("prefixItems"), list):
            return None
        found.append(branch["items"])
    return tuple(found)


def _object_member(branch: JsonObject, name: str) -> tuple[JsonObject, ...] | None:
    properties = mapping(branch.get("properties"))
    if name in properties:
        return (properties[name],) if isinstance(properties[name], Mapping) else None
    if any(_matches(pattern, name) for pattern in mapping(branch.get("patternProperties"))):
        return None
    more = branch.get("additionalProperties")
    if isinstance(more, Mapping):
        return (more,) if any(key in more for key in _SCHEMA_KEYS) else None
    # Nothing said about further members: where some are declared, another name is a slip.
    return None if more is True or (more is None and not properties) else ()


def _matches(pattern: Json, name: str) -> bool:
    try:
        # Cut, so that no pattern of a hostile schema backtracks for long.
        return re.search(str(pattern)[:200], name[:200]) is not None
    except (re.error, RecursionError):
        return True


def schemas_at(schema: Json, pointer: str, root: Json) -> tuple[JsonObject, ...] | None:
    """Return the schemas of the value at a JSON Pointer, () where none is declared, None if unknown."""
    places: tuple[Json, ...] = (schema,)
    for name in pointer_parts(pointer):
        inner = gathered(places, partial(step, name=name, root=root))
        if inner is None:
            return None
        places = inner[:MAX_BRANCHES]
    return places


def walk_members(schema: Json, root: Json, *, depth: int) -> Iterator[tuple[tuple[str, ...], Member]]:
    """Yield (path, member) for the members below a schema, parents first; "*" is an entry or map value."""
    yield from islice(_walk(schema, root, (), depth, frozenset()), MAX_MEMBERS)


def _walk(
    schema: Json, root: Json, path: tuple[str, ...], depth: int, above: frozenset[int]
) -> Iterator[tuple[tuple[str, ...], Member]]:
    whole, _ = unwrap(schema, root)
    properties = mapping(whole.get("properties"))
    if depth <= 0 or id(properties) in above:
        return
    # By identity: a recursive schema leads to the same object again.
    within = above | {id(properties)} if properties else above
    for member in members(whole, root):
        here = (*path, member.name)
        yield here, member
        yield from _walk(member.schema, root, here, depth - 1, within)
    inner = entries(whole, root) or map_values(whole, root)
    if inner is not None and path:
        yield from _walk(inner, root, (*path, "*"), depth - 1, within)


# Schemas from examples

_FORMATS = {
    "date": re.compile(r"\d{4}-\d\d-\d\d$"),
    "date-time": re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)?$"),
    "uri": re.compile(r"https?://\S+$"),
}

NO_MEMBER = re.compile(r"^[^a-z]*$|[^\w$-]|^[a-z]{1,4}(_|-)\w*\d|^[a-z]{1,4}\d{2}|^[0-9a-f-]{8,}$|\d{4}-\d\d")
"""Names that are no member's: codes like USD, numbers and dates, ids like u_12ab, addresses and paths."""


def infer_schema(values: Iterable[Json], *, depth: int = 0) -> JsonObject:
    """Return a JSON Schema that all these example values follow."""
    samples = list(values)[:MAX_SAMPLES]
    types = {json_type(value) for value in samples}
    if "number" in types:
        types.discard("integer")
    if not types or depth > MAX_DEPTH:
        return {}
    schema: dict[str, Json] = {"type": min(types) if len(types) == 1 else sorted(types)}
    if "string" in types:
        schema.update(_string_format([value for value in samples if isinstance(value, str)]))
    if "array" in types:
        inner = [entry for value in samples if isinstance(value, list) for entry in value[:MAX_SAMPLES]]
        schema["items"] = infer_schema(inner, depth=depth + 1)
    if "object" in types:
        objects = [value for value in samples if isinstance(value, Mapping)]
        schema.update(_infer_object(objects, depth=depth))
    return schema


def _string_format(texts: Sequence[str]) -> JsonObject:
    for name, pattern in _FORMATS.items():
        if all(len(text) <= 2000 and pattern.match(text) for text in texts):
            return {"format": name}
    values = list(dict.fromkeys(texts))
    # Few values that come again and again are states or kinds, which people call by their names.
    if len(values) <= FEW_VALUES and len(values) < len(texts) and max(map(len, values)) <= SHORT_VALUE:
        return {"examples": values}
    return {}


def _infer_object(objects: Sequence[JsonObject], *, depth: int) -> JsonObject:
    names = list(dict.fromkeys(name for value in objects for name in list(value)[:MAX_SAMPLES]))
    if (len(names) > MAX_SAMPLES // 5 and len(objects) == 1) or is_map(objects, names):
        each = [inner for value in objects for inner in value.values()]
        return {"additionalProperties": infer_schema(each, depth=depth + 1)}
    properties = {
        name: infer_schema([value[name] for value in objects if name in value], depth=depth + 1)
        for name in names
    }
    required = [name for name in names if all(name in value for value in objects)]
    return {"properties": properties, "required": required}


def is_map(objects: Sequence[JsonObject], names: Sequence[str]) -> bool:
    """Tell whether the names are data, as ids and codes are: alike values below names that no program has."""
    values = [inner for value in objects for inner in value.values()]
    if len(names) < 2 or len({json_type(inner) for inner in values}) != 1:
        return False
    alike = not isinstance(values[0], Mapping) or len({frozenset(inner) for inner in values}) == 1
    return alike and all(NO_MEMBER.search(name) for name in names)


def _names(value: Json) -> frozenset[str]:
    return (
        frozenset(name for name in value if isinstance(name, str)) if isinstance(value, list) else frozenset()
    )


def _without(schema: JsonObject, *keys: str) -> JsonObject:
    return {key: value for key, value in schema.items() if key not in keys}
