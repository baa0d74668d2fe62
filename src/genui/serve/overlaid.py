"""The overlay as commands see it: what a person wished while serving, told and taken back."""

import os
from contextlib import closing

from genui.digests import shape_digest
from genui.errors import WishError
from genui.model import Step
from genui.project import Project, find_tool
from genui.serve.keeping import standing_of, stored_view
from genui.serve.log import Log
from genui.serve.tasks import Order
from genui.serve.workshop import Workshop
from genui.viewfile import REVISION_DIGITS


def own_steps(project: Project, name: str) -> tuple[Step, ...]:
    """Return the wishes of a tool's view in the overlay that are not committed, oldest first."""
    folder = project.config.overlay
    stored = stored_view(folder, name)
    return stored.view.ledger[standing_of(folder, name).steps :] if stored is not None else ()


def refuse_unreviewed(project: Project, name: str) -> None:
    """Refuse a wish that an unreviewed view of the overlay would stand before.

    Raises:
        WishError: There is one.
    """
    own = own_steps(project, name)
    if own:
        wishes = ", ".join(f'"{step.feedback}"' for step in own)
        raise WishError(
            f"an unreviewed view of {name} is in force, with what was wished in a chat: {wishes}",
            hint=f"genui adopt {name} takes that into the ledger; genui undo {name} --overlay takes it back",
        )


def undo_own(project: Project, name: str, *, steps: int) -> tuple[Step, ...]:
    """Take back the last wishes of a tool's view in the overlay; return them.

    Raises:
        WishError: It has fewer.
    """
    gone = own_steps(project, name)[-steps:]
    with closing(workshop(project)) as shop:
        for _ in range(steps):
            shop.undo(order_of(project, name))
    return gone


def rebased(project: Project, name: str) -> None:
    """Put a tool's own wishes of the overlay on what is committed now, where that has moved."""
    if own_steps(project, name) and any(tool.name == name for tool in project.snapshot.tools):
        with closing(workshop(project)) as shop:
            shop.rebase(order_of(project, name))


def workshop(project: Project) -> Workshop:
    """Return what makes views in the project's overlay."""
    return Workshop(project.config, os.fspath(project.config.overlay), Log(level="error"))


def order_of(project: Project, name: str) -> Order:
    """Return what the workshop needs to know of a tool: as last seen, before the view that is committed."""
    definition = find_tool(project, name).definition
    paths = project.stored.folders.get(project.slug(name), ())
    base = paths[0].rpartition("/")[2][:REVISION_DIGITS] if len(paths) == 1 else ""
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
