"""review.json and the SARIF log: a review as data."""

from collections.abc import Mapping, Sequence
from typing import Any

from genui import __version__
from genui.model import Severity
from genui.review.compare import Review
from genui.review.rules import LEVELS, RULES, Level
from genui.review.sides import side_json
from genui.review.words import counts, folded, named
from genui.sarif import Result, sarif
from genui.spec.grammar import DIALECT, many, record

FORMAT = 1

SEVERITIES: Mapping[str, Severity] = {"breaking": "error", "risky": "warning", "cosmetic": "info"}


COMMANDS: Mapping[Level, str] = {"breaking": "error", "risky": "warning"}
"""Workflow commands of GitHub by level."""


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
    for level, command in COMMANDS.items():
        # The same change of many tools is one row, as it is one line elsewhere.
        rows = [(tools, one) for tools, changes in folded(review.at(level)) for one in changes]
        for number, (tools, one) in enumerate(rows[:most]):
            left = len(rows) - most
            words = f"{named(tools)}: {one.words}" if tools else one.words
            if number == most - 1 and left > 0:
                words = f"{words} (and {left} more: see the job summary)"
            place = f"file={property_of(prefix + one.file)},line={one.line}," if one.file else ""
            told.append(f"::{command} {place}title={property_of(one.rule)}::{escaped(words)}")
    return told


def escaped(text: str) -> str:
    """Return a text as a workflow command takes it: one line, no code of its own."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def property_of(text: str) -> str:
    """Return a text as a property of a workflow command takes it."""
    return escaped(text).replace(":", "%3A").replace(",", "%2C")
