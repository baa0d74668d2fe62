"""What one side has done to a view: its steps one by one, and what a hand did beside them."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from genui.canonical import canonical_json
from genui.model import JsonObject, Step
from genui.refine import PatchError, apply_patch, diff_patch, inverse_patch, same
from genui.viewfile import APPLIED, CONFLICT, HAND, StoredView, view_sum

T = TypeVar("T")

WORDS = "changed by hand"
"""What the ledger says of a step that a person wrote into the view file."""


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
    left, right = by_key(ours), by_key(theirs)
    kept = []
    for step in base:
        key = key_of(step)
        if left.get(key) and right.get(key):
            mine, other = left[key].pop(0), right[key].pop(0)
            kept.append(other if mine == step else mine)
    return tuple(kept)


def by_key(steps: Iterable[Step]) -> dict[str, list[Step]]:
    """Return steps by what makes them one, each list in order."""
    found: dict[str, list[Step]] = {}
    for step in steps:
        found.setdefault(key_of(step), []).append(step)
    return found


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
