"""Planning: what each view needs, and why. Nothing is made or written here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from genui.canonical import sha256
from genui.config import Config
from genui.digests import imported_digest, shape_digest, source_digest
from genui.followups import followups, readers
from genui.head import read_head
from genui.model import Finding, JsonObject, Snapshot, State, Step, Tool, View
from genui.owntools import is_own_tool
from genui.slug import slugs_of
from genui.spec import VERSION
from genui.staleness import changed_input, drift
from genui.store import Stored
from genui.viewfile import (
    BROUGHT,
    IMPORTED,
    REVISION_DIGITS,
    StoredView,
    conflicts_of,
    page_file,
    view_file,
)
from genui.viewoptions import ViewOptions, options_of, wants_view

Action = Literal["generate", "link", "keep"]
"""What a build does with a view: generate its spec, link it from its view file, or leave it alone."""

Links = Callable[[Tool, str, str], bytes]
"""Links a page for a tool and with a source digest; no bytes where it cannot be linked."""


OFFLINE: JsonObject = {"mode": "offline", "spec": VERSION}
"""The generator's part of the source digest where no model is used."""

Generation = Callable[[Tool, ViewOptions], JsonObject | None]
"""Returns the model's part of the source digest of a tool's view; None where no model writes it."""

NO_VIEW = "no view yet"


@dataclass(frozen=True, slots=True)
class Entry:
    """An artifact, with what the head of its data says."""

    file: str
    """Its path in the generated directory, `views/<slug>/<rev>.html`."""
    sha256: str
    source: str
    shape: str
    kind: str
    size: int


@dataclass(frozen=True, slots=True)
class Job:
    """One view to look after: its tool, what there is of it, and what has to be done."""

    tool: Tool
    slug: str
    action: Action
    state: State
    reason: str
    source: str
    options: ViewOptions
    stored: StoredView | None = None
    entry: Entry | None = None
    """The artifact that is there, if one is whole and of this tool."""
    there: tuple[str, ...] = ()
    """The paths of all artifacts in the folder of the view."""
    moved: bool = False
    """True where the view lies in another folder."""
    held: bool = False
    """True where the view is new and to be taken as it is."""
    reviewed: bool = True
    """False where the view is made while serving, for a page that says so."""
    generation: JsonObject | None = None
    """The model that has to write the view; None where it is made offline."""
    plain_source: str = ""
    """The source digest of the baseline, for where it stands in for a model's view."""
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
    """The outcome of one job."""

    name: str
    state: State
    """What it was before the build: whether its files are what genui makes of its inputs."""
    reason: str
    entry: Entry | None = None
    """Its artifact as it should be."""
    before: Entry | None = None
    """Its artifact as it was."""
    kept: bool = True
    """True when nothing was made."""
    findings: tuple[Finding, ...] = ()
    files: tuple[str, ...] = ()
    """The files that no view gives and a build removes."""
    unfulfilled: str = ""
    """Why a model that was to write the view did not; "" where none was, or it did."""


def plan_build(
    snapshot: Snapshot,
    config: Config,
    stored: Stored,
    *,
    links: Links = lambda tool, page, source: b"",
    force: bool = False,
    generation: Generation | None = None,
    recorded: Mapping[str, Sequence[Step]] | None = None,
    held: Mapping[str, str] | None = None,
) -> Plan:
    """Return what a build has to do.

    `links` is needed to tell whether a build was stopped before it wrote a page. `recorded` are ledgers for
    views whose files are gone; `held` are source digests, by tool, that are taken as current, so that a view
    is linked as it is.
    """
    tools, findings = viewable(snapshot.tools, config)
    slugs = slugs_of(tool.name for tool in snapshot.tools)
    actions, reading = followups(snapshot.tools), readers(snapshot.tools)
    homes, before = homes_of(stored, slugs), stored.tools_before()
    # Sorted, so that a server that shuffles its list changes nothing.
    jobs = [
        plan_view(
            tool,
            slugs[tool.name],
            replace(
                options_of(config, tool.name), actions=tuple(actions.get(tool.name, ())), reading=reading
            ),
            stored,
            home=homes.get(tool.name, ""),
            before=before.get(tool.name),
            links=links,
            generation=generation,
            recorded=(recorded or {}).get(tool.name, ()),
            held=(held or {}).get(tool.name, ""),
            force=force,
        )
        for tool in sorted(tools, key=lambda tool: tool.name)
    ]
    if force:
        jobs = [
            replace(
                job,
                action="generate",
                state="missing" if job.stored is None else "stale",
                reason="asked for by --force",
            )
            for job in jobs
        ]
    return Plan(tuple(jobs), orphans_of(jobs, stored), tuple(findings))


