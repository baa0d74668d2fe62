"""What a person wished while serving, as far as it is not committed."""

from genui.errors import WishError
from genui.model import Step
from genui.ondemand.overlay import overlaid
from genui.project import Project
from genui.serve.directory import texts_in


def own_steps(project: Project, name: str) -> tuple[Step, ...]:
    """Return the wishes of a tool's view in the overlay that are not committed, oldest first."""
    kept = overlaid(project.config.overlay, name)
    return kept.own if kept is not None else ()


AS_TEXT = Step("show as text from now on", ())
"""What the menu of a view adds to the overlay, told like a wish."""


def overlay_steps(project: Project, name: str) -> tuple[Step, ...]:
    """Return what can be taken back of a tool in the overlay: its wishes, then that it is shown as text."""
    chosen = (AS_TEXT,) if name in texts_in(project.config.overlay) else ()
    return (*own_steps(project, name), *chosen)


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
