"""Carrying the changes of both sides over to one spec, one step after the other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from genui.merge.changes import Change, Side, key_of, without
from genui.merge.values import Clash, Joined, join_values
from genui.model import Json, JsonObject, Step, Tool
from genui.refine import Replay, apply_patch, diff_patch, replay_ledger, same
from genui.refine.patch import PatchError
from genui.viewfile import CONFLICT, HAND


@dataclass(frozen=True, slots=True)
class Known:
    """What a merge knows of the tool and of the person's choice."""

    tool: Tool | None
    examples: tuple[Json, ...]
    choose: bool
    """True where ours wins wherever both sides clash."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A spec with the changes of both sides, and the ledger that explains it."""

    spec: JsonObject
    ledger: tuple[Step, ...]
    clashes: tuple[Clash, ...] = ()
    lost: tuple[Step, ...] = ()


Late = tuple[Change, tuple[Clash, ...]]
"""A change of theirs, and what it clashes with."""


def carried_over(
    start: JsonObject, kept: tuple[Step, ...], left: Side, right: Side, known: Known, *, drops: bool
) -> Carried:
    """Return a spec with the changes of ours, then those of theirs; equal steps count once.

    Where it drops, a step of theirs that does not apply even alone is kept in conflict, as in any build.
    """
    ours = carried_first(start, left, known)
    if ours.clashes:
        return ours
    changes = without(right.changes, left.changes, lambda change: key_of(change.step))
    theirs, late = carried_second(ours.spec, changes, known)
    if late and (told := either_order(start, ours, [change.step for change in changes], known)):
        return Carried(told.spec, (*kept, *ours.ledger, *told.ledger))
    ledger, lost = list(theirs.ledger), list(theirs.lost)
    clashes: list[Clash] = []
    for change, found in late:
        if drops and stale(start, change, known):
            ledger.append(in_conflict(change.step))
        elif known.choose:
            lost.append(change.step)
        else:
            clashes += (replace(one, wishes=wishes_of(change, left.changes)) for one in found)
    return Carried(theirs.spec, (*kept, *ours.ledger, *ledger), tuple(clashes), tuple(lost))


def carried_first(spec: JsonObject, side: Side, known: Known) -> Carried:
    """Return a spec with the changes of ours; a wish that does not fit it is read anew, as in any build."""
    ledger: list[Step] = []
    for change in side.changes:
        joined = joined_change(spec, change, wins=known.choose)
        if joined.clashes and change.step.by == HAND:
            return Carried(spec, (), joined.clashes)
        spec, step = said_again(spec, change.step, known) if joined.clashes else taken(spec, change, joined)
        ledger.append(step)
    return Carried(spec, tuple(ledger))


def carried_second(spec: JsonObject, changes: Sequence[Change], known: Known) -> tuple[Carried, list[Late]]:
    """Return a spec with the changes of theirs, and those that clash with what is there."""
    ledger: list[Step] = []
    lost: list[Step] = []
    late: list[Late] = []
    for change in changes:
        joined = joined_change(spec, change)
        if joined.clashes and not (known.choose and change.step.by == HAND):
            late.append((change, joined.clashes))
            continue
        spec, step = taken(spec, change, joined)
        (lost if joined.clashes and not step.patch else ledger).append(step)
    return Carried(spec, tuple(ledger), lost=tuple(lost)), late


def joined_change(spec: JsonObject, change: Change, *, wins: bool = False) -> Joined:
    """Carry a change over to a spec; where it wins, what a hand wrote takes the place of what clashes."""
    if wins and change.step.by == HAND:
        return replace(join_values(change.before, change.after, spec), clashes=())
    return join_values(change.before, spec, change.after)


def taken(spec: JsonObject, change: Change, joined: Joined) -> tuple[JsonObject, Step]:
    """Return a spec with a change, and its step as it is there."""
    if change.step.verdict.startswith(CONFLICT):
        return spec, change.step
    patch = diff_patch(spec, joined.value)
    # By the patch, so that members stand in the order in which a replay puts them.
    return apply_patch(spec, patch), replace(change.step, patch=patch)


def either_order(start: JsonObject, ours: Carried, theirs: Sequence[Step], known: Known) -> Replay | None:
    """Return theirs on ours by their words, where ours on theirs gives the same view."""
    if known.tool is None:
        return None
    one = replayed_words(ours.spec, theirs, known)
    back = replayed_words(start, theirs, known)
    other = None if back is None else replayed_words(back.spec, ours.ledger, known)
    return one if one is not None and other is not None and same(one.spec, other.spec) else None


def replayed_words(spec: JsonObject, steps: Sequence[Step], known: Known) -> Replay | None:
    """Return steps replayed, their words read where patches do not apply; None where one fails anew."""
    assert known.tool is not None
    replay = replay_ledger(spec, steps, known.tool, examples=known.examples)
    failed = [new.verdict.startswith(CONFLICT) for new in replay.ledger]
    before = [old.verdict.startswith(CONFLICT) for old in steps]
    return replay if failed == before else None


def replayed(spec: JsonObject, steps: Sequence[Step], known: Known) -> tuple[JsonObject, tuple[Step, ...]]:
    """Return steps replayed on a spec that was generated anew; one that does not apply is kept and told."""
    ledger: list[Step] = []
    for step in steps:
        spec, again = said_again(spec, step, known)
        ledger.append(again)
    return spec, tuple(ledger)


def said_again(spec: JsonObject, step: Step, known: Known) -> tuple[JsonObject, Step]:
    """Return a spec with a step: by its patch, else by its words; else the step is in conflict."""
    if known.tool is not None:
        replay = replay_ledger(spec, [step], known.tool, examples=known.examples)
        return replay.spec, replay.ledger[0]
    try:
        after = apply_patch(spec, step.patch)
    except PatchError:
        return spec, in_conflict(step)
    return after, step


def stale(start: JsonObject, change: Change, known: Known) -> bool:
    """Tell whether a change does not apply any more, whatever the other side has done."""
    if change.step.by == HAND or not join_values(change.before, start, change.after).clashes:
        return False
    return said_again(start, change.step, known)[1].verdict.startswith(CONFLICT)


def in_conflict(step: Step) -> Step:
    """Return a step with the verdict that it does not apply."""
    if step.verdict.startswith(CONFLICT):
        return step
    return replace(step, verdict=f"{CONFLICT}the view has changed since")


def wishes_of(change: Change, changes: Sequence[Change]) -> tuple[str, str]:
    """Return the words of the step that a change clashes with, and its own."""
    for one in changes:
        beside = join_values(one.before, change.before, one.after).value
        if join_values(change.before, beside, change.after).clashes:
            return one.step.feedback, change.step.feedback
    return "", change.step.feedback
