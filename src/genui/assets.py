"""Where prompts and templates come from, file by file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from genui.canonical import digest
from genui.errors import ConfigError
from genui.inert import Known, read_known

AssetKind = Literal["prompts", "templates"]

PREVIEW = "preview/"
"""The templates of the preview's own page: no view is made from them."""

DIST = "dist/"
"""What `make runtime` builds: the runtime and the style of every page, and the digests that genui knows."""

RUNTIME, STYLE = f"{DIST}runtime.js", f"{DIST}style.css"

OWN_TEMPLATES = frozenset({"page.html", "style.css", "custom.js", "gallery.html"})
"""What a project may have of its own; custom.js is bundled with none."""


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
    texts = read_directory(bundled_directory(kind)) if kind == "prompts" else bundled_templates()
    if override is not None:
        known = set(texts) if kind == "prompts" else set(OWN_TEMPLATES)
        texts |= overrides(override, known=known, kind=kind)
    return Assets(texts, digest(texts))


def bundled_templates() -> dict[str, str]:
    """Return the templates of pages by name, without the sources of runtime and style."""
    directory = bundled_directory("templates")
    pages = {path.name: read_text(path) for path in sorted(directory.glob("*.html"))}
    return pages | {name: read_text(directory / name) for name in (RUNTIME, STYLE)}


def runtime_of(assets: Assets) -> str:
    """Return the runtime of every page."""
    return assets.texts[RUNTIME]


def style_of(assets: Assets) -> str:
    """Return the style of every page: the project's own where it has one."""
    return assets.texts.get("style.css", assets.texts[STYLE])


@cache
def known_of(assets: Assets) -> Known:
    """Return the digests that make a page of these assets inert: genui's, and that of the project's style.

    A page.html or a custom.js of the project's own may hold code: they are not among them.
    """
    known = read_known(bundled_directory("templates") / DIST)
    return known.with_style(style_of(assets))


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
    return {path.relative_to(directory).as_posix(): read_text(path) for path in paths}


def read_text(path: Path) -> str:
    """Read a text with LF line ends."""
    return path.read_text(encoding="utf-8").replace("\r\n", "\n")
