"""Checking: every committed artifact is linked again and compared. No model is asked, nothing is written."""

from collections.abc import Sequence

from genui.build import Compilation, compile_project
from genui.project import Project, generation_of, recorded_ledgers


def check_project(project: Project, *, only: Sequence[str] = ()) -> Compilation:
    """Return what a build would do, every artifact linked anew and compared; no digest spares any work.

    What only a model can write is told and not asked for.
    """
    return compile_project(
        project.snapshot,
        project.config,
        project.stored,
        project.assets,
        only=only,
        generation=generation_of(project),
        recorded=recorded_ledgers(project),
    )
