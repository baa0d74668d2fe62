"""The text about a tool in a prompt: limited in length, cleaned, between marks.

The mark is a digest of the text itself, so that no description can forge the end of it.
"""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from genui.baseline.kind import is_opaque
from genui.canonical import digest, parsed
from genui.config import Config
from genui.expressions import pointer_of
from genui.generate.problems import redact
from genui.generate.scorer import known_members
from genui.generate.telling import words_in
from genui.model import Json, JsonObject, Tool
from genui.roles import role_of
from genui.schema import declared_types
from genui.viewoptions import ViewOptions

MARK_DIGITS = 12
CUT = " …(cut)"
PROSE_LENGTHS = (400, 120, 0)
"""Characters of a schema's descriptions, from generous to none, until the schema fits."""
EXAMPLES = 2
EXAMPLE_ENTRIES = 3
EXAMPLE_TEXT = 300

HINTS_LENGTH = 2000
ROLES_LENGTH = 600
KINDS = {"number": "number", "integer": "number", "boolean": "boolean", "string": "text"}
UNTOLD = frozenset({"category", "measure", "nested", "flag"})
"""Roles that any word may have."""


def tool_material(tool: Tool, options: ViewOptions, config: Config, *, scale: float = 1.0) -> dict[str, Any]:
    """Return the values for tool.md. `scale` shortens long texts to fit the limit of tokens."""
    limits = config.limits
    room, depth = int(limits.schema_length * scale), limits.schema_depth
    examples = [example_text(one, room) for one in options.examples[: EXAMPLES if scale >= 1 else 1]]
    output = tool.output_schema
    told: dict[str, Any] = {
        "name": clean(tool.name, limits.name_length),
        "title": clean(tool.title, limits.name_length),
        "description": clean(tool.description, int(limits.description_length * scale)),
        "annotations": schema_text(dict(tool.annotations), 500, depth) if tool.annotations else "",
        "input_schema": schema_text(tool.input_schema, room, depth),
        "output_schema": "" if output is None else schema_text(output, room, depth),
        "examples": examples,
    }
    told["mark"] = digest(told)[:MARK_DIGITS]
    return {
        **told,
        "hints": clean(compact(dict(options.hints)), HINTS_LENGTH) if options.hints else "",
        # Of a text that wraps anything an example tells members, but no pointer leads to them.
        "knows_output": bool(examples) if output is None else not is_opaque(tool),
    }


def roles_found(tool: Tool, options: ViewOptions) -> str:
    """Return the members of a known result by what they are to people: "name title; moment created_at"."""
    found: dict[str, dict[str, None]] = {}
    for path, member in known_members(tool, options):
        kinds = declared_types(member.schema) or frozenset({"string"})
        kind = next((KINDS[one] for one in KINDS if one in kinds), "nested")
        kind = "moment" if str(member.schema.get("format", "")).startswith("date") else kind
        role = role_of(words_in(member.name), kind)["role"]
        if kind != "nested" and role not in UNTOLD:
            found.setdefault(role, {})[pointer_of(*path)] = None
    return clean(
        "; ".join(f"{role} {', '.join([*all_of][:6])}" for role, all_of in found.items()), ROLES_LENGTH
    )


def clean(text: str, most: int) -> str:
    """Return a text less control, format and unpaired surrogate characters, cut to a length, without keys."""
    kept = "".join(
        character
        for character in text[: most * 2]
        if character in "\n\t" or unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co"}
    ).strip()
    return without_keys(kept if len(kept) <= most else kept[:most].rstrip() + CUT)


def without_keys(text: str) -> str:
    """Return a text without the keys of this process, its line ends kept."""
    # `redact` joins lines, so each goes through it alone; one without a key is left as it was.
    lines = text.split("\n")
    return "\n".join(line if (plain := redact(line)) == " ".join(line.split()) else plain for line in lines)


def compact(value: Json) -> str:
    """Return JSON without needless space, as readable as its characters are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def schema_text(schema: Json, most: int, depth: int) -> str:
    """Return a JSON Schema as text of at most so many characters, its prose going first, then its depth."""
    for levels in range(depth, 0, -1):
        for prose in PROSE_LENGTHS:
            text = clean(compact(flattened(schema, levels, prose)), 10 * most)
            if len(text) <= most:
                return text
    return clean(compact(flattened(schema, 1, 0)), most)


def flattened(schema: Json, levels: int, prose: int) -> Json:
    """Return a schema cut below a depth of nested schemas, its descriptions cut to a length."""
    if isinstance(schema, list):
        return [flattened(one, levels, prose) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    if levels < 1:
        return {key: schema[key] for key in ("type", "$ref") if key in schema} or {}
    kept: dict[str, Json] = {}
    for key, value in schema.items():
        if key in {"$schema", "$id", "$comment"}:
            continue
        if key in {"description", "title"} and isinstance(value, str):
            if prose:
                kept[key] = value[:prose]
        elif key in {"properties", "patternProperties", "$defs", "definitions"} and isinstance(
            value, Mapping
        ):
            kept[key] = {name: flattened(one, levels - 1, prose) for name, one in value.items()}
        elif key in {"items", "additionalProperties"}:
            kept[key] = flattened(value, levels - 1, prose)
        else:
            kept[key] = flattened(value, levels, prose) if isinstance(value, Mapping | list) else value
    return kept


def example_text(example: JsonObject, most: int) -> str:
    """Return a recorded call as JSON, its long arrays and texts cut."""
    result = example.get("result")
    if isinstance(result, Mapping) and isinstance(result.get("structuredContent"), Mapping):
        example = {**example, "result": {"structuredContent": result["structuredContent"]}}
    return clean(compact(shortened(example)), most)


def shortened(value: Json) -> Json:
    """Return a value with only the first entries of arrays and the first characters of texts."""
    if isinstance(value, Mapping):
        return {key: shortened(member) for key, member in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        more = [f"…{len(value) - EXAMPLE_ENTRIES} more"] if len(value) > EXAMPLE_ENTRIES else []
        return [*(shortened(one) for one in value[:EXAMPLE_ENTRIES]), *more]
    if isinstance(value, str) and len(value) > EXAMPLE_TEXT:
        # JSON inside a text keeps its shape only when it is cut as JSON.
        inner = parsed(value)
        return compact(shortened(inner)) if isinstance(inner, dict | list) else value[:EXAMPLE_TEXT] + CUT
    return value
