"""The views that can be served: committed ones whose digests hold, and ones compiled on a miss."""

from __future__ import annotations

import json
import os
import time
from collections import OrderedDict

from genui import __version__
from genui.canonical import digest, sha256
from genui.digests import shape_digest
from genui.errors import ArtifactError
from genui.serve.catalog import LiveTool, live_tool
from genui.serve.index import NAME, Committed, Index, read_index
from genui.serve.uris import view_uri

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NamedTuple

    from genui.serve.log import Log
else:
    from genui.serve.records import NamedTuple

SNAPSHOT = "tools.json"
MAX_COMPILED = 100
"""Views compiled while serving that are kept."""

MAX_BYTES = 2 * 1024 * 1024
"""Bytes of texts ready to be sent that are kept; reading a file again is cheap."""

Stamp = tuple[int, int]
"""Modification time and size: a file is checked again when either changes."""


class Ready(NamedTuple):
    """A view's HTML as a JSON string in UTF-8, ready to stand in an answer."""

    text: bytes
    made_at: float | None = None
    """When it was compiled; None for a committed view."""
    milliseconds: float | None = None


class Kept(OrderedDict[str, Ready]):
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


class Views:
    """The views of one generated directory, for whichever tools the upstream has."""

    def __init__(
        self,
        directory: str | os.PathLike[str],
        *,
        wanted: Callable[[str], bool],
        compiles: bool,
        log: Log,
        keeps: bool = True,
    ) -> None:
        self.directory = os.fspath(directory)
        self.keeps = keeps
        """Whether a view that was compiled on a miss is used again."""
        self.wanted = wanted
        self.compiles = compiles
        self.log = log
        self.manifest = Index()
        self.stamp: Stamp | None = None
        self.loaded = False
        self.version = 0
        """Rises whenever a tool's URI may have become another."""
        self.stamps: dict[str, Stamp] = {}
        self.refused: set[str] = set()
        self.built_tools: dict[str, Any] = {}
        self.built_stamp: Stamp | None = None
        self.texts = Kept(number=1000, size=MAX_BYTES)
        self.compiled = Kept(number=MAX_COMPILED, size=50 * 1024 * 1024)

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

    def entry(self, tool: LiveTool) -> Committed | None:
        """Return the manifest's entry for a live tool if its shape is the one the view was made for."""
        entry = self.manifest.tools.get(tool.name)
        if entry is None or entry.shape == tool.shape:
            return entry
        return entry if tool.hidden and self.fits_as_shown(entry, tool) else None

    def fits_as_shown(self, entry: Committed, tool: LiveTool) -> bool:
        """Tell whether a tool is the one of the last build, less what its protocol version cannot show.

        The definition in tools.json counts only if it is the one that the view was made for.
        """
        built = self.built().get(tool.name)
        if built is None or shape_digest(built) != entry.shape:
            return False
        shown = {member: value for member, value in built.items() if member not in tool.hidden}
        return shape_digest(shown) == tool.shape

    def built(self) -> dict[str, Any]:
        """Return the tool definitions of the last build, by name; none where they cannot be read."""
        stamp = stamp_of(self.path(SNAPSHOT))
        if stamp is None or stamp != self.built_stamp:
            document = read_json(self.path(SNAPSHOT))
            tools = document.get("tools") if isinstance(document, dict) else None
            named = tools if isinstance(tools, list) else []
            live = [live_tool(definition, {}) for definition in named]
            self.built_tools = {tool.name: tool.definition for tool in live if tool is not None}
            self.built_stamp = stamp
        return self.built_tools

    def serves(self, tool: LiveTool) -> bool:
        """Tell whether a tool's view is ours to serve."""
        return tool.own_uri is None and self.wanted(tool.name)

    def uri(self, tool: LiveTool) -> str | None:
        """Return the URI to list a tool with, None where it gets no view."""
        if not self.serves(tool):
            return None
        entry = self.entry(tool)
        if entry is not None and entry.file not in self.refused:
            return view_uri(tool.name, entry.sha256[:12])
        return view_uri(tool.name, digest([tool.shape, __version__])[:12]) if self.compiles else None

    def ready(self, tool: LiveTool) -> Ready | None:
        """Return a tool's view if it can be sent at once: a hit, or one compiled before."""
        entry = self.entry(tool)
        committed = self.committed(entry) if entry is not None else None
        return committed or self.compiled.get(compiled_key(tool))

    def committed(self, entry: Committed) -> Ready | None:
        """Return a committed view; None where the file is gone or is not what was reviewed."""
        path = self.path(entry.file)
        stamp = stamp_of(path)
        if stamp is not None and self.stamps.get(entry.file) == stamp and entry.file in self.texts:
            self.texts.move_to_end(entry.file)
            return self.texts[entry.file]
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
            self.refuse(entry, f"{path} is not the file that was reviewed: its sha256 differs")
            return None
        if entry.file in self.refused:
            self.refused.discard(entry.file)
            self.version += 1
        return Ready(html_text(data))

    def refuse(self, entry: Committed, message: str) -> None:
        """Remember and log that an artifact cannot be used."""
        if entry.file not in self.refused:
            self.refused.add(entry.file)
            self.version += 1
            self.log.write(
                "error", "view-refused", message=message, hint="run genui build, or restore the file"
            )

    def keep_compiled(self, tool: LiveTool, html: bytes, *, milliseconds: float) -> Ready:
        """Keep a view that was compiled on a miss, and return it ready to be sent."""
        ready = Ready(html_text(html), time.time(), milliseconds)
        if self.keeps:
            self.compiled.keep(compiled_key(tool), ready)
        return ready


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
            return json.load(file)
    except (OSError, ValueError, RecursionError):
        return None


def compiled_key(tool: LiveTool) -> str:
    """Return what a compiled view is kept under: another definition is another view."""
    return digest(dict(tool.definition))


def html_text(html: bytes) -> bytes:
    """Return HTML as a JSON string in UTF-8."""
    return json.dumps(html.decode("utf-8", "replace"), ensure_ascii=False).encode()
