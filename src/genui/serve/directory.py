"""A directory of linked views: read again where it changes, every file held to the digest in its name.

Before a view is served it is proved inert; pages with code of their own need the config's leave.
"""

import json
import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from genui.canonical import sha256
from genui.config import Config
from genui.groups import grouped
from genui.head import ENOUGH, Head, is_artifact, read_head
from genui.serve.log import Log
from genui.serve.messages import members_at, value_at

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

    @property
    def files(self) -> tuple[str, str, str]:
        """The paths of artifact, view file and page."""
        return self.file, self.view_file, self.page_file


class Folder(NamedTuple):
    """What a view's folder held when it was read: a view, or why its artifact cannot be one."""

    view: Committed | None
    why: str


class Index:
    """The views of a directory by tool name, read again when something in it is replaced."""

    beside: tuple[str, ...] = ()
    """Other files of the directory that are read."""

    def __init__(self, directory: str) -> None:
        self.directory = directory
        self.stamps: dict[str, Stamp | None] | None = None
        """What was there when it was read; None before."""
        self.folders: dict[str, Folder] = {}
        self.tools: Mapping[str, Committed] = {}

    def load(self) -> bool:
        """Read the folders if one changed since, or a file beside them; tell whether one did."""
        stamps = stamps_in(self.path(VIEWS))
        beside = {f"/{name}": stamp_of(self.path(name)) for name in self.beside}
        if stamps | beside == self.stamps:
            return False
        self.stamps = stamps | beside
        self.folders = {name: self.read(name) for name in stamps}
        self.tools = by_tool(self.folders)
        return True

    def read(self, name: str) -> Folder:
        """Read one folder: an artifact in it counts where nothing contradicts it."""
        path = self.path(f"{VIEWS}/{name}")
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

    def path(self, name: str) -> str:
        """Return a path in the directory."""
        return os.path.join(self.directory, name)

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


OWN_CODE = "has code of its own"
"""As genui.inert says it; tests hold the two together."""

ALLOW = (
    "run genui build if nobody has meant that; to serve code that was reviewed, "
    "set allow_code = true under [serve] in genui.toml"
)
NOTES = "made.json"
"""In the overlay: when each view was made, how long that took, and before which committed view it stands."""

TEXTS = "text.json"
"""In the overlay: the names of the tools that a person wants to see as text."""


class Ready(NamedTuple):
    """A view that can be sent at once."""

    html: str
    made_at: float | None = None
    """When it was compiled; None for a committed view."""
    milliseconds: float | None = None


class ViewDirectory(Index):
    """The linked views of one directory, for whoever serves them."""

    mend = "run genui build, or restore the file"
    """What to do about a file that is not what its name says."""

    def __init__(self, directory: str, config: Config, log: Log) -> None:
        super().__init__(directory)
        self.config, self.log = config, log
        self.refused: dict[str, str] = {}
        """Artifacts that cannot be used, each with the state that this is."""

    def load(self) -> bool:
        """Read what changed in the directory since; tell whether something did."""
        changed = super().load()
        if changed:
            self.refused.clear()
        return changed

    def committed(self, name: str, entry: Committed) -> Ready | None:
        """Return a tool's view; None where its file is gone, is another, or may not be served."""
        # Read and proved each time, which takes 2 ms for a page of 200 KB.
        path = self.path(entry.file)
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError as error:
            self.refuse(entry, f"{path} cannot be read: {error.strerror}", "missing", self.mend)
            return None
        digest = sha256(data)
        if digest[: len(entry.revision)] != entry.revision:
            told = f"{path} is not the file that was {self.verb}: its sha256 differs"
            self.refuse(entry, told, "tampered", self.mend)
            return None
        # Bytes that match their name may still be a page that somebody wrote into a pull request.
        why, document = self.foreign(name, data), read_json(self.path(entry.view_file))
        # Of an artifact with code of its own the view file tells the sha256 that was reviewed.
        code = self.config.serve.allow_code
        if why and not (code and digest == value_at(document, "sha256")):
            told = f"{path} {OWN_CODE}: {why}; genui's own view of {name} is served in its place"
            self.refuse(entry, told, "fallback", self.mend if code else ALLOW)
            return None
        stand_in = str(value_at(document, "fallback") or "")
        if stand_in:
            hint = "genui build tries again"
            self.log.once("warning", "view-fallback", tool=name, message=stand_in, hint=hint)
        self.refused.pop(entry.file, None)
        return Ready(data.decode("utf-8", "replace"))

    verb = "reviewed"

    def foreign(self, name: str, data: bytes) -> str:
        """Return why an artifact is not inert as the view of a tool, "" where it is."""
        from genui.inert import own_style, prove  # nothing is proved before a view is read

        # Pages with the style.css of the project's own templates are inert too.
        templates = str(self.config.path(self.config.build.templates_directory) or "")
        return prove(data, tool=name, style=own_style(templates)).why

    def refuse(self, entry: Committed, message: str, state: str, hint: str) -> None:
        """Remember and log that an artifact cannot be used."""
        self.refused.setdefault(entry.file, state)
        self.log.once("error", "view-refused", message=message, hint=hint)


