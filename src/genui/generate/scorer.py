"""The scorer: fixed measures of a view. A model's view is taken only if it scores at least as well.

What it shows is measured in `sight`; title, description, button, labels and hints here. It is laid out on
results that are recorded, made from the schema, and awkward.
"""

import copy
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from genui.baseline.examples import example_schema
from genui.canonical import compact_json
from genui.expressions import values_in
from genui.generate.sight import MEASURES, MOST, Box, sight_of
from genui.generate.telling import mean, plain, words_in, worth_of
from genui.labels import label_of, title_of, words_of
from genui.model import Finding, Json, JsonObject, Tool
from genui.outline import OutlineError, outline_of
from genui.resultdata import result_data
from genui.roles import role_of
from genui.sample import sample_exchange
from genui.schema import Member, entries, members, walk_members
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


PLAIN = 0.7
"""The worth of words that only repeat what the tool says, and of a name spelled out."""

SHORT_HELP = 160
SHOWING = ("enum", "const", "default", "examples", "format", "oneOf", "anyOf", "placeholder", "options")
"""Members of a schema, or of what steers its field, that show what may be given."""

RAW = re.compile(r"\w_\w|^[a-z]+([A-Z]\w*)*$")
"""Names made for programs."""

SHORT_NAME = 5
DEFINITION_LENGTH = 20_000

EMPTY_BUTTONS = frozenset({"submit", "run", "ok", "go", "send", "execute"})
EMPTY_TITLES = frozenset({"result", "results", "data", "output", "response", "tool", "view", "table"})


def labelled(value: Json) -> Iterator[tuple[str, str]]:
    """Yield what each column, field, measure and figure of a result shows, and its label."""
    for _, one in values_in(value):
        if isinstance(one, Mapping) and isinstance(one.get("label"), str):
            yield str(one.get("key") or compact_json(one.get("value"))), one["label"]


def words_said(spec: JsonObject, tool: Tool) -> float:
    """Return how readable title, description, button, labels and hints are, from 0 to 1."""
    form = spec.get("form") or {}
    button = str(form.get("submit") or "").strip()
    title, description = str(spec.get("title") or ""), str(spec.get("description") or "")
    # A title that only repeats the tool's name, as a label made from it does, helps less.
    own = 1.0 if tool.title or title.casefold() != title_of(tool).casefold() else PLAIN
    copied = description.rstrip(".") in tool.description
    named = 0.0 if not title or RAW.search(title) or title.casefold() in EMPTY_TITLES else own
    told = PLAIN if copied or len(description) > SHORT_HELP else 1.0  # copied: none is, too
    acts = 1.0 if button and button.casefold() not in EMPTY_BUTTONS and not RAW.search(button) else 0.0
    fields = (form.get("fields") or {}).items()
    steer = {path: one for path, one in fields if isinstance(one, Mapping)}
    labels = [label_worth(shown, label) for shown, label in labelled([spec.get("result"), steer])]
    asked = (one for one in members(tool.input_schema, tool.input_schema) if "const" not in one.schema)
    helped = [helpful(member, steer.get(member.name, {})) for member in asked]
    return 0.25 * named + 0.15 * told + 0.15 * acts + 0.25 * mean(labels) + 0.2 * mean(helped)


def sense_made(spec: JsonObject, tool: Tool) -> float:
    """Return how many labels have to do with what they name, from 0 to 1; two of three are enough.

    A label need not repeat a name: "Author" fits `user.login`. So the tool's own words count, too.
    """
    about = stems(compact_json(tool.definition)[:DEFINITION_LENGTH])
    # Fields of the form are asked for in words of their own: "From" for `origin`.
    fit = [related(shown, label, about) for shown, label in labelled(spec.get("result"))]
    words = stems(str(spec.get("title", "")))
    known = about | stems(compact_json(spec.get("result")))
    strange = bool(words) and str(spec["title"]).isascii() and not words & known
    # A few labels prove little.
    return min(1.0, 1.5 * mean([*fit, 1.0])) * (0.7 if strange else 1.0)


