"""The views of a directory as serving needs them: of each folder the one artifact, and its head."""

import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from genui.groups import grouped
from genui.head import ENOUGH, Head, is_artifact, read_head

VIEWS = "views"


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

    stamp: int
    view: Committed | None
    why: str


class Index:
    """The views of a directory by tool name; folders are read again when something in them is replaced."""

    def __init__(self, directory: str) -> None:
        self.directory = directory
        self.folders: dict[str, Folder] = {}
        self.tools: Mapping[str, Committed] = {}

    def load(self) -> bool:
        """Read the folders that changed since; tell whether one did."""
        stamps = dict(stamps_in(os.path.join(self.directory, VIEWS)))
        known = self.folders
        new = {
            name: known[name] if name in known and known[name].stamp == stamp else self.read(name, stamp)
            for name, stamp in stamps.items()
        }
        if new.keys() == known.keys() and all(known[name] is folder for name, folder in new.items()):
            return False
        self.folders = new
        self.tools = by_tool(new)
        return True

    def read(self, name: str, stamp: int) -> Folder:
        """Read one folder: an artifact in it counts where nothing contradicts it."""
        path = os.path.join(self.directory, VIEWS, name)
        try:
            with os.scandir(path) as entries:
                files = sorted(
                    entry.name for entry in entries if is_artifact(entry.name) and not entry.is_symlink()
                )
            head = head_in(os.path.join(path, files[0])) if len(files) == 1 else None
        except OSError as error:
            return Folder(stamp, None, f"{path} cannot be read: {error.strerror}")
        if not files:
            return Folder(stamp, None, "")
        if head is None:
            told = (
                f"its data are not a view's: {files[0]}"
                if len(files) == 1
                else f"it holds {', '.join(files)}"
            )
            return Folder(stamp, None, f"{path} is not what genui build writes: {told}")
        if name != head.tool and "-" not in name:  # the folders of names that are no plain ones end in a hash
            return Folder(stamp, None, f"{path}/{files[0]} is the view of {head.tool!r}, not of its folder")
        return Folder(stamp, Committed(f"{VIEWS}/{name}/{files[0]}", head), "")

    def broken(self, tool: str) -> str:
        """Return why the artifact in a tool's folder cannot be used, "" where there is none."""
        from genui.slug import slug_of  # nothing is looked for by its slug on a hit

        folder = self.folders.get(slug_of(tool))
        return folder.why if folder is not None else ""


def stamps_in(path: str) -> Iterator[tuple[str, int]]:
    """Yield the folders in a directory, each with the time of its last change; no link is followed."""
    if os.path.islink(path):
        return
    try:
        with os.scandir(path) as entries:
            for entry in entries:
                # Replacing a file changes its folder's time: one stat tells of three files.
                if entry.is_dir(follow_symlinks=False):
                    yield entry.name, entry.stat().st_mtime_ns
    except OSError:
        return


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


def written_by(directory: str) -> str:
    """Return the version of the genui that wrote a directory, "" where nothing tells."""
    # One line of the manifest is all of it that serving needs: no TOML is loaded for it.
    try:
        with open(os.path.join(directory, "manifest.toml"), encoding="utf-8") as file:
            lines = dict(line.rstrip().partition(" = ")[::2] for line in file)
    except (OSError, ValueError):
        return ""
    return lines.get("genui", "").strip('"')
