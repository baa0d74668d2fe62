"""A project compiled without a model: check compares what comes of it, and refine and adopt write that."""

from collections.abc import Mapping, Sequence

from genui.build import Compilation, compile_project
from genui.project import Project, generation_of, recorded_ledgers


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
