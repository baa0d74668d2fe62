"""The schema checks of the page: the verdicts of the jsonschema library."""

import json
import random
from pathlib import Path

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from genui.schema_rules import Table, row_of

pytestmark = pytest.mark.browser

TABLE = json.loads((Path(__file__).parent / "cases" / "schema-rules.json").read_text(encoding="utf-8"))
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


def found(page, made):
    """Return the faults that the page finds, {schema, value} by {schema, value}: each [path, advice]."""
    return page.evaluate(FAULTS, json.dumps([compiled(schema, value) for schema, value in made]))


@pytest.mark.parametrize("left", [False, True], ids=["plain", "with unevaluated parts"])
def test_generated_pairs_get_the_verdict_of_jsonschema(open_runtime, left):
    made = list(pairs(1500, left=left))

    ours = [not faults for faults in found(open_runtime(), made)]

    theirs = [Draft202012Validator(schema).is_valid(value) for schema, value in made]
    different = [(pair, mine) for pair, mine, other in zip(made, ours, theirs, strict=True) if mine != other]
    assert 300 < sum(theirs) < 1200
    assert not different


def test_every_row_of_the_table_holds(open_runtime):
    made = [(row, value, good) for row in TABLE for good in ("valid", "invalid") for value in row[good]]

    ours = found(open_runtime(), [(row["schema"], value) for row, value, _ in made])

    wrong = [
        (row["name"], value)
        for (row, value, good), faults in zip(made, ours, strict=True)
        if (good == "valid") == bool(faults)
    ]
    assert not wrong


@pytest.mark.parametrize("row", [row for row in TABLE if "differs" not in row], ids=lambda row: row["name"])
def test_a_row_of_the_table_says_what_jsonschema_says(row):
    validator = {7: Draft7Validator}.get(row.get("draft"), Draft202012Validator)(row["schema"])

    assert [validator.is_valid(value) for value in row["valid"]] == [True] * len(row["valid"])
    assert [validator.is_valid(value) for value in row["invalid"]] == [False] * len(row["invalid"])


def test_odd_and_very_deep_schemas_are_no_error(open_runtime):
    odd = [None, 5, "x", [], {"type": 5, "enum": {}, "anyOf": 3, "properties": [], "items": 7}]
    many, schema, value = {"type": "string"}, {"type": "string"}, "x"
    for _ in range(4000):
        many = {"allOf": [many]}
    for _ in range(400):
        schema, value = {"properties": {"a": schema}}, {"a": value}

    made = [*((each, {"a": [1]}) for each in odd), (many, 1), (schema, value)]

    assert found(open_runtime(), made) == [[]] * len(made)