class Overlay(ViewDirectory):
    """The views made while serving, as this or an earlier run left them; none where the directory is ""."""

    mend = "the committed view, or the baseline, is served; genui adopt or _ui_regenerate puts it right"
    verb = "written"
    beside = (NOTES, TEXTS)

    notes: Mapping[str, Any] = {}
    as_text: frozenset[str] = frozenset()
    """The tools that a person wants to see as text."""
    unsigned: frozenset[str] = frozenset()
    """Artifacts that this user's genui did not sign: a repository may bring an overlay along."""
    unsigned_before = unsigned
    """Those that were there a while ago."""

    def load(self) -> bool:
        """Read the views and the notes if they changed since; tell whether they did."""
        if not self.directory or not super().load():
            return False
        from genui.ondemand.signing import is_signed  # nothing is signed before a view is made here

        self.notes = notes_of(read_json(self.path(NOTES)))
        self.as_text = texts_in(self.directory)
        self.unsigned = frozenset(
            entry.file
            for name, entry in self.tools.items()
            if not is_signed(self.directory, name, entry.files, self.notes.get(name, {}))
        )
        return True

    def log_unsigned(self) -> None:
        """Log what is strange for a second time: another program may be writing, and signs last."""
        for file in sorted(self.unsigned & self.unsigned_before):
            told = f"{self.path(file)} was not made by you while serving: it bears no signature of yours"
            hint = "delete it, or make the view anew"
            self.log.once("error", "view-refused", message=told, hint=hint)
        self.unsigned_before = self.unsigned

    def usable(self, entry: Committed) -> bool:
        """Tell whether a view may be served, as far as is known."""
        return entry.file not in self.refused and entry.file not in self.unsigned

    def ready(self, name: str, entry: Committed) -> Ready | None:
        """Return a view with the time of its making; None where its file cannot be used."""
        ready = self.committed(name, entry)
        note = self.notes.get(name, {})
        at, took = note.get("at"), note.get("milliseconds")
        if ready is None or not isinstance(at, (int, float)):
            return ready
        return Ready(ready.html, at, took if isinstance(took, (int, float)) else None)


def texts_in(folder: str | os.PathLike[str]) -> frozenset[str]:
    """Return the tools that a person wants to see as text, by an overlay; none where that is damaged."""
    document = read_json(os.path.join(folder, TEXTS))
    return frozenset(map(str, document)) if isinstance(document, list) else frozenset()


def notes_of(document: Any) -> dict[str, Any]:
    """Return the notes in made.json by tool name; none where it is damaged."""
    return {name: note for name, note in members_at(document, "views").items() if isinstance(note, dict)}


def read_json(path: str) -> Any:
    """Read a JSON file; None where it is missing or damaged."""
    try:
        with open(path, "rb") as file:
            return json.loads(file.read().removeprefix(b"\xef\xbb\xbf").decode())
    except (OSError, ValueError, RecursionError):
        return None
