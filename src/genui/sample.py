"""Made-up data of a schema's shape, the same every time, for showing a view that has no example."""

import json
from collections.abc import Mapping
from typing import Any

from genui.model import Json, JsonObject, Tool
from genui.schema import resolve
from genui.schema_rules.values import is_number

MAX_DEPTH = 6
"""Levels of made-up data; recursive schemas end here."""

ROWS = 3
"""Entries of a made-up array."""

TEXTS: Mapping[str, str] = {
    "date": "2026-01-15",
    "date-time": "2026-01-15T09:30:00Z",
    "time": "09:30:00Z",
    "email": "ada@example.com",
    "uri": "https://example.com/item",
    "uuid": "1f0c5c1e-7a34-4c1c-9a55-0d5c3a2b7e10",
}
"""Text for each format."""


def sample_exchange(tool: Tool) -> dict[str, Any]:
    """Return `{"arguments", "result"}` of a tool: made from its schemas."""
    arguments = sample(tool.input_schema, tool.input_schema)
    data = sample(tool.output_schema, tool.output_schema) if tool.output_schema else None
    text = "This tool does not say what its results look like, so this line stands in for one."
    result: dict[str, Any] = {}
    if isinstance(data, Mapping):
        # As MCP wants it of servers: hosts may drop all but the text.
        text, result = json.dumps(data), {"structuredContent": data}
    result["content"] = [{"type": "text", "text": text}]
    return {"arguments": arguments if isinstance(arguments, Mapping) else {}, "result": result}


def sample(schema: Json, root: Json, *, name: str = "", row: int = 0, depth: int = 0) -> Json:
    """Return a value of a schema's shape; `name` and `row` make texts and numbers differ."""
    schema = resolve(schema, root)
    if not isinstance(schema, Mapping) or depth > MAX_DEPTH:
        return None
    for keyword in ("const", "default"):
        if keyword in schema:
            return schema[keyword]
    for keyword in ("examples", "enum"):
        choices = schema.get(keyword)
        if isinstance(choices, list) and choices:
            return choices[row % len(choices)]
    for keyword in ("oneOf", "anyOf"):
        branches = schema.get(keyword)
        if isinstance(branches, list) and branches:
            return sample(branches[0], root, name=name, row=row, depth=depth)
    match type_of(schema):
        case "object":
            return sample_object(schema, root, row, depth)
        case "array":
            items = schema.get("items", {})
            return [sample(items, root, name=name, row=entry, depth=depth + 1) for entry in range(ROWS)]
        case "string":
            return sample_text(schema, name, row)
        case "number" | "integer":
            return sample_number(schema, row)
        case "boolean":
            return row % 2 == 0
        case _:
            return None


def type_of(schema: JsonObject) -> str:
    """Return the first type of a schema that is not null, guessed from its keywords if it names none."""
    declared = schema.get("type")
    types = declared if isinstance(declared, list) else [declared]
    named = [kind for kind in types if isinstance(kind, str) and kind != "null"]
    if named:
        return named[0]
    return "object" if "properties" in schema else "array" if "items" in schema else ""


def sample_object(schema: JsonObject, root: Json, row: int, depth: int) -> Json:
    """Return an object with every member, or of two made-up ones for a map."""
    properties = schema.get("properties")
    if isinstance(properties, Mapping) and properties:
        return {
            key: sample(value, root, name=key, row=row, depth=depth + 1) for key, value in properties.items()
        }
    values = schema.get("additionalProperties")
    if not isinstance(values, Mapping):
        return {}
    return {f"key {number}": sample(values, root, row=number, depth=depth + 1) for number in (1, 2)}


def sample_text(schema: JsonObject, name: str, row: int) -> Json:
    """Return a text of the schema's format, or one that names its member."""
    known = TEXTS.get(str(schema.get("format", "")), "").replace("-01-15", f"-01-{15 + row}")
    return known or f"{name.replace('_', ' ').strip() or 'text'} {row + 1}"


def sample_number(schema: JsonObject, row: int) -> Json:
    """Return a number within the schema's bounds."""
    low, high = (schema[name] if is_number(schema.get(name)) else None for name in ("minimum", "maximum"))
    number = (1 if low is None else low) + row * 7
    return number if high is None else min(number, high)