def related(shown: str, label: str, about: frozenset[str]) -> float:
    """Return 1 where a label says what is shown, or is no English, 0.7 where the tool has its words."""
    words = stems(label)
    if not words or not label.isascii() or words & stems(shown) or shortened(shown, label):
        return 1.0
    return 0.7 if words & about else 0.0


def shortened(shown: str, label: str) -> bool:
    """Tell whether a name is short for a label: `dflt` for Default, `pk` for Primary key."""
    name = re.sub(r"[^a-z]", "", shown.rpartition("/")[2].lower())
    letters = re.sub(r"[^a-z]", "", label.lower())
    left = iter(letters)
    return 2 <= len(name) <= SHORT_NAME and letters[:1] == name[0] and all(one in left for one in name)


def stems(text: str) -> frozenset[str]:
    """Return the beginnings of the words of a text: "weights" and "weight" are one."""
    return frozenset(word.lower()[:4] for word in words_of(re.sub(r"\W+", " ", text)) if len(word) > 2)


def label_worth(shown: str, label: str) -> float:
    """Return the worth of a label: none, a name spelled out, or words of its own."""
    name = shown.rpartition("/")[2]
    if not label or RAW.search(label):
        return 0.0
    return PLAIN if len(words_of(name)) > 1 and label.casefold() == label_of(name).casefold() else 1.0


def helpful(member: Member, steer: JsonObject) -> float:
    """Return how well one member is asked for: half for a hint, half for a choice or an example."""
    known = {**member.schema, **steer}
    told = known.get("hint") or known.get("description")
    return (bool(told) + any(name in known for name in SHOWING)) / 2


ROWS = 30
"""Rows of an awkward list."""

LONG = 3
"""How many times as long its texts are."""


def exchanges_for(tool: Tool, options: ViewOptions) -> list[JsonObject]:
    """Return calls `{arguments, result}`: the first example, one made from the schema, and an awkward one."""
    found: list[JsonObject] = [*options.examples[:1]]
    if tool.output_schema is not None or not found:
        found.append(sample_exchange(tool))
    return [*found, {**found[0], "result": awkward(found[0]["result"])}]


def awkward(result: JsonObject) -> JsonObject:
    """Return a result of the same shape with many rows, long texts and values that are not there."""
    data = result_data(result)
    if not isinstance(data, dict | list):
        return result
    harder = stretched(copy.deepcopy(data))
    text = {"type": "text", "text": json.dumps(harder, ensure_ascii=False)}
    declared = {"structuredContent": harder} if "structuredContent" in result else {}
    return {"content": [text], **declared}


def stretched(value: Any) -> Any:
    """Return a value whose lists of objects are long, some members of theirs null, some texts long."""
    if isinstance(value, Mapping):
        return {name: stretched(member) for name, member in value.items()}
    if not (isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value)):
        return value
    return [odd(value[at % len(value)], at) for at in range(ROWS)]


def odd(row: Mapping[str, Any], at: int) -> dict[str, Any]:
    """Return a row with, by its number, one member without a value and one long text."""
    names = list(row)
    found = dict(row)
    if len(names) > 2:
        found[names[at % len(names)]] = None
    name = names[(at + 1) % len(names)]
    if isinstance(found[name], str) and " " in found[name]:
        found[name] = " ".join([found[name]] * LONG)
    return found


def known_values(result: JsonObject) -> frozenset[str]:
    """Return the values of a result that can tell somebody something, as texts."""
    return frozenset(plain(value) for value in leaves(result_data(result)) if worth_of(value) >= 0.5)


def leaves(value: Json) -> Iterator[Any]:
    """Yield the values of a result that hold no others."""
    for _, one in values_in(value):
        if isinstance(one, str):
            # A text of lines tells as much as its lines.
            yield from one.split("\n") if one.count("\n") > 2 else [one]
        elif one is not None and not isinstance(one, Mapping | list):
            yield one
