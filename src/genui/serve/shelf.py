"""A directory of linked views: its manifest read again when it changes, every file held to its digest."""

from __future__ import annotations

import os

from genui.canonical import sha256
from genui.errors import ArtifactError
from genui.rawjson import loads
from genui.serve.index import NAME, Committed, Index, read_index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NamedTuple

    from genui.serve.log import Log
else:
    from genui.serve.records import NamedTuple

MAX_BYTES = 2 * 1024 * 1024
"""Bytes of texts ready to be sent that are kept; reading a file again is cheap."""

CONTROLS = bytes(range(32))
NOTES = "made.json"
"""In the overlay: when each view was made, how long that took, and before which committed view it stands."""

Stamp = tuple[int, int]
"""Modification time and size: a file is checked again when either changes."""


class Ready(NamedTuple):
    """A view's HTML as a JSON string in UTF-8, ready to stand in an answer."""

    text: bytes
    made_at: float | None = None
    """When it was compiled; None for a committed view."""
    milliseconds: float | None = None


class Kept(dict[str, Ready]):
    """The most recent texts, up to a number and a size."""

    def __init__(self, *, number: int, size: int) -> None:
        super().__init__()
        self.number, self.size, self.bytes = number, size, 0

    def keep(self, key: str, ready: Ready) -> None:
        """Add a text and drop the oldest beyond the limits, but never the newest."""
        self.drop(key)
        self[key] = ready
        self.bytes += len(ready.text)
        while len(self) > 1 and (len(self) > self.number or self.bytes > self.size):
            self.drop(next(iter(self)))

    def drop(self, key: str) -> None:
        """Forget a text."""
        if key in self:
            self.bytes -= len(self.pop(key).text)


class Shelf:
    """The linked views of one directory."""

    mend = "run genui build, or restore the file"
    """What to do about a file that is not what the manifest says."""

    def __init__(self, directory: str | os.PathLike[str], *, log: Log) -> None:
        self.directory = os.fspath(directory)
        self.log = log
        self.manifest = Index()
        self.stamp: Stamp | None = None
        self.loaded = False
        self.version = 0
        """Rises whenever a tool's URI may have become another."""
        self.stamps: dict[str, Stamp] = {}
        self.refused: set[str] = set()
        self.texts = Kept(number=1000, size=MAX_BYTES)

    def load(self) -> bool:
        """Read the manifest if it changed since; tell whether it did."""
        stamp = stamp_of(self.path(NAME))
        if self.loaded and stamp == self.stamp:
            return False
        self.loaded, self.stamp = True, stamp
        try:
            self.manifest = read_index(self.directory)
        except ArtifactError as error:
            self.manifest = Index()
            self.log.write("error", "manifest-unreadable", message=error.message, hint=error.hint)
        self.refused.clear()
        self.version += 1
        return True

    def path(self, name: str) -> str:
        """Return the path of a file beside the manifest."""
        return os.path.join(self.directory, name)

    def committed(self, entry: Committed) -> Ready | None:
        """Return a view; None where the file is gone or is not what the manifest says."""
        path = self.path(entry.file)
        stamp = stamp_of(path)
        if stamp is not None and self.stamps.get(entry.file) == stamp and entry.file in self.texts:
            kept = self.texts.pop(entry.file)
            self.texts[entry.file] = kept
            return kept
        self.texts.drop(entry.file)
        ready = self.checked(entry, path)
        if ready is not None and stamp is not None:
            self.stamps[entry.file] = stamp
            self.texts.keep(entry.file, ready)
        return ready

    def checked(self, entry: Committed, path: str) -> Ready | None:
        """Read an artifact and refuse it if its bytes are not those of the manifest."""
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError as error:
            self.refuse(entry, f"{path} cannot be read: {error.strerror}")
            return None
        if sha256(data) != entry.sha256:
            self.refuse(entry, f"{path} is not the file that was {self.verb}: its sha256 differs")
            return None
        if entry.file in self.refused:
            self.refused.discard(entry.file)
            self.version += 1
        return Ready(html_text(data))

    verb = "reviewed"

    def refuse(self, entry: Committed, message: str) -> None:
        """Remember and log that an artifact cannot be used."""
        if entry.file not in self.refused:
            self.refused.add(entry.file)
            self.version += 1
            self.log.write("error", "view-refused", message=message, hint=self.mend)


class Overlay(Shelf):
    """The views made while serving, as this or an earlier run left them."""

    mend = "the committed view, or the baseline, is served; genui adopt or _ui_regenerate puts it right"
    verb = "written"

    def __init__(self, directory: str | os.PathLike[str], *, log: Log) -> None:
        super().__init__(directory, log=log)
        self.notes: dict[str, Any] = {}

    def load(self) -> bool:
        """Read the manifest and the notes if they changed since; tell whether they did."""
        changed = super().load()
        if changed and self.stamp is not None:
            self.notes = notes_of(read_json(self.path(NOTES)))
        return changed

    def stands_before(self, name: str, committed: Committed | None) -> bool:
        """Tell whether a view was made when the committed one was what it is now."""
        note = self.notes.get(name)
        return note is not None and note.get("base", "") == (committed.sha256 if committed else "")

    def ready(self, name: str, entry: Committed) -> Ready | None:
        """Return a view with the time of its making; None where its file cannot be used."""
        ready = self.committed(entry)
        note = self.notes.get(name, {})
        at, took = note.get("at"), note.get("milliseconds")
        if ready is None or not isinstance(at, (int, float)):
            return ready
        return Ready(ready.text, at, took if isinstance(took, (int, float)) else None)


def notes_of(document: Any) -> dict[str, Any]:
    """Return the notes in made.json by tool name; none where it is damaged."""
    views = document.get("views") if isinstance(document, dict) else None
    named = views if isinstance(views, dict) else {}
    return {name: note for name, note in named.items() if isinstance(note, dict)}


def stamp_of(path: str) -> Stamp | None:
    """Return a file's stamp, None where there is no file."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def read_json(path: str) -> Any:
    """Read a JSON file; None where it is missing or damaged."""
    try:
        with open(path, "rb") as file:
            return loads(file.read().removeprefix(b"\xef\xbb\xbf").decode())
    except (OSError, ValueError, RecursionError):
        return None


def is_utf8(data: bytes) -> bool:
    """Tell whether bytes are UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def html_text(html: bytes) -> bytes:
    """Return HTML as a JSON string in UTF-8: of plain bytes in a third of the time that json takes."""
    if html.isascii() or is_utf8(html):
        text = html.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
        if len(text.translate(None, CONTROLS)) == len(text):
            return b'"%s"' % text
    import json

    return json.dumps(html.decode("utf-8", "replace"), ensure_ascii=False).encode()
