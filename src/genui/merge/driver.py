"""Joining view files as git's merge driver does: three files in, the first one out."""

import json
import subprocess
from pathlib import Path

from genui.git import TIMEOUT_SECONDS
from genui.merge.files import stored_bytes, versions_of
from genui.merge.messages import clashes_text
from genui.merge.stages import Stages
from genui.merge.views import merge_views
from genui.model import Tool
from genui.snapshot import TOOLS, definition_of


def drive(base: Path, ours: Path, theirs: Path, path: Path) -> str:
    """Join three versions of the view file at a path and write it to `ours`; return what clashes.

    Where they cannot be joined, git's own merge of the text writes its markers.
    """
    try:
        # Git gives an empty file for a side that has none.
        stages = Stages(*(file.read_bytes() or None for file in (base, ours, theirs)))
        name = str(json.loads(stages.ours or b"{}").get("tool", ""))
        versions = versions_of(stages, name)
    except (ValueError, AttributeError, RecursionError) as error:
        return marked(base, ours, theirs, f"{path} cannot be read as a view: {error}")
    merged = merge_views(versions.base, versions.ours, versions.theirs, tool=tool_beside(path, name))
    if merged.clashes or merged.stored is None:
        return marked(base, ours, theirs, f"{path}: {clashes_text(merged.clashes, name)}")
    # Git takes the result from the file of ours (gitattributes, %A).
    ours.write_bytes(stored_bytes(merged.stored))
    return ""


def marked(base: Path, ours: Path, theirs: Path, told: str) -> str:
    """Let git write its markers where the versions differ; return what was told."""
    labels = [part for name in ("ours", "base", "theirs") for part in ("-L", name)]
    files = [str(file) for file in (ours, base, theirs)]
    subprocess.run(["git", "merge-file", *labels, *files], timeout=TIMEOUT_SECONDS, check=False)
    return told


def tool_beside(path: Path, name: str) -> Tool | None:
    """Return the definition of a view's tool where the generated directory has it; None elsewhere."""
    file = path.parent.parent.parent / TOOLS / f"{path.parent.name}.json"
    definition = definition_of(file.read_bytes()) if file.is_file() else None
    return Tool(definition) if definition is not None and definition.get("name") == name else None
