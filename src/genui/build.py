"""Building: the pure function from inputs to files that build, check, diff, export and serve share."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from genui import __version__
from genui.assets import Assets
from genui.config import Config
from genui.difference import compared
from genui.digests import shape_digest
from genui.manifest import Entry, Manifest
from genui.model import Finding, Snapshot, Step, Tool, View, errors_of
from genui.plan import (
    Generation,
    Job,
    Outcome,
    Plan,
    kept,
    orphan_outcomes,
    plan_build,
    source_of,
    with_example,
)
from genui.projectfiles import project_files, removable, upstream_of
from genui.store import REVISION_DIGITS, Stored
from genui.viewfile import (
    AGENT,
    IMPORTED,
    PAGE_SUFFIX,
    StoredView,
    conflicts_of,
    page_digest,
    source_files,
    view_bytes,
)
from genui.viewfile import SUFFIX as VIEW_SUFFIX
from genui.wishes import Wishes, wishes_of
from genui.written import Written

Progress = Callable[[str], None]
"""Called with a tool's name when its view is done."""

Writing = Callable[[Sequence[Job]], Mapping[str, Written]]
"""Has a model write the views of these jobs: the one part of a build that is not pure."""

Gate = Callable[[Tool, bytes, Wishes], tuple[Finding, ...]]
"""Sees every artifact before it is let in; errors keep it out."""

Made = tuple[Outcome, Mapping[str, bytes]]
"""What became of a job, and the files that it made."""

Each = Callable[[Callable[[Job], Made], Iterable[Job]], Iterable[Made]]
"""Carries jobs out, in order: `map`, one with workers, or one that has several in flight at a slow gate."""

ORIGIN = ("provider", "model", "prompt", "scores", "why")
"""What the manifest repeats of a view's origin."""


def let_in(tool: Tool, html: bytes, wishes: Wishes) -> tuple[Finding, ...]:
    """Let every artifact in: a gate that is open."""
    return ()


@dataclass(frozen=True)
class Compilation:
    """The result of a build before anything is written."""

    outcomes: tuple[Outcome, ...]
    manifest: Manifest
    files: Mapping[str, bytes] = field(default_factory=dict)
    """What has to be written, by file name; empty when all is fresh."""
    remove: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()

    @property
    def clean(self) -> bool:
        """True when every view is fresh and nothing is left over."""
        return all(outcome.state == "fresh" for outcome in self.outcomes)


def compile_project(
    snapshot: Snapshot,
    config: Config,
    stored: Stored,
    assets: Assets,
    *,
    force: bool = False,
    only: Sequence[str] = (),
    progress: Progress = lambda name: None,
    gate: Gate = let_in,
    generation: Generation | None = None,
    recorded: Mapping[str, Sequence[Step]] | None = None,
    held: Mapping[str, str] | None = None,
    writing: Writing | None = None,
    each: Each = map,
) -> Compilation:
    """Compile every view that needs it. Pure: the same inputs give the same bytes on every machine.

    What a model writes comes in by `writing`; where it gives nothing for a job, what there is is kept, and
    without it, what a model would write is only told.
    """
    plan = plan_build(
        snapshot, config, stored, force=force, generation=generation, recorded=recorded, held=held
    )
    asked = written_by_model(plan, only)
    written = None if writing is None else writing(asked) if asked else {}
    files: dict[str, bytes] = {}
    outcomes: list[Outcome] = []

    make = partial(made, config=config, assets=assets, gate=gate, written=written, only=only, stored=stored)
    for outcome, own in each(make, plan.jobs):
        outcomes.append(outcome)
        files |= own
        progress(outcome.name)
    entries = {outcome.name: outcome.entry for outcome in outcomes if outcome.entry is not None}
    if only:
        entries = {**stored.manifest.tools, **entries}
    orphans = {} if only else plan.orphans
    manifest = Manifest(__version__, upstream_of(snapshot), entries)
    return Compilation(
        outcomes=(*outcomes, *orphan_outcomes(plan)),
        manifest=manifest,
        files=files | project_files(snapshot, stored, manifest),
        remove=removable(stored, manifest, orphans, files),
        findings=(*snapshot.findings, *plan.findings),
    )


def made(
    job: Job,
    *,
    config: Config,
    assets: Assets,
    gate: Gate,
    written: Mapping[str, Written] | None,
    only: Sequence[str],
    stored: Stored,
) -> Made:
    """Carry out one job."""
    if only and job.tool.name not in only:
        return kept(job), {}
    if written is None and job.action == "generate" and job.generation is not None:
        return kept(job), {}
    files: dict[str, bytes] = {}
    there = stored.artifacts.get(job.entry.file) if job.entry else None

    def gate_if_new(tool: Tool, html: bytes, wishes: Wishes) -> tuple[Finding, ...]:
        return () if html == there else gate(tool, html, wishes)

    one = (written or {}).get(job.tool.name, Written())
    return compile_job(job, config, assets, files, gate_if_new, one, stored), files


