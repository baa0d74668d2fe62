"""The files of a whole project (manifest, tools/, .gitattributes), and the files to remove."""

import json
from collections.abc import Iterable

from genui import __version__
from genui.canonical import pretty_json
from genui.manifest import FORMAT, Manifest, manifest_bytes
from genui.manifest import NAME as MANIFEST_NAME
from genui.model import Snapshot
from genui.snapshot import definition_files, upstream_of
from genui.store import ATTRIBUTES, ATTRIBUTES_NAME, Stored


def project_files(snapshot: Snapshot, stored: Stored) -> dict[str, bytes]:
    """Return the files about the project as a whole that differ from what is stored."""
    files = {
        path: pretty_json(definition)
        for path, definition in definition_files(snapshot).items()
        if json.dumps(stored.definitions.get(path)) != json.dumps(definition)
    }
    if stored.attributes is None:
        files[ATTRIBUTES_NAME] = ATTRIBUTES
    manifest = Manifest(__version__, upstream_of(snapshot), FORMAT)
    if manifest != stored.manifest:
        files[MANIFEST_NAME] = manifest_bytes(manifest)
    return files


def removable(snapshot: Snapshot, stored: Stored, unneeded: Iterable[str]) -> list[str]:
    """Return the files that nothing needs any more, in the order in which they go."""
    gone = sorted(stored.definitions.keys() - definition_files(snapshot).keys())
    return list(dict.fromkeys([*unneeded, *gone, *stored.leftovers]))