def homes_of(stored: Stored, slugs: Mapping[str, str]) -> dict[str, str]:
    """Return the folder of each tool's view: the tool's own, else one whose view file names the tool."""
    homes: dict[str, str] = {}
    for folder, view in stored.views.items():
        name = view.view.tool
        if name not in homes or slugs.get(name) == folder:
            homes[name] = folder
    return homes


def viewable(tools: Sequence[Tool], config: Config) -> tuple[list[Tool], list[Finding]]:
    """Return the tools that the config wants views of, and a finding for each that cannot have one."""
    inner = [tool.name for tool in tools if is_own_tool(tool.definition)]
    wanted = [tool for tool in tools if wants_view(config, tool.name) and tool.name not in inner]
    findings = [
        Finding(
            "tool-name-not-unicode",
            "warning",
            f"tool {tool.name!r} gets no view: its name is not valid Unicode",
        )
        for tool in wanted
        if not is_unicode(tool.name)
    ]
    if inner:
        told = f"the upstream is a genui itself: its own tools get no views ({', '.join(inner)})"
        findings.append(Finding("genui-behind-genui", "info", told))
    return [tool for tool in wanted if is_unicode(tool.name)], findings


def is_unicode(text: str) -> bool:
    """Tell whether a text can be written as UTF-8: lone surrogates cannot."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def plan_view(
    tool: Tool,
    slug: str,
    options: ViewOptions,
    stored: Stored,
    *,
    home: str,
    before: JsonObject | None,
    links: Links,
    generation: Generation | None = None,
    recorded: Sequence[Step] = (),
    held: str = "",
    force: bool = False,
) -> Job:
    """Decide about one view; where all is made anew by force, an imported page gives way too."""
    view = stored.views.get(home)
    recorded = recorded if view else stored.salvaged.get(slug, tuple(recorded))
    by_model = generation(tool, options) if generation else None
    plain_source = source_of(tool, options)
    # No configuration makes a page stale that a person or a host's model brought in.
    brought = view is not None and view.view.generator in BROUGHT and not force
    made = plain_source if by_model is None else source_of(tool, options, generation=by_model)
    source = held or (imported_digest(tool) if brought else made)
    there = stored.folders.get(slug, ())
    entries = [entry for path in there if (entry := entry_of(path, stored.artifacts[path], tool))]
    # A build that was killed leaves two artifacts: the one of the present source counts.
    entry = next((one for one in entries if one.source == source), entries[0] if entries else None)
    job = Job(
        tool,
        slug,
        "link",
        "fresh",
        "",
        source,
        options,
        view,
        entry,
        there=there,
        moved=home != slug,
        held=bool(held),
        generation=by_model,
        plain_source=plain_source,
        recorded=tuple(recorded),
    )
    action, state, reason = decide(job, stored, before, links)
    return replace(job, action=action, state=state, reason=reason)


def entry_of(path: str, html: bytes, tool: Tool) -> Entry | None:
    """Return what an artifact says of itself; None where it is not what its name says, or another tool's."""
    digest, head = sha256(html), read_head(html)
    named = path.endswith(f"/{digest[:REVISION_DIGITS]}.html")
    if head is None or not named or head.tool != tool.name:
        return None
    return Entry(path, digest, head.source, head.shape, head.kind, len(html))


def source_of(tool: Tool, options: ViewOptions, *, generation: JsonObject | None = None) -> str:
    """Return the source digest of a view, made offline or by this model."""
    return source_digest(
        tool,
        examples=options.examples,
        hints=options.hints,
        kind=options.kind,
        actions=options.actions,
        generation=generation or OFFLINE,
    )


def fresh_source(job: Job, view: View) -> str:
    """Return the source digest with which a view is fresh; of one brought in only the tool counts."""
    if view.generator in BROUGHT:
        return imported_digest(job.tool)
    return source_of(job.tool, job.options, generation=job.generation)


def with_example(view: View, options: ViewOptions) -> View:
    """Return the view with the first configured example, which a page opened from disk shows."""
    return replace(view, example=options.examples[0] if options.examples else None)


