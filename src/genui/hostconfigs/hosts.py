"""The hosts that are known, and where each keeps its configuration."""

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


@dataclass(frozen=True)
class Workspace:
    """The folder that a host's file is shared with."""

    folder: Path
    prefix: str
    """Stands before a path in it; "" where such a path is relative."""

    def written(self, path: Path) -> str:
        """Return a path as the file is to have it: absolute only where it lies elsewhere."""
        if not path.is_relative_to(self.folder):
            return str(path)
        inside = path.relative_to(self.folder).as_posix()
        return f"{self.prefix}/{inside}" if self.prefix else inside


def workspace_of(file: Path) -> Workspace | None:
    """Return the workspace that a host's file is shared with, None where it is this person's own."""
    path = file.resolve()
    for name, prefix in SHARED.items():
        folder = path.parents[name.count("/")]
        if path == folder / name and folder != Path.home().resolve():
            return Workspace(folder, prefix)
    return None


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
