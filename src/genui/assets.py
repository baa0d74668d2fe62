"""Prompts and templates, each bundled file replaced by the project's own where there is one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from genui.canonical import digest, sha256
from genui.errors import ConfigError

AssetKind = Literal["prompts", "templates"]

PAGE, GALLERY, CUSTOM = "page.html", "gallery.html", "custom.js"
STYLE, RUNTIME, PAGE_RUNTIME = "dist/style.css", "dist/runtime.js", "dist/page.js"
"""The templates that pages are made of, by their paths."""

REPLACED = {"style.css": STYLE, PAGE: PAGE, CUSTOM: CUSTOM, GALLERY: GALLERY}
"""The files that a project may bring, each with the path of the text that it replaces."""

CODE = frozenset({PAGE, CUSTOM})
"""Templates of a project's own that give its pages code of their own."""


@dataclass(frozen=True)
class Assets:
    """The texts of one kind by their path inside its directory, after overrides."""

    texts: Mapping[str, str] = field(compare=False, repr=False)
    digest: str
    """Stands for the texts, so that what is made from them can be cached."""
    own: frozenset[str] = field(default=frozenset(), compare=False)
    """The paths of texts that are a project's own, and not those of genui."""

    @property
    def own_style(self) -> str:
        """The sha256 of the project's own style, "" where pages have genui's."""
        return sha256(self.texts[STYLE].encode()) if STYLE in self.own else ""


def bundled_directory(kind: AssetKind) -> Path:
    """Return the directory that ships with genui: inside the wheel, or at the top of a checkout."""
    inside = Path(str(files("genui"))) / kind
    return inside if inside.is_dir() else Path(__file__).parents[2] / kind


@cache
def load_assets(kind: AssetKind, override: Path | None = None, *, code: bool = True) -> Assets:
    """Read every asset of a kind; a file in the override directory replaces the bundled one of its name.

    Without `code`, the templates of the project's own that would give pages code of their own are left out.

    Raises:
        ConfigError: The override directory is missing, or holds a file that replaces nothing.
    """
    texts = read_directory(bundled_directory(kind)) if kind == "prompts" else bundled_templates()
    own: dict[str, str] = {}
    if override is not None:
        own = overrides(
            override, known=REPLACED if kind == "templates" else {name: name for name in texts}, kind=kind
        )
        own = {name: text for name, text in own.items() if texts.get(name) != text}
    if not code:
        own = {name: text for name, text in own.items() if name not in CODE}
    texts |= own
    return Assets(texts, digest(texts), frozenset(own))


def bundled_templates() -> dict[str, str]:
    """Return the templates of pages by name, without the sources of runtime and style."""
    directory = bundled_directory("templates")
    return {name: read_text(directory / name) for name in (PAGE, GALLERY, STYLE, RUNTIME, PAGE_RUNTIME)}


def preview_texts() -> dict[str, str]:
    """Return the files of the preview's page by name."""
    return read_directory(bundled_directory("templates") / "preview")


def overrides(directory: Path, *, known: Mapping[str, str], kind: AssetKind) -> dict[str, str]:
    """Read the user's replacements of bundled assets, each by the path of what it replaces."""
    if not directory.is_dir():
        raise ConfigError(
            f"the {kind} directory {str(directory)!r} does not exist",
            hint=f"create it, or remove {kind}_directory from [build] in genui.toml",
        )
    texts = read_directory(directory)
    bundled = bundled_directory(kind)
    # A whole copy of what is bundled replaces nothing where it is unchanged.
    same = {name for name in texts if (bundled / name).is_file() and read_text(bundled / name) == texts[name]}
    texts = {name: text for name, text in texts.items() if name not in same}
    for name in texts:
        if name not in known:
            raise ConfigError(
                f"{str(directory / name)!r} {not_replaced(name, kind)}",
                hint=f"rename it to one of: {', '.join(sorted(known))}",
            )
    return {known[name]: text for name, text in texts.items()}


def ejected() -> dict[str, str]:
    """Return the bundled texts that a project may replace by its own, by their path in a folder for both."""
    texts = {f"prompts/{name}": text for name, text in read_directory(bundled_directory("prompts")).items()}
    templates = bundled_directory("templates")
    names = [name for name in REPLACED if (templates / name).is_file()]
    return texts | {f"templates/{name}": read_text(templates / name) for name in names}


def not_replaced(name: str, kind: AssetKind) -> str:
    """Say why a file replaces nothing."""
    if kind == "templates" and name.startswith(("runtime/", "dist/")):
        return f"would replace a part of the runtime, which is one text for all pages: {CUSTOM} runs after it"
    return f"replaces no bundled {kind} file"


def read_directory(directory: Path) -> dict[str, str]:
    """Read every file below a directory, LF line ends, keyed by its POSIX path."""
    paths = sorted(path for path in directory.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(directory).as_posix(): read_text(path) for path in paths}


def read_text(path: Path) -> str:
    """Read a text with LF line ends."""
    return path.read_text(encoding="utf-8").replace("\r\n", "\n")
