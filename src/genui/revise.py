"""Revising a stored view: steps are added to its ledger or taken back. Everything is written, or nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from genui.errors import GenuiError, WishError
from genui.model import Finding, JsonObject, Step, Tool, View, errors_of
from genui.ondemand.ledger import refuse_unreviewed
from genui.plan import Job, fresh_source
from genui.project import Project, check_project, find_tool, plan_of
from genui.refine import PatchError, Refinement, apply_patch, diff_patch, inverse_patch, refine_view
from genui.store import read_store, write_store
from genui.viewfile import BROUGHT, CONFLICT, StoredView, view_file, view_sum

if TYPE_CHECKING:
    from genui.generate.asking import Budget
    from genui.generate.author import Author


@dataclass(frozen=True)
class Revision:
    """A view before and after, and the files that changed with it."""

    tool: str
    before: View
    after: View
    steps: tuple[Step, ...]
    """The steps that were added, or taken back, oldest first."""
    file: str
    """The artifact, by name in the generated directory."""
    html: bytes
    findings: tuple[Finding, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    """What is written, by file name."""
    remove: tuple[str, ...] = ()
    rebuilt: str = ""
    """Why the view was built first; "" where it was fresh."""
    written: bool = False
    slug: str = ""
    already: tuple[str, ...] = ()
    """The parts of the wishes that the view fulfilled before."""

    @property
    def patch(self) -> tuple[JsonObject, ...]:
        """What changed in the spec from before to after, all steps together (RFC 6902)."""
        return diff_patch(self.before.spec, self.after.spec)


def revise(
    project: Project,
    tool_name: str,
    feedback: str | Sequence[str],
    *,
    dry_run: bool = False,
    author: "Author | None" = None,
) -> Revision:
    """Refine a view by one wish or several in order; all are fulfilled and written, or none.

    Rules read a wish first; what they do not read, the author does, if there is one.

    The generated directory is read anew, so that a caller may keep its project. A view that is missing
    or stale is built first.

    Raises:
        WishError: A wish was not understood or cannot be fulfilled.
        GenuiError: There is no such tool, or its view cannot be built or written.
    """
    wishes = [feedback] if isinstance(feedback, str) else list(feedback)
    # Another process may have written since the project was opened.
    now = refreshed(project)
    tool = find_tool(now, tool_name)
    refuse_unreviewed(now, tool.name)
    job = job_of(now, tool)
    stored, built = current(now, job)
    view = stored.view
    findings: tuple[Finding, ...] = ()
    already: list[str] = []
    for number, wish in enumerate(wishes, start=1):
        try:
            refined = refined_by_either(view, job, wish, author)
        except WishError as error:
            which = f"wish {number} of {len(wishes)}, " if len(wishes) > 1 else ""
            raise WishError(which + error.message, hint=error.hint) from None
        view, findings = refined.view, refined.findings
        already += refined.already
    steps = view.ledger[len(stored.view.ledger) :]
    done = carried_out(now, job, stored, view, steps, findings=findings, rebuilt=built, dry_run=dry_run)
    return replace(done, already=tuple(already))


def refined_by_rules(view: View, job: Job, wish: str) -> Refinement:
    """Return a view as a wish would have it, by rules alone.

    Raises:
        WishError: They cannot; a page they never can.
    """
    if view.page is not None:
        raise WishError(
            f"the view of {job.tool.name} is a page, which rules cannot refine",
            hint='set a model: [model] provider = "…" in genui.toml',
        )
    return refine_view(view, job.tool, wish, examples=job.options.examples)


def refined_by_either(
    view: View, job: Job, wish: str, author: "Author | None", *, budget: "Budget | None" = None
) -> Refinement:
    """Return a view as a wish would have it: by rules, or by a model where they do not read it.

    Raises:
        WishError: Neither can.
    """
    try:
        return refined_by_rules(view, job, wish)
    except WishError as error:
        if author is None:
            raise
        if author.missing:
            raise WishError(f"{error.message}, and {author.missing}", hint=error.hint) from None
        unread = error
    from genui.generate.problems import ProviderError
    from genui.generate.refining import refine_within

    try:
        return refine_within(view, job.tool, wish, job.options, author, budget=budget)
    except ProviderError as error:
        told = f"{unread.message}; the model did not either: {error.message}"
        raise WishError(told, hint=unread.hint) from error


def undo(project: Project, tool_name: str, *, steps: int = 1, dry_run: bool = False) -> Revision:
    """Take back the last steps of a view's ledger: its files become what they were.

    Raises:
        WishError: The ledger has fewer steps, or the view was changed by hand since.
        GenuiError: There is no such tool or view.
    """
    now = refreshed(project)
    job = job_of(now, find_tool(now, tool_name))
    stored, built = current(now, job)
    ledger = stored.view.ledger
    if not 1 <= steps <= len(ledger):
        have = f"{len(ledger)} step" + "s" * (len(ledger) != 1)
        raise WishError(
            f"{steps} cannot be taken back: the ledger of {tool_name} has {have}",
            hint=f"genui history {tool_name} tells them",
        )
    if stored.view.page is not None:
        raise WishError(
            f"the view of {tool_name} is a page, whose steps have no patches to turn round",
            hint="restore its files from version control",
        )
    gone = ledger[len(ledger) - steps :]
    spec = unrefined(stored.view.spec, gone, tool_name)
    view = replace(stored.view, spec=spec, ledger=ledger[: len(ledger) - steps])
    return carried_out(now, job, stored, view, gone, findings=(), rebuilt=built, dry_run=dry_run)


def history(project: Project, tool_name: str) -> tuple[Step, ...]:
    """Return the steps of a view's ledger, oldest first.

    Raises:
        GenuiError: There is no such tool, or its view file cannot be read.
    """
    now = refreshed(project)
    slug = now.slug(find_tool(now, tool_name).name)
    if slug in now.stored.unreadable:
        raise unreadable(slug, now.stored.unreadable[slug])
    return now.stored.views[slug].view.ledger if slug in now.stored.views else ()


def refreshed(project: Project) -> Project:
    """Return the project with its generated directory as it is now."""
    return replace(project, stored=read_store(project.directory))


def job_of(project: Project, tool: Tool) -> Job:
    """Return what a build would do about one tool's view."""
    job = next((job for job in plan_of(project).jobs if job.tool.name == tool.name), None)
    if job is None:
        raise GenuiError(
            f"the config asks for no view of {tool.name}",
            hint=f"set [tools.{tool.name}] view = true, or mend [build] tools and exclude",
        )
    return job


