"""MCP servers that hosts are already configured with: Claude Desktop, Claude Code, VS Code, Cursor."""

import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from genui.config import Target
from genui.errors import ConfigError
from genui.hostconfigs.texts import read_host_file, refuse_unknown, servers_in
from genui.secretlike import SECRET_NAME, secret_notes


@dataclass(frozen=True)
class Places:
    """Where this user's hosts keep their files."""

    home: Path
    data: Path
    """The folder of application data of the operating system."""
    workspace: Path


def vscode_files(places: Places) -> list[Path]:
    """Return the files of VS Code, its Insiders edition and VSCodium."""
    users = [places.data / edition / "User" for edition in ("Code", "Code - Insiders", "VSCodium")]
    files = [user / name for user in users for name in ("mcp.json", "settings.json")]
    return [places.workspace / ".vscode" / "mcp.json", *files]


HOSTS: Mapping[str, Callable[[Places], list[Path]]] = {
    "claude-desktop": lambda places: [places.data / "Claude" / "claude_desktop_config.json"],
    "claude-code": lambda places: [places.workspace / ".mcp.json", places.home / ".claude.json"],
    "vscode": vscode_files,
    "cursor": lambda places: [
        places.workspace / ".cursor" / "mcp.json",
        places.home / ".cursor" / "mcp.json",
    ],
}
"""The files of each host, the workspace's before the user's."""


WORKSPACE = "${workspaceFolder}"
"""The variable of VS Code and Cursor for the folder that is open."""

SHARED = {".vscode/mcp.json": WORKSPACE, ".cursor/mcp.json": WORKSPACE, ".mcp.json": ""}
"""The files that lie in a workspace and are committed with it, and how they name a path in it."""


def workspace_of(file: Path) -> tuple[Path, str] | None:
    """Return the folder that a file is shared with, and how it names that; None where it is private."""
    path = file.resolve()
    for name, prefix in SHARED.items():
        folder = path.parents[name.count("/")]
        if path == folder / name and folder != Path.home().resolve():
            return folder, prefix
    return None


def path_in(file: Path, path: Path) -> str:
    """Return a path as a host's file is to have it: absolute unless both are in one shared workspace."""
    folder, prefix = workspace_of(file) or (None, "")
    if folder is None or not path.is_relative_to(folder):
        return str(path)
    inside = path.relative_to(folder).as_posix()
    return f"{prefix}/{inside}" if prefix else inside


def places_here() -> Places:
    """Return the places on this machine."""
    home = Path.home()
    if sys.platform == "darwin":
        data = home / "Library" / "Application Support"
    elif sys.platform == "win32":
        data = Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming")
    else:
        data = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return Places(home, data, Path.cwd())


def host_files(host: str, places: Places) -> list[Path]:
    """Return the files of a host that exist, the workspace's first.

    Raises:
        ConfigError: There is none.
    """
    candidates = HOSTS[host](places)
    files = [file for file in candidates if file.is_file()]
    if not files:
        looked = ", ".join(str(file) for file in candidates)
        raise ConfigError(f"no configuration of {host} is found", hint=f"looked for {looked}")
    return files


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
