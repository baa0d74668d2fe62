"""The scorer: fixed measures of a view. A model's view is taken only if it scores at least as well."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from genui.baseline.examples import example_schema
from genui.components import COMPONENTS, walk
from genui.expressions import bindings, pointer_of, pointer_parts
from genui.generate.measures import KEYED, form_helps, formats_fit, last_name, words_said
from genui.model import Finding, Json, JsonObject, Tool
from genui.schema import entries, members
from genui.typecheck.facts import facts_of
from genui.wishes import Wishes

WEIGHTS: Mapping[str, int] = {
    "fields": 25,
    "formats": 15,
    "words": 15,
    "form": 15,
    "findings": 15,
    "accessibility": 10,
}
"""What each measure, from 0 to 1, weighs in a score out of 100."""

ASIDE = 0.8
"""The worth of a member that a person has to unfold."""

WHOLE = frozenset({"auto", "rows", "table", "tree"})
"""Components that show everything of their source, whatever they name."""

UNSEEN = frozenset({"missing-label", "missing-title", "missing-lang", "markup-slip"})
UNSEEN_COST = 0.2
"""Findings on a page that keep people without sight out, and what each takes off."""

WALKS = re.compile(r"\bObject\.(entries|keys)\b|\bfor\s*\(\s*(const|let)\s+\w+\s+in\b")
"""How a page shows members that it does not know by name."""

SCHEMA_DEPTH = 5
WARNING_COST = 0.1
GUESS = 0.5
"""What a result of unknown shape scores for fields where the spec binds to guessed members alone."""


@dataclass(frozen=True, slots=True)
class Score:
    """The measures of one candidate, each from 0 to 1; those that nothing tells of a page are None."""

    fields: float
    findings: float
    accessibility: float
    formats: float | None = None
    words: float | None = None
    form: float | None = None

    @property
    def total(self) -> int:
        """The score out of 100."""
        return self.total_of(self)

    def total_of(self, other: "Score") -> int:
        """Return the score out of 100 by the measures that another has, too."""
        both = [
            (weight, mine)
            for name, weight in WEIGHTS.items()
            if (mine := self.shared(name, other)) is not None
        ]
        return round(100 * sum(weight * mine for weight, mine in both) / sum(weight for weight, _ in both))

    def shared(self, name: str, other: "Score") -> float | None:
        """Return a measure if another has it, too."""
        mine: float | None = getattr(self, name)
        return None if getattr(other, name) is None else mine

    def __str__(self) -> str:
        told = [(name, getattr(self, name)) for name in WEIGHTS]
        return ", ".join(f"{name} {round(100 * one)}" for name, one in told if one is not None)


def score_spec(spec: JsonObject, tool: Tool, *, wishes: Wishes, findings: tuple[Finding, ...]) -> Score:
    """Score a spec that has no errors."""
    warnings = sum(finding.severity == "warning" for finding in findings)
    leaves = known_leaves(tool, wishes)
    return Score(
        fields=fields_bound(spec, tool, leaves),
        findings=max(0.0, 1 - WARNING_COST * warnings),
        accessibility=accessibility(spec),
        formats=formats_fit(spec, leaves),
        words=words_said(spec, tool),
        form=form_helps(spec, tool),
    )


def score_page(page: str, tool: Tool, *, wishes: Wishes, findings: tuple[Finding, ...]) -> Score:
    """Score a page that has no errors by those of the measures that its text tells."""
    told = [finding for finding in findings if finding.rule in UNSEEN]
    warnings = sum(finding.severity == "warning" for finding in findings if finding.rule not in UNSEEN)
    return Score(
        fields=members_named(page, tool, wishes),
        findings=max(0.0, 1 - WARNING_COST * warnings),
        accessibility=max(0.0, 1 - UNSEEN_COST * len(told)),
    )


def members_named(page: str, tool: Tool, wishes: Wishes) -> float:
    """Return the share of the known result that a page names, or 1 where it walks through whatever comes."""
    names = {last_name(leaf) for leaf in known_leaves(tool, wishes)} - {""}
    # A page that goes through all members shows those, too, that it does not name.
    if not names or WALKS.search(page):
        return 1.0
    return sum(name in page for name in names) / len(names)


def weakest(first: Score | None, second: Score) -> str:
    """Name the measures by which a candidate falls behind."""
    if first is None:
        return "nothing to compare with"
    pairs = [(name, second.shared(name, first), first.shared(name, second)) for name in WEIGHTS]
    behind = [
        f"{name} {round(100 * one)} against {round(100 * other)}"
        for name, one, other in pairs
        if one is not None and other is not None and one < other
    ]
    return ", ".join(behind)


def fields_bound(spec: JsonObject, tool: Tool, leaves: Mapping[str, JsonObject]) -> float:
    """Return the share of the known result that some component shows; what has to be unfolded counts less."""
    reached = reached_by(spec, tool)
    if not leaves:
        return (
            1.0 if any(path == "/result" or path.startswith("/content") for path, _, _ in reached) else GUESS
        )
    covered = [
        max((worth for at, whole, worth in reached if covers(at, whole, leaf)), default=0.0)
        for leaf in leaves
    ]
    return sum(covered) / len(leaves)


def known_leaves(tool: Tool, wishes: Wishes) -> dict[str, JsonObject]:
    """Return all that is known of a result, schemas by pointer: as declared, the rest by example."""
    seen = example_schema(wishes.examples)
    shown = dict(leaves_of(seen, seen)) if seen else {}
    declared = tool.output_schema
    if declared is None:
        return shown
    leaves: dict[str, JsonObject] = {}
    for leaf, schema in leaves_of(declared, declared):
        leaves |= {one: more for one, more in shown.items() if one.startswith(leaf + "/")} or {leaf: schema}
    return leaves


def leaves_of(
    schema: Json, root: Json, path: str = "/result", depth: int = 0
) -> Iterator[tuple[str, JsonObject]]:
    """Yield the pointers of all values of a schema with their schemas; an entry of an array is `*`."""
    # Recursive schemas end here.
    inner = members(schema, root) if depth < SCHEMA_DEPTH else ()
    for found in inner:
        yield from leaves_of(found.schema, root, path + pointer_of(found.name), depth + 1)
    if inner:
        return
    entry = entries(schema, root) if depth < SCHEMA_DEPTH else None
    if entry is not None:
        yield from leaves_of(entry, root, path + "/*", depth + 1)
        return
    if depth:
        yield path, schema if isinstance(schema, Mapping) else {}


def reached_by(spec: JsonObject, tool: Tool) -> set[tuple[str, bool, float]]:
    """Return the pointers that a spec reaches, whether all below each is shown, and what that is worth."""
    facts = facts_of(spec, tool)
    found = {
        (normal(pointer), False, 1.0)
        for use in facts.uses
        for _, operator, pointer in bindings(use.value, use.where)
        if operator == "$path"
    }
    for component in walk(spec.get("result")):
        if component.get("type") in COMPONENTS:
            found |= set(shown_by(component))
    return found


def shown_by(component: JsonObject) -> Iterator[tuple[str, bool, float]]:
    """Yield the pointers that one component shows: all below its source, or the members that it names.

    A table has what it does not name, or hides, behind a button; one that hides every column shows nothing.
    """
    props = component.get("props") or {}
    source = props.get("of", props.get("rows"))
    # Both look for their data themselves where the spec names none.
    if component["type"] in {"auto", "rows"} and source is None:
        source = {"$path": "/result"}
    keyed = [one for name in KEYED for one in props.get(name) or () if isinstance(one, Mapping)]
    named = [(one["key"], bool(one.get("hidden"))) for one in keyed]
    named += [(props[name], False) for name in ("x", "series", "value") if isinstance(props.get(name), str)]
    items = [
        (pointer, False)
        for value in props.values()
        for _, name, pointer in bindings(value)
        if name == "$item"
    ]
    aside = ASIDE if not keyed or any(not hidden for _, hidden in named) else 0.0
    for _, operator, pointer in bindings(source):
        if operator != "$path":
            continue
        path = normal(pointer)
        row = path + "/*" if "rows" in props else path
        if component["type"] in WHOLE or not (named or items):
            yield path, True, aside if keyed else 1.0
        for key, hidden in (*named, *items):
            yield row + normal(key), True, aside if hidden else 1.0


def normal(pointer: str) -> str:
    """Return a pointer with `*` for every index."""
    return "".join("/*" if part.isdigit() else pointer_of(part) for part in pointer_parts(pointer))


def covers(path: str, whole: bool, leaf: str) -> bool:  # noqa: FBT001 - a pair of reached_by
    """Tell whether what is bound shows a leaf, or more of it than the schema tells."""
    return f"{path}/".startswith(leaf + "/") or (whole and (leaf + "/").startswith(path + "/"))


def accessibility(spec: JsonObject) -> float:
    """Return how much of what a person without sight needs is said: titles, labels, alternatives."""
    said = [bool(spec.get("title"))]
    for component in walk(spec.get("result")):
        props = component.get("props") or {}
        kind = component.get("type")
        if kind in {"chart", "heatmap"}:
            said.append(bool(component.get("title") or props.get("title") or props.get("unit")))
            said += [
                bool(measure.get("label")) for measure in props.get("y", ()) if isinstance(measure, Mapping)
            ]
        elif kind == "image":
            said.append(bool(props.get("alt")))
        elif kind in {"table", "key-value"}:
            keyed = props.get("columns") or props.get("fields") or ()
            said += [bool(one.get("label")) for one in keyed if isinstance(one, Mapping)]
    return sum(said) / len(said)
