"""The schema checks in Python and in the page: one verdict, and that of the jsonschema library."""

import json
import random
from pathlib import Path

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from genui.checks import Table, check, faults_of, row_of

TABLE = json.loads((Path(__file__).parent / "cases" / "schema-checks.json").read_text(encoding="utf-8"))
FAULTS = """(text) => JSON.parse(text).map(([rows, row, v]) =>
  check(v, row, { rows, path: [] }).map(({ path, say, label }) =>
    [path, say.replace("{@}", label ?? path.at(-1))]))"""
SCALARS = [
    *(None, True, False, 0, 1, -3, 2.5, 7, 12),
    *("", "a", "ab", "abc", "x-1", "😀😀"),
    *([], {}, [1], [1, 1], ["a", "b"]),
]
NAMES = ["a", "b", "c", "x-1"]


def some_value(rng, depth=2):
    """Return a random JSON value."""
    if depth and rng.random() < 0.35:
        return {name: some_value(rng, depth - 1) for name in rng.sample(NAMES, rng.randint(0, 3))}
    if depth and rng.random() < 0.3:
        return [some_value(rng, depth - 1) for _ in range(rng.randint(0, 3))]
    return rng.choice(SCALARS)


def some_schema(rng, depth=3, *, left=False):
    """Return a random schema of a few keywords, those of one type more often together."""
    if depth == 0 or rng.random() < 0.08:
        return rng.choice([True, False, {}, {"type": rng.choice(["string", "integer", "null", "boolean"])}])
    below = lambda: some_schema(rng, depth - 1, left=left)  # noqa: E731 - a shorthand for the table
    members = lambda: {name: below() for name in rng.sample(NAMES, 2)}  # noqa: E731
    types = ["object", "array", "string", "number", "integer", ["integer", "null"], ["string", "array"]]
    table = {
        "type": lambda: rng.choice(types),
        "enum": lambda: rng.sample(SCALARS, 4),
        "const": lambda: rng.choice(SCALARS),
        "minimum": lambda: rng.randint(-2, 5),
        "exclusiveMaximum": lambda: rng.randint(0, 9),
        "multipleOf": lambda: rng.choice([1, 2, 0.5, 3]),
        "minLength": lambda: rng.randint(0, 3),
        "maxLength": lambda: rng.randint(0, 3),
        "pattern": lambda: rng.choice(["^a", "b$", "[0-9]", "^[a-z-]+$", "a|x"]),
        "minItems": lambda: rng.randint(0, 2),
        "maxItems": lambda: rng.randint(0, 2),
        "uniqueItems": lambda: rng.choice([True, False]),
        "items": below,
        "prefixItems": lambda: [below(), below()],
        "contains": below,
        "required": lambda: rng.sample(NAMES, 1),
        "properties": members,
        "patternProperties": lambda: {"^x": below()},
        "additionalProperties": lambda: rng.choice([False, below()]),
        "propertyNames": lambda: {"maxLength": rng.randint(0, 3)},
        "minProperties": lambda: rng.randint(0, 2),
        "maxProperties": lambda: rng.randint(0, 2),
        "dependentRequired": lambda: {"a": ["b"]},
        "dependentSchemas": lambda: {"b": below()},
        "allOf": lambda: [below(), below()],
        "anyOf": lambda: [below(), below()],
        "oneOf": lambda: [below(), below()],
        "not": below,
        "if": below,
        "then": below,
        "else": below,
        "$ref": lambda: rng.choice(["#/$defs/one", "#/$defs/two"]),
    }
    chosen = rng.sample(list(table), rng.randint(1, 4))
    schema = {name: table[name]() for name in chosen}
    if left and rng.random() < 0.4:
        schema["unevaluatedProperties" if rng.random() < 0.6 else "unevaluatedItems"] = rng.choice(
            [False, below()]
        )
    return schema


def pairs(count, *, left=False):
    """Return so many schemas with a value each, always the same ones."""
    rng = random.Random(20261121)
    for _ in range(count):
        schema = some_schema(rng, left=left)
        if isinstance(schema, dict):
            schema["$defs"] = {
                "one": {"type": "integer", "minimum": 1},
                "two": {"properties": {"a": {"$ref": "#/$defs/one"}}},
            }
        yield schema, some_value(rng)


def compiled(schema, value):
    """Return what the page needs to check a value: the rows, and the one to begin with."""
    table = Table(schema)
    row = row_of(table, schema)
    return [table.rows, row, value]


def told(faults):
    return [[list(fault.path), fault.advice] for fault in faults]


@pytest.mark.parametrize("left", [False, True], ids=["plain", "with unevaluated parts"])
def test_generated_pairs_get_the_verdict_of_jsonschema(left):
    made = list(pairs(1500, left=left))

    ours = [not faults_of(value, schema) for schema, value in made]

    theirs = [Draft202012Validator(schema).is_valid(value) for schema, value in made]
    different = [(pair, mine) for pair, mine, other in zip(made, ours, theirs, strict=True) if mine != other]
    assert 300 < sum(theirs) < 1200
    assert not different


@pytest.mark.browser
@pytest.mark.parametrize("left", [False, True], ids=["plain", "with unevaluated parts"])
def test_the_page_finds_the_faults_that_python_finds(open_runtime, left):
    page = open_runtime()
    made = [compiled(schema, value) for schema, value in pairs(1500, left=left)]

    in_page = page.evaluate(FAULTS, json.dumps(made))

    in_python = [told(check(value, row, rows)) for rows, row, value in made]
    assert sum(map(bool, in_python)) > 500
    for one, other, (rows, _, value) in zip(in_page, in_python, made, strict=True):
        assert sorted(map(str, one)) == sorted(map(str, other)), (rows, value)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row["name"])
def test_a_row_of_the_table_holds(row):
    schema, values = row["schema"], [*row["valid"], *row["invalid"]]

    ours = [not faults_of(value, schema) for value in values]

    assert ours == [True] * len(row["valid"]) + [False] * len(row["invalid"])
    if "differs" not in row:
        validator = {7: Draft7Validator}.get(row.get("draft"), Draft202012Validator)(schema)
        assert ours == [validator.is_valid(value) for value in values]


@pytest.mark.browser
def test_every_row_of_the_table_holds_in_the_page(open_runtime):
    page = open_runtime()
    made = [[row, value, good] for row in TABLE for good in ("valid", "invalid") for value in row[good]]

    ours = page.evaluate(FAULTS, json.dumps([compiled(row["schema"], value) for row, value, _ in made]))

    wrong = [
        (row["name"], value)
        for (row, value, good), faults in zip(made, ours, strict=True)
        if (good == "valid") == bool(faults)
    ]
    assert not wrong


@pytest.mark.parametrize(
    "schema", [None, 5, "x", [], {"type": 5, "enum": {}, "anyOf": 3, "properties": [], "items": 7}]
)
def test_an_odd_schema_is_no_error(schema):
    assert faults_of({"a": [1]}, schema) == []


def test_a_very_deep_schema_and_a_very_deep_value_are_no_error():
    schema, value = {"type": "string"}, "x"
    for _ in range(4000):
        schema, value = {"properties": {"a": schema}}, {"a": value}
    many = {"type": "string"}
    for _ in range(4000):
        many = {"allOf": [many]}

    assert faults_of(value, schema) == []
    assert faults_of(1, many) == []
