"""The servers in a host's file: where they lie in it, and what genui.toml can say about each.

A file is JSON with comments, in which one entry changes and the rest stays to the byte.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from genui.config import Target
from genui.errors import ConfigError, suggestion
from genui.hostconfigs.hosts import HOSTS, Places, host_files
from genui.secretlike import SECRET_NAME, secret_notes
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


HARMLESS_VALUE = re.compile(
    r"true|false|yes|no|on|off|\d{1,5}|debug|info|warn|warning|error|production|development|stdio|utf-8",
    re.IGNORECASE,
)
FOREIGN = re.compile(r"\$\{(?![A-Za-z_]\w*\})")
"""A reference that is none to a variable, such as ${input:key}."""
SCHEME = re.compile(r"(?:(Bearer|Basic|Token) +)?.*", re.DOTALL | re.IGNORECASE)
TRANSPORTS = {"sse": "sse", "http": "http", "streamable-http": "http", "streamableHttp": "http"}


@dataclass(frozen=True)
class HostServer:
    """A server in a host's configuration, as it is written there."""

    name: str
    entry: Mapping[str, Any]
    file: Path


@dataclass(frozen=True)
class Found:
    """What genui.toml can say about such a server."""

    target: Target
    variables: tuple[str, ...] = ()
    """Variables that the target refers to instead of copying their values."""
    notes: tuple[str, ...] = ()


def host_servers(host: str, places: Places) -> dict[str, HostServer]:
    """Return the servers that a host is configured with, by name; the workspace's win.

    Raises:
        ConfigError: The host is unknown, has no file, or one that cannot be read.
    """
    if host not in HOSTS:
        raise ConfigError(f"--from names {host!r}, which is no host", hint=f"hosts: {', '.join(HOSTS)}")
    servers: dict[str, HostServer] = {}
    for file in reversed(host_files(host, places)):
        found = servers_in(file, read_host_file(file))
        servers |= {name: HostServer(name, span.value, file) for name, span in found.items()}
    return servers


def find_server(source: str, places: Places) -> HostServer:
    """Return the server that `HOST:NAME` names.

    Raises:
        ConfigError: The host or the server does not exist.
    """
    host, _, name = source.partition(":")
    servers = host_servers(host, places)
    refuse_unknown([name], servers, host)
    return servers[name]


def found_target(server: HostServer) -> Found:
    """Return what genui.toml can say about a server: no secret, only references to variables.

    Raises:
        ConfigError: The entry names neither a command nor a URL.
    """
    entry = server.entry
    url = entry.get("url") or entry.get("serverUrl")
    command = entry.get("command")
    if isinstance(command, str) and command:
        return found_command(server, command)
    if isinstance(url, str) and url:
        return found_url(server, url)
    raise ConfigError(
        f"{server.file}: the server {server.name!r} has neither a command nor a url",
        hint="name the upstream yourself: genui init -- COMMAND",
    )


def found_command(server: HostServer, command: str) -> Found:
    """Return the target of a server on stdio."""
    entry = server.entry
    given, cwd = entry.get("args"), entry.get("cwd")
    args = tuple(local(str(arg), server.file) for arg in (given if isinstance(given, list) else ()))
    env, variables = referenced(entry.get("env"), lambda name: name)
    notes = [*secret_notes(args, None)]
    if any(FOREIGN.search(arg) for arg in args):
        notes.append("args hold a ${…} of the host, which genui does not replace: write its value")
    if "envFile" in entry:
        notes.append(f"the host also reads variables from {entry['envFile']}: set them yourself")
    target = Target(
        command=local(command, server.file),
        args=args,
        env=env,
        cwd=local(cwd, server.file) if isinstance(cwd, str) and cwd else None,
    )
    return Found(target, variables, tuple(notes))


def found_url(server: HostServer, url: str) -> Found:
    """Return the target of a server on HTTP."""
    prefix = re.sub(r"\W+", "_", server.name, flags=re.ASCII).strip("_").upper() or "MCP"
    headers, variables = referenced(
        server.entry.get("headers"), lambda name: f"{prefix}_{re.sub(r'[^A-Za-z0-9]+', '_', name)}".upper()
    )
    transport = TRANSPORTS.get(str(server.entry.get("type") or server.entry.get("transport")), "auto")
    return Found(
        Target(url=local(url, server.file), transport=transport, headers=headers),
        variables,
        tuple(secret_notes((), url)),
    )


def referenced(values: Any, variable: Callable[[str], str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Replace values that may be secret by references to variables, and name these."""
    written: dict[str, str] = {}
    variables: list[str] = []
    for name, value in (values if isinstance(values, Mapping) else {}).items():
        text = value if isinstance(value, str) else json.dumps(value)
        # Copied only where it can be no secret: genui.toml is meant to be committed.
        if HARMLESS_VALUE.fullmatch(text) and not SECRET_NAME.search(name):
            written[name] = text
            continue
        named = re.fullmatch(r"\$\{env:([A-Za-z_]\w*)\}", text)
        chosen = named[1] if named else re.sub(r"\W", "_", variable(name), flags=re.ASCII)
        chosen = f"_{chosen}" if chosen[:1].isdigit() or not chosen else chosen
        scheme = SCHEME.fullmatch(text)
        written[name] = (f"{scheme[1]} " if scheme and scheme[1] else "") + f"${{{chosen}}}"
        variables.append(chosen)
    return written, tuple(variables)


def local(text: str, file: Path) -> str:
    """Write the variables of VS Code and Cursor as genui knows them, folders filled in."""
    workspace = file.resolve().parent.parent
    text = text.replace("${workspaceFolder}", str(workspace)).replace("${userHome}", str(Path.home()))
    return re.sub(r"\$\{env:([A-Za-z_]\w*)\}", r"${\1}", text)
