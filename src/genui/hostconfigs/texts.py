"""Where the servers in a host's file lie: JSON with comments, in which one changes and the rest stays."""

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from genui.errors import ConfigError, suggestion
from genui.serve.spans import Span, outline

SERVER_KEYS = (("mcpServers",), ("servers",), ("mcp", "servers"))
"""Where a file may keep its servers; the last is VS Code's settings.json."""

COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
TRAILING_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])')


def blanked(text: str) -> str:
    """Return the text with comments and trailing commas as spaces, so that every position stays."""
    bare = COMMENT.sub(lambda match: match[1] or re.sub(r"[^\n]", " ", match[0]), text)
    return TRAILING_COMMA.sub(lambda match: match[1] or " ", bare)


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
    if not bare.strip():
        return found
    try:
        json.loads(bare)
        whole = outline(bare)
        for path in SERVER_KEYS:
            table = whole.value if isinstance(whole.value, dict) else {}
            for key in path:
                inner = table.get(key)
                table = outline(bare, inner.start).value if inner and isinstance(inner.value, dict) else {}
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
