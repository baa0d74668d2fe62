"""What a command or a session works on: the config, the upstream's tools and the stored views."""

from dataclasses import dataclass
from pathlib import Path

from genui.assets import Assets, load_assets
from genui.config import Config, target_of
from genui.errors import GenuiError
from genui.model import Snapshot, Tool
from genui.slug import slugs_of
from genui.snapshot import snapshot_of
from genui.store import SNAPSHOT_NAME, Stored, read_store


@dataclass(frozen=True)
class Project:
    """A config with all that it names, read."""

    config: Config
    snapshot: Snapshot
    stored: Stored
    assets: Assets

    @property
    def directory(self) -> Path:
        """The directory of the views."""
        return self.config.generated

    def slug(self, name: str) -> str:
        """Return the slug of one of the project's tools."""
        return slugs_of(tool.name for tool in self.snapshot.tools)[name]


def open_project(config: Config, *, from_snapshot: bool) -> Project:
    """Read the stored views, and ask the upstream for its tools unless a snapshot is to be used.

    Raises:
        GenuiError: Something that is needed cannot be read.
        UpstreamError: The upstream cannot be reached.
    """
    stored = read_store(config.generated)
    assets = load_assets("templates", config.path(config.build.templates_directory))
    snapshot = stored_snapshot(config, stored) if from_snapshot else introspected(config)
    return Project(config, snapshot, stored, assets)


def stored_snapshot(config: Config, stored: Stored) -> Snapshot:
    """Return the tools of tools.json."""
    path = config.generated / SNAPSHOT_NAME
    if stored.snapshot is None:
        raise GenuiError(
            f"{path} does not exist", hint="run genui build once without --from-snapshot, and commit it"
        )
    return snapshot_of(stored.snapshot, where=str(path))


def introspected(config: Config) -> Snapshot:
    """Ask the upstream."""
    from genui.upstream import introspect

    return introspect(
        target_of(config),
        config.limits,
        start_timeout=config.build.start_timeout,
        request_timeout=config.build.request_timeout,
    )


def find_tool(project: Project, name: str) -> Tool:
    """Return the tool of this name.

    Raises:
        GenuiError: No tool has it; the nearest name is told.
    """
    from difflib import get_close_matches

    tools = {tool.name: tool for tool in project.snapshot.tools}
    if name in tools:
        return tools[name]
    near = get_close_matches(name, tools, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else "run genui list to see the names"
    raise GenuiError(f"no tool is called {name!r}", hint=hint)
