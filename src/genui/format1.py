"""Reads format 1 of the generated directory, so that a build can write it as format 2."""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from genui.manifest import NAME as MANIFEST_NAME
from genui.model import JsonObject
from genui.slug import slugs_of
from genui.snapshot import tool_file
from genui.stored import Stored
from genui.viewfile import PageGoneError, StoredView, in_conflict, read_view

SNAPSHOT, SUFFIX, PAGE_SUFFIX = "tools.json", ".view.json", ".page.html"
OURS = re.compile(r"tools\.json\Z|.+\.(view\.json|page\.html|[0-9a-f]{12}\.html)\Z")
"""The files of format 1, which all lie side by side."""


def with_format1(directory: Path, stored: Stored) -> Stored:
    """Return what a directory holds with what is still there in format 1, whose files are to go.

    They count where the manifest has not yet been written in the present format, and where a merge has
    brought views that are nowhere else.
    """
    names = sorted(path.name for path in directory.iterdir() if OURS.match(path.name) and path.is_file())
    if not names:
        return stored
    first = stored.manifest.format == 1 or not (stored.views or stored.definitions)
    views, unreadable, conflicts = views_in(directory, names, entries_of(directory))
    old = {slug for slug in {*views, *unreadable} if first or slug not in stored.folders}
    definitions, manifest = stored.definitions, stored.manifest
    if first:
        definitions, version = snapshot_in(directory)
        manifest = replace(manifest, upstream={**manifest.upstream, "protocolVersion": version})
    return replace(
        stored,
        manifest=manifest,
        views={**stored.views, **{slug: view for slug, view in views.items() if slug in old}},
        unreadable={**stored.unreadable, **{slug: why for slug, why in unreadable.items() if slug in old}},
        conflicts=stored.conflicts | (conflicts & old),
        definitions=definitions,
        foreign=frozenset(old),
        attributes=None,
        leftovers=(*stored.leftovers, *(name for name in names if not held(name, unreadable.keys() & old))),
    )


def held(name: str, unreadable: set[str]) -> bool:
    """Tell whether a file has to stay since its view could not be read."""
    return any(name in {slug + SUFFIX, slug + PAGE_SUFFIX} for slug in unreadable)


def views_in(
    directory: Path, names: list[str], entries: Mapping[str, Any]
) -> tuple[dict[str, StoredView], dict[str, str], set[str]]:
    """Return the views by slug, why others cannot be read, and those in conflict."""
    views: dict[str, StoredView] = {}
    unreadable: dict[str, str] = {}
    conflicts: set[str] = set()
    for name in names:
        if not name.endswith(SUFFIX):
            continue
        slug = name.removesuffix(SUFFIX)
        page = directory / (slug + PAGE_SUFFIX)
        try:
            data = (directory / name).read_bytes()
            if in_conflict(data):
                conflicts.add(slug)
            found = read_view(data, page=page.read_bytes() if page.is_file() else None)
            entry = entries.get(found.view.tool)
            told = entry.get("fallback", "") if isinstance(entry, Mapping) else ""
            views[slug] = replace(found, view=replace(found.view, fallback=str(told)))
        except (PageGoneError, ValueError, OSError, RecursionError) as error:
            unreadable[slug] = str(error)
    return views, unreadable, conflicts


def entries_of(directory: Path) -> Mapping[str, Any]:
    """Return the manifest's entries by tool; none where it cannot be read."""
    try:
        tools = tomllib.loads((directory / MANIFEST_NAME).read_text("utf-8")).get("tools", {})
    except (OSError, ValueError, RecursionError):
        return {}
    return tools if isinstance(tools, Mapping) else {}


def snapshot_in(directory: Path) -> tuple[dict[str, JsonObject | None], str]:
    """Return the definitions of tools.json by the paths that they get, and the protocol version in it."""
    try:
        document = json.loads((directory / SNAPSHOT).read_bytes())
        tools = [one for one in document["tools"] if isinstance(one["name"], str)]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return {}, ""
    slugs = slugs_of(one["name"] for one in tools)
    return {tool_file(slugs[one["name"]]): one for one in tools}, str(document.get("protocolVersion", ""))
