"""The manifest as serving needs it: read without any TOML library where genui itself has written it."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

NAME = "manifest.toml"

BARE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
NEEDED = {"file", "sha256", "source", "shape"}
WRITTEN = {
    *NEEDED,
    "kind",
    "generator",
    "size",
    "findings",
    "provider",
    "model",
    "prompt",
    "fallback",
    "scores",
}
"""Members as genui names them: others are looked at before they are believed."""


class Committed:
    """What serving needs to know of a view in the manifest; every digest is a sha256 in hex."""

    __slots__ = ("fallback", "file", "generator", "kind", "model", "prompt", "sha256", "shape", "source")

    def __init__(self, members: Mapping[str, Any]) -> None:
        self.file: str = members["file"]
        self.sha256: str = members["sha256"]
        self.source: str = members["source"]
        self.shape: str = members["shape"]
        self.kind: str = members.get("kind", "rich")
        self.generator: str = members.get("generator", "offline")
        self.fallback: str = members.get("fallback", "")
        self.model: str = members.get("model", "")
        self.prompt: str = members.get("prompt", "")


class Index:
    """A manifest: the version of genui that wrote it, and the views by tool name."""

    def __init__(self, genui: str = "", tools: Mapping[str, Committed] | None = None) -> None:
        self.genui = genui
        self.tools: Mapping[str, Committed] = tools or {}


def read_index(directory: str) -> Index:
    """Read a generated directory's manifest; an empty one where there is none.

    Raises:
        ArtifactError: The file is not TOML, of another format, or an entry is malformed.
    """
    try:
        with open(os.path.join(directory, NAME), "rb") as file:
            text = file.read().decode()
    except FileNotFoundError:
        return Index()
    except (OSError, UnicodeDecodeError):
        return thorough(directory)
    return quick(text) or thorough(directory)


def quick(text: str) -> Index | None:
    """Read the very form that genui writes; None for any other."""
    if "\\" in text or not text.replace("\n", "").isprintable():
        return None
    head, *blocks = text.split("\n[tools.")
    try:
        return Index(version_in(head), entries_in(blocks))
    except ValueError:
        return None


def version_in(head: str) -> str:
    """Return the version of genui in the head.

    Raises:
        ValueError: The head is not as genui writes it.
    """
    said, genui, upstream, *about = (line for line in head.split("\n") if line and line[0] != "#")
    name, version = genui.split(" = ")
    if said != "format = 1" or name != "genui" or upstream != "[upstream]":
        raise ValueError(head)
    for line in about:
        member, value = line.split(" = ", 1)
        if not is_bare(member) or not value_of(value):
            raise ValueError(line)
    return value_of(version)


def entries_in(blocks: list[str]) -> dict[str, Committed]:
    """Return the entries of the tools, given without the beginning of their first lines.

    Raises:
        ValueError: One is not as genui writes it.
    """
    tools: dict[str, Committed] = {}
    for block in blocks:
        title, *lines = block.split("\n")
        name, scores = named(title)
        pairs = [line.split(" = ", 1) for line in lines if line]
        members = {key: value_of(value) for key, value in pairs}  # ValueError where a pair is none
        if not members.keys() <= WRITTEN and not all(map(is_bare, members)):
            raise ValueError(block)
        if scores:
            continue
        if len(members) < len(pairs) or name in tools:
            raise ValueError(block)
        if not members.keys() >= NEEDED or not plain_name(members["file"]):
            raise ValueError(block)
        tools[name] = Committed(members)
    return tools


def named(title: str) -> tuple[str, bool]:
    """Return the tool that the rest of a table's first line names, and whether the table holds its scores."""
    if title[-1:] != "]":
        raise ValueError(title)
    written = title[:-1].removesuffix(".scores")
    name = written if is_bare(written) else value_of(written) if written[:1] == '"' else ""
    if not name and written != '""':
        raise ValueError(title)
    return name, len(written) < len(title) - 1


def value_of(text: str) -> str:
    """Return a text without its quotation marks, or a number as it is written."""
    if text[:1] == '"' and text.find('"', 1) == len(text) - 1:
        return text[1:-1]
    if not text.removeprefix("-").replace(".", "", 1).isdigit():
        raise ValueError(text)
    return text


def is_bare(key: str) -> bool:
    """Tell whether a key may stand without quotation marks."""
    return key != "" and not key.strip(BARE)


def plain_name(file: str) -> bool:
    """Tell whether a file name leads to no other folder."""
    return "/" not in file and file not in ("", ".", "..")


def thorough(directory: str) -> Index:
    """Read any TOML, and say what is wrong with it."""
    from pathlib import Path

    from genui.manifest import read_manifest

    manifest = read_manifest(Path(directory))
    if manifest is None:
        return Index()
    return Index(
        manifest.genui,
        {
            name: Committed({member: getattr(entry, member) for member in Committed.__slots__})
            for name, entry in manifest.tools.items()
        },
    )
