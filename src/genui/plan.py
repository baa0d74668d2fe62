"""Planning: what each view needs, and why. Nothing is made or written here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from genui.canonical import canonical_json
from genui.config import Config
from genui.digests import imported_digest, shape_digest, source_digest
from genui.errors import ArtifactError
from genui.followups import followups, readers
from genui.manifest import Entry
from genui.model import Finding, JsonObject, Snapshot, State, Step, Tool, View
from genui.slug import slugs_of
from genui.snapshot import snapshot_of
from genui.spec import VERSION
from genui.store import ARTIFACT, SNAPSHOT_NAME, Stored
from genui.viewfile import BROUGHT, IMPORTED, PAGE_SUFFIX, StoredView, conflicts_of, page_digest
from genui.viewfile import SUFFIX as VIEW_SUFFIX
from genui.wishes import Wishes, wants_view, wishes_of

Action = Literal["generate", "link", "keep"]
"""What a build does about a view: make its spec anew, link it from its view file, leave it alone."""

OFFLINE: JsonObject = {"mode": "offline", "spec": VERSION}
"""What stands in a source digest for the generator that needs no model."""

Generation = Callable[[Tool, Wishes], JsonObject | None]
"""What of a model goes into the source digest of a tool's view; None where no model writes it."""


@dataclass(frozen=True, slots=True)
class Job:
    """One view to look after: its tool, what there is of it, and what has to be done."""

    tool: Tool
    slug: str
    action: Action
    state: State
    reason: str
    source: str
    wishes: Wishes
    stored: StoredView | None = None
    entry: Entry | None = None
    generation: JsonObject | None = None
    """The model that has to write the view; None where it is made offline."""
    plain_source: str = ""
    """The source digest of the baseline, for where it stands in for a model's view."""

    drifted: bool = False
    """True where the tool's definition is known to have changed since the last build."""

    recorded: tuple[Step, ...] = ()
    """The refinements that were recorded with the model's answers, for a view whose file is gone."""

    @property
    def ledger(self) -> tuple[Step, ...]:
        """The refinements of the view as it is stored."""
        return self.stored.view.ledger if self.stored else self.recorded


@dataclass(frozen=True, slots=True)
class Plan:
    """The jobs of a build in order of tool name, what no tool claims, and what cannot be served."""

    jobs: tuple[Job, ...]
    orphans: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Tool name, or file name where no tool is known → its files."""
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one view."""

    name: str
    state: State
    """What it was before the build: whether its files are what genui makes of its inputs."""
    reason: str
    entry: Entry | None = None
    kept: bool = True
    """True when nothing was made."""
    findings: tuple[Finding, ...] = ()
    files: tuple[str, ...] = ()
    """For orphans: what is removed."""
    unfulfilled: str = ""
    """Why a model that was to write the view did not; "" where none was, or it did."""


def plan_build(
    snapshot: Snapshot,
    config: Config,
    stored: Stored,
    *,
    force: bool = False,
    generation: Generation | None = None,
    recorded: Mapping[str, Sequence[Step]] | None = None,
    held: Mapping[str, str] | None = None,
) -> Plan:
    """Return what a build has to do; `templates` is the digest of the templates after overrides.

    `recorded` are ledgers for views whose files are gone; `held` are source digests, by tool, that are
    taken as current, so that a view is linked as it is.
    """
    tools, findings = viewable(snapshot.tools, config)
    slugs = slugs_of(tool.name for tool in snapshot.tools)
    actions, reading = followups(snapshot.tools), readers(snapshot.tools)
    jobs = [
        plan_view(
            tool,
            slugs[tool.name],
            replace(wishes_of(config, tool.name), actions=tuple(actions.get(tool.name, ())), reading=reading),
            stored,
            generation=generation,
            recorded=(recorded or {}).get(tool.name, ()),
            held=(held or {}).get(tool.name, ""),
            force=force,
        )
        for tool in sorted(tools, key=lambda tool: tool.name)
    ]
    if any(job.state == "stale" for job in jobs):
        jobs = told_drift(jobs, tools_before(stored))
    if force:
        jobs = [forced(job) for job in jobs]
    return Plan(tuple(jobs), orphans_of(jobs, stored), tuple(findings))


