"""What commands do to the overlay: a wish taken back, wishes put on what is committed now."""

import os
from contextlib import closing

from genui.digests import shape_digest
from genui.model import Step
from genui.ondemand.ledger import AS_TEXT, overlay_steps, own_steps
from genui.ondemand.maker import Maker
from genui.ondemand.overlay import show_as_text
from genui.project import Project, find_tool
from genui.serve.log import Log
from genui.serve.tasks import Order


def undo_own(project: Project, name: str, *, steps: int) -> tuple[Step, ...]:
    """Take back what was wished last of a tool in the overlay; return it.

    Raises:
        WishError: There is less.
    """
    gone = overlay_steps(project, name)[-steps:]
    if AS_TEXT in gone:
        show_as_text(project.config.overlay, name, text=False)
    with closing(maker_of(project)) as maker:
        for _ in range(steps - gone.count(AS_TEXT)):
            maker.undo(order_of(project, name))
    return gone


def rebased(project: Project, name: str) -> None:
    """Put a tool's own wishes of the overlay on what is committed now, where that has moved."""
    if own_steps(project, name) and any(tool.name == name for tool in project.snapshot.tools):
        with closing(maker_of(project)) as maker:
            maker.rebase(order_of(project, name))


def maker_of(project: Project) -> Maker:
    """Return what makes views in the project's overlay."""
    return Maker(project.config, os.fspath(project.config.overlay), Log(level="error"))


def order_of(project: Project, name: str) -> Order:
    """Return what the maker needs to know of a tool: as last seen, before the view that is committed."""
    definition = find_tool(project, name).definition
    base = project.stored.revision(project.slug(name))
    before = project.stored.tools_before().get(name)
    return Order(
        definition=definition,
        tools=tuple(tool.definition for tool in project.snapshot.tools),
        uri="",
        base=base,
        reviewed=bool(base) and before is not None and shape_digest(before) == shape_digest(definition),
        overlaid=True,
        prefix="",
    )