def written_by_model(plan: Plan, only: Sequence[str] = ()) -> list[Job]:
    """Return the jobs of a plan that a model has to write."""
    return [
        job
        for job in plan.jobs
        if job.action == "generate" and job.generation is not None and (not only or job.tool.name in only)
    ]


def compile_job(
    job: Job,
    config: Config,
    assets: Assets,
    files: dict[str, bytes],
    gate: Gate,
    written: Written,
    stored: Stored,
) -> Outcome:
    """Make one view, and compare it with what is stored; the files that differ are added to `files`."""
    if job.action == "keep":
        return kept(job)
    job, unfulfilled = regenerated(job), ""
    if job.action == "generate" and job.generation is not None and written.view is None:
        unfulfilled = written.problem or "no model was asked"
        if not baseline_stands_in(job, written):
            return kept_unwritten(job, config, assets, files, gate, unfulfilled, stored)
    from genui.checker import check_spec
    from genui.generate import generate

    fallback = ""
    if job.action == "link" and job.stored is not None:
        view = job.stored.view
        findings = (*check_spec(view.spec, job.tool), *conflicts_of(view)) if view.page is None else ()
        if errors_of(findings):
            return Outcome(job.tool.name, "edited", unusable(job, findings), job.entry, findings=findings)
        files |= kept_current(job, job.stored)
    elif written.view is not None:
        view, findings = written.view, written.view.findings
        job = replace(job, source=source_of(job.tool, job.wishes, generation=job.generation))
        files |= source_files(job.slug, view, source=job.source)
    else:
        view, fallback = generate(job.tool, job.wishes, ledger=job.ledger)
        fallback, findings = unfulfilled or fallback, view.findings
        made_by = None if unfulfilled else job.generation
        job = replace(job, source=source_of(job.tool, job.wishes, generation=made_by))
        files |= source_files(job.slug, view, source=job.source)
    if view.page is not None:
        return relinked_page(job, view, config, assets, files, gate, stored)
    html, page_findings, fallback = artifact(
        job.tool,
        view,
        job.wishes,
        assets,
        config,
        source=job.source,
        fallback=fallback,
        gate=gate,
    )
    entry = entry_of(job, view, html, (*findings, *page_findings), fallback)
    outcome = finished(job, entry, html, config, files, stored)
    return replace(outcome, findings=(*findings, *page_findings), unfulfilled=unfulfilled)


def regenerated(job: Job) -> Job:
    """Return a job to make the view anew where it is an offline one that this genui makes otherwise.

    Only one that no hand and no model has touched: its wishes are there as patches, which are replayed.
    """
    stored = job.stored
    if job.action != "link" or job.state != "fresh" or stored is None or stored.edited:
        return job
    if stored.view.generator != "offline" or stored.view.origin:
        return job
    from genui.generate import replayed

    if replayed(job.tool, job.wishes, stored.view.ledger) == stored.view.spec:
        return job
    return replace(
        job, action="generate", state="stale", generation=None, reason="this genui makes another view of it"
    )


def finished(
    job: Job, entry: Entry, html: bytes, config: Config, files: dict[str, bytes], stored: Stored
) -> Outcome:
    """Return what became of a view that was linked; its artifact is added to `files` where it is new."""
    state, reason = (
        (job.state, job.reason) if job.state != "fresh" else compared(job, entry, html, config, stored)
    )
    if entry.fallback:
        state, reason = "fallback", entry.fallback
    if stored.artifacts.get(entry.file) != html:
        files[entry.file] = html
    same = entry == job.entry and not files
    return Outcome(job.tool.name, state, reason, entry, kept=same)


def kept_current(job: Job, stored: StoredView) -> dict[str, bytes]:
    """Return the view file of a submitted view with its tool's present digest: its words may change."""
    if stored.view.generator != AGENT or stored.source == job.source:
        return {}
    return {job.slug + VIEW_SUFFIX: view_bytes(stored.view, source=job.source, guard=stored.sum)}


def baseline_stands_in(job: Job, written: Written) -> bool:
    """Tell whether a baseline is made where the model's view is missing.

    It is where nothing exists, and where another baseline stands in for the same reason and is stale.
    """
    if job.stored is None:
        return not written.stopped
    stands_in = job.entry is not None and job.entry.fallback and job.stored.view.generator == "offline"
    return bool(stands_in) and not job.stored.edited and job.stored.source != job.plain_source


