"""A review as it is put out: in words, as review.json, as a SARIF log and as annotations of a workflow."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from genui import __version__
from genui.groups import grouped
from genui.model import Severity
from genui.review.compare import Review
from genui.review.making import GENERATORS
from genui.review.rules import LEVELS, RULES, Change, Level
from genui.review.sides import side_json
from genui.sarif import Result, sarif
from genui.spec.grammar import DIALECT, many, record

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


FORMAT = 1

SEVERITIES: Mapping[str, Severity] = {"breaking": "error", "risky": "warning", "cosmetic": "info"}


def document(review: Review, *, whole: bool) -> dict[str, Any]:
    """Return a review as JSON; a `whole` one can be the BASE of another review."""
    return {
        "format": FORMAT,
        "genui": __version__,
        "before": {"name": review.before.name},
        "after": side_json(review.after) if whole else {"name": review.after.name},
        "counts": counts(review),
        "changes": [
            {
                "rule": one.rule,
                "level": one.level,
                "tool": one.tool,
                "words": one.words,
                "why": RULES[one.rule].why,
                "file": one.file,
                "pointer": one.pointer,
                "line": one.line,
                "accepted": one.accepted,
            }
            for one in review.changes
        ],
        "relinked": list(review.relinked),
        "unused": [{"rule": one.rule, "tool": one.tool, "reason": one.reason} for one in review.unused],
    }


def review_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of review.json."""
    text = {"type": "string"}
    accepted = record(("rule", "tool", "reason"), rule=text, tool=text, reason=text)
    change = record(
        ("rule", "level", "tool", "words", "why", "file", "pointer", "line", "accepted"),
        rule={"enum": list(RULES)},
        level={"enum": list(LEVELS)},
        tool={**text, "description": "the name of the tool, empty for a change of the project"},
        words={**text, "description": "what changed, as a person says it"},
        why={**text, "description": "why it matters"},
        file={**text, "description": "the path from the generated directory, empty for the project"},
        pointer={**text, "description": "a JSON Pointer into the file"},
        line={"type": "integer", "minimum": 1},
        accepted={**text, "description": "why genui.toml accepts it, empty where it does not"},
    )
    side = {
        "type": "object",
        "required": ["name"],
        "properties": {"name": text, "genui": text, "tools": many({"type": "object"})},
        "description": "the side; `after` of review.json holds its tools and views, so that it can be a BASE",
    }
    number = {"type": "integer", "minimum": 0}
    return {
        "$schema": DIALECT,
        "title": "genui review",
        "description": "What changed in the views of a project, as genui review tells it.",
        **record(
            ("format", "genui", "before", "after", "counts", "changes", "relinked", "unused"),
            format={"const": FORMAT},
            genui=text,
            before=side,
            after=side,
            counts=record(LEVELS, **dict.fromkeys(LEVELS, number)),
            changes={**many(change), "description": "the worst first"},
            relinked={
                **many(text),
                "description": "tools whose pages another genui has linked to the same data",
            },
            unused={**many(accepted), "description": "what [[review.accept]] names and nothing matched"},
        ),
    }


def sarif_of(review: Review, *, prefix: str = "") -> dict[str, Any]:
    """Return a review as SARIF; `prefix` is where the generated directory lies in the repository."""
    results = [
        Result(
            one.rule,
            SEVERITIES[one.level],
            f"{one.tool}: {one.words}" if one.tool else one.words,
            f"{prefix}{one.file}" if one.file else f"{prefix}manifest.toml",
            one.line,
            key=f"{one.tool}\n{one.pointer}\n{one.words}",
            accepted=one.accepted,
        )
        for one in review.changes
    ]
    return sarif(results, {name: rule.why for name, rule in RULES.items()})


def annotations(review: Review, *, prefix: str = "", most: int = 10) -> Sequence[str]:
    """Return workflow commands of GitHub for what is not accepted: so many errors and warnings, worst first.

    A step shows no more than ten of each; the last one tells how many are left.
    """
    told = []
    for level in LEVELS[:2]:
        # The same change of many tools is one row, as it is one line elsewhere.
        rows = [(tools, one) for tools, changes in folded(review.at(level)) for one in changes]
        for number, (tools, one) in enumerate(rows[:most]):
            left = len(rows) - most
            words = f"{named(tools)}: {one.words}" if tools else one.words
            if number == most - 1 and left > 0:
                words = f"{words} (and {left} more: see the job summary)"
            place = f"file={property_of(prefix + one.file)},line={one.line}," if one.file else ""
            told.append(f"::{SEVERITIES[level]} {place}title={property_of(one.rule)}::{escaped(words)}")
    return told


def escaped(text: str) -> str:
    """Return a text as a workflow command takes it: one line, no code of its own."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def property_of(text: str) -> str:
    """Return a text as a property of a workflow command takes it."""
    return escaped(text).replace(":", "%3A").replace(",", "%2C")