def decide(job: Job, stored: Stored, before: JsonObject | None, links: Links) -> tuple[Action, State, str]:
    """Return the action, the state and its reason for one view; `before` is its tool in the last build.

    What is to be linked counts as fresh until its artifact is compared with what it links to.
    """
    # The order matters: what a person has to decide comes first, then what was cut short, then staleness.
    view, slug = job.stored, job.slug
    if slug in stored.conflicts:
        return (
            "keep",
            "conflict",
            stored.unreadable.get(slug, f"{view_file(slug)} holds a conflict of a merge"),
        )
    if slug in stored.unreadable:
        return "keep", "edited", f"{view_file(slug)} cannot be read: {stored.unreadable[slug]}"
    if view is None:
        gone = job.entry is not None
        return "generate", "missing", f"{view_file(slug)} is gone" if gone else NO_VIEW
    if job.held:
        return "link", "stale", "it was revised"
    if interrupted(job, stored, links):
        return "generate", "missing", f"{page_file(slug)} was not yet written when a build was stopped"
    if view.view.fallback and not view.edited:
        return "generate", "fallback", view.view.fallback
    if is_current(job, before):
        return "link", "fresh", ""
    told = drift(before, job.tool) or changed_input(job, source_of)
    if view.view.generator in BROUGHT:
        return decide_brought(job, before, told)
    if view.edited:
        # Whatever its inputs are now, a hand's work stays where it fits the tool; its check says if it does.
        return "link", "stale", f"{told}; {view_file(slug)} was changed by hand and stays as it is"
    return "generate", "stale", told


def is_current(job: Job, before: JsonObject | None) -> bool:
    """Tell whether a view was made from what its inputs are now.

    Its artifact says so; where there is none that can be believed, the tool of the last build has to do.
    """
    if job.entry is None:
        return before is None or not drift(before, job.tool)
    # What a hand made of a baseline that stood in for a model's view is current too.
    by_hand = job.stored is not None and job.stored.edited and job.entry.source == job.plain_source
    return job.entry.source == job.source or by_hand


def interrupted(job: Job, stored: Stored, links: Links) -> bool:
    """Tell whether a page is still the one before its view file: a build ended between the two.

    Then the view file tells an artifact that is not there, and the one that is there is that page's.
    """
    view, entry = job.stored, job.entry
    if view is None or view.view.page is None or view.view.generator == IMPORTED or not view.edited:
        return False
    if entry is None or not view.sha256 or view.sha256 == entry.sha256:
        return False
    return links(job.tool, view.view.page, entry.source) == stored.artifacts[entry.file]


def decide_brought(job: Job, before: JsonObject | None, told: str) -> tuple[Action, State, str]:
    """Return what becomes of a view that was brought in when its tool changed: only another shape matters."""
    shape = job.entry.shape if job.entry else shape_digest(before or {})
    if shape == shape_digest(job.tool.definition):
        return "link", "stale", told
    assert job.stored is not None
    if job.stored.view.generator == IMPORTED:
        return "keep", "stale", f"its tool changed since {page_file(job.slug)} was imported: import it again"
    why = f"its tool changed since {view_file(job.slug)} was submitted: mend it, or build it with --force"
    return "keep", "stale", why


def orphans_of(jobs: Sequence[Job], stored: Stored) -> dict[str, tuple[str, ...]]:
    """Return the files in folders that belong to no planned view, by tool; artifacts first, as they go."""
    claimed = {job.slug for job in jobs}
    orphans: dict[str, list[str]] = {}
    for folder in sorted(stored.folders.keys() - claimed):
        files = list(stored.folders.get(folder, ()))
        files += [page_file(folder)] if folder in stored.pages else []
        if folder in stored.views.keys() | stored.unreadable.keys():
            files.append(view_file(folder))
        view = stored.views.get(folder)
        if files:
            orphans.setdefault(view.view.tool if view else folder, []).extend(files)
    return {name: tuple(files) for name, files in sorted(orphans.items())}


def kept(job: Job) -> Outcome:
    """Return the outcome of a view that stays as it is."""
    told = conflicts_of(job.stored.view) if job.stored else ()
    return Outcome(job.tool.name, job.state, job.reason, job.entry, job.entry, findings=told)


def orphan_outcomes(plan: Plan) -> list[Outcome]:
    """Return the outcomes for files of tools that are gone."""
    return [
        Outcome(name, "orphan", "no tool claims " + " and ".join(files), files=files)
        for name, files in plan.orphans.items()
    ]
