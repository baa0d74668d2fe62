"""The config that a command's flags ask for; what is read with it is `genui.project`."""

from collections.abc import Sequence
from pathlib import Path

from genui.config import Config, load_config, target_from_flags
from genui.project import Project, find_tool, open_project

__all__ = ["Project", "find_tool", "open_project", "read_config"]


def read_config(
    config: Path | None,
    generated: Path | None,
    command: Sequence[str] | None = None,
    url: str | None = None,
    upstream_transport: str | None = None,
    *,
    provider: str | None = None,
) -> Config:
    """Read the config with the flags that beat it.

    Raises:
        ConfigError: The file or a flag is wrong.
    """
    target = target_from_flags(command or (), url=url, transport=upstream_transport or "auto")
    flags = {
        "build.generated": None if generated is None else str(generated),
        "model.provider": provider,
    }
    return load_config(config, flags=flags, target=target)
