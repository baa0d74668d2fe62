"""Errors in a configuration, with the place, the value and what was expected."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from genui.errors import ConfigError

if TYPE_CHECKING:
    from dataclasses import Field

MOST_KNOWN = 40
"""Names that are listed."""

MOST_PARTS = 9
"""Pieces between signs of equality in which a key is looked for."""


def unknown_name(name: str, known: Iterable[str], *, where: str, what: str) -> ConfigError:
    """Return the error for a name that is none, with the nearest that is one."""
    return ConfigError(f"{where}: unknown {what} {name!r}", hint=suggestion(name, known))


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return the name that is nearest to one that is none, and all that there are, or the first of them."""
    from difflib import get_close_matches

    spelled = {entry.lower(): entry for entry in sorted(known)}
    near = get_close_matches(name.lower(), spelled, n=1, cutoff=0.5)
    hint = f"did you mean {spelled[near[0]]}? " if near else ""
    all_names = list(spelled.values())
    more = f", and {len(all_names) - MOST_KNOWN} more" if len(all_names) > MOST_KNOWN else ""
    return f"{hint}known: {', '.join(all_names[:MOST_KNOWN])}{more}"


def wrong_value(name: str, value: str, *, where: str, expected: str) -> ConfigError:
    """Return the error for a value that a key does not take."""
    return ConfigError(
        f"{where}: {name} is {value}, expected {expected}",
        hint=f"set {name} to {expected}; docs/configuration.md lists every key",
    )


def shown(value: Any, entry: "Field[Any] | None" = None) -> str:
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
    # tomllib keeps no lines, so the keys are looked for line by line.
    wanted, best, depth = tuple(path), 0, 0
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), start=1):
        found = written_key(line)
        if found is None:
            continue
        is_header, names = found
        full = names if is_header else (*table, *names)
        if is_header:
            table = names
        if full[: len(wanted)] == wanted:
            return number
        if wanted[: len(full)] == full and len(full) > depth:
            best, depth = number, len(full)
    return best


def written_key(line: str) -> tuple[bool, tuple[str, ...]] | None:
    """Return whether a line is a table header, and the dotted name that it writes."""
    line = line.strip()
    if line.startswith("["):
        names = names_in(line)
        return (True, names) if names else None
    parts = line.split("=")[:MOST_PARTS]  # a quoted key may hold the sign too
    found = (names_in("=".join(parts[:count]) + "=0") for count in range(1, len(parts)))
    names = next(filter(None, found), ())
    return (False, names) if names else None


def names_in(line: str) -> tuple[str, ...]:
    """Return the names that a line of TOML nests, the outer one first; none where it is no line."""
    import tomllib

    try:
        document: Any = tomllib.loads(line)
    except tomllib.TOMLDecodeError:
        return ()
    names: list[str] = []
    while isinstance(document, (dict, list)) and document:
        if isinstance(document, list):
            document = document[0]
            continue
        name, document = next(iter(document.items()))
        names.append(name)
    return tuple(names)
