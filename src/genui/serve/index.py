"""The views of a directory as serving needs them: of each folder the one artifact, and its head."""

import os
from collections.abc import Mapping
from typing import NamedTuple

from genui.groups import grouped
from genui.head import ENOUGH, Head, is_artifact, read_head

VIEWS = "views"

Stamp = tuple[int, int]
"""Modification time and size: what is read is read again when either changes."""


class Committed:
    """A linked view, as its path and the head of its data tell it."""

    def __init__(self, file: str, head: Head) -> None:
        self.file = file
        """Its path in the directory."""
        self.revision = file[-17:-5]
        """The first hex digits of the sha256 that its bytes should have."""
        self.tool, self.source, self.shape, self.kind = head.tool, head.source, head.shape, head.kind

    @property
    def view_file(self) -> str:
        """The path of the view file beside it."""
        return f"{self.file[:-17]}view.json"

    @property
    def page_file(self) -> str:
        """The path of the page beside it, for views that have one."""
        return f"{self.file[:-17]}page.html"


class Folder(NamedTuple):
    """What a view's folder held when it was read: a view, or why its artifact cannot be one."""

    view: Committed | None
    why: str


class Index:
    """The views of a directory by tool name, read again when something in it is replaced."""

    def __init__(self, directory: str, *, beside: tuple[str, ...] = ()) -> None:
        self.directory, self.beside = directory, beside
        self.stamps: dict[str, Stamp | None] = {}
        self.folders: dict[str, Folder] = {}
        self.tools: Mapping[str, Committed] = {}

    def load(self) -> bool:
        """Read the folders if one changed since, or a file beside them; tell whether one did."""
        stamps = stamps_in(os.path.join(self.directory, VIEWS))
        beside = {f"/{name}": stamp_of(os.path.join(self.directory, name)) for name in self.beside}
        if stamps | beside == self.stamps:
            return False
        self.stamps = stamps | beside
        self.folders = {name: self.read(name) for name in stamps}
        self.tools = by_tool(self.folders)
        return True

    def read(self, name: str) -> Folder:
        """Read one folder: an artifact in it counts where nothing contradicts it."""
        path = os.path.join(self.directory, VIEWS, name)
        try:
            with os.scandir(path) as entries:
                files = sorted(
                    entry.name for entry in entries if is_artifact(entry.name) and not entry.is_symlink()
                )
            head = head_in(os.path.join(path, files[0])) if len(files) == 1 else None
        except OSError as error:
            return Folder(None, f"{path} cannot be read: {error.strerror}")
        if not files:
            return Folder(None, "")
        if head is None:
            told = (
                f"its data are not a view's: {files[0]}"
                if len(files) == 1
                else f"it holds {', '.join(files)}"
            )
            return Folder(None, f"{path} is not what genui build writes: {told}")
        if name != head.tool and "-" not in name:  # the folders of names that are no plain ones end in a hash
            return Folder(None, f"{path}/{files[0]} is the view of {head.tool!r}, not of its folder")
        return Folder(Committed(f"{VIEWS}/{name}/{files[0]}", head), "")

    def broken(self, tool: str) -> str:
        """Return why the artifact in a tool's folder cannot be used, "" where there is none."""
        from genui.slug import slug_of  # nothing is looked for by its slug on a hit

        folder = self.folders.get(slug_of(tool))
        return folder.why if folder is not None else ""


def stamps_in(path: str) -> dict[str, Stamp | None]:
    """Return the stamps of the folders in a directory; no link is followed."""
    if os.path.islink(path):
        return {}
    try:
        with os.scandir(path) as entries:
            # Replacing a file changes its folder's time: one stat tells of three files.
            folders = [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return {}
    return {os.path.basename(folder): stamp_of(folder) for folder in folders}


def stamp_of(path: str) -> Stamp | None:
    """Return a file's or folder's stamp, None where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def by_tool(folders: Mapping[str, Folder]) -> dict[str, Committed]:
    """Return the views by tool; of two for one tool the one in the folder of its name, else neither."""
    found = (folders[name].view for name in sorted(folders))
    tools: dict[str, Committed] = {}
    for tool, views in grouped((view.tool, view) for view in found if view is not None).items():
        chosen = [view for view in views if folder_of(view) == tool] or views
        if len(chosen) == 1:
            tools[tool] = chosen[0]
    return tools


def folder_of(view: Committed) -> str:
    """Return the name of a view's folder."""
    return view.file.split("/")[1]


def head_in(path: str) -> Head | None:
    """Return the head of an artifact, whose first bytes nearly always hold it."""
    with open(path, "rb") as file:
        start = file.read(ENOUGH)
        return read_head(start) or read_head(start + file.read())
