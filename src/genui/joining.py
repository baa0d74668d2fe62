"""Joining views in conflict: two branches changed one view, or a hand changed it and its tool changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from genui.build import Compilation
from genui.generate.offline import replayed
from genui.merge.files import Versions, stages_in, stored_bytes, versions_of
from genui.merge.values import clashes_text
from genui.merge.views import Merged, Prefer, merge_views
from genui.model import JsonObject, Step, Tool
from genui.plan import Job
from genui.project import Project, check_project, find_tool, plan_of
from genui.revise import job_of
from genui.staleness import drift
from genui.store import Stored, write_store
from genui.viewfile import StoredView, page_file, view_file, view_sum


@dataclass(frozen=True, slots=True)
class Joint:
    """The result of joining one view in conflict."""

    tool: str
    slug: str
    merged: Merged = field(default_factory=Merged)
    problem: str = ""
    """Why nothing is to be written for this tool; "" where it was joined."""

    @property
    def files(self) -> dict[str, bytes]:
        """The view's source files as they are joined, by name."""
        stored = self.merged.stored
        if self.problem or stored is None:
            return {}
        page = {} if stored.view.page is None else {page_file(self.slug): stored.view.page.encode()}
        return {view_file(self.slug): stored_bytes(stored), **page}


def joined(
    project: Project, *, only: Sequence[str] = (), force: bool = False
) -> tuple[Project, tuple[Joint, ...]]:
    """Return the project with its views in conflict joined, and what became of each; nothing is written.

    By force a hand's change of a view whose tool changed is not carried over: it is to give way.
    """
    if not project.stored.conflicts and not any(view.edited for view in project.stored.views.values()):
        return project, ()
    jobs = [job for job in plan_of(project).jobs if not only or job.tool.name in only]
    # A file that has no markers any more was mended by a person.
    marked = {job.slug for job in jobs} & project.stored.conflicts
    stages = stages_in(project.directory) if marked else {}
    joints = [
        joint_of(project, job, stages)
        if job.slug in marked
        else None
        if force
        else overtaken_joint(project, job, None)
        for job in jobs
    ]
    found = tuple(joint for joint in joints if joint is not None)
    return replace(project, stored=with_joints(project.stored, found)), found


def joint_of(
    project: Project, job: Job, stages: Mapping[str, Versions[bytes]], prefer: Prefer | None = None
) -> Joint:
    """Return what becomes of a view whose files have git's markers."""
    name, page = view_file(job.slug), page_file(job.slug)
    if name not in stages and page not in stages:
        # git add, or a rebase that went on, has emptied the index: the versions are gone.
        told = f"{name} has conflict markers, and git's index has no versions of it"
        return Joint(job.tool.name, job.slug, problem=f"{told}: git checkout -m {project.directory / name}")
    views, pages = versions_in(project, stages, name), versions_in(project, stages, page)
    try:
        versions = versions_of(views, job.tool.name, pages)
    except ValueError as error:
        told = f"{name} is in conflict, and {error}: restore one with git checkout --ours {name} or --theirs"
        return Joint(job.tool.name, job.slug, problem=told)
    return told_joint(job, merged_as(job, versions.base, versions.ours, versions.theirs, prefer))


def versions_in(project: Project, stages: Mapping[str, Versions[bytes]], name: str) -> Versions[bytes]:
    """Return the versions of a file; one that git has merged by itself is the same on all sides."""
    path = project.directory / name
    # Git merges page.html by its lines even where view.json is in conflict.
    merged = path.read_bytes() if name not in stages and path.is_file() else None
    return stages.get(name, Versions(merged, merged, merged))