def kept_unwritten(
    job: Job,
    config: Config,
    assets: Assets,
    files: dict[str, bytes],
    gate: Gate,
    unfulfilled: str,
    stored: Stored,
) -> Outcome:
    """Keep the view there is, linked again where its artifact is gone; else nothing."""
    why = job.reason if unfulfilled in job.reason else f"{job.reason}; kept, for {unfulfilled}"
    outcome = replace(kept(job), reason=why, unfulfilled=unfulfilled)
    if job.stored is None:
        return replace(outcome, reason=f"{job.reason}: {unfulfilled}")
    if job.entry is not None and job.state != "fallback":
        return outcome
    again = replace(job, action="link", source=job.stored.source)
    linked = compile_job(again, config, assets, files, gate, Written(), stored)
    if linked.entry is not None and job.entry is not None:
        entry = replace(linked.entry, fallback=job.entry.fallback)
        linked = replace(linked, entry=entry, kept=entry == job.entry and not files)
    return replace(linked, state=outcome.state, reason=outcome.reason, unfulfilled=unfulfilled)


def relinked_page(
    job: Job, view: View, config: Config, assets: Assets, files: dict[str, bytes], gate: Gate, stored: Stored
) -> Outcome:
    """Link a page that is stored; what there is stays if it does not pass its checks."""
    from genui.pages import linked_page

    assert view.page is not None
    made = linked_page(job.tool, view.page, assets, source=job.source, max_bytes=config.limits.page_bytes)
    findings = made.findings
    if not errors_of(findings):
        findings += gate(job.tool, made.html, job.wishes)
    if errors := errors_of(findings):
        reason = f"{job.slug}{PAGE_SUFFIX}:{errors[0].line} {errors[0].rule}: {errors[0].message}"
        return Outcome(job.tool.name, "edited", reason, job.entry, findings=findings)
    if view.generator == IMPORTED and job.stored is not None and job.stored.source != job.source:
        files |= source_files(job.slug, view, source=job.source)
    entry = entry_of(job, view, made.html, findings, "")
    return replace(finished(job, entry, made.html, config, files, stored), findings=findings)


def unusable(job: Job, findings: Sequence[Finding]) -> str:
    """Say why a view file changed by hand cannot be linked."""
    first = errors_of(findings)[0]
    return f"{job.slug}{VIEW_SUFFIX} {first.where or '/'}: {first.message}"


def artifact(
    tool: Tool,
    view: View,
    wishes: Wishes,
    assets: Assets,
    config: Config,
    *,
    source: str,
    fallback: str,
    gate: Gate = let_in,
) -> tuple[bytes, tuple[Finding, ...], str]:
    """Return an artifact that passed its checks, its findings, and why a plainer one stands in."""
    from genui.emergency import emergency_page
    from genui.link import is_known, link

    html = link(tool, with_example(view, wishes), assets, source=source)
    findings: tuple[Finding, ...] = ()
    if not is_known(html, tool, assets, max_bytes=config.limits.page_bytes):
        from genui.validate import validate_artifact  # loading the rules takes as long as forty views

        findings = validate_artifact(html, assets, tool=tool.name, max_bytes=config.limits.page_bytes)
    if not errors_of(findings):
        findings += gate(tool, html, wishes)
    if not errors_of(findings):
        return html, findings, fallback
    reason = f"the page has errors: {errors_of(findings)[0].message}"
    return emergency_page(tool, reason), findings, reason


def entry_of(job: Job, view: View, html: bytes, findings: Sequence[Finding], fallback: str) -> Entry:
    """Return the manifest entry of a linked view."""
    sha256 = hashlib.sha256(html).hexdigest()
    return Entry(
        file=f"{job.slug}.{sha256[:REVISION_DIGITS]}.html",
        sha256=sha256,
        source=job.source,
        shape=shape_digest(job.tool.definition),
        kind=str(view.spec.get("kind", "rich")),
        generator=view.generator,
        size=len(html),
        findings=len(findings),
        fallback=plain_text(fallback),
        page="" if view.page is None else page_digest(view.page),
        repairs=" ".join(view.repairs),
        **{name: plain_text(view.origin.get(name, "")) for name in ORIGIN},
    )


def plain_text(text: str) -> str:
    """Return a text as the manifest holds it: one line, without what TOML would have to escape."""
    spaced = " ".join(text.split())
    return "".join(character for character in spaced.replace('"', "'") if character not in "\\\x7f")


def compile_one(tool: Tool, config: Config, assets: Assets) -> bytes:
    """Compile one tool's view in memory, for a view that nobody has built yet. Never raises."""
    from genui.emergency import emergency_page
    from genui.generate import generate

    try:
        wishes = wishes_of(config, tool.name)
        view, fallback = generate(tool, wishes)
        source = source_of(tool, wishes)
        return artifact(tool, view, wishes, assets, config, source=source, fallback=fallback)[0]
    except Exception as error:  # noqa: BLE001 - whatever fails, the host gets a page that says so
        return emergency_page(tool, f"{type(error).__name__}: {error}")
