"""The scorer: fixed measures of a view. A model's view is taken only if it scores at least as well."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from genui.baseline.examples import example_schema
from genui.generate.datasets import exchanges_for, known_values
from genui.generate.measures import sense_made, words_said
from genui.generate.sight import MEASURES, MOST, Box, sight_of
from genui.generate.telling import mean, words_in
from genui.model import Finding, JsonObject, Tool
from genui.outline import OutlineError, outline_of
from genui.roles import role_of
from genui.schema import Member, entries, walk_members
from genui.viewoptions import ViewOptions

Look = Callable[[JsonObject], Sequence[Box] | None]
"""Draws a view on a call `{arguments, result}`; None where there is no browser."""

WEIGHTS: Mapping[str, int] = {
    "tells": 20,
    "names": 15,
    "codes": 10,
    "scales": 10,
    "walls": 5,
    "whole": 5,
    "fields": 10,
    "words": 10,
    "sense": 10,
    "findings": 5,
}
"""What each measure, from 0 to 1, weighs in a score out of 100; the first seven are of the picture."""

UNSEEN = frozenset({"missing-label", "missing-title", "missing-lang", "markup-slip"})
UNSEEN_COST = 0.2
"""Findings on a page that keep people without sight out, and what each takes off."""

WALKS = re.compile(r"\bObject\.(entries|keys)\b(?!\([^)]*variables)|\bfor\s*\(\s*(const|let)\s+\w+\s+in\b")
"""How a page shows members that it does not know by name; every page goes through the host's variables."""

LATE = 7
"""Roles from this rank on are ids, hashes and the like."""

SCHEMA_DEPTH = 5
WARNING_COST = 0.1


@dataclass(frozen=True, slots=True)
class Score:
    """The measures of one candidate, each from 0 to 1; those that nothing tells are not in it."""

    marks: Mapping[str, float]
    drawn: bool = False
    """True where Chromium drew it; else the measures of the picture are estimated from its outline."""

    @property
    def total(self) -> float:
        """The score out of 100."""
        return self.total_of(self)

    def total_of(self, other: "Score") -> float:
        """Return the score out of 100 by the measures that another has, too."""
        both = [name for name in WEIGHTS if name in self.marks and name in other.marks]
        mean = sum(WEIGHTS[name] * self.marks[name] for name in both) / sum(WEIGHTS[name] for name in both)
        # No picture makes up for words that name something else.
        return round(100 * mean * min(1.0, 0.5 + self.marks.get("sense", 1.0)), 1)

    def __str__(self) -> str:
        told = ", ".join(f"{name} {round(100 * self.marks[name])}" for name in WEIGHTS if name in self.marks)
        return f"{told} ({'drawn' if self.drawn else 'estimated'})" if "tells" in self.marks else told


def score_spec(
    spec: JsonObject,
    tool: Tool,
    *,
    options: ViewOptions,
    findings: tuple[Finding, ...],
    look: Look | None = None,
) -> Score:
    """Score a spec that has no errors, drawn by `look` or as its outline lets expect."""
    warnings = sum(finding.severity == "warning" for finding in findings)
    seen = list(sights(spec, tool, options, look))
    return Score(
        {
            # The first is recorded where anything is: it counts twice.
            **{name: mean([marks[name] for marks, _ in (seen[0], *seen)]) for name in MEASURES if seen},
            "words": words_said(spec, tool),
            # Hints may ask for another language, or for words of a trade.
            "sense": 1.0 if options.hints else sense_made(spec, tool),
            "findings": max(0.0, 1 - WARNING_COST * warnings),
        },
        drawn=bool(seen) and all(drawn for _, drawn in seen),
    )


def sights(
    spec: JsonObject, tool: Tool, options: ViewOptions, look: Look | None
) -> Iterator[tuple[Mapping[str, float], bool]]:
    """Yield the measures of what a view shows of each result, and whether it was drawn."""
    for exchange in exchanges_for(tool, options):
        try:
            outline = outline_of(spec, tool, exchange["result"], exchange["arguments"])
        except OutlineError:
            continue
        boxes = look(exchange) if look else None
        yield sight_of(outline, known_values(exchange["result"]), boxes or ()), boxes is not None


def score_page(page: str, tool: Tool, *, options: ViewOptions, findings: tuple[Finding, ...]) -> Score:
    """Score a page that has no errors by those of the measures that its text tells."""
    told = [finding for finding in findings if finding.rule in UNSEEN]
    warnings = sum(finding.severity == "warning" for finding in findings if finding.rule not in UNSEEN)
    kept = max(0.0, 1 - WARNING_COST * warnings - UNSEEN_COST * len(told))
    return Score({"fields": members_named(page, tool, options), "findings": kept})


def known_members(tool: Tool, options: ViewOptions) -> Iterator[tuple[tuple[str, ...], Member]]:
    """Yield path and schema of what is known of a result: as declared, and by example."""
    for schema in (tool.output_schema or {}, example_schema(options.examples)):
        inner = entries(schema, schema)
        yield from walk_members(schema, schema, depth=SCHEMA_DEPTH)
        if inner is not None:
            yield from ((("*", *path), one) for path, one in walk_members(inner, schema, depth=SCHEMA_DEPTH))


def members_named(page: str, tool: Tool, options: ViewOptions) -> float:
    """Return whether a page names most of the known result; 1 where it walks through whatever comes."""
    names = {path[-1] for path, _ in known_members(tool, options)} - {"*"}
    names = {name for name in names if role_of(words_in(name), "text")["rank"] < LATE}
    # A page that goes through all members shows those, too, that it does not name.
    if not names or WALKS.search(page):
        return 1.0
    return min(1.0, sum(name in page for name in names) / len(names) / MOST)


def weakest(first: Score | None, second: Score) -> str:
    """Name the measures by which a candidate falls behind."""
    if first is None:
        return "nothing to compare with"
    both = [name for name in WEIGHTS if name in first.marks and name in second.marks]
    return ", ".join(
        f"{name} {round(100 * second.marks[name])} against {round(100 * first.marks[name])}"
        for name in both
        if round(100 * second.marks[name]) < round(100 * first.marks[name])
    )
