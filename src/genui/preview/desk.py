"""The state of one preview: the project as read last, its upstream, and what the open pages are told."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from genui.assets import load_assets, preview_texts
from genui.config import Config
from genui.errors import GenuiError, UpstreamError
from genui.foreign import refuse_foreign
from genui.hosts.profiles import FAULTS, find_profiles
from genui.hosts.trials import emulation
from genui.model import JsonObject, Snapshot, Tool
from genui.preview.csp import Document, Frames
from genui.preview.live import Live
from genui.preview.upstream import Upstream
from genui.preview.views import Shown, details, shown_view, tool_rows
from genui.project import Project, find_tool, stored_snapshot
from genui.store import Stored, read_store
from genui.viewfile import step_json

if TYPE_CHECKING:
    from genui.revise import Revision

DRAFT = b"\n<script>%s</script>\n"
"""What is added to a view in a frame of the preview: it remembers what was typed when the frame reloads."""
LISTS = frozenset({"notifications/tools/list_changed"})


class Desk:
    """What the pages look at and change; every method may be called from any thread."""

    def __init__(self, read: Callable[[], Config], *, from_snapshot: bool = False) -> None:
        """Read the project; `read` reads the config again whenever a file has changed.

        Raises:
            GenuiError: Something that is needed cannot be read, or the upstream not be reached.
        """
        self.read, self.from_snapshot = read, from_snapshot
        self.live, self.frames, self.lock = Live(), Frames(), threading.RLock()
        self.problem: GenuiError | None = None
        self.shown: dict[str, Shown] = {}
        config = read()
        self.upstream = Upstream(config, self.on_message, self.on_end, self.on_start)
        self.down: GenuiError | None = None
        self.started = False
        try:
            self.project = self.opened(config, None)
            self.started = True
        except BaseException:
            self.upstream.close()
            raise

    def opened(self, config: Config, snapshot: Snapshot | None) -> Project:
        """Read what the config names; without a snapshot the upstream is asked for its tools."""
        refuse_foreign(config.generated)
        stored = read_store(config.generated)
        load_assets.cache_clear()
        assets = load_assets("templates", config.path(config.build.templates_directory))
        if snapshot is None:
            snapshot = self.first_snapshot(config, stored)
        return Project(config, snapshot, stored, assets)

    def first_snapshot(self, config: Config, stored: Stored) -> Snapshot:
        """Ask the upstream; one that is down can be looked at by what tools/ remembers of it."""
        if not self.from_snapshot:
            try:
                return self.upstream.learn()
            except UpstreamError as error:
                if not stored.definitions:
                    raise
                self.down = error
        return stored_snapshot(config, stored)

    def reload(self) -> None:
        """Read everything again and tell the pages; what cannot be read leaves the last state standing."""
        with self.lock:
            try:
                config = self.read()
                moved = config.upstream != self.project.config.upstream
                if moved:
                    self.upstream.close()
                    self.upstream.config = config
                self.project = self.opened(config, None if moved else self.project.snapshot)
                self.problem = None
            except GenuiError as error:
                self.problem = error
            self.shown.clear()
        self.live.tell("changed")

    def relist(self) -> None:
        """Ask the upstream again for its tools, since it says that they changed."""
        try:
            snapshot = self.upstream.learn()
        except GenuiError as error:
            self.on_end(error)
            return
        with self.lock:
            self.project = replace(self.project, snapshot=snapshot)
            self.shown.clear()
        self.live.tell("changed")

    def restart(self) -> None:
        """End the upstream and start it again, as after a change of its own code.

        Raises:
            UpstreamError: It does not start; the next call tries again.
        """
        self.upstream.close()
        try:
            self.upstream.talk()
        except UpstreamError as error:
            self.on_end(error)
            raise

    def on_message(self, message: JsonObject) -> None:
        """Hand on what the upstream says unasked."""
        self.live.tell("upstream", message=message)
        if message.get("method") in LISTS:
            threading.Thread(target=self.relist, daemon=True).start()

    def on_end(self, error: GenuiError) -> None:
        """Tell that the upstream is gone; the next call starts it again."""
        self.down = error
        self.live.tell("down", **told(error))

    def on_start(self) -> None:
        """Tell that the upstream is there; its tools may not be what they were."""
        self.down = None
        self.live.tell("up")
        if self.started:
            threading.Thread(target=self.relist, daemon=True).start()

    def state(self) -> dict[str, Any]:
        """Return what a page shows besides one view."""
        with self.lock:
            project = self.project
            return {
                "server": dict(project.snapshot.server),
                "config": str(project.config.file or ""),
                "generated": str(project.config.generated),
                "tools": tool_rows(project),
                "hosts": {each.name: emulation(each) for each in find_profiles("all")},
                "faults": FAULTS,
                "findings": [finding.message for finding in project.snapshot.findings],
                "problem": told(self.problem) if self.problem else None,
                "down": told(self.down) if self.down else None,
            }

    def tool(self, name: str) -> Tool:
        """Return the tool of this name.

        Raises:
            GenuiError: No tool has it; the nearest name is told.
        """
        return find_tool(self.project, name)

    def view(self, name: str) -> Shown:
        """Return a tool's view as it is now."""
        with self.lock:
            if name not in self.shown:
                self.shown[name] = shown_view(self.project, self.tool(name))
            return self.shown[name]

    def details(self, name: str) -> dict[str, Any]:
        """Return everything known of a tool and its view."""
        with self.lock:
            return details(self.project, self.view(name))

    def frame(self, name: str) -> dict[str, str]:
        """Keep a view for a frame to load, and return where."""
        shown = self.view(name)
        html = shown.html + DRAFT % preview_texts()["draft.js"].encode()
        return {"id": self.frames.add(Document(html)), "revision": shown.revision}

    def refine(self, name: str, feedback: str) -> dict[str, Any]:
        """Fulfil a wish in words and return the steps that it added to the ledger.

        Raises:
            GenuiError: It was not understood, or the view cannot be built or written; nothing is changed.
        """
        from genui.revise import revise

        if not feedback.strip():
            raise GenuiError("there is no wish", hint='say what to change, like "line chart of high by date"')
        with self.lock:
            revision = revise(self.project, name, feedback)
        return self.revised(revision)

    def undo(self, name: str, steps: int) -> dict[str, Any]:
        """Take back the last steps of a view's ledger and return them.

        Raises:
            GenuiError: There are fewer, or the view was changed by hand since.
        """
        from genui.revise import undo

        with self.lock:
            revision = undo(self.project, name, steps=steps)
        return self.revised(revision)

    def keep_example(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Keep a result as an example of its tool, or tell what that would write.

        Raises:
            GenuiError: It cannot be kept.
        """
        from genui.preview.keeping import keep_example

        with self.lock:
            self.tool(str(asked.get("tool", "")))
            told = keep_example(self.project.config, asked)
        if "key" in asked:
            self.reload()
        return told

    def revised(self, revision: "Revision") -> dict[str, Any]:
        """Let every page see what was written."""
        self.reload()
        return {
            "steps": [step_json(step) for step in revision.steps],
            "file": revision.file,
            "rebuilt": revision.rebuilt,
        }

    def call(self, method: str, params: JsonObject, *, key: str) -> dict[str, Any]:
        """Pass a request of a view on to the upstream.

        Raises:
            GenuiError: The upstream is gone, or does not start.
        """
        try:
            return self.upstream.ask(method, params, key=key)
        except UpstreamError as error:
            self.on_end(error)
            raise

    def close(self) -> None:
        """End the streams and the upstream."""
        self.live.close()
        self.upstream.close()


def told(error: GenuiError) -> dict[str, str]:
    """Return an error as the pages show it."""
    return {"message": error.message, "hint": error.hint}
