"""Errors in a configuration, with the place, the value and what was expected."""

from collections.abc import Iterable, Sequence
from dataclasses import Field
from typing import Any

from genui.errors import ConfigError, suggestion


def unknown_name(name: str, known: Iterable[str], *, where: str, what: str) -> ConfigError:
    """Return the error for a name that is none, with the nearest that is one."""
    return ConfigError(f"{where}: unknown {what} {name!r}", hint=suggestion(name, known))


def wrong_value(name: str, value: str, *, where: str, expected: str) -> ConfigError:
    """Return the error for a value that a key does not take."""
    return ConfigError(
        f"{where}: {name} is {value}, expected {expected}",
        hint=f"set {name} to {expected}; docs/configuration.md lists every key",
    )


def shown(value: Any, entry: Field[Any] | None = None) -> str:
    """Return a value as an error quotes it, cut when long; a secret key's is never quoted."""
    if entry is not None and entry.metadata["secret"]:
        return "something else"
    if isinstance(value, bool):
        return str(value).lower()
    quoted = repr(value)
    return quoted if len(quoted) <= 80 else quoted[:77] + "…"


def place(file: str, text: str, path: Sequence[str]) -> str:
    """Return `genui.toml:12` for a key, or the file alone where its line cannot be told."""
    line = line_of(text, path)
    return f"{file}:{line}" if line else file


def line_of(text: str, path: Sequence[str]) -> int:
    """Return the 1-based line where a key, or the nearest table around it, is written; 0 if nowhere."""
    import tomllib

    # tomllib keeps no lines: the key begins after the last whole beginning of the text that lacks it.
    best = depth = before = 0
    lines = text.split("\n")
    for number in range(1, len(lines) + 1):
        if depth == len(path):
            break
        try:
            document = tomllib.loads("\n".join([*lines[:number], ""]))
        except tomllib.TOMLDecodeError:
            continue
        found = depth_in(document, path)
        if found > depth:
            best, depth = before + 1, found
        before = number
    return best


def depth_in(value: Any, path: Sequence[str]) -> int:
    """Return how many names of a path there are, one in the other; of an array its last entry counts."""
    for depth, name in enumerate(path):
        value = value[-1] if isinstance(value, list) and value else value
        if not isinstance(value, dict) or name not in value:
            return depth
        value = value[name]
    return len(path)
