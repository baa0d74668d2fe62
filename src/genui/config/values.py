"""Values of keys: what a TOML value, a GENUI_ variable or a flag may be, per type."""

from collections.abc import Callable, Mapping
from dataclasses import Field
from datetime import date, time
from math import isfinite
from typing import Any

from genui.config.hints import HINTS, wrong_hint
from genui.config.tables import Accepts, Examples

Reader = Callable[[Any], Any]


def of_type(*types: type) -> Reader:
    """Return the reader of values of these types; true and false are no numbers."""

    def read(value: Any) -> Any:
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            raise TypeError
        return types[-1](value)

    return read


text, integer, number, boolean = of_type(str), of_type(int), of_type(int, float), of_type(bool)


def texts(value: Any) -> tuple[str, ...]:
    """Read an array of strings."""
    if not isinstance(value, (list, tuple)):
        raise TypeError
    return tuple(text(entry) for entry in value)


def text_table(value: Any) -> dict[str, str]:
    """Read a table of strings."""
    for name, entry in table(value).items():
        if not isinstance(entry, str):
            raise TypeError(f"a table of strings: {name} is none")
    return dict(value)


def table(value: Any) -> dict[str, Any]:
    """Read any table."""
    if not isinstance(value, Mapping):
        raise TypeError
    return dict(value)


class WrongMemberError(TypeError):
    """A member of a table is unknown, or has another type than it has to have."""

    def __init__(self, member: str, expected: str) -> None:
        super().__init__(expected)
        self.member = member
        """Its name; where nothing is expected, none of `known` is called so."""
        self.known = HINTS


def hints(value: Any) -> dict[str, Any]:
    """Read the hints of a tool."""
    read: dict[str, Any] = as_json(table(value))
    wrong = wrong_hint(read)
    if wrong is not None:
        raise WrongMemberError(*wrong)
    return read


def as_json(value: Any) -> Any:
    """Return a TOML value as JSON, which has no dates, no nan and no inf: texts and null, as in scripts."""
    if isinstance(value, Mapping):
        return {name: as_json(entry) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_json(entry) for entry in value]
    if isinstance(value, (date, time)):
        return value.isoformat()
    return None if isinstance(value, float) and not isfinite(value) else value


def examples(value: Any) -> Examples:
    """Read a path, or an array of tables with exactly the members arguments and result."""
    if isinstance(value, str):
        return value
    if not isinstance(value, (list, tuple)):
        raise TypeError
    for entry in value:
        if table(entry).keys() != {"arguments", "result"} or not isinstance(entry["arguments"], Mapping):
            raise TypeError
    return tuple(as_json(value))


def accepts(value: Any) -> Accepts:
    """Read an array of tables with the members rule and reason, and tool or none."""
    if not isinstance(value, (list, tuple)):
        raise TypeError
    read = tuple({"tool": "", **text_table(entry)} for entry in value)
    if any(entry.keys() != {"rule", "tool", "reason"} for entry in read):
        raise TypeError
    return read


TYPES: Mapping[Any, tuple[str, Reader]] = {
    str: ("a string", text),
    str | None: ("a string", text),
    int: ("an integer", integer),
    float: ("a number", number),
    float | None: ("a number", number),
    bool: ("true or false", boolean),
    bool | None: ("true or false", boolean),
    tuple[str, ...]: ("an array of strings", texts),
    Mapping[str, str]: ("a table of strings", text_table),
    Mapping[str, Any]: ("a table", hints),
    Accepts: ("an array of {rule, tool, reason} tables", accepts),
    Examples: ("an array of {arguments = {…}, result = …} tables, or the path of a JSON file", examples),
}
"""Annotations of the tables' fields: how the type is called, and what reads it."""


def expectation(entry: Field[Any]) -> str:
    """Say what a key accepts."""
    if entry.metadata["one_of"]:
        words = "one of " + ", ".join(entry.metadata["one_of"])
        booleans = entry.metadata["booleans"]
        return words + (" (true is {1}, false is {0})".format(*booleans) if booleans else "")
    name, _ = TYPES[entry.type]
    if entry.metadata["bounds"] is None:
        return name
    least, most = entry.metadata["bounds"]
    return f"{name} from {least:.15g} to {most:.15g}"


def read_value(entry: Field[Any], value: Any) -> Any:
    """Check a value against its key and return it in the field's type.

    Raises:
        TypeError: The value is of another type, out of bounds or none of the choices.
    """
    booleans = entry.metadata["booleans"]
    if booleans and isinstance(value, bool):
        value = booleans[value]
    read = TYPES[entry.type][1](value)
    bounds, one_of = entry.metadata["bounds"], entry.metadata["one_of"]
    if (one_of and read not in one_of) or (bounds and not bounds[0] <= read <= bounds[1]):
        raise TypeError
    return read


def parse_text(entry: Field[Any], value: str) -> Any:
    """Turn the text of an environment variable into what genui.toml would hold.

    Arrays are JSON or shell words, tables are JSON.

    Raises:
        ValueError: The text cannot be of the key's type.
    """
    if entry.type is bool or entry.metadata["booleans"]:
        return {"true": True, "1": True, "false": False, "0": False}.get(value.lower(), value)
    if entry.type is int:
        return int(value)
    if entry.type in (float, float | None):
        return float(value)
    if entry.type == tuple[str, ...] and not value.lstrip().startswith("["):
        import shlex

        return shlex.split(value)
    if entry.type in (str, str | None):
        return value
    import json

    return json.loads(value)
