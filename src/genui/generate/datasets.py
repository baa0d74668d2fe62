"""The results that candidates for a view are laid out on: recorded, made from the schema, and awkward."""

import copy
import json
from collections.abc import Iterator, Mapping
from typing import Any

from genui.generate.telling import plain, worth_of
from genui.model import Json, JsonObject, Tool
from genui.resultdata import result_data
from genui.sample import sample_exchange
from genui.viewoptions import ViewOptions

ROWS = 30
"""Rows of an awkward list."""

LONG = 3
"""How many times as long its texts are."""


def exchanges_for(tool: Tool, options: ViewOptions) -> list[JsonObject]:
    """Return calls `{arguments, result}`: the first example, one made from the schema, and an awkward one."""
    found: list[JsonObject] = [*options.examples[:1]]
    if tool.output_schema is not None or not found:
        found.append(sample_exchange(tool))
    return [*found, {**found[0], "result": awkward(found[0]["result"])}]


def awkward(result: JsonObject) -> JsonObject:
    """Return a result of the same shape with many rows, long texts and values that are not there."""
    data = result_data(result)
    if not isinstance(data, dict | list):
        return result
    harder = stretched(copy.deepcopy(data))
    text = {"type": "text", "text": json.dumps(harder, ensure_ascii=False)}
    declared = {"structuredContent": harder} if "structuredContent" in result else {}
    return {"content": [text], **declared}


def stretched(value: Any) -> Any:
    """Return a value whose lists of objects are long, some members of theirs null, some texts long."""
    if isinstance(value, Mapping):
        return {name: stretched(member) for name, member in value.items()}
    if not (isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value)):
        return value
    return [odd(value[at % len(value)], at) for at in range(ROWS)]


def odd(row: Mapping[str, Any], at: int) -> dict[str, Any]:
    """Return a row with, by its number, one member without a value and one long text."""
    names = list(row)
    found = dict(row)
    if len(names) > 2:
        found[names[at % len(names)]] = None
    name = names[(at + 1) % len(names)]
    if isinstance(found[name], str) and " " in found[name]:
        found[name] = " ".join([found[name]] * LONG)
    return found


def known_values(result: JsonObject) -> frozenset[str]:
    """Return the values of a result that can tell somebody something, as texts."""
    return frozenset(plain(value) for value in leaves(result_data(result)) if worth_of(value) >= 0.5)


def leaves(value: Json) -> Iterator[Any]:
    """Yield the values of a result that hold no others."""
    if isinstance(value, Mapping):
        for member in value.values():
            yield from leaves(member)
    elif isinstance(value, list):
        for entry in value:
            yield from leaves(entry)
    elif isinstance(value, str):
        # A text of lines tells as much as its lines.
        yield from value.split("\n") if value.count("\n") > 2 else [value]
    elif value is not None:
        yield value