def tools_before(stored: Stored) -> dict[str, Tool]:
    """Return the tools of the last build, by name, to tell what changed since."""
    if stored.snapshot is None:
        return {}
    try:
        return {tool.name: tool for tool in snapshot_of(stored.snapshot, where=SNAPSHOT_NAME).tools}
    except ArtifactError:
        return {}


def forced(job: Job) -> Job:
    """Return the job as --force wants it: made anew whatever there is."""
    state: State = "missing" if job.stored is None else "stale"
    return replace(job, action="generate", state=state, reason="asked for by --force")


def viewable(tools: Sequence[Tool], config: Config) -> tuple[list[Tool], list[Finding]]:
    """Return the tools that the config wants views of, and a finding for each that cannot have one."""
    wanted = [tool for tool in tools if wants_view(config, tool.name)]
    findings = [
        Finding(
            "tool-name-not-unicode",
            "warning",
            f"tool {tool.name!r} gets no view: its name is not valid Unicode",
        )
        for tool in wanted
        if not is_unicode(tool.name)
    ]
    return [tool for tool in wanted if is_unicode(tool.name)], findings


def is_unicode(text: str) -> bool:
    """Tell whether a text can be written as UTF-8: lone surrogates cannot."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def plan_view(
    tool: Tool,
    slug: str,
    wishes: Wishes,
    stored: Stored,
    *,
    generation: Generation | None = None,
    recorded: Sequence[Step] = (),
    held: str = "",
    force: bool = False,
) -> Job:
    """Decide about one view; where all is made anew by force, an imported page gives way too."""
    view = stored.views.get(slug)
    entry = stored.manifest.tools.get(tool.name)
    by_model = generation(tool, wishes) if generation else None
    plain_source = source_of(tool, wishes)
    if view is not None and view.view.generator in BROUGHT and not force:
        source = held or imported_digest(tool)
    elif by_model is not None:
        source = held or source_of(tool, wishes, generation=by_model)
    else:
        source = held or plain_source
    # What a hand made of a baseline that stood in for a model's view is current too.
    current = plain_source if view and view.edited and view.source == plain_source else source
    action, state, reason = decide(tool, view, entry, stored, slug, current)
    if held and action == "link":
        state, reason = "stale", "it was revised"
    return Job(
        tool,
        slug,
        action,
        state,
        reason,
        source,
        wishes,
        view,
        entry,
        generation=by_model,
        plain_source=plain_source,
        recorded=tuple(recorded),
    )


def source_of(tool: Tool, wishes: Wishes, *, generation: JsonObject | None = None) -> str:
    """Return the source digest of a view, made offline or by this model."""
    return source_digest(
        tool,
        examples=wishes.examples,
        hints=wishes.hints,
        kind=wishes.kind,
        actions=wishes.actions,
        generation=generation or OFFLINE,
    )


def with_example(view: View, wishes: Wishes) -> View:
    """Return the view with the first configured example, which a page opened from disk shows."""
    return replace(view, example=wishes.examples[0] if wishes.examples else None)


def decide(
    tool: Tool, view: StoredView | None, entry: Entry | None, stored: Stored, slug: str, source: str
) -> tuple[Action, State, str]:
    """Return the action, the state and its reason for one view.

    What is to be linked counts as fresh until its artifact is compared with what it links to.
    """
    if slug in stored.unreadable:
        return "keep", "edited", f"{slug}{VIEW_SUFFIX} cannot be read: {stored.unreadable[slug]}"
    if view is None:
        return "generate", "missing", "no view yet" if entry is None else f"{slug}{VIEW_SUFFIX} is gone"
    if interrupted(view, entry):
        return "generate", "missing", f"{slug}{PAGE_SUFFIX} was not yet written when a build was stopped"
    if entry is not None and entry.fallback and not view.edited:
        return "generate", "fallback", entry.fallback
    if view.source != source:
        if view.view.generator in BROUGHT:
            return decide_brought(tool, entry, view.view, slug)
        if view.edited:
            return "keep", "edited", f"{slug}{VIEW_SUFFIX} was changed by hand, and its inputs changed since"
        return "generate", "stale", "its inputs changed"
    return "link", "fresh", ""


def interrupted(view: StoredView, entry: Entry | None) -> bool:
    """Tell whether a page is still the one before its view file: a build ended between the two."""
    page = view.view.page
    return (
        page is not None
        and view.edited
        and view.view.generator != IMPORTED
        and entry is not None
        and entry.page == page_digest(page)
    )


def decide_brought(tool: Tool, entry: Entry | None, view: View, slug: str) -> tuple[Action, State, str]:
    """Return what becomes of a view that was brought in when its tool changed: only another shape matters."""
    if entry is not None and entry.shape == shape_digest(tool.definition):
        return "link", "stale", "the tool's words changed"
    if view.generator == IMPORTED:
        return "keep", "stale", f"its tool changed since {slug}{PAGE_SUFFIX} was imported: import it again"
    why = f"its tool changed since {slug}{VIEW_SUFFIX} was submitted: mend it, or build it with --force"
    return "keep", "stale", why


def told_drift(jobs: Sequence[Job], before: Mapping[str, Tool]) -> list[Job]:
    """Return the jobs, the reasons of stale ones naming what changed in their tools."""
    told = [(job, drift(before.get(job.tool.name), job.tool) if job.state == "stale" else "") for job in jobs]
    return [replace(job, reason=reason, drifted=True) if reason else job for job, reason in told]


def drift(before: Tool | None, now: Tool) -> str:
    """Name the members of a tool definition that changed since the last build."""
    if before is None:
        return ""
    members = sorted({*before.definition, *now.definition})
    changed = [
        member
        for member in members
        if canonical_json(before.definition.get(member)) != canonical_json(now.definition.get(member))
    ]
    return f"the tool's {' and '.join(changed)} changed" if changed else ""


def orphans_of(jobs: Sequence[Job], stored: Stored) -> dict[str, tuple[str, ...]]:
    """Return the files that belong to no planned view, by the tool they were made for."""
    slugs = {job.slug for job in jobs}
    sourced = {job.slug for job in jobs if job.stored is not None and job.stored.view.page is not None}
    named = {job.entry.file for job in jobs if job.entry is not None}
    owners = {entry.file: name for name, entry in stored.manifest.tools.items()}
    orphans: dict[str, list[str]] = {}
    for slug in sorted({*stored.views, *stored.unreadable} - slugs):
        view = stored.views.get(slug)
        orphans.setdefault(view.view.tool if view else slug, []).append(slug + VIEW_SUFFIX)
    for slug in sorted(stored.pages - sourced - (stored.unreadable.keys() & slugs)):
        view = stored.views.get(slug)
        orphans.setdefault(view.view.tool if view else slug, []).append(slug + PAGE_SUFFIX)
    for name in stored.artifacts:
        match = ARTIFACT.match(name)
        if match and name not in named:
            orphans.setdefault(owners.get(name, match["slug"]), []).append(name)
    return {name: tuple(sorted(files)) for name, files in sorted(orphans.items())}


def kept(job: Job) -> Outcome:
    """Return the outcome of a view that stays as it is."""
    told = conflicts_of(job.stored.view) if job.stored else ()
    return Outcome(job.tool.name, job.state, job.reason, job.entry, findings=told)


def orphan_outcomes(plan: Plan) -> list[Outcome]:
    """Return the outcome of what no tool claims any more."""
    return [
        Outcome(name, "orphan", "no tool claims " + " and ".join(files), files=files)
        for name, files in plan.orphans.items()
    ]
