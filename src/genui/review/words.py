"""A review in words: what is printed, and the counts that every rendering begins with."""

from collections.abc import Iterator, Sequence

from genui.review.changes import Change
from genui.review.compare import Review
from genui.review.rules import LEVELS, Level

SIGNS: dict[str, tuple[str, str]] = {
    "breaking": ("!", "red"),
    "risky": ("~", "yellow"),
    "cosmetic": ("·", "dim"),
}
"""The sign of each level, and its colour on a terminal."""


def counts(review: Review) -> dict[str, int]:
    """Return how many changes of each level nobody accepted."""
    return {level: len(review.at(level)) for level in LEVELS}


def headline(review: Review) -> str:
    """Return the first line of every rendering."""
    told = [f"{number} {level}" for level, number in counts(review).items() if number]
    accepted = sum(bool(one.accepted) for one in review.changes)
    told += [f"{accepted} accepted"] if accepted else []
    views = len(review.tools)
    if not review.changes:
        return "Nothing changed in what people see."
    changed = f"{views} of {len({**review.before.tools, **review.after.tools})} tools changed"
    return f"{', '.join(told) or 'Nothing open'}; {changed}."


def failed(review: Review, level: Level) -> bool:
    """Tell whether something at a level or above it is not accepted."""
    return any(review.at(one) for one in LEVELS[: LEVELS.index(level) + 1])


def by_tool(changes: Sequence[Change]) -> dict[str, list[Change]]:
    """Return changes by tool, in their order; those of the project last."""
    found: dict[str, list[Change]] = {}
    for change in sorted(changes, key=lambda one: not one.tool):
        found.setdefault(change.tool, []).append(change)
    return found


def made_by(review: Review, tool: str) -> str:
    """Return who made the view of a tool, in words; "" where nobody knows."""
    seen = review.after.tools.get(tool)
    if seen is None or seen.view is None:
        return ""
    view = seen.view.view
    author = {"offline": "offline", "imported": "imported by a person"}.get(view.generator, view.generator)
    model = f" {view.origin['model']}" if view.origin.get("model") else ""
    hand = ", changed by hand" if seen.view.edited else ""
    wishes = f", {len(view.ledger)} wish{'es' if len(view.ledger) > 1 else ''}" if view.ledger else ""
    return f"made by {author}{model}{wishes}{hand}".replace("made by offline", "made offline")


def lines_of(review: Review) -> Iterator[tuple[str, str]]:
    """Yield the lines of a review, each with its sign or ""."""
    width = max((len(one.rule) for one in review.changes), default=0)
    for tool, changes in by_tool(review.changes).items():
        by = made_by(review, tool)
        yield "", f"{tool or 'project'}{f' ({by})' if by else ''}"
        for change in changes:
            accepted = f" (accepted: {change.accepted})" if change.accepted else ""
            yield change.level, f"{change.rule:<{width}}  {change.words}{accepted}"
    for one in review.unused:
        where = f" of {one.tool}" if one.tool else ""
        yield "", f"note: [[review.accept]] {one.rule}{where} matches nothing: take it out of genui.toml"
    yield "", headline(review)