def current(project: Project, job: Job) -> tuple[StoredView, str]:
    """Return the view as a build would leave it, and why it had to be built; "" where it is fresh."""
    if job.slug in project.stored.unreadable:
        raise unreadable(job.slug, project.stored.unreadable[job.slug])
    if job.action == "keep" and job.state == "edited":
        raise GenuiError(
            f"{job.tool.name} cannot be refined: {job.reason}",
            hint=f"genui build --force --tool {job.tool.name} makes it anew and keeps its ledger",
        )
    # A stale view of a model is not made anew here: that is for a build, which asks the model.
    if job.generation is not None and job.stored is not None:
        return job.stored, ""
    if job.action == "generate" or job.stored is None:
        from genui.generate.offline import generate

        view, _ = generate(job.tool, job.options, ledger=job.ledger)
        return StoredView(view, view_sum(view)), job.reason
    return job.stored, ""


def unreadable(slug: str, why: str) -> GenuiError:
    """Return the error for a view file that cannot be read."""
    return GenuiError(
        f"{view_file(slug)} cannot be read: {why}",
        hint="mend it, restore it from version control, or remove it and run genui build",
    )


def unrefined(spec: JsonObject, steps: Sequence[Step], name: str) -> JsonObject:
    """Return a spec without its last steps, by their patches turned round."""
    for step in reversed(steps):
        if step.verdict.startswith(CONFLICT):
            continue
        try:
            spec = apply_patch(spec, inverse_patch(step.patch))
        except PatchError as error:
            raise WishError(
                f'the step "{step.feedback}" cannot be taken back, for the view was changed since: {error}',
                hint=f"take the hand's change back, or run genui build --force --tool {name} first",
            ) from None
    return spec


def carried_out(
    project: Project,
    job: Job,
    stored: StoredView,
    view: View,
    steps: Sequence[Step],
    *,
    findings: tuple[Finding, ...],
    rebuilt: str,
    dry_run: bool,
) -> Revision:
    """Link the revised view and write it with all that goes with it, unless this is a dry run."""
    # A view that a hand has changed keeps its old sum: it has to count as changed by hand after this too.
    kept_sum = stored.sum if stored.edited else view_sum(view)
    new = StoredView(replace(view, fallback=""), kept_sum, stored.sha256)
    store = replace(project.stored, views={**project.stored.views, job.slug: new})
    name = job.tool.name
    # A stale view of a model stays stale.
    model_made = job.generation is not None and view.generator not in BROUGHT
    held = {name: job.entry.source if model_made and job.entry else fresh_source(job, view)}
    compilation = check_project(replace(project, stored=store), only=[name], held=held)
    outcome = next(one for one in compilation.outcomes if one.name == name)
    if outcome.entry is None or errors_of(outcome.findings):
        raise GenuiError(f"{job.tool.name} cannot be linked: {outcome.reason}", hint="run genui build")
    files = {**compilation.files, **recorded_ledger(project, job, view)}
    if not dry_run:
        write_store(project.directory, files, remove=compilation.remove)
    return Revision(
        tool=job.tool.name,
        before=stored.view,
        after=view,
        steps=tuple(steps),
        file=outcome.entry.file,
        html=project.artifact(outcome.entry.file, files),
        findings=findings,
        files=files,
        remove=compilation.remove,
        rebuilt=rebuilt,
        written=not dry_run,
        slug=job.slug,
    )


def recorded_ledger(project: Project, job: Job, view: View) -> dict[str, bytes]:
    """Return the ledger's file among the recorded answers, where those of this tool are recorded."""
    from genui.generate.replies import DIRECTORY, is_recorded, ledger_file

    if not is_recorded(project.directory, job.tool.name):
        return {}
    name, data = ledger_file(job.tool.name, view.ledger)
    return {f"{DIRECTORY}/{name}": data}
