"""What recorded results tell of a tool that declares no outputSchema."""

import ast
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from genui.model import Json, JsonObject, Tool
from genui.schema import infer_schema, members

MAX_TEXT = 1_000_000

_FENCE = re.compile(r"\A\s*```\w*\n(.*?)\n```\s*\Z", re.S)
_QUERY_NAMES = frozenset({"sql", "query", "statement", "expression", "code", "script", "command"})
_QUERY_PROSE = re.compile(r"\b(SQL|SELECT|GraphQL|SPARQL|Cypher|PromQL|JavaScript|Python|shell|bash)\b")


def answers_anything(tool: Tool) -> bool:
    """Tell whether the caller writes a query or program, so that no example fixes the columns."""
    prose = f"{tool.name} {tool.title} {tool.description[:500]}"
    asked = (member for member in members(tool.input_schema, tool.input_schema))
    asks = [member for member in asked if member.name.lower() in _QUERY_NAMES]
    told = [prose, *(str(member.schema.get("description", ""))[:500] for member in asks)]
    sql = any(member.name.lower() == "sql" for member in asks)
    return bool(asks) and (sql or any(_QUERY_PROSE.search(text) for text in told))


def without_columns(components: Sequence[JsonObject]) -> list[dict[str, Any]]:
    """Return components whose columns and fields come from the data; fixed figures are left to auto."""
    if any(component["type"] not in {"table", "key-value", "chart"} for component in components):
        return [{"type": "auto"}]
    kept = [component for component in components if component["type"] != "chart"]
    fixed = ("columns", "fields")
    return [
        {**one, "props": {key: value for key, value in one["props"].items() if key not in fixed}}
        for one in kept
    ]


def example_schema(examples: Sequence[Json]) -> JsonObject:
    """Return a schema of the data in recorded calls {arguments, result}; {} where there is none."""
    found = [data for example in examples if (data := result_data(_result(example))) is not None]
    return infer_schema(found) if found and not any(isinstance(data, str) for data in found) else {}


def _result(example: Json) -> Json:
    return example.get("result") if isinstance(example, Mapping) else None


def result_data(result: Json) -> Json:
    """Return the data of a tool result: structured, the JSON in its text, or the text; None if none."""
    if not isinstance(result, Mapping) or result.get("isError") is True:
        return None
    if isinstance(result.get("structuredContent"), Mapping):
        return result["structuredContent"]
    content = result.get("content")
    blocks = content if isinstance(content, list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, Mapping)]
    if len(texts) != 1 or not isinstance(texts[0], str):
        return None
    return data_in(texts[0])


def data_in(text: str) -> Json:
    """Return the JSON, or the Python literal, that a text is; else the text."""
    inner = _FENCE.sub(r"\1", text).strip()
    if inner[:1] not in {"{", "["} or len(inner) > MAX_TEXT:
        return text
    for read in (json.loads, ast.literal_eval):
        try:
            found = read(inner)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        return found if isinstance(found, dict | list) else text
    return text
