"""The hosts whose configuration is read: where each keeps its files on each system, and who shares them."""

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from genui.errors import ConfigError


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