def asked_joint(project: Project, job: Job, prefer: Prefer | None) -> Joint | None:
    """Return what becomes of a view that a person wants to be joined; None where it is in no conflict.

    A file without markers is joined only where it is one of the versions: what a person wrote is kept.
    """
    name = view_file(job.slug)
    stages = stages_in(project.directory)
    if job.slug not in project.stored.conflicts:
        there = (project.directory / name).read_bytes() if (project.directory / name).is_file() else None
        versions = stages.get(name)
        if versions is None or there not in (versions.ours, versions.theirs):
            return overtaken_joint(project, job, prefer)
    return joint_of(project, job, stages, prefer)


def overtaken_joint(project: Project, job: Job, prefer: Prefer | None) -> Joint | None:
    """Return what becomes of an offline view that a hand has changed and whose tool changed since."""
    stored = job.stored
    before = project.stored.tools_before().get(job.tool.name)
    if stored is None or before is None or not stored.edited or job.state != "stale":
        return None
    by_model = stored.view.generator != "offline" or stored.view.origin or job.generation is not None
    if by_model or stored.view.page is not None or not drift(before, job.tool):
        return None
    # What a hand has changed is carried over to the view of the tool as it is now.
    ledger = stored.view.ledger
    specs = (replayed(tool, job.options, ledger).spec for tool in (Tool(before), job.tool))
    views = [replace(stored.view, spec=spec, ledger=ledger) for spec in specs]
    base, theirs = (replace(stored, view=view, sum=view_sum(view)) for view in views)
    return told_joint(job, merged_as(job, base, stored, theirs, prefer))


def merged_as(
    job: Job,
    base: StoredView | None,
    ours: StoredView | None,
    theirs: StoredView | None,
    prefer: Prefer | None,
) -> Merged:
    """Join versions of a view of this job's tool."""

    def regenerate(ledger: Sequence[Step]) -> JsonObject:
        return replayed(job.tool, job.options, ledger).spec

    examples = job.options.examples
    return merge_views(base, ours, theirs, regenerate, tool=job.tool, examples=examples, prefer=prefer)


def told_joint(job: Job, merged: Merged) -> Joint:
    """Return what became of a view, with the reason where it cannot be joined."""
    problem = clashes_text(merged.clashes, job.tool.name) if merged.clashes else ""
    return Joint(job.tool.name, job.slug, merged, problem)


def with_joints(stored: Stored, joints: Sequence[Joint]) -> Stored:
    """Return the store as if the joined views were written; those that are not joined cannot be read."""
    views, unreadable, conflicts = dict(stored.views), dict(stored.unreadable), set(stored.conflicts)
    for joint in joints:
        unreadable.pop(joint.slug, None)
        conflicts.discard(joint.slug)
        views.pop(joint.slug, None)
        if joint.problem:
            unreadable[joint.slug] = joint.problem
            conflicts.add(joint.slug)
        elif joint.merged.stored is not None:
            views[joint.slug] = joint.merged.stored
    return replace(stored, views=views, unreadable=unreadable, conflicts=frozenset(conflicts))


def with_joined(compilation: Compilation, joints: Sequence[Joint]) -> Compilation:
    """Return a build that writes the joined view files as well, but for those that it makes anew."""
    files = {name: data for joint in joints for name, data in joint.files.items()}
    return replace(compilation, files={**files, **compilation.files})


def mended(project: Project, name: str, prefer: Prefer | None) -> tuple[Joint | None, Mapping[str, bytes]]:
    """Join the view of one tool, link it, and write both; nothing where it cannot be joined.

    Returns what became of it, None where it is in no conflict, and the files that were written.

    Raises:
        GenuiError: There is no such tool, or the directory cannot be written.
    """
    tool = find_tool(project, name)
    joint = asked_joint(project, job_of(project, tool), prefer)
    if joint is None or joint.problem:
        return joint, {}
    if joint.merged.stored is None:
        write_store(project.directory, {}, remove=[view_file(joint.slug)])
        return joint, {}
    after = replace(project, stored=with_joints(project.stored, [joint]))
    made = check_project(after, only=[tool.name])
    files = {**joint.files, **made.files}
    write_store(project.directory, files, remove=made.remove)
    return joint, files
