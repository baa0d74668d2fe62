"""`generated/manifest.toml`: which artifact belongs to which tool, and the digests that guard it."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from genui.errors import ArtifactError
from genui.model import JsonObject

FORMAT = 1
NAME = "manifest.toml"

VALUE = r'"[^"\\\x00-\x1f\x7f]*"|0|[1-9][0-9]*'
TABLE = re.compile(
    r'\[tools\.(?:([A-Za-z0-9_-]+)|"([^"\\\x00-\x1f\x7f]*)")\]\n'
    rf"((?:[a-z0-9_]+ = (?:{VALUE})\n)*)(?:\n|\Z)"
)
PAIR = re.compile(rf"([a-z0-9_]+) = ({VALUE})\n")
"""The form in which genui writes an entry, and its members."""

HEADER = b"# Written by genui build. Review it, commit it, do not edit it.\n\n"


@dataclass(frozen=True, slots=True)
class Entry:
    """One view in the manifest; every digest is a sha256 in hex."""

    file: str
    """The artifact's file name, `<slug>.<rev>.html`."""
    sha256: str
    """Of the artifact's bytes."""
    source: str
    shape: str
    kind: str = "rich"
    generator: str = "offline"
    """offline, spec, html, agent or imported."""
    size: int = 0
    """Bytes of the artifact without the tool's own schema and spec data."""
    findings: int = 0
    fallback: str = ""
    """Why a baseline stands where a model's view was asked for; "" where none does."""
    page: str = ""
    """The sha256 of the page that the artifact was linked from; "" where it was made from a spec."""
    repairs: str = ""
    """What was repaired in the page, by slug, separated by spaces."""
    provider: str = ""
    model: str = ""
    prompt: str = ""
    scores: str = ""
    """Out of 100, of the candidates: "spec 92, offline 88"."""
    why: str = ""
    """Why this candidate was taken."""


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
    document, entries = quick_reading(path, text) or thorough_reading(path, text)
    return Manifest(str(document.get("genui", "")), table(path, document, "upstream"), entries)


def quick_reading(path: Path, text: str) -> tuple[dict[str, Any], dict[str, Entry]] | None:
    """Read what has the very form that genui writes, five times as fast as any TOML; else return None."""
    head, mark, rest = text.partition("[tools.")
    entries = entries_in(path, mark + rest)
    try:
        document = tomllib.loads(head)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    written_by_genui = document.keys() == {"format", "genui", "upstream"} and document["format"] == FORMAT
    return (document, entries) if written_by_genui and entries is not None else None


def thorough_reading(path: Path, text: str) -> tuple[dict[str, Any], dict[str, Entry]]:
    """Read any TOML, and say what is wrong with it."""
    try:
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise damaged(path, str(error)) from error
    if document.get("format") != FORMAT:
        raise ArtifactError(
            f"{path} has format {document.get('format')!r}; this genui reads format {FORMAT}",
            hint="run genui build with the genui that wrote it, or delete the file and run genui build",
        )
    tools = table(path, document, "tools")
    return document, {name: entry_of(path, name, raw) for name, raw in tools.items()}


def entries_in(path: Path, text: str) -> dict[str, Entry] | None:
    """Return the entries of a text in which every line has the form that genui writes; else None."""
    entries: dict[str, Entry] = {}
    at = 0
    while at < len(text):
        found = TABLE.match(text, at)
        if found is None:
            return None
        name = found[2] if found[1] is None else found[1]
        pairs = PAIR.findall(found[3])
        raw = {key: value_of(value) for key, value in pairs}
        if name in entries or len(raw) < len(pairs):
            return None
        entries[name] = entry_of(path, name, raw)
        at = found.end()
    return entries


def value_of(text: str) -> Any:
    """Read a plain string or a whole number."""
    return text[1:-1] if text.startswith('"') else int(text)


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
    for member in ("file", "sha256", "source", "shape"):
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
