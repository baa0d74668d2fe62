"""Views in conflict, joined: what two branches made of one, or a hand and a tool that changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from genui.build import compile_project
from genui.generate import replayed
from genui.merge import Merged, Prefer, merge_views
from genui.merge.files import stored_bytes, versions_of
from genui.merge.stages import Stages, has_markers, stages_in
from genui.merge.telling import told_clashes
from genui.model import Tool
from genui.plan import Job, tools_before
from genui.project import Project, find_tool, generation_of, plan_of
from genui.store import Stored, write_store
from genui.viewfile import PAGE_SUFFIX, StoredView, view_sum
from genui.viewfile import SUFFIX as VIEW_SUFFIX


@dataclass(frozen=True, slots=True)
class Joint:
    """What became of one view in conflict."""

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
        page = {} if stored.view.page is None else {self.slug + PAGE_SUFFIX: stored.view.page.encode()}
        return {self.slug + VIEW_SUFFIX: stored_bytes(stored), **page}


def joined(
    project: Project, *, only: Sequence[str] = (), prefer: Prefer | None = None
) -> tuple[Project, tuple[Joint, ...]]:
    """Return the project with its views in conflict joined, and what became of each; nothing is written."""
    stages = stages_in(project.directory)
    jobs = [job for job in plan_of(project).jobs if not only or job.tool.name in only]
    joints = [joint for job in jobs if (joint := joint_of(project, job, stages, prefer)) is not None]
    return replace(project, stored=with_joints(project.stored, joints)), tuple(joints)


def joint_of(project: Project, job: Job, stages: Mapping[str, Stages], prefer: Prefer | None) -> Joint | None:
    """Return what becomes of one view, None where it is in no conflict."""
    name = job.slug + VIEW_SUFFIX
    if name in stages:
        return joined_stages(job, stages[name], stages.get(job.slug + PAGE_SUFFIX, Stages()), prefer)
    if job.slug in project.stored.unreadable and has_markers((project.directory / name).read_bytes()):
        told = f"{name} has conflict markers, and git's index has no versions of it"
        return Joint(job.tool.name, job.slug, problem=f"{told}: git checkout -m {project.directory / name}")
    before = tools_before(project.stored).get(job.tool.name)
    if job.stored is None or before is None or not is_overtaken(job):
        return None
    return joined_edit(job, job.stored, before, prefer)


def joined_stages(job: Job, stages: Stages, pages: Stages, prefer: Prefer | None) -> Joint:
    """Join the versions that git's index holds."""
    try:
        versions = versions_of(stages, job.tool.name, pages)
    except ValueError as error:
        file = job.slug + VIEW_SUFFIX
        told = f"{file} is in conflict, and {error}: restore one with git checkout --ours {file} or --theirs"
        return Joint(job.tool.name, job.slug, problem=told)
    return told_joint(job, merged_as(job, versions.base, versions.ours, versions.theirs, prefer))


def is_overtaken(job: Job) -> bool:
    """Tell whether a hand has changed an offline view whose tool changed since."""
    stored = job.stored
    if stored is None or not stored.edited or stored.view.page is not None or stored.source == job.source:
        return False
    return stored.view.generator == "offline" and not stored.view.origin and job.generation is None


def joined_edit(job: Job, stored: StoredView, before: Tool, prefer: Prefer | None) -> Joint:
    """Carry what a hand has changed over to the view of the tool as it is now."""
    ledger = stored.view.ledger
    views = [
        replace(stored.view, spec=replayed(tool, job.wishes, ledger), ledger=ledger)
        for tool in (before, job.tool)
    ]
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
    regenerate = partial(replayed, job.tool, job.wishes)
    examples = job.wishes.examples
    return merge_views(base, ours, theirs, regenerate, tool=job.tool, examples=examples, prefer=prefer)


def told_joint(job: Job, merged: Merged) -> Joint:
    """Return what became of a view, with the reason where it cannot be joined."""
    problem = told_clashes(merged.clashes, job.tool.name) if merged.clashes else ""
    return Joint(job.tool.name, job.slug, merged, problem)


def with_joints(stored: Stored, joints: Sequence[Joint]) -> Stored:
    """Return the store as if the joined views were written; those that are not joined cannot be read."""
    views, unreadable = dict(stored.views), dict(stored.unreadable)
    for joint in joints:
        unreadable.pop(joint.slug, None)
        views.pop(joint.slug, None)
        if joint.problem:
            unreadable[joint.slug] = joint.problem
        elif joint.merged.stored is not None:
            views[joint.slug] = joint.merged.stored
    return replace(stored, views=views, unreadable=unreadable)


@dataclass(frozen=True, slots=True)
class Mending:
    """What `genui merge` did about one tool; the joint is None where its view is in no conflict."""

    joint: Joint | None
    files: Mapping[str, bytes] = field(default_factory=dict)


def mended(project: Project, name: str, prefer: Prefer | None) -> Mending:
    """Join the view of one tool, link it, and write both; nothing where it cannot be joined.

    Raises:
        GenuiError: There is no such tool, or the directory cannot be written.
    """
    tool = find_tool(project, name)
    after, joints = joined(project, only=[tool.name], prefer=prefer)
    if not joints or joints[0].problem:
        return Mending(joints[0] if joints else None)
    (joint,) = joints
    if joint.merged.stored is None:
        write_store(project.directory, {}, remove=[joint.slug + VIEW_SUFFIX])
        return Mending(joint)
    made = compile_project(
        after.snapshot,
        after.config,
        after.stored,
        after.assets,
        only=[tool.name],
        generation=generation_of(after),
    )
    files = {**joint.files, **made.files}
    write_store(project.directory, files, remove=made.remove)
    return Mending(joint, files)
