"""`generated/manifest.toml`: which artifact belongs to which tool, and the digests that guard it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from genui.errors import ArtifactError
from genui.model import JsonObject

FORMAT = 1
NAME = "manifest.toml"

HEADER = b"# Written by genui build. Review it, commit it, do not edit it.\n\n"


@dataclass(frozen=True, slots=True)
class Entry:
    """One view in the manifest; every digest is a sha256 in hex."""

    file: str
    """The artifact's file name, `<slug>.<rev>.html`."""
    sha256: str
    """Of the artifact's bytes."""
    source: str
    link: str
    shape: str
    kind: str = "rich"
    generator: str = "offline"
    """offline, spec, html, agent or imported."""
    size: int = 0
    """Bytes of the artifact without the tool's own schema and spec data."""
    findings: int = 0
    fallback: str = ""
    """Why a baseline stands where a model's view was asked for; "" where none does."""
    provider: str = ""
    model: str = ""
    prompt: str = ""
    scores: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest, whole."""

    genui: str = ""
    upstream: JsonObject = field(default_factory=dict)
    """Name and version of the server, nothing that tells how it is started."""
    tools: Mapping[str, Entry] = field(default_factory=dict)


def read_manifest(directory: Path) -> Manifest | None:
    """Read a generated directory's manifest; None where there is none.

    Raises:
        ArtifactError: The file is not TOML, of another format, or an entry is malformed.
    """
    path = directory / NAME
    try:
        text = path.read_bytes().decode()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise damaged(path, str(error)) from error
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise damaged(path, str(error)) from error
    if document.get("format") != FORMAT:
        raise ArtifactError(
            f"{path} has format {document.get('format')!r}; this genui reads format {FORMAT}",
            hint="run genui build with the genui that wrote it, or delete the file and run genui build",
        )
    return Manifest(
        genui=str(document.get("genui", "")),
        upstream=table(path, document, "upstream"),
        tools={name: entry_of(path, name, raw) for name, raw in table(path, document, "tools").items()},
    )


def table(path: Path, document: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Return a table of the document, or an empty one."""
    value = document.get(key, {})
    if not isinstance(value, dict):
        raise damaged(path, f"[{key}] is {value!r}, expected a table")
    return value


def entry_of(path: Path, name: str, raw: Any) -> Entry:
    """Read one entry; members of a newer genui are passed over."""
    if not isinstance(raw, dict):
        raise damaged(path, f'[tools."{name}"] is {raw!r}, expected a table')
    known = {member.name: raw[member.name] for member in fields(Entry) if member.name in raw}
    try:
        entry = Entry(**known)
    except TypeError as error:
        raise damaged(path, f'[tools."{name}"]: {error}') from error
    for member in ("file", "sha256", "source", "link", "shape"):
        if not isinstance(getattr(entry, member), str):
            raise damaged(path, f'[tools."{name}"] {member} is {getattr(entry, member)!r}, expected text')
    if "/" in entry.file or "\\" in entry.file or entry.file in {"", ".", ".."}:
        raise damaged(path, f'[tools."{name}"] file is {entry.file!r}, expected a plain file name')
    return entry


def damaged(path: Path, reason: str) -> ArtifactError:
    """Return the error for a manifest that cannot be read."""
    return ArtifactError(
        f"{path} cannot be read: {reason}",
        hint="restore it from version control, or delete it and run genui build",
    )


def manifest_bytes(manifest: Manifest) -> bytes:
    """Serialize a manifest: sorted, LF, members that say nothing left out."""
    import tomli_w

    document = {
        "format": FORMAT,
        "genui": manifest.genui,
        "upstream": dict(manifest.upstream),
        "tools": {name: entry_table(manifest.tools[name]) for name in sorted(manifest.tools)},
    }
    return HEADER + tomli_w.dumps(document).encode()


def entry_table(entry: Entry) -> dict[str, Any]:
    """Return an entry as a TOML table, in the order of the dataclass."""
    values = {member.name: getattr(entry, member.name) for member in fields(Entry)}
    return {key: value for key, value in values.items() if value not in ("", {})}
