"""The page's JSON Schema checks beside the jsonschema library: one verdict for many generated pairs."""

import json
import random
from pathlib import Path

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

pytestmark = pytest.mark.browser

TABLE = json.loads((Path(__file__).parent / "cases" / "schema-checks.json").read_text(encoding="utf-8"))
VERDICTS = "(text) => JSON.parse(text).map(([s, v]) => check(v, s, { root: Object(s) }).length === 0)"
SCALARS = [
    None,
    True,
    False,
    0,
    1,
    -3,
    2.5,
    7,
    12,
    "",
    "a",
    "ab",
    "abc",
    "x-1",
    "😀😀",
    [],
    {},
    [1],
    [1, 1],
    ["a", "b"],
]
NAMES = ["a", "b", "c", "x-1"]


def some_value(rng, depth=2):
    """Return a random JSON value."""
    if depth and rng.random() < 0.35:
        return {name: some_value(rng, depth - 1) for name in rng.sample(NAMES, rng.randint(0, 3))}
    if depth and rng.random() < 0.3:
        return [some_value(rng, depth - 1) for _ in range(rng.randint(0, 3))]
    return rng.choice(SCALARS)


def some_schema(rng, depth=3):
    """Return a random schema of a few keywords, those of one type more often together."""
    if depth == 0 or rng.random() < 0.08:
        return rng.choice([True, False, {}, {"type": rng.choice(["string", "integer", "null", "boolean"])}])
    below = lambda: some_schema(rng, depth - 1)  # noqa: E731 - a shorthand for the table
    members = lambda: {name: below() for name in rng.sample(NAMES, 2)}  # noqa: E731
    table = {
        "type": lambda: rng.choice(
            ["object", "array", "string", "number", "integer", ["integer", "null"], ["string", "array"]]
        ),
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
    return {name: table[name]() for name in rng.sample(list(table), rng.randint(1, 4))}


def pairs(count):
    """Return so many schemas with a value each, always the same ones."""
    rng = random.Random(20261121)
    for _ in range(count):
        schema = some_schema(rng)
        if isinstance(schema, dict):
            schema["$defs"] = {
                "one": {"type": "integer", "minimum": 1},
                "two": {"properties": {"a": {"$ref": "#/$defs/one"}}},
            }
        yield schema, some_value(rng)


def test_generated_pairs_get_the_verdict_of_jsonschema(open_runtime):
    page = open_runtime("schema-rules.js", "schema-text.js")
    made = list(pairs(1500))

    ours = page.evaluate(VERDICTS, json.dumps(made))

    theirs = [Draft202012Validator(schema).is_valid(value) for schema, value in made]
    different = [(pair, mine) for pair, mine, other in zip(made, ours, theirs, strict=True) if mine != other]
    assert 300 < sum(theirs) < 1200
    assert not different


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row["name"])
def test_a_row_of_the_table_holds(open_runtime, row):
    page = open_runtime("schema-rules.js", "schema-text.js")
    schema, values = row["schema"], [*row["valid"], *row["invalid"]]

    ours = page.evaluate(VERDICTS, json.dumps([[schema, value] for value in values]))

    assert ours == [True] * len(row["valid"]) + [False] * len(row["invalid"])
    if "differs" not in row:
        validator = {7: Draft7Validator}.get(row.get("draft"), Draft202012Validator)(schema)
        assert ours == [validator.is_valid(value) for value in values]
