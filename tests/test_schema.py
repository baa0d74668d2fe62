"""Reading JSON Schema: references, unions, hostile schemas, schemas from examples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genui.schema import (
    branches,
    entries,
    infer_schema,
    map_values,
    members,
    resolve,
    schemas_at,
    types_of,
    unwrap,
    walk_members,
)

DAYS = {
    "type": "object",
    "properties": {
        "days": {"type": "array", "items": {"$ref": "#/$defs/Day"}},
        "place": {"anyOf": [{"$ref": "#/$defs/Place"}, {"type": "null"}], "description": "Where"},
        "by_name": {"type": "object", "additionalProperties": {"type": "integer"}},
        "free": {},
        "either": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "number"}}]},
        "extra": {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": True},
        "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}]},
    },
    "$defs": {
        "Day": {
            "type": "object",
            "properties": {
                "high": {"type": "number"},
                "low": {"type": ["number", "null"]},
                "a/b": {"enum": [1, "x"]},
            },
        },
        "Place": {"type": "object", "title": "Place", "properties": {"name": {"type": "string"}}},
    },
}


def type_at(schema, pointer, root=None):
    """The types of the value at a JSON Pointer: empty where none is declared, None if unknown."""
    whole = schema if root is None else root
    places = schemas_at(schema, pointer, whole)
    types = None if places is None else [types_of(place, whole) for place in places]
    return None if types is None or None in types else frozenset().union(*types)


@pytest.mark.parametrize(
    ("pointer", "types"),
    [
        ("", {"object"}),
        ("/days", {"array"}),
        ("/days/0", {"object"}),
        ("/days/0/high", {"number"}),
        ("/days/12/low", {"number", "null"}),
        ("/days/0/a~1b", {"integer", "string"}),
        ("/days/first", set()),
        ("/days/0/hihg", set()),
        ("/place", {"object", "null"}),
        ("/place/name", {"string"}),
        ("/place/name/length", set()),
        ("/by_name/anything", {"integer"}),
        ("/free", None),
        ("/free/x/y", None),
        ("/either", {"string", "array"}),
        ("/either/0", {"number"}),
        ("/extra/b", None),
        ("/extra/a", {"string"}),
        ("/pair/1", None),
        ("/nope", set()),
    ],
)
def test_a_pointer_has_the_types_its_schema_declares(pointer, types):
    assert type_at(DAYS, pointer) == (None if types is None else frozenset(types))


def test_a_reference_keeps_what_stands_beside_it():
    schema = {"$ref": "#/$defs/A", "description": "mine"}
    root = {"$defs": {"A": {"type": "string", "description": "theirs", "maxLength": 3}}}
    assert resolve(schema, root) == {"type": "string", "description": "mine", "maxLength": 3}


@pytest.mark.parametrize(
    "reference",
    ["#/$defs/missing", "https://example.com/x.json", "other.json#/a", "#nope", "#/$defs/%zz", "#/0"],
)
def test_a_reference_that_leads_nowhere_is_permissive(reference):
    assert resolve({"$ref": reference}, {"$defs": {}}) == {}


def test_references_are_unescaped():
    root = {"$defs": {"a/b c": {"type": "string"}}}
    assert types_of({"$ref": "#/$defs/a~1b%20c"}, root) == {"string"}


def test_loops_end():
    root = {
        "$defs": {
            "A": {"$ref": "#/$defs/B"},
            "B": {"$ref": "#/$defs/A"},
            "C": {"allOf": [{"$ref": "#/$defs/C"}, {"$ref": "#/$defs/C"}, {"type": "object"}]},
            "D": {"anyOf": [{"$ref": "#/$defs/D"}, {"$ref": "#/$defs/D"}]},
            "Node": {
                "type": "object",
                "properties": {"left": {"$ref": "#/$defs/Node"}, "v": {"type": "string"}},
            },
        }
    }
    assert resolve({"$ref": "#/$defs/A"}, root) == {}
    assert resolve({"$ref": "#/$defs/C"}, root) == {"type": "object"}
    assert types_of({"$ref": "#/$defs/D"}, root) is None
    paths = [".".join(path) for path, _ in walk_members({"$ref": "#/$defs/Node"}, root, depth=6)]
    assert paths == ["left", "v"]
    assert type_at({"$ref": "#/$defs/Node"}, "/left/left/left/v", root) == {"string"}


def test_allof_unites_members_and_required():
    schema = {
        "allOf": [
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"properties": {"b": {"type": "number"}, "a": {"maxLength": 3}}, "required": ["b"]},
        ]
    }
    found = members(schema, schema)
    assert [(member.name, member.required) for member in found] == [("a", True), ("b", True)]
    assert found[0].schema["type"] == "string"
    assert found[0].schema["maxLength"] == 3


def test_a_nullable_union_is_unwrapped_with_its_words():
    schema = {
        "anyOf": [{"type": "string", "format": "date"}, {"type": "null"}],
        "title": "Due",
        "default": None,
    }
    inner, nullable = unwrap(schema, schema)
    assert nullable
    assert inner == {"title": "Due", "default": None, "type": "string", "format": "date"}
    assert unwrap({"type": ["integer", "null"]}, {}) == ({"type": "integer"}, True)
    assert unwrap({"type": "string"}, {}) == ({"type": "string"}, False)


def test_entries_and_map_values_know_their_schema():
    assert entries({"type": "array", "items": {"type": "string"}}, {}) == {"type": "string"}
    assert entries({"type": "string"}, {}) is None
    assert map_values(DAYS["properties"]["by_name"], DAYS) == {"type": "integer"}
    assert map_values(DAYS["properties"]["extra"], DAYS) is None


def test_depth_bounds_the_walk():
    schema: dict = {"type": "string"}
    for _ in range(400):
        schema = {"type": "object", "properties": {"x": schema}}
    assert len(list(walk_members(schema, schema, depth=4))) == 4
    assert type_at(schema, "/x" * 150) == {"object"}


WRONG = [
    None, True, False, 5, "x", [], {}, {"type": 7}, {"type": "strnig"}, {"type": []}, {"type": [None, {}]},
    {"properties": []}, {"properties": {"a": None}}, {"properties": {"a": True}}, {"items": [1]},
    {"anyOf": {}},
    {"anyOf": [None, True, 3]}, {"allOf": "x"}, {"allOf": [None, 4]}, {"$ref": 4}, {"$ref": ""},
    {"enum": "abc"},
    {"required": "a", "properties": {"a": {}}}, {"required": [[1]]},
    {"patternProperties": {"(": {}}, "type": "object"},
    {"additionalProperties": [], "type": "object"}, {"type": "array", "items": True}, {"\ud800": 1},
]  # fmt: skip


@pytest.mark.parametrize("schema", WRONG, ids=repr)
def test_wrong_keywords_never_raise(schema):
    for pointer in ("", "/a", "/0", "/a/0/b"):
        type_at(schema, pointer)
    list(walk_members(schema, schema, depth=4))
    unwrap(schema, schema)
    branches(schema, schema)


KEYWORDS = [
    "type",
    "properties",
    "items",
    "anyOf",
    "allOf",
    "oneOf",
    "enum",
    "$ref",
    "required",
    "$defs",
    "a",
    "b",
]
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from(["object", "array", "string", "#", "#/$defs/a", "#/properties/a", "#/anyOf/0", "a"]),
)
SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYWORDS), inner, max_size=4),
    max_leaves=20,
)


@given(SCHEMAS)
def test_random_schemas_never_raise(schema):
    type_at(schema, "/a/b")
    type_at(schema, "/a/0")
    assert len(list(walk_members(schema, schema, depth=4))) <= 2000


def test_a_schema_is_inferred_from_examples():
    rows = [
        {"id": 1, "at": "2026-11-21T10:00:00Z", "x": None},
        {"id": 2.5, "at": "2026-11-22T10:00:00+01:00"},
    ]
    schema = infer_schema([{"rows": rows}])
    assert type_at(schema, "/rows/0/id") == {"number"}
    assert type_at(schema, "/rows/0/x") == {"null"}
    assert schema["properties"]["rows"]["items"]["required"] == ["id", "at"]
    assert schema["properties"]["rows"]["items"]["properties"]["at"] == {
        "type": "string",
        "format": "date-time",
    }
    assert infer_schema([]) == {}
    assert infer_schema([1, "a"])["type"] == ["integer", "string"]


def test_inferring_is_bounded():
    deep: list = []
    for _ in range(500):
        deep = [deep]
    assert infer_schema([deep])["type"] == "array"
    wide = infer_schema([{f"k{i}": i for i in range(5000)}])
    assert wide["additionalProperties"] == {"type": "integer"}
