"""A project: the config, the upstream's tools and the stored views; and what a build would make of them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from genui.assets import Assets, load_assets
from genui.build import Compilation, compile_project
from genui.config import Config, start_seconds, target_of
from genui.consent import require_upstream, why_not_asked
from genui.errors import ArtifactError, GenerationError, GenuiError, suggestion
from genui.foreign import refuse_foreign
from genui.inert import prove
from genui.model import Snapshot, Step, Tool
from genui.plan import Generation, Plan, plan_build
from genui.slug import slugs_of
from genui.snapshot import TOOLS, snapshot_of
from genui.store import Stored, read_store
from genui.viewoptions import ViewOptions

if TYPE_CHECKING:
    from genui.generate.author import Author, Glance, Record


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

    def artifact(self, file: str, made: Mapping[str, bytes]) -> bytes:
        """Return an artifact, just made or on disk; nothing where there is none."""
        path = self.directory / file
        return made.get(file) or (path.read_bytes() if path.is_file() else b"")


def open_project(config: Config, *, from_snapshot: bool) -> Project:
    """Read the stored views, and ask the upstream for its tools unless a snapshot is to be used.

    Raises:
        GenuiError: Something that is needed cannot be read.
        UpstreamError: The upstream cannot be reached.
    """
    refuse_foreign(config.generated)
    stored = read_store(config.generated)
    snapshot = stored_snapshot(config, stored) if from_snapshot else introspected(config)
    assets = load_assets("templates", config.path(config.build.templates_directory))
    return Project(config, snapshot, stored, assets)


def author_of(project: Project, *, record: "Record | None" = None) -> "Author | None":
    """Return who writes the views; None where the config asks for no model.

    Raises:
        ConfigError: A prompt of the user's cannot be used.
        ArtifactError: A recorded answer cannot be read.
    """
    config = project.config
    if config.model.provider == "offline":
        return None
    from genui.generate.author import Author
    from genui.generate.replies import read_replies, read_verdicts
    from genui.generate.request import choice_of, missing_key

    replays = config.model.provider == "replay"
    choice = choice_of(config, read_replies(project.directory) if replays else {})
    assert choice is not None
    prompts = load_assets("prompts", config.path(config.build.prompts_directory))
    author = Author(
        choice, config, prompts, project.assets, missing=missing_key(choice) or why_not_asked(config)
    )
    if replays:
        author = replace(author, verdicts=read_verdicts(project.directory))
    elif config.model.render:
        author = replace(author, trial=partial(in_browser, project.assets), glancing=glancing_in_browser)
    return author if record is None else replace(author, record=record, records=True)


def in_browser(assets: Assets, html: bytes, tool: Tool, options: ViewOptions) -> str:
    """Run a page in Chromium; see `genui.render.glance`."""
    from genui.render.glance import tried

    return tried(html, tool, options, assets)


@contextmanager
def glancing_in_browser() -> "Iterator[Glance]":
    """Keep a Chromium for the candidates for one view; see `genui.render.glance`."""
    from genui.render import warm_browser
    from genui.render.glance import glanced

    with warm_browser() as browser:
        yield partial(glanced, browser)


def generation_of(project: Project) -> Generation | None:
    """Return what of a model decides whether a view is stale; None where the config asks for none."""
    author = author_of(project)
    return author.generation if author else None


def recorded_ledgers(project: Project) -> Mapping[str, tuple[Step, ...]]:
    """Return the refinements that were recorded with the model's answers, where those are replayed.

    Raises:
        GenerationError: A model's answer to a wish is recorded, and the wish is not.
    """
    if project.config.model.provider != "replay":
        return {}
    from genui.generate.replies import read_ledgers, refined_tools

    ledgers = read_ledgers(project.directory)
    for name in sorted(refined_tools(project.directory) - ledgers.keys()):
        raise GenerationError(
            f"{name}: the ledger of its refinements is not recorded, only what a model answered to them",
            hint="restore it from version control, or refine the view again with --record",
        )
    return ledgers


def plan_of(project: Project, *, force: bool = False) -> Plan:
    """Return what a build would do."""
    return plan_build(
        project.snapshot,
        project.config,
        project.stored,
        force=force,
        generation=generation_of(project),
        recorded=recorded_ledgers(project),
    )


def code_of(
    project: Project, name: str, file: str | None, made: Mapping[str, bytes] | None = None
) -> str | None:
    """Return what is said of the code in an artifact, just made or on disk; None where there is none."""
    if file is None:
        return None
    html = project.artifact(file, made or {})
    return prove(html, tool=name, style=project.assets.own_style).told if html else None


def stored_snapshot(config: Config, stored: Stored) -> Snapshot:
    """Return the tools of the last build.

    Raises:
        GenuiError: There are none, or one cannot be read: nothing else could say what it is.
    """
    folder = config.generated / TOOLS
    if not stored.definitions:
        raise GenuiError(
            f"{folder} does not exist", hint="run genui build once without --from-snapshot, and commit it"
        )
    known = [one for one in stored.definitions.values() if one is not None]
    if len(known) < len(stored.definitions):
        damaged = next(path for path, one in stored.definitions.items() if one is None)
        raise ArtifactError(
            f"{config.generated / damaged} holds no tool definition",
            hint="run genui build without --from-snapshot, which asks the upstream, or restore the file",
        )
    return snapshot_of(stored.manifest.upstream, known)


def introspected(config: Config) -> Snapshot:
    """Ask the upstream.

    Raises:
        ConsentError: genui.toml names it, and nobody agreed to that on this machine.
    """
    from genui.upstream import introspect

    # Before anything is started: the folder may be a clone that nobody has read.
    require_upstream(config)
    return introspect(
        target_of(config),
        config.limits,
        start_timeout=start_seconds(config),
        request_timeout=config.build.request_timeout,
    )


def find_tool(project: Project, name: str) -> Tool:
    """Return the tool of this name.

    Raises:
        GenuiError: No tool has it; the nearest name is told.
    """
    tools = {tool.name: tool for tool in project.snapshot.tools}
    if name not in tools:
        raise GenuiError(f"no tool is called {name!r}", hint=suggestion(name, tools))
    return tools[name]


def check_project(
    project: Project, *, only: Sequence[str] = (), held: Mapping[str, str] | None = None
) -> Compilation:
    """Return what a build would do, every artifact linked anew and compared; no digest spares any work.

    What only a model can write is told and not asked for. `held` are the source digests of views, by tool,
    that are taken as they stand in the store.
    """
    return compile_project(
        project.snapshot,
        project.config,
        project.stored,
        project.assets,
        only=only,
        generation=generation_of(project),
        recorded=recorded_ledgers(project),
        held=held,
    )
