"""The changes of both sides to a view, and carrying them over to one spec, one step after the other."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from genui.canonical import canonical_json, same
from genui.groups import grouped
from genui.merge.values import Clash, Joined, join_values
from genui.model import Json, JsonObject, Step, Tool
from genui.refine import PatchError, Replay, apply_patch, diff_patch, inverse_patch, replay_ledger
from genui.viewfile import APPLIED, CONFLICT, HAND, StoredView, view_sum

T = TypeVar("T")

WORDS = "changed by hand"
"""The words in the ledger for an edit of the view file."""


@dataclass(frozen=True, slots=True)
class Change:
    """A step with the spec before and after it, on its own side."""

    step: Step
    before: JsonObject
    after: JsonObject


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a merge."""

    stored: StoredView
    changes: tuple[Change, ...] = ()
    """What it has done since the base."""
    rewritten: bool = False
    """True where its spec is none that these changes lead to: it was generated anew."""


def side_of(stored: StoredView, own: Sequence[Step], starts: Sequence[JsonObject]) -> Side:
    """Return what a side has done, starting from the spec that explains what it has now.

    Where none does, and `sum` says that genui did not write it so, the rest is a step by hand.
    """
    view = stored.view
    walks = [walked(start, own) for start in starts]
    ends = [changes[-1].after if changes else start for start, changes in zip(starts, walks, strict=True)]
    for changes, end in zip(walks, ends, strict=True):
        if same(end, view.spec):
            return Side(stored, tuple(changes))
    if not stored.edited:
        return Side(stored, tuple(walks[0]), rewritten=True)
    proved = (at for at, start in enumerate(starts) if wrote(stored, own, start, walks[at]))
    nearest = min(range(len(starts)), key=lambda at: len(canonical_json(diff_patch(ends[at], view.spec))))
    chosen = next(proved, nearest)
    hand = Step(WORDS, diff_patch(ends[chosen], view.spec), APPLIED, HAND)
    return Side(stored, (*walks[chosen], Change(hand, ends[chosen], view.spec)))


def walked(start: JsonObject, steps: Iterable[Step]) -> list[Change]:
    """Return the steps with the specs between them; one whose patch does not apply changes nothing."""
    changes: list[Change] = []
    spec = start
    for step in steps:
        try:
            after = spec if step.verdict.startswith(CONFLICT) else apply_patch(spec, step.patch)
        except PatchError:
            after = spec
        changes.append(Change(step, spec, after))
        spec = after
    return changes


def wrote(stored: StoredView, own: Sequence[Step], start: JsonObject, changes: Sequence[Change]) -> bool:
    """Tell whether genui wrote the view, before a hand changed it, as it is after some of its steps."""
    ledger = stored.view.ledger
    before = len(ledger) - len(own)
    for number, spec in enumerate([start, *(change.after for change in changes)]):
        if view_sum(replace(stored.view, spec=spec, ledger=ledger[: before + number])) == stored.sum:
            return True
    return False


def key_of(step: Step) -> str:
    """Return what makes two steps one: their words; of a hand's step, what it does."""
    return canonical_json([step.feedback, list(step.patch) if step.by == HAND else []])


def kept_steps(base: Sequence[Step], ours: Sequence[Step], theirs: Sequence[Step]) -> tuple[Step, ...]:
    """Return the steps that neither side has taken back, as the side that changed them has them."""
    left, right = (grouped((key_of(step), step) for step in side) for side in (ours, theirs))
    kept = []
    for step in base:
        key = key_of(step)
        if left.get(key) and right.get(key):
            mine, other = left[key].pop(0), right[key].pop(0)
            kept.append(other if mine == step else mine)
    return tuple(kept)


def without(items: Iterable[T], others: Iterable[T], key: Callable[[T], str]) -> tuple[T, ...]:
    """Return the items that are not among others; of equal ones, the last."""
    left = Counter(map(key, others))
    rest = []
    for item in items:
        if left[key(item)] > 0:
            left[key(item)] -= 1
        else:
            rest.append(item)
    return tuple(rest)


def taken_back(spec: JsonObject, steps: Sequence[Step], kept: Sequence[Step]) -> JsonObject:
    """Return a spec without the steps at its end that are not kept; as it is where that cannot be."""
    before = spec
    try:
        for step in reversed(without(steps, kept, key_of)):
            if not step.verdict.startswith(CONFLICT):
                before = apply_patch(before, inverse_patch(step.patch))
    except PatchError:
        return spec
    return before


@dataclass(frozen=True, slots=True)
class Known:
    """The tool and the user's choice, where a merge knows them."""

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
    # Words are believed only if either order of the sides gives the same view.
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
        spec, step = reapplied(spec, change.step, known) if joined.clashes else taken(spec, change, joined)
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
    one = reread(ours.spec, theirs, known)
    back = reread(start, theirs, known)
    other = None if back is None else reread(back.spec, ours.ledger, known)
    return one if one is not None and other is not None and same(one.spec, other.spec) else None


def reread(spec: JsonObject, steps: Sequence[Step], known: Known) -> Replay | None:
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
        spec, again = reapplied(spec, step, known)
        ledger.append(again)
    return spec, tuple(ledger)


def reapplied(spec: JsonObject, step: Step, known: Known) -> tuple[JsonObject, Step]:
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
    return reapplied(start, change.step, known)[1].verdict.startswith(CONFLICT)


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
