"""JSON values as JSON Schema sees them: their kinds and types."""

from math import isfinite

from genui.model import Json
from genui.schema import json_type

BEYOND = 2**1024
"""Integers from here on are infinite to JavaScript."""

KINDS = ("null", "boolean", "integer", "number", "string", "array", "object")


def is_number(value: Json) -> bool:
    """Tell whether this is a number that is finite in a page, which booleans are not."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    # Python's integers have no bound; JavaScript reads large ones as Infinity.
    return isfinite(value) if isinstance(value, float) else abs(value) < BEYOND


def is_type(value: Json, name: str) -> bool:
    """Tell whether a value has this JSON type, as far as a page can hold it."""
    if name in ("integer", "number"):
        return is_number(value) and (name == "number" or value == int(value))
    return json_type(value) == name
