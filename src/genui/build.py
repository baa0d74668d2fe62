"""Building: the pure function from inputs to files that build, check, diff, export and serve share."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from genui import __version__
from genui.artifact import Gate, OutOfTimeError, artifact, bounded, let_in, stand_in
from genui.assets import CODE, Assets
from genui.canonical import sha256
from genui.config import Config
from genui.digests import shape_digest
from genui.errors import GenuiError
from genui.generate.offline import AUTO, generate, replayed
from genui.generate.verdict import Written
from genui.model import Finding, Snapshot, Step, Tool, View, errors_of
from genui.plan import (
    Entry,
    Generation,
    Job,
    Outcome,
    Plan,
    kept,
    orphan_outcomes,
    plan_build,
    source_of,
)
from genui.staleness import compared
from genui.store import Stored, project_files, removable
from genui.viewfile import REVISION_DIGITS, VIEWS, conflicts_of, page_file, source_files, view_file
from genui.viewoptions import ViewOptions

Progress = Callable[[str], None]
"""Called with a tool's name when its view is done."""

Writing = Callable[[Sequence[Job]], Mapping[str, Written]]
"""Has a model write the views of these jobs: the one part of a build that is not pure."""

Made = tuple[Outcome, dict[str, bytes]]
"""The outcome of a job, and the files that it made."""

Each = Callable[[Callable[[Job], Made], Iterable[Job]], Iterable[Made]]
"""Carries jobs out, in order: `map`, or a map that has several in flight at a slow gate."""


@dataclass(frozen=True)
class Inputs:
    """What all jobs of a build share."""

    config: Config
    assets: Assets
    stored: Stored
    gate: Gate = let_in


@dataclass(frozen=True)
class Compilation:
    """The result of a build before anything is written."""

    outcomes: tuple[Outcome, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    """What has to be written, by path, in this order; empty when all is fresh."""
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
        snapshot,
        config,
        stored,
        links=partial(link_bytes, assets),
        force=force,
        generation=generation,
        recorded=recorded,
        held=held,
    )
    asked = written_by_model(plan, only)
    written = None if writing is None else writing(asked) if asked else {}
    files: dict[str, bytes] = {}
    outcomes: list[Outcome] = []

    make = partial(made, inputs=Inputs(config, assets, stored, gate), written=written, only=only)
    for outcome, own in each(make, plan.jobs):
        outcomes.append(outcome)
        files |= own
        progress(outcome.name)
    orphans = () if only else tuple(orphan_outcomes(plan))
    unneeded = [path for outcome in (*outcomes, *orphans) for path in outcome.files if path not in files]
    return Compilation(
        outcomes=(*outcomes, *left_over(outcomes), *orphans),
        files=files | project_files(snapshot, stored, genui=__version__),
        remove=tuple(removable(snapshot, stored, unneeded)),
        findings=(*snapshot.findings, *plan.findings),
    )


