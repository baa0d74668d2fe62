"""Views that another genui has linked to the same data: told where they look otherwise."""

from collections.abc import Mapping
from typing import NamedTuple

from genui.review.changes import Told
from genui.review.compare import Policy, Review, changed, reviewed


class Look(NamedTuple):
    """What one side of a view looks like."""

    outline: str
    """What it says to people who do not see it: headings, labels, rows."""
    picture: str
    """A PNG as a data: URI, "" where none was drawn."""


Looks = Mapping[str, tuple[Look, Look]]
"""By tool, the looks before and after."""

NOTHING = Look("", "")


def with_relinked(review: Review, looks: Looks, policy: Policy) -> Review:
    """Return a review that tells of views linked by another genui, unless they look the same."""
    versions = [side.genui or "?" for side in (review.before, review.after)]
    which = f" ({versions[0]} → {versions[1]})" if versions[0] != versions[1] else ""
    found = []
    for name in review.relinked:
        before, after = looks.get(name, (NOTHING, NOTHING))
        if not before.outline or not after.outline:
            words = "nobody has drawn both sides, so look at it"
        elif before.outline != after.outline:
            words = "it says something else now: see its outline"
        elif before.picture != after.picture:
            words = "it says the same and looks otherwise"
        else:
            continue
        told = Told("relinked", f"another genui{which} links the same view file; {words}", "")
        found.append(changed(told, review.after.tools[name], policy))
    return reviewed(review, [*review.changes, *found], policy) if found else review
