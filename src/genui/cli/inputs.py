"""What a command works on: the config with its flags, the project, a file or the standard input."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from genui.cli.output import print_note
from genui.config import Config, load_config, target_from_flags
from genui.config.load import model_flags
from genui.consent import agree
from genui.errors import GenuiError
from genui.model import Json, Snapshot
from genui.project import Project, open_project
from genui.snapshot import TOOLS
from genui.viewoptions import unused_tables

STDIN = "-"


def open_as_seen(config: Config, *, from_snapshot: bool = False, named: bool = False) -> Project:
    """Open the project on the tools as last seen; the upstream is asked where there are none.

    One that the command line names is asked, unless a snapshot is wanted.
    """
    seen = (config.generated / TOOLS).is_dir()
    return open_project(config, from_snapshot=from_snapshot or (seen and not named))


def read_config(
    config: Path | None,
    generated: Path | None,
    command: Sequence[str] | None = None,
    url: str | None = None,
    upstream_transport: str | None = None,
    *,
    model: str | None = None,
    trust: bool = False,
) -> Config:
    """Read the config with the flags that beat it; `trust` keeps that the person agrees to the file.

    Raises:
        ConfigError: The file or a flag is wrong.
    """
    target = target_from_flags(command or (), url=url, transport=upstream_transport or "auto")
    flags = {
        "build.generated": None if generated is None else str(generated),
        **model_flags(model),
    }
    read = load_config(config, flags=flags, target=target)
    if trust:
        agree(read)
    return read


def warn_of_unused(config: Config, snapshot: Snapshot) -> None:
    """Warn of every `[tools.<name>]` of genui.toml that is about no tool."""
    for warning in unused_tables(config, (tool.name for tool in snapshot.tools)):
        print_note(f"warning: {warning}")


def read_input(name: str | Path, expected: str) -> bytes:
    """Return the bytes of a file, or of stdin for "-".

    Raises:
        GenuiError: It cannot be read.
    """
    try:
        return sys.stdin.buffer.read() if str(name) == STDIN else Path(name).read_bytes()
    except OSError as error:
        raise GenuiError(f"{name} cannot be read: {error.strerror}", hint=f"give {expected}") from error


def read_json(name: str | Path, expected: str) -> Json:
    """Return the JSON value in a file, or on stdin for "-".

    Raises:
        GenuiError: It cannot be read, or holds no JSON.
    """
    data = read_input(name, expected)
    try:
        value: Json = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise GenuiError(f"{name} holds no JSON: {error}", hint=f"give {expected}") from error
    return value
