"""Random JSON Schemas and results, valid, odd and wrong, for hypothesis."""

from typing import Any

from hypothesis import strategies as st

CANARY = '<img genui-canary src="x" onerror="globalThis.genuiCanary=1">'
ODD_TEXTS = (
    "",
    "__proto__",
    "constructor",
    CANARY,
    "</script><genui-canary>",
    "\u202e",
    "\ud800",
    "{{7*7}}",
    "a.b",
)

texts = st.sampled_from(ODD_TEXTS) | st.text(st.characters(), max_size=12)
leaves = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
json_values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
TYPES = ("string", "integer", "number", "boolean", "object", "array", "null", "file")


def schema_around(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return schemas that hold others, each keyword right or with anything for a value."""
    maps = st.dictionaries(texts, inner, max_size=4)
    lists = st.lists(inner, max_size=3)
    keywords = {
        "type": st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES), max_size=3),
        "properties": maps,
        "patternProperties": maps,
        "additionalProperties": inner,
        "items": inner | lists,
        "prefixItems": lists,
        "anyOf": lists,
        "oneOf": lists,
        "allOf": lists,
        "not": inner,
        "if": inner,
        "then": inner,
        "required": st.lists(texts, max_size=3),
        "enum": st.lists(json_values, max_size=4),
        "const": json_values,
        "default": json_values,
        "$ref": st.sampled_from(("#", "#/properties/a", "#/$defs/x", "https://e.example/s")),
        "$defs": st.fixed_dictionaries({"x": inner}),
        "pattern": texts | st.sampled_from(("(a+)+$", "[", "^a")),
        "format": st.sampled_from(("date", "email", "date-time", "x")),
        "minimum": leaves,
        "maxLength": leaves,
        "title": texts,
        "description": texts,
    }
    odd = {
        name: right | json_values if name in ("type", "required") else right
        for name, right in keywords.items()
    }
    return st.fixed_dictionaries({}, optional=odd)


schemas = st.recursive(st.booleans() | schema_around(st.booleans()), schema_around, max_leaves=8)
tools = st.fixed_dictionaries(
    {
        "name": texts.filter(lambda text: text.isprintable() or text == ""),
        "inputSchema": schemas | json_values,
    },
    optional={"title": texts, "description": texts, "outputSchema": schemas, "annotations": json_values},
)
results = st.fixed_dictionaries(
    {
        "content": st.lists(
            st.fixed_dictionaries({"type": st.just("text"), "text": texts}) | json_values, max_size=3
        )
    },
    optional={"structuredContent": json_values, "isError": st.booleans()},
)


def nested(depth: int, around: str) -> dict[str, Any]:
    """Return a schema that holds itself, so to speak, this many times."""
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        if around == "properties":
            schema = {"type": "object", "properties": {"a": schema}}
        else:
            schema = {"type": "array", "items": schema} if around == "items" else {around: [schema]}
    return schema


EXTREMES: tuple[Any, ...] = (
    *(nested(150, around) for around in ("properties", "items", "anyOf", "allOf")),
    {"type": "object", "properties": {f"p{n}": {"type": "integer"} for n in range(1000)}},
    {"type": "object", "properties": {"a": {"enum": [f"{n}" for n in range(5000)]}}},
    {"$ref": "#"},
    {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
    {"type": "object", "properties": {"a": {"$ref": "https://e.example/s.json"}}},
    {"type": "object", "properties": {"a": {"$ref": "#/properties/b"}, "b": {"$ref": "#/properties/a"}}},
)
"""Schemas of a size or a shape that nobody writes by hand."""

hostile_tools = st.fixed_dictionaries(
    {"name": texts, "inputSchema": st.sampled_from(EXTREMES) | schemas | json_values},
    optional={
        "outputSchema": st.sampled_from(EXTREMES) | json_values,
        **dict.fromkeys(("title", "description", "annotations", "icons", "_meta", "execution"), json_values),
    },
)
"""Definitions of which any member but the name may be anything."""
