"""The views that can be served: committed ones, those of the overlay, and baselines compiled on a miss."""

import os
import time
from collections.abc import Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any

from genui import __version__
from genui.announce import announced
from genui.canonical import digest
from genui.config import Config
from genui.digests import shape_digest
from genui.errors import ConfigError
from genui.model import Tool
from genui.owntools import is_own_tool
from genui.serve.catalog import LiveTool, live_tool, tell_views
from genui.serve.directory import VIEWS, Committed, Overlay, Ready, Stamp, ViewDirectory, read_json, stamp_of
from genui.serve.log import Log, tell_compiled
from genui.serve.uris import view_uri
from genui.viewoptions import wants_view

if TYPE_CHECKING:
    from genui.serve.core import Core

LOOK_SECONDS = 0.9
"""How often the directories are looked at for what others write."""

MAX_COMPILED = 100
"""Baselines compiled while serving that are kept."""


class Views(ViewDirectory):
    """The views of one generated directory and of the overlay, for whichever tools the upstream has."""

    def __init__(self, config: Config, log: Log) -> None:
        serve = config.serve
        super().__init__(str(config.generated), config, log)
        self.hits = self.misses = self.evictions = 0
        """How often a view was there when it was asked for, was not, and was dropped for others."""
        self.logged_summary: dict[str, Any] = {}
        self.compiles = serve.on_miss == "compile" and not serve.locked
        self.keeps = serve.cache and not serve.debug
        """Whether a view that was compiled on a miss is used again."""
        self.asking = serve.views != "none" and any(each.form for each in config.tools.values())
        """Whether there are tools whose form a person is to send."""
        self.lock = Lock()
        """Held while a view is compiled: who waits for the same one finds it then."""
        self.overlay = Overlay(overlay_of(config), config, log)
        self.due = 0.0
        """When the directories are to be looked at again."""
        self.told: dict[str, tuple[str, ...]] = {}
        """The revisions that hosts were last told of."""
        self.watchers: set[Core] = set()
        """Connections whose hosts are told when a view has become another."""
        self.built_tools: dict[str, Any] = {}
        self.built_stamp: Stamp | None = None
        self.compiled: dict[str, Ready] = {}

    def load(self) -> bool:
        """Read what changed since in either directory; tell whether something did."""
        first = self.stamps is None
        changed = super().load() | self.overlay.load()
        if first:
            self.told = self.revisions()
        return changed

    def entry(self, tool: LiveTool) -> Committed | None:
        """Return the entry of the view that serves a live tool: its shape is the one it was made for."""
        return self.overlaid(tool) or self.reviewed(tool)

    def reviewed(self, tool: LiveTool) -> Committed | None:
        """Return the entry of the committed view if it fits."""
        entry = self.tools.get(tool.name)
        return entry if entry is not None and self.fits(entry, tool) else None

    def overlaid(self, tool: LiveTool) -> Committed | None:
        """Return the overlay's entry if it fits, holds, and stands before what is committed now."""
        entry = self.overlay.tools.get(tool.name)
        if entry is None or not self.overlay.usable(entry):
            return None
        # It was made when the committed view was what it is now.
        committed, note = self.tools.get(tool.name), self.overlay.notes.get(tool.name)
        current = note is not None and note.get("base", "") == (committed.revision if committed else "")
        return entry if current and self.fits(entry, tool) else None

    def outdated(self, tool: LiveTool) -> bool:
        """Tell whether the overlay has wishes for a tool that stand on what is no longer so."""
        entry, note = self.overlay.tools.get(tool.name), self.overlay.notes.get(tool.name, {})
        wished = entry is not None and self.overlay.usable(entry) and bool(note.get("own"))
        return wished and self.overlaid(tool) is None

    def fits(self, entry: Committed, tool: LiveTool) -> bool:
        """Tell whether a view was made for a tool of this shape."""
        if entry.shape == tool.shape or not tool.hidden:
            return entry.shape == tool.shape
        # The definition in tools/ counts only if it is the one that the view was made for.
        built = self.as_built(tool)
        return built is not None and shape_digest(built) == entry.shape

    def as_built(self, tool: LiveTool) -> Mapping[str, Any] | None:
        """Return a tool's definition of the last build if it is this tool, less what its protocol hides."""
        built = self.built().get(tool.name)
        if built is None:
            return None
        shown = {member: value for member, value in built.items() if member not in tool.hidden}
        return built if shape_digest(shown) == tool.shape else None

    def definition(self, tool: LiveTool) -> Mapping[str, Any]:
        """Return a tool's definition whole: as built where the protocol version hides a part of that."""
        return (self.as_built(tool) if tool.hidden else None) or tool.definition

    def built(self) -> dict[str, Any]:
        """Return the tool definitions of the last build, by name; none where they cannot be read."""
        folder = self.path("tools")
        stamp = stamp_of(folder)
        if stamp is None or stamp != self.built_stamp:
            names = sorted(os.listdir(folder)) if stamp is not None else []
            documents = [read_json(f"{folder}/{name}") for name in names if name.endswith(".json")]
            live = [live_tool(definition, {}) for definition in documents]
            self.built_tools = {tool.name: tool.definition for tool in live if tool is not None}
            self.built_stamp = stamp
        return self.built_tools

    def serves(self, tool: LiveTool) -> bool:
        """Tell whether a tool's view is ours to serve."""
        return (
            tool.own_uri is None and wants_view(self.config, tool.name) and not is_own_tool(tool.definition)
        )

    def uri(self, tool: LiveTool) -> str | None:
        """Return the URI to list a tool with, None where it gets no view."""
        if not self.serves(tool):
            return None
        entry = self.entry(tool)
        if entry is not None and entry.file not in self.refused:
            return view_uri(tool.name, entry.revision)
        return view_uri(tool.name, digest([tool.shape, __version__])[:12]) if self.may_compile(tool) else None

    def may_compile(self, tool: LiveTool) -> bool:
        """Tell whether a view may be compiled: any, or one whose reviewed view file fits the tool."""
        if self.compiles:
            return True
        if self.as_built(tool) is None:
            return False
        from genui.slug import slug_of  # of no use where everything may be compiled

        folder = self.path(f"{VIEWS}/{slug_of(tool.name)}")
        return os.path.exists(f"{folder}/view.json") and not os.path.exists(f"{folder}/page.html")

    def told_uri(self, tool: LiveTool) -> str | None:
        """Return the URI that hosts are told of, None where they are told of none."""
        try:
            told = announced(self.config, self.definition(tool), self.overlay.as_text).view
        except ConfigError as error:
            self.log.once("warning", "examples-unreadable", tool=tool.name, message=error.message)
            told = True
        return self.uri(tool) if told else None

    def asks(self, tool: LiveTool) -> bool:
        """Tell whether a tool has a twin: a view by which a person sends its form."""
        wanted = self.asking and self.config.tool(tool.name).form == "before"
        return wanted and self.uri(tool) is not None and Tool(tool.definition).for_views

    def ready(self, tool: LiveTool) -> Ready | None:
        """Return a tool's view if it can be sent at once: a hit, or one compiled before."""
        over = self.overlaid(tool)
        if over is not None:
            made = self.overlay.ready(tool.name, over)
            if made is not None:
                return made
        entry = self.reviewed(tool)
        if entry is None and (why := self.broken(tool.name)):
            self.log.once("error", "view-refused", message=why, hint=self.mend)
        committed = self.committed(tool.name, entry) if entry is not None else None
        return committed or self.compiled.get(compiled_key(tool))

    def compile(self, tool: LiveTool, trace: str) -> Ready:
        """Compile a tool's view, unless somebody has just done so; in a thread."""
        key = compiled_key(tool)
        with self.lock:
            if key not in self.compiled:
                ready = self.newly_compiled(tool, trace)
                if not self.keeps:
                    return ready
                self.compiled[key] = ready
                if len(self.compiled) > MAX_COMPILED:
                    del self.compiled[next(iter(self.compiled))]
                    self.evictions += 1
                    self.log.write("info", "view-evicted", message="the oldest of those compiled")
            return self.compiled[key]

    def newly_compiled(self, tool: LiveTool, trace: str) -> Ready:
        """Compile a tool's view, and log what that took."""
        start = time.perf_counter()
        html = self.compile_view(tool.definition)
        took = round((time.perf_counter() - start) * 1000, 1)
        told = {"ms": took, "cacheKey": self.cache_key(tool), "requestId": trace}
        tell_compiled(self.log, html, {"tool": tool.name, "bytes": len(html), **told})
        return Ready(html.decode("utf-8", "replace"), time.time(), took)

    def compile_view(self, definition: Mapping[str, Any]) -> bytes:
        """Return the page of a tool; whatever fails, the host gets one that says so."""
        try:
            from genui.ondemand import compile as miss

            html = miss.compile_view(definition, self.config)
            if self.config.serve.debug:
                file = miss.saved(html, str(definition.get("name")), self.config)
                self.log.write("debug", "saved", file=file)
        except Exception as error:  # noqa: BLE001
            from genui.emergency import emergency_page

            name, code = str(definition.get("name")), type(error).__name__
            reason = f"{code}: {error}"
            self.log.write("error", "compile-failed", tool=name, errorCode=code, message=reason)
            return emergency_page(Tool(definition), reason)
        return html

    def fit(self, tool: LiveTool) -> str:
        """Return how a tool stands to its view as far as no file has to be read for it."""
        entry = self.tools.get(tool.name)
        if not self.serves(tool):
            return "none"
        if self.overlaid(tool) is not None:
            return "overlay"
        if entry is None:
            return "missing"
        return self.refused.get(entry.file, "fresh") if self.fits(entry, tool) else "stale"

    def cache_key(self, tool: LiveTool) -> str:
        """Return what tells one view of a tool from another: name, shape and source."""
        entry = self.entry(tool)
        return f"{tool.name}:{tool.shape[:6]}:{(entry.source if entry else '')[:6] or '000000'}"

    def changed(self) -> None:
        """Take in what was written, and have every host told of views that became others."""
        self.load()
        now = self.revisions()
        changed = {name for name in now.keys() | self.told.keys() if now.get(name) != self.told.get(name)}
        self.told = now
        for core in list(self.watchers) if changed else ():
            tell_views(core, changed)

    def revisions(self) -> dict[str, tuple[str, ...]]:
        """Return the revisions of each tool's views, committed and in the overlay, and what stays text."""
        found: dict[str, tuple[str, ...]] = dict.fromkeys(self.overlay.as_text, ("text",))
        for tools in (self.tools, self.overlay.tools):
            for name, entry in tools.items():
                found[name] = (*found.get(name, ()), entry.file)
        return found

    def poll_files(self) -> None:
        """Notice what other programs write, if it is time for that."""
        now = time.monotonic()
        if now < self.due:
            return
        self.due = now + LOOK_SECONDS
        if self.stamps is not None:
            self.changed()
        self.overlay.log_unsigned()


def overlay_of(config: Config) -> str:
    """Return the folder of views made while serving; "" where none of earlier runs is used."""
    used = config.serve.cache and not config.serve.debug and not config.serve.locked
    return str(config.overlay) if used else ""


def compiled_key(tool: LiveTool) -> str:
    """Return what a compiled view is kept under: another definition is another view."""
    return digest(dict(tool.definition))
