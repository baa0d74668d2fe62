"""Where prompts and templates come from: the package, or the user's directories, file by file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from genui.canonical import digest
from genui.errors import ConfigError

AssetKind = Literal["prompts", "templates"]

PREVIEW = "preview/"
"""The templates of the preview's own page: no view is made from them, so they count in no digest."""


@dataclass(frozen=True)
class Assets:
    """The texts of one kind by their path inside its directory, after overrides."""

    texts: Mapping[str, str] = field(compare=False, repr=False)
    digest: str
    """Stands for the texts, so that what is made from them can be cached."""


def bundled_directory(kind: AssetKind) -> Path:
    """Return the directory that ships with genui: inside the wheel, or at the top of a checkout."""
    inside = Path(str(files("genui"))) / kind
    return inside if inside.is_dir() else Path(__file__).parents[2] / kind


@cache
def load_assets(kind: AssetKind, override: Path | None = None) -> Assets:
    """Read every asset of a kind; a file in the override directory replaces the bundled one of its name.

    Raises:
        ConfigError: The override directory is missing, or holds a file that replaces nothing.
    """
    bundled = read_directory(bundled_directory(kind))
    texts = {name: text for name, text in bundled.items() if not name.startswith(PREVIEW)}
    if override is not None:
        texts |= overrides(override, known=set(texts), kind=kind)
    return Assets(texts, digest(texts))


def preview_texts() -> dict[str, str]:
    """Return the files of the preview's page by name."""
    return read_directory(bundled_directory("templates") / PREVIEW)


def overrides(directory: Path, *, known: set[str], kind: AssetKind) -> dict[str, str]:
    """Read the user's replacements of bundled assets."""
    if not directory.is_dir():
        raise ConfigError(
            f"the {kind} directory {str(directory)!r} does not exist",
            hint=f"create it, or remove {kind}_directory from [build] in genui.toml",
        )
    texts = read_directory(directory)
    for name in texts:
        if name not in known:
            raise ConfigError(
                f"{str(directory / name)!r} replaces no bundled {kind} file",
                hint=f"rename it to one of: {', '.join(sorted(known))}",
            )
    return texts


def read_directory(directory: Path) -> dict[str, str]:
    """Read every file below a directory, LF line ends, keyed by its POSIX path."""
    paths = sorted(path for path in directory.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {
        path.relative_to(directory).as_posix(): path.read_text(encoding="utf-8").replace("\r\n", "\n")
        for path in paths
    }
