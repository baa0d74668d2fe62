"""Where the servers in a host's file lie: JSON with comments, in which one changes and the rest stays."""

import json
import re
from collections.abc import Iterable, Sequence
from json import JSONDecoder
from pathlib import Path
from typing import Any, NamedTuple

from genui.errors import ConfigError, suggestion

SERVER_KEYS = (("mcpServers",), ("servers",), ("mcp", "servers"))
"""Where a file may keep its servers; the last is VS Code's settings.json."""

COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
TRAILING_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])')
DECODER = JSONDecoder()
SPACE = re.compile(r"\s*")


class Span(NamedTuple):
    """A value and where its text lies."""

    value: Any
    start: int
    end: int


def blanked(text: str) -> str:
    """Return the text with comments and trailing commas as spaces, so that every position stays."""
    bare = COMMENT.sub(lambda match: match[1] or re.sub(r"[^\n]", " ", match[0]), text)
    return TRAILING_COMMA.sub(lambda match: match[1] or " ", bare)


def members(bare: str, start: int) -> dict[str, Span]:
    """Return the members of the object that begins at `start`; of two with one name the last counts.

    Raises:
        ValueError: The text is not JSON.
    """
    found: dict[str, Span] = {}
    at = after_space(bare, start + 1)
    while not bare.startswith("}", at):
        name, at = DECODER.raw_decode(bare, at)
        at = after_space(bare, expected(bare, after_space(bare, at), ":"))
        value, end = DECODER.raw_decode(bare, at)
        found[str(name)] = Span(value, at, end)
        at = after_space(bare, end)
        if not bare.startswith("}", at):
            at = after_space(bare, expected(bare, at, ","))
    return found


def read_host_file(file: Path) -> str:
    """Return a file's text, every byte of it.

    Raises:
        ConfigError: It cannot be read, or is not UTF-8.
    """
    try:
        return file.read_bytes().decode()
    except OSError as error:
        raise ConfigError(
            f"{file} cannot be read: {error.strerror}", hint="name the host's configuration file"
        ) from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{file} is not UTF-8: {error}", hint="save it as UTF-8") from error


def servers_in(file: Path, text: str) -> dict[str, Span]:
    """Return the servers of a host's file and where they lie, by name.

    Raises:
        ConfigError: The text is not JSON.
    """
    # A byte order mark becomes a space, so that every position stays.
    bare = blanked(text.replace("\ufeff", " ", 1) if text.startswith("\ufeff") else text)
    found: dict[str, Span] = {}
    start = after_space(bare, 0)
    if start == len(bare):
        return found
    try:
        json.loads(bare)
        for path in SERVER_KEYS:
            table = members(bare, start) if bare[start] == "{" else {}
            for key in path:
                inner = table.get(key)
                table = members(bare, inner.start) if inner and isinstance(inner.value, dict) else {}
            found |= {name: span for name, span in table.items() if isinstance(span.value, dict)}
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{file} is not JSON: {error}", hint="correct that file") from error
    return found


def refuse_unknown(names: Sequence[str], known: Iterable[str], where: str) -> None:
    """Refuse names of servers that a host or its file does not have.

    Raises:
        ConfigError: It names the first.
    """
    servers = list(known)
    for name in names:
        if name not in servers:
            hint = suggestion(name, servers, what="configured")
            raise ConfigError(f"{where} has no server {name!r}", hint=hint)


def after_space(text: str, at: int) -> int:
    """Return the position after white space."""
    space = SPACE.match(text, at)
    assert space is not None
    return space.end()


def expected(text: str, at: int, mark: str) -> int:
    """Return the position after a mark that has to stand here."""
    if not text.startswith(mark, at):
        raise ValueError(f"expected {mark!r} at character {at}")
    return at + 1
