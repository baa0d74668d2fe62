"""A review in words: what is printed, and the counts that every rendering begins with."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from genui.groups import grouped
from genui.review.compare import Review
from genui.review.making import GENERATORS
from genui.review.rules import LEVELS, Change, Level

SIGNS: dict[str, tuple[str, str]] = {
    "breaking": ("!", "red"),
    "risky": ("~", "yellow"),
    "cosmetic": ("·", "dim"),
}
"""The sign of each level, and its colour on a terminal."""


MANY = 3
"""Tools with the same change from which on it is told once."""

UNSEEN = ("tool-changed", "relinked")
"""Rules of what may not show at all: told once in any case."""


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


def folded(changes: Sequence[Change]) -> list[tuple[tuple[str, ...], list[Change]]]:
    """Return changes by the tools that they are in, the worst first; () is the project.

    The same change of many tools stands once.
    """
    tools = grouped((alike(change), change.tool) for change in changes)
    found: dict[tuple[str, ...], list[Change]] = {}
    for change in changes:
        same = tools[alike(change)]
        many = len(same) >= (1 if change.rule in UNSEEN else MANY)
        names = tuple(same) if many else (change.tool,) if change.tool else ()
        if not many or change.tool == same[0]:
            found.setdefault(names, []).append(change)
    return list(found.items())


def alike(change: Change) -> Change:
    """Return what a change has in common with the same change of other tools."""
    return replace(change, tool="", file="", pointer="", line=1)


def named(tools: Sequence[str], most: int = 8) -> str:
    """Return tools in words: one by its name, many by how many and which they are."""
    if len(tools) == 1:
        return tools[0]
    more = f" and {len(tools) - most} more" if len(tools) > most else ""
    return f"{len(tools)} tools: {', '.join(tools[:most])}{more}" if tools else "the project"


def made_by(review: Review, tool: str) -> str:
    """Return who made the view of a tool, in words; "" where nobody knows, or no view has another author."""
    seen = review.after.tools.get(tool)
    if seen is None or seen.view is None:
        return ""
    view = seen.view.view
    authors = {one.view.view.generator for one in review.after.tools.values() if one.view}
    told = [f"made by {GENERATORS.get(view.generator, view.generator)}"] if authors != {"offline"} else []
    told += [view.origin["model"]] if view.origin.get("model") else []
    before = review.before.tools.get(tool)
    known = [step.feedback for step in before.view.view.ledger] if before and before.view else []
    told += [f'wish "{step.feedback}"' for step in view.ledger if step.feedback not in known]
    told += ["edited by hand"] if seen.view.edited else []
    return ", ".join(told)


def lines_of(review: Review) -> Iterator[tuple[str, str]]:
    """Yield the lines of a review, each with its sign or ""."""
    width = max((len(one.rule) for one in review.changes), default=0)
    for tools, changes in folded(review.changes):
        by = made_by(review, tools[0]) if len(tools) == 1 else ""
        yield "", f"{named(tools)}{f' ({by})' if by else ''}"
        for change in changes:
            accepted = f" (accepted: {change.accepted})" if change.accepted else ""
            yield change.level, f"{change.rule:<{width}}  {change.words}{accepted}"
    yield from (("", f"note: {one}") for one in notes(review) if review.changes or review.unused)
    yield "", headline(review)


def notes(review: Review) -> list[str]:
    """Return what is no change and is told beside them."""
    told = [
        f"[[review.accept]] {one.rule}{f' of {one.tool}' if one.tool else ''} matches nothing: "
        "take it out of genui.toml"
        for one in review.unused
    ]
    silent = set(review.relinked) - {one.tool for one in review.changes if one.rule == "relinked"}
    if silent:
        told.append(f"another genui links {named(sorted(silent))}; drawn on both sides, nothing differs")
    return told
