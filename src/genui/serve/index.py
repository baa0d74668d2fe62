"""The manifest as serving needs it: read without any TOML library where genui itself has written it."""

from __future__ import annotations

import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

NAME = "manifest.toml"

TEXT = r'"[^"\\\x00-\x1f\x7f]*"'
LINE = rf"[A-Za-z0-9_-]+ = (?:{TEXT}|-?[0-9]+(?:\.[0-9]+)?)\n"
HEAD = re.compile(rf"(?:#[^\n]*\n|\n)*format = 1\ngenui = ({TEXT})\n\n\[upstream\]\n(?:[a-z]+ = {TEXT}\n)*")
BLOCK = re.compile(rf"(?:([A-Za-z0-9_-]+)|({TEXT}))(\.scores)?\]\n((?:{LINE})*)")
PAIR = re.compile(r'([A-Za-z0-9_-]+) = "([^"]*)"')
"""The form in which genui writes the head and each entry; anything else is read as TOML."""


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
    head, *blocks = text.split("\n[tools.")
    found = HEAD.fullmatch(head + "\n" if blocks and not head.endswith("\n") else head)
    if found is None:
        return None
    tools: dict[str, Committed] = {}
    for block in blocks:
        entry = BLOCK.fullmatch(block if block.endswith("\n") else block + "\n")
        if entry is None:
            return None
        plain, quoted, scores, body = entry.groups()
        name = quoted[1:-1] if plain is None else plain
        if scores:
            continue
        pairs = PAIR.findall(body)
        members = dict(pairs)
        if len(members) < len(pairs):
            return None
        if name in tools or not members.keys() >= NEEDED or not plain_name(members["file"]):
            return None
        tools[name] = Committed(members)
    return Index(found[1][1:-1], tools)


NEEDED = {"file", "sha256", "source", "link", "shape"}


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
