"""What recorded results tell of a tool that declares no outputSchema."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from genui.model import Json, JsonObject, Tool
from genui.resultdata import result_data
from genui.schema import infer_schema, members

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
