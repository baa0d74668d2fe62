"""The files about a project as a whole, and those that nothing needs any more."""

import json
from collections.abc import Mapping

from genui.errors import ArtifactError
from genui.manifest import NAME as MANIFEST_NAME
from genui.manifest import Manifest, manifest_bytes
from genui.model import Json, Snapshot
from genui.snapshot import snapshot_json, snapshot_of, sort_tools
from genui.store import ATTRIBUTES, ATTRIBUTES_NAME, SNAPSHOT_NAME, Stored
from genui.viewfile import PAGE_SUFFIX
from genui.viewfile import SUFFIX as VIEW_SUFFIX


def project_files(snapshot: Snapshot, stored: Stored, manifest: Manifest) -> dict[str, bytes]:
    """Return the files about the project as a whole that differ from what is stored."""
    files: dict[str, bytes] = {}
    if not holds_snapshot(stored, snapshot):
        files[SNAPSHOT_NAME] = snapshot_json(snapshot)
    if manifest != stored.manifest:
        files[MANIFEST_NAME] = manifest_bytes(manifest)
    if stored.snapshot is None:
        files[ATTRIBUTES_NAME] = ATTRIBUTES
    return files


def holds_snapshot(stored: Stored, snapshot: Snapshot) -> bool:
    """Tell whether tools.json is what this snapshot would be written as, without laying it out prettily."""
    if stored.snapshot is None:
        return False
    try:
        before = snapshot_of(stored.snapshot, where=SNAPSHOT_NAME)
    except ArtifactError:
        return False
    return json.dumps(members_of(before)) == json.dumps(members_of(snapshot))


def members_of(snapshot: Snapshot) -> list[Json]:
    """Return what tools.json holds of a snapshot."""
    server = {key: snapshot.server[key] for key in ("name", "version") if key in snapshot.server}
    return [server, snapshot.protocol_version, [tool.definition for tool in sort_tools(snapshot.tools)]]


def removable(
    stored: Stored, manifest: Manifest, orphans: Mapping[str, tuple[str, ...]], files: Mapping[str, bytes]
) -> tuple[str, ...]:
    """Return the files that nothing needs once the manifest is written."""
    named = {entry.file for entry in manifest.tools.values()}
    before = {entry.file for entry in stored.manifest.tools.values()}
    superseded = {name for name in stored.artifacts if name in before and name not in named}
    unclaimed = {name for files in orphans.values() for name in files if name not in named}
    pages = {slug + PAGE_SUFFIX for slug in stored.pages if slug + VIEW_SUFFIX in files}
    return tuple(sorted((superseded | unclaimed | pages | set(stored.leftovers)) - files.keys()))


def upstream_of(snapshot: Snapshot) -> dict[str, str]:
    """Return the name and version of a server, and nothing else of it."""
    return {key: str(snapshot.server[key]) for key in ("name", "version") if key in snapshot.server}
