"""Where prompts and templates come from, file by file, and what was made of them in earlier runs."""

import json
import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from genui.canonical import digest, sha256
from genui.errors import ConfigError

AssetKind = Literal["prompts", "templates"]

PREVIEW = "preview/"
"""The templates of the preview's own page: no view is made from them, so they count in no digest."""

PAGE, GALLERY, CUSTOM = "page.html", "gallery.html", "custom.js"
STYLE, RUNTIME = "dist/style.css", "dist/runtime.js"
"""What pages are made of, by the path among the templates."""

REPLACED = {"style.css": STYLE, PAGE: PAGE, CUSTOM: CUSTOM, GALLERY: GALLERY}
"""What a project's own templates may replace or add, and in place of which text it comes."""

CODE = frozenset({PAGE, CUSTOM})
"""Templates of a project's own that give its pages code of their own."""

MAX_REMEMBERED = 8
"""Files of one kind in the user's cache: one for each version and set of templates in use."""


@dataclass(frozen=True)
class Assets:
    """The texts of one kind by their path inside its directory, after overrides."""

    texts: Mapping[str, str] = field(compare=False, repr=False)
    digest: str
    """Stands for the texts, so that what is made from them can be cached."""
    own: frozenset[str] = field(default=frozenset(), compare=False)
    """The paths of texts that are a project's own, and not those of genui."""

    @property
    def has_code(self) -> bool:
        """True where pages made of these have code of their own."""
        return bool(self.own & CODE)

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
    bundled = read_directory(bundled_directory(kind))
    texts = {name: text for name, text in bundled.items() if not name.startswith(PREVIEW)}
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


def preview_texts() -> dict[str, str]:
    """Return the files of the preview's page by name."""
    return read_directory(bundled_directory("templates") / PREVIEW)


def overrides(directory: Path, *, known: Mapping[str, str], kind: AssetKind) -> dict[str, str]:
    """Read the user's replacements of bundled assets, each by the path of what it replaces."""
    if not directory.is_dir():
        raise ConfigError(
            f"the {kind} directory {str(directory)!r} does not exist",
            hint=f"create it, or remove {kind}_directory from [build] in genui.toml",
        )
    texts = read_directory(directory)
    for name in texts:
        if name not in known:
            raise ConfigError(
                f"{str(directory / name)!r} {not_replaced(name, kind)}",
                hint=f"rename it to one of: {', '.join(sorted(known))}",
            )
    return {known[name]: text for name, text in texts.items()}


def not_replaced(name: str, kind: AssetKind) -> str:
    """Say why a file replaces nothing."""
    if kind == "templates" and name.startswith(("runtime/", "dist/")):
        return f"would replace a part of the runtime, which is one text for all pages: {CUSTOM} runs after it"
    return f"replaces no bundled {kind} file"


def read_directory(directory: Path) -> dict[str, str]:
    """Read every file below a directory, LF line ends, keyed by its POSIX path."""
    paths = sorted(path for path in directory.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {
        path.relative_to(directory).as_posix(): path.read_text(encoding="utf-8").replace("\r\n", "\n")
        for path in paths
    }


def remembered(kind: str, key: str, make: Callable[[], Any]) -> Any:
    """Return what `make` returns, JSON, made once for a key and kept in the user's cache directory.

    The cache is never required: a file that is missing, damaged or another user's is made again, and where
    none can be written nothing is kept. `key` must name everything that the value depends on.
    """
    from genui.config.target import user_cache

    try:
        directory = user_cache()
    except RuntimeError:  # there is no home directory
        return make()
    name = f"{kind}.{key[:24]}.json"
    try:
        return recalled(directory / name)
    except (OSError, ValueError):
        value = make()
    with suppress(OSError):
        keep(directory, name, value)
    return value


def recalled(path: Path) -> Any:
    """Read a value that `keep` wrote.

    Raises:
        OSError: It cannot be read.
        ValueError: It is damaged, or another user wrote it.
    """
    with path.open("rb") as file:
        if hasattr(os, "getuid") and os.fstat(file.fileno()).st_uid != os.getuid():
            raise ValueError(f"{path} is another user's")
        told, _, data = file.read().partition(b"\n")
    if told.decode() != sha256(data):
        raise ValueError(f"{path} is damaged")
    return json.loads(data)


def keep(directory: Path, name: str, value: Any) -> None:
    """Write a value with its digest, whole or not at all, and drop the oldest files of its kind."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    data = json.dumps(value).encode()
    descriptor, temporary = tempfile.mkstemp(prefix=".genui-", dir=directory)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(sha256(data).encode() + b"\n" + data)
        Path(temporary).replace(directory / name)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise
    kind = name.partition(".")[0]
    kept = sorted(directory.glob(f"{kind}.*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[MAX_REMEMBERED:]:
        path.unlink(missing_ok=True)
