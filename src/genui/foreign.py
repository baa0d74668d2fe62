"""Refusals: genui does not build into folders that it did not write, and follows no symbolic links."""

import os
from contextlib import suppress
from pathlib import Path

from genui.errors import ArtifactError, ConfigError
from genui.snapshot import MANIFEST_NAME, TOOLS, definition_of, manifest_of
from genui.viewfile import VIEW_NAME, VIEWS

WRITTEN = (VIEWS, TOOLS, ".replies", MANIFEST_NAME, ".gitattributes")
"""The files and folders that genui reads and writes in a directory of views."""


def refuse_foreign(directory: Path) -> None:
    """Refuse to build into a folder that holds files, none of which shows that genui wrote it.

    Raises:
        ConfigError: It is one.
    """
    if is_ours(directory):
        return
    # Hidden files do not count.
    for folder, names, files in os.walk(directory):
        names[:] = sorted(name for name in names if not name.startswith("."))
        for name in sorted(name for name in files if not name.startswith(".")):
            raise ConfigError(
                f"{directory} is not a folder that genui wrote: "
                f"it holds {Path(folder, name).relative_to(directory)}",
                hint="name an empty or new folder: generated in [build] of genui.toml, or --generated",
            )


def is_ours(directory: Path) -> bool:
    """Tell whether a manifest, a view file or the definition of a tool says that genui wrote a folder."""
    with suppress(OSError):
        if manifest_of((directory / MANIFEST_NAME).read_bytes()).format:
            return True
    if any(directory.glob(f"{VIEWS}/*/{VIEW_NAME}")):
        return True
    found = (definition_of(path.read_bytes()) or {} for path in directory.glob(f"{TOOLS}/*.json"))
    return any("inputSchema" in definition for definition in found)


def refuse_links(directory: Path) -> None:
    """Refuse a directory of views with a symbolic link in it: it could lead anywhere.

    Raises:
        ArtifactError: There is one.
    """
    for top in WRITTEN:
        paths = [directory / top]
        # None of those that os.walk finds is behind a link.
        for folder, names, files in os.walk(directory / top):
            paths += [Path(folder, name) for name in (*names, *files)]
        for path in filter(Path.is_symlink, paths):
            raise ArtifactError(
                f"{path} is a symbolic link: genui follows none in its own folder",
                hint="put the file itself there, or remove it: genui build makes anew what can be made",
            )