def left_over(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return an orphan for each fresh view whose folder holds artifacts that its view file does not give."""
    return [
        replace(one, state="orphan", reason="no view file gives " + " and ".join(one.files), entry=None)
        for one in outcomes
        if one.state == "fresh" and one.files
    ]


def link_bytes(assets: Assets, tool: Tool, page: str, source: str) -> bytes:
    """Return the artifact of a page, whatever its checks say; none where it cannot be linked."""
    from genui.pages import linked_page

    return linked_page(tool, page, assets, source=source)[0]


def made(job: Job, *, inputs: Inputs, written: Mapping[str, Written] | None, only: Sequence[str]) -> Made:
    """Carry out one job."""
    if only and job.tool.name not in only:
        return kept(job), {}
    if written is None and job.action == "generate" and job.generation is not None:
        return kept(job), {}

    def gate_if_new(tool: Tool, html: bytes, options: ViewOptions) -> tuple[Finding, ...]:
        before = inputs.stored.artifacts.get(artifact_file(job.slug, sha256(html)))
        return () if job.there and before == html else inputs.gate(tool, html, options)

    one = (written or {}).get(job.tool.name, Written())
    try:
        # A definition that nobody foresaw may fail anywhere. It costs its own view and no other.
        with bounded():
            outcome, files = compile_job(job, replace(inputs, gate=gate_if_new), one)
    except GenuiError:
        raise
    except (Exception, OutOfTimeError) as error:  # noqa: BLE001 - one odd tool must not end the others' build
        return failed(job, error, inputs)
    if job.moved and job.stored is not None and view_file(job.slug) not in files:
        files |= source_files(job.slug, job.stored.view, guard=job.stored.sum, sha256=job.stored.sha256)
    return outcome, files


def failed(job: Job, error: BaseException, inputs: Inputs) -> Made:
    """Return the fallback for a view that genui failed to make: the view on disk, else the plainest one."""
    why = f"genui failed to make this view: {type(error).__name__}: {error}"[:300]
    told = Finding("view-failed", "warning", why, "please report it, with the tool's definition")
    if job.stored is not None and job.there:
        return replace(kept(job), state="stale", reason=why, findings=(told,)), {}
    view = replace(job.stored.view if job.stored else View(job.tool.name, AUTO), fallback=why)
    guard = job.stored.sum if job.stored else ""
    page = stand_in(job.tool, job.options, inputs.assets, inputs.config, source=job.source, why=why)
    outcome, files = finished(job, view, page, inputs, guard)
    return replace(outcome, findings=(told,)), files


def written_by_model(plan: Plan, only: Sequence[str] = ()) -> list[Job]:
    """Return the jobs of a plan that a model has to write."""
    return [
        job
        for job in plan.jobs
        if job.action == "generate" and job.generation is not None and (not only or job.tool.name in only)
    ]


def findings_of(job: Job, view: View, checked: tuple[Finding, ...] | None) -> Iterator[Finding]:
    """Yield what is wrong with a stored spec: a warning where only examples tell, which may not show all."""
    from genui.generate.mending import by_example
    from genui.typecheck import check_spec

    yield from check_spec(view.spec, job.tool) if checked is None else checked
    for finding in by_example(view.spec, job.tool, job.options):
        yield replace(finding, severity="warning")


def compile_job(job: Job, inputs: Inputs, written: Written) -> Made:
    """Make one view and compare it with what is stored; the files are those that differ."""
    if job.action == "keep":
        return kept(job), {}
    job, checked = regenerated(job)
    unfulfilled = ""
    if job.action == "generate" and job.generation is not None and written.view is None:
        unfulfilled = written.problem or "no model was asked"
        if not baseline_stands_in(job, written):
            return kept_unwritten(job, inputs, unfulfilled)
    guard = ""
    if job.action == "link" and job.stored is not None:
        view, guard = job.stored.view, job.stored.sum
        findings = () if view.page is not None else (*findings_of(job, view, checked), *conflicts_of(view))
        if errors_of(findings):
            reason = unusable(job, findings)
            return Outcome(job.tool.name, "edited", reason, job.entry, job.entry, findings=findings), {}
    elif written.view is not None:
        view, findings = written.view, written.view.findings
        job = replace(job, source=source_of(job.tool, job.options, generation=job.generation))
    else:
        view, fallback = generate(job.tool, job.options, ledger=job.ledger)
        view, findings = replace(view, fallback=unfulfilled or fallback), view.findings
        made_by = None if unfulfilled else job.generation
        job = replace(job, source=source_of(job.tool, job.options, generation=made_by))
    if view.page is not None:
        return relinked_page(job, view, inputs, guard)
    html, page_findings, problem = artifact(
        job.tool,
        view,
        job.options,
        inputs.assets,
        inputs.config,
        source=job.source,
        gate=inputs.gate,
        reviewed=job.reviewed,
    )
    view = replace(view, fallback=problem or view.fallback)
    outcome, files = finished(job, view, html, inputs, guard)
    return replace(outcome, findings=(*findings, *page_findings), unfulfilled=unfulfilled), files


def regenerated(job: Job) -> tuple[Job, tuple[Finding, ...] | None]:
    """Return a job to make the view anew where it is an offline one that this genui makes otherwise.

    Only one that no hand and no model has touched: its wishes are there as patches, which are replayed. With
    it come the findings of the spec where it was checked on the way.
    """
    stored = job.stored
    if job.action != "link" or job.state != "fresh" or stored is None or stored.edited:
        return job, None
    if stored.view.generator != "offline" or stored.view.origin:
        return job, None
    made = replayed(job.tool, job.options, stored.view.ledger)
    if made.spec == stored.view.spec:
        return job, made.findings
    # No digest tells this: genui's own text is in none, so that an upgrade makes no model's view stale.
    why = "this genui makes another view of it"
    return replace(job, action="generate", state="stale", generation=None, reason=why), None


def finished(job: Job, view: View, html: bytes, inputs: Inputs, guard: str) -> Made:
    """Return the outcome of a linked view, with the files that differ from the disk."""
    stored = inputs.stored
    files: dict[str, bytes] = {}
    revision = sha256(html)
    entry = Entry(
        artifact_file(job.slug, revision),
        revision,
        job.source,
        shape_digest(job.tool.definition),
        str(view.spec.get("kind", "rich")),
        len(html),
    )
    # Only a page with code of its own needs its hash recorded: serve proves all others inert.
    code = entry.sha256 if view.page is not None or inputs.assets.own & CODE else ""
    there = job.stored
    same = there is not None and there.view == view and there.sha256 == code and not (job.moved or job.held)
    if not same:
        files |= source_files(job.slug, view, guard=guard, sha256=code)
    state, reason = job.state, job.reason
    if state == "fresh":
        state, reason = compared(job, html, inputs.config, stored, genui=__version__)
    if state == "fresh" and not same:
        state, reason = "stale", f"{view_file(job.slug)} is written anew"
    if view.fallback and (there is None or not there.edited):
        state, reason = "fallback", view.fallback
    if stored.artifacts.get(entry.file) != html:
        files[entry.file] = html
    beside = [page_file(job.slug)] if view.page is None and job.slug in stored.pages else []
    unneeded = tuple(path for path in (*job.there, *beside) if path != entry.file)
    return Outcome(job.tool.name, state, reason, entry, job.entry, kept=not files, files=unneeded), files


def artifact_file(slug: str, digest: str) -> str:
    """Return the path of an artifact, which is named by the sha256 of its bytes."""
    return f"{VIEWS}/{slug}/{digest[:REVISION_DIGITS]}.html"


def baseline_stands_in(job: Job, written: Written) -> bool:
    """Tell whether a baseline is made where the model's view is missing.

    It is where nothing exists, and where another baseline stands in for the same reason and is stale.
    """
    if job.stored is None:
        return not written.stopped
    if not job.stored.view.fallback or job.stored.view.generator != "offline" or job.stored.edited:
        return False
    return job.entry is not None and job.entry.source != job.plain_source


def kept_unwritten(job: Job, inputs: Inputs, unfulfilled: str) -> Made:
    """Keep the view there is, a fallback linked again; keep nothing where nothing is."""
    why = job.reason if unfulfilled in job.reason else f"{job.reason}; kept, for {unfulfilled}"
    outcome = replace(kept(job), reason=why, unfulfilled=unfulfilled)
    if job.stored is None:
        return replace(outcome, reason=f"{job.reason}: {unfulfilled}"), {}
    if job.state != "fallback":
        return outcome, {}
    again = replace(job, action="link", source=job.entry.source if job.entry else job.source)
    linked, files = compile_job(again, inputs, Written())
    return replace(linked, state=outcome.state, reason=outcome.reason, unfulfilled=unfulfilled), files


def relinked_page(job: Job, view: View, inputs: Inputs, guard: str) -> Made:
    """Link a page that is stored; what there is stays if it does not pass its checks."""
    from genui.pages import linked_page

    assert view.page is not None
    most = inputs.config.limits.page_bytes
    html, findings = linked_page(job.tool, view.page, inputs.assets, source=job.source, max_bytes=most)
    if not errors_of(findings):
        findings += inputs.gate(job.tool, html, job.options)
    if errors := errors_of(findings):
        reason = f"{page_file(job.slug)}:{errors[0].line} {errors[0].rule}: {errors[0].message}"
        return Outcome(job.tool.name, "edited", reason, job.entry, job.entry, findings=findings), {}
    outcome, files = finished(job, view, html, inputs, guard)
    return replace(outcome, findings=findings), files


def unusable(job: Job, findings: Sequence[Finding]) -> str:
    """Say why a view file changed by hand cannot be linked."""
    first = errors_of(findings)[0]
    return f"{view_file(job.slug)} {first.where or '/'}: {first.message}"
