"""Reading and writing the versions of a view file that are joined."""

from dataclasses import dataclass

from genui.merge.stages import Stages
from genui.viewfile import StoredView, read_view, view_bytes

SIDES = ("base", "ours", "theirs")
NO_PAGES = Stages()


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions of one view; None where a side has none."""

    base: StoredView | None
    ours: StoredView | None
    theirs: StoredView | None


def versions_of(stages: Stages, tool: str, pages: Stages = NO_PAGES) -> Versions:
    """Read the versions of a view file; those of another tool are none.

    Git may take a removed view for one that was moved into the folder of a new tool.

    Raises:
        ValueError: A version cannot be read; the message names the side.
    """
    found: list[StoredView | None] = []
    for side in SIDES:
        data, page = getattr(stages, side), getattr(pages, side)
        try:
            read = None if data is None else read_view(data, page=page)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"the version of {side} cannot be read: {error}") from None
        found.append(read if read is not None and read.view.tool == tool else None)
    return Versions(*found)


def stored_bytes(stored: StoredView) -> bytes:
    """Return a view file with a view that was joined."""
    return view_bytes(stored.view, guard=stored.sum, sha256=stored.sha256)
