"""The two digests that decide: `source` whether a view is generated again, `shape` whether a tool may use it.

serve computes the shape of every tool before the first list.
"""

from collections.abc import Sequence

from genui.canonical import digest
from genui.model import Json, JsonObject, Tool, mapping

SHOWN = ("name", "title", "description", "outputSchema", "annotations")
"""The members of a tool that its page carries."""


def source_digest(
    tool: Tool,
    *,
    examples: Sequence[Json] = (),
    hints: JsonObject | None = None,
    kind: str | None = None,
    actions: Sequence[Json] = (),
    generation: JsonObject,
) -> str:
    """Return the digest of everything that a spec is made from, except genui itself and the ledger.

    Wishes change what was made; they are no reason to make it again.

    `generation` says who makes it: mode and spec version, and of a model also provider, model,
    temperature and prompt texts.
    """
    return digest(
        {
            "tool": tool.definition,
            "examples": list(examples),
            "hints": hints or {},
            "kind": kind,
            # Only where there are any, so that digests from before actions existed stay.
            **({"actions": list(actions)} if actions else {}),
            "generation": dict(generation),
        }
    )


def imported_digest(tool: Tool) -> str:
    """Return the source digest of a page that a person brought in: only the tool can make it stale."""
    return digest({"tool": tool.definition, "generation": {"mode": "imported"}})


PROSE = frozenset({"title", "description", "examples", "example", "$comment"})
"""Schema keywords that change what people read, not what a view can do."""

SCHEMA_MAPS = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
"""Keywords whose members are named by the author, so that a member called `title` is no prose."""

DATA_KEYWORDS = frozenset({"default", "const", "enum", "required"})
"""Keywords that hold data, in which nothing is a keyword."""


def shape_digest(definition: JsonObject) -> str:
    """Return the digest of what a view relies on: names, types, constraints and behaviour, no prose."""
    behaviour = mapping(definition.get("annotations"))
    return digest(
        {
            "name": definition.get("name"),
            "inputSchema": without(definition.get("inputSchema"), PROSE),
            "outputSchema": without(definition.get("outputSchema"), PROSE),
            "annotations": {key: value for key, value in behaviour.items() if key != "title"},
        }
    )


def without(schema: Json, keywords: frozenset[str]) -> Json:
    """Return a JSON Schema less some keywords, at every depth."""
    if isinstance(schema, list):
        return [without(item, keywords) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: member_without(key, value, keywords) if isinstance(value, (dict, list)) else value
        for key, value in schema.items()
        if key not in keywords
    }


def member_without(keyword: str, value: Json, keywords: frozenset[str]) -> Json:
    """Return one keyword's value less some keywords; what the author has named or given is none."""
    # A default may be an object with a member called title.
    if keyword in DATA_KEYWORDS:
        return value
    if keyword in SCHEMA_MAPS and isinstance(value, dict):
        return {name: without(schema, keywords) for name, schema in value.items()}
    return without(value, keywords)
