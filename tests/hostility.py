"""Hostile cases written shortly: what is long or deep in them is said, and made here."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

CASES = Path(__file__).parent / "cases" / "hostile"


def hostile_case(path: Path) -> dict[str, Any]:
    """Return a case with everything in it made."""
    return made(json.loads(path.read_text(encoding="utf-8")))


def made(value: Any) -> Any:
    """Return a value with each `{"$kind": size}` in it replaced by what it stands for."""
    if isinstance(value, list):
        return [made(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    if len(value) == 1:
        (key, size), *_ = value.items()
        if key in MAKERS:
            return MAKERS[key](size)
    return {key: made(member) for key, member in value.items()}


def nested(depth: int, start: Any, around: Any) -> Any:
    value = start
    for _ in range(depth):
        value = around(value)
    return value


def holding(inner: Any) -> Any:
    return {"type": "object", "properties": {"a": inner}, "required": ["a"]}


MAKERS = {
    "$times": lambda size: size[0] * size[1],
    "$properties": lambda size: {f"member_{n}": {"type": ("string", "integer")[n % 2]} for n in range(size)},
    "$names": lambda size: [f"member_{n}" for n in range(size)],
    "$nest": lambda size: nested(
        size,
        {"type": "string"},
        lambda inner: {"type": "object", "properties": {"a": inner}, "required": ["a"]},
    ),
    "$nestany": lambda size: nested(
        size, {"type": "string"}, lambda inner: {"anyOf": [inner, {"type": "null"}]}
    ),
    "$nestdata": lambda size: {"deep": nested(size, "x", lambda inner: [inner])},
    "$nestobjects": lambda size: nested(size, "x", lambda inner: {"a": inner}),
    "$columns": lambda size: {f"column {n}": n for n in range(size)},
    "$rows": lambda size: [{"name": f"row {n}", "total": n} for n in range(size)],
}
