"""Adoption: views of the overlay become committed ones, to be reviewed like any other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from genui.digests import shape_digest
from genui.errors import GenuiError
from genui.model import Step, View, errors_of
from genui.ondemand.overlay import Overlaid, drop_views, overlaid, read_overlay
from genui.ondemand.undo import rebased
from genui.plan import Job, fresh_source
from genui.project import Project, check_project, plan_of
from genui.revise import recorded_ledger
from genui.store import write_store
from genui.viewfile import REVISION_DIGITS, VIEWS, StoredView, view_sum


@dataclass(frozen=True)
class Adoption:
    """What becomes of one view of the overlay."""

    tool: str
    state: Literal["adopted", "refused"]
    reason: str = ""
    """Why it was refused."""
    generator: str = ""
    steps: tuple[Step, ...] = ()
    file: str = ""
    """The artifact in the generated directory."""
    files: tuple[str, ...] = ()
    """What is written for it."""


def adopt(
    project: Project, names: Sequence[str], *, dry_run: bool = False, force: bool = False
) -> tuple[Adoption, ...]:
    """Move views of the overlay with their ledgers into the generated directory; the names tell which.

    All that can be adopted are written at once; then `build` has nothing to do about them.

    Raises:
        GenuiError: A name has no view in the overlay, or the directory cannot be written.
    """
    waiting, refused = sorted_views(project, names, force=force)
    adopted: list[Adoption] = []
    while waiting:
        files, remove, adopted = compiled(project, waiting)
        unfit = {one.tool: one for one in adopted if one.state == "refused"}
        if not unfit:
            break
        refused += unfit.values()
        waiting = [(job, view) for job, view in waiting if job.tool.name not in unfit]
    if waiting and not dry_run:
        write_store(project.directory, files, remove=remove)
        drop_views(project.config.overlay, {one.tool for one in adopted})
    return tuple(sorted([*(adopted if waiting else ()), *refused], key=lambda one: one.tool))


def sorted_views(
    project: Project, names: Sequence[str], *, force: bool
) -> tuple[list[tuple[Job, View]], list[Adoption]]:
    """Return the views of these names that can be adopted, each with its job, and those that cannot."""
    for name in names:
        rebased(project, name)
    tools = read_overlay(project.config.overlay)[0]
    jobs = {job.tool.name: job for job in plan_of(project).jobs}
    waiting: list[tuple[Job, View]] = []
    refused: list[Adoption] = []
    for name in names:
        if name not in tools:
            there = ", ".join(sorted(tools)) or "none"
            raise GenuiError(
                f"the overlay has no view of {name!r}", hint=f"there are: {there}; genui list tells of all"
            )
        job, kept = jobs.get(name), overlaid(project.config.overlay, name)
        problem = problem_of(job, kept, force=force)
        if problem or job is None or kept is None:
            refused.append(Adoption(name, "refused", problem))
            continue
        steps = tuple(replace(step, at="") for step in kept.view.ledger)
        waiting.append((job, replace(kept.view, ledger=steps)))
    return waiting, refused


def problem_of(job: Job | None, kept: Overlaid | None, *, force: bool) -> str:
    """Say why a view of the overlay cannot be adopted; "" where it can."""
    if job is None:
        return "the upstream has no such tool, or the config asks for no view of it"
    if kept is None:
        return "its files in the overlay are not what was written there"
    if shape_digest(job.tool.definition) != kept.entry.shape:
        return "the tool has another shape now; make its view anew with _ui_regenerate"
    if force:
        return ""
    if job.state == "edited":
        return f"{job.reason}; --force adopts it nevertheless"
    if kept.standing.base != (job.entry.sha256[:REVISION_DIGITS] if job.entry else ""):
        return "the committed view was changed since; --force puts this one in its place"
    return ""


def compiled(
    project: Project, waiting: Sequence[tuple[Job, View]]
) -> tuple[dict[str, bytes], tuple[str, ...], list[Adoption]]:
    """Return the files of a build with these views in place, what is removed, and what became of each."""
    views = {job.slug: StoredView(view, view_sum(view)) for job, view in waiting}
    # Who adopts a view wants it as it is.
    held = {job.tool.name: fresh_source(job, view) for job, view in waiting}
    assumed = replace(project, stored=project.stored.with_views(views))
    made = check_project(assumed, only=sorted(held), held=held)
    outcomes = {outcome.name: outcome for outcome in made.outcomes if outcome.state != "orphan"}
    files, adopted = dict(made.files), []
    for job, view in waiting:
        name = job.tool.name
        outcome = outcomes[name]
        if outcome.entry is None or outcome.state == "fallback" or errors_of(outcome.findings):
            adopted.append(Adoption(name, "refused", outcome.reason))
            continue
        files |= recorded_ledger(project, job, view)
        written = tuple(sorted(path for path in files if path.startswith(f"{VIEWS}/{job.slug}/")))
        adopted.append(
            Adoption(name, "adopted", "", view.generator, view.ledger, outcome.entry.file, written)
        )
    return files, made.remove, adopted
