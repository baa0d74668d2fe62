"""Joining two versions of one view: the steps of base, ours and theirs, in that order, on one spec.

Pure, and no model is asked. Each step is carried over as the change that it made on its own side, found by
what entries are; where that clashes its words are read, but only if either order of the sides gives the
same view, so that no wish is lost without being told.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from genui.canonical import same
from genui.merge.carrying import (
    Carried,
    Known,
    Side,
    carried_over,
    kept_steps,
    key_of,
    replayed,
    side_of,
    taken_back,
    without,
)
from genui.merge.values import Clash
from genui.model import Json, JsonObject, Step, Tool, errors_of
from genui.typecheck import check_spec
from genui.viewfile import StoredView, step_json, view_sum

Prefer = Literal["ours", "theirs"]

Regenerate = Callable[[Sequence[Step]], JsonObject | None]
"""Gives the spec of the tool as it is now with the patches of a ledger on it, None where it is not known."""

ANEW = "the view is generated anew"


@dataclass(frozen=True, slots=True)
class Merged:
    """What became of two versions of a view."""

    stored: StoredView | None = None
    """The view that they make; None where they clash, and where it is deleted."""
    clashes: tuple[Clash, ...] = ()
    """What cannot be joined; nothing is to be written then."""
    lost: tuple[Step, ...] = ()
    """The steps that gave way to the preferred side."""


def merge_views(
    base: StoredView | None,
    ours: StoredView | None,
    theirs: StoredView | None,
    regenerate: Regenerate = lambda ledger: None,
    *,
    tool: Tool | None = None,
    examples: Sequence[Json] = (),
    prefer: Prefer | None = None,
) -> Merged:
    """Join two versions of a view that have come from one; None stands for a view that is not there.

    Without the tool no words are read and the result is not checked. `prefer` says who wins where both clash.
    """
    if prefer == "theirs":
        ours, theirs = theirs, ours
    known = Known(tool, tuple(examples), choose=prefer is not None)
    if alike(ours, theirs) or alike(base, theirs):
        return Merged(ours)
    if alike(base, ours):
        return Merged(theirs)
    if ours is None or theirs is None or ours.view.page is not None or theirs.view.page is not None:
        if known.choose:
            return Merged(ours, lost=() if theirs is None else theirs.view.ledger)
        return Merged(clashes=(Clash("", told_whole(ours), told_whole(theirs)),))
    return joined_views(base, ours, theirs, regenerate, known)


def alike(one: StoredView | None, other: StoredView | None) -> bool:
    """Tell whether two versions say the same, whoever wrote them."""
    if one is None or other is None:
        return one is other
    ledgers = [[step_json(step) for step in side.view.ledger] for side in (one, other)]
    bodies = [[side.view.page, side.view.spec] for side in (one, other)]
    return ledgers[0] == ledgers[1] and same(bodies[0], bodies[1])


def told_whole(side: StoredView | None) -> str:
    """Say what one side has done with the whole view."""
    if side is None:
        return "the view is deleted"
    return "the view is changed" if side.view.page is None else "the page is changed"


def joined_views(
    base: StoredView | None, ours: StoredView, theirs: StoredView, regenerate: Regenerate, known: Known
) -> Merged:
    """Join two views that have specs."""
    before = () if base is None else base.view.ledger
    kept = kept_steps(before, ours.view.ledger, theirs.view.ledger)
    # Of a view that both have added, ours tells what it was before its steps.
    common = taken_back(ours.view.spec, ours.view.ledger, ()) if base is None else base.view.spec
    start = taken_back(common, before, kept)
    starts = [common, start]
    fresh = regenerate(()) if generated_offline(base, ours, theirs) else None
    own = [without(side.view.ledger, before, key_of) for side in (ours, theirs)]
    if fresh is not None:
        start, kept = replayed(fresh, kept, known)
        starts.append(start)
    left, right = (side_of(side, steps, starts) for side, steps in zip((ours, theirs), own, strict=True))
    twice = left.rewritten and right.rewritten and not same(ours.view.spec, theirs.view.spec)
    if fresh is None and twice and not known.choose:
        return Merged(clashes=(Clash("", ANEW, ANEW),))
    if fresh is None and (left.rewritten or right.rewritten):
        left, right = (left, right) if left.rewritten else (right, left)
        start, kept = left.stored.view.spec, (*kept, *(change.step for change in left.changes))
        left = replace(left, changes=())
    untouched = fresh is not None and len(kept) == len(before)
    carried = carried_over(start, kept, left, right, known, drops=untouched)
    guard = base.sum if base is not None and base.edited and fresh is None else ""
    return finished(left.stored, right, carried, guard, known)


def generated_offline(base: StoredView | None, ours: StoredView, theirs: StoredView) -> bool:
    """Tell whether the spec that both have begun with can be generated again, with no hand's work lost."""
    offline = all(side.view.generator == "offline" and not side.view.origin for side in (ours, theirs))
    return offline and (base is None or not base.edited)


def finished(ours: StoredView, right: Side, carried: Carried, guard: str, known: Known) -> Merged:
    """Return the view that was joined, unless something clashes or the whole would be wrong."""
    if carried.clashes:
        return Merged(clashes=carried.clashes)
    view = replace(ours.view, spec=carried.spec, ledger=carried.ledger)
    if known.tool is not None:
        view = replace(view, findings=check_spec(view.spec, known.tool))
        there = check_spec(ours.view.spec, known.tool)
        if new := [one for one in errors_of(view.findings) if one not in there]:
            if known.choose:
                return Merged(ours, lost=tuple(change.step for change in right.changes))
            return Merged(clashes=(Clash(new[0].where, None, None, problem=new[0].message),))
    return Merged(replace(ours, view=view, sum=guard or view_sum(view)), lost=carried.lost)
