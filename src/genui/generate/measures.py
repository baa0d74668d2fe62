"""Measures of a view's words: title, description, button, labels and hints."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from genui.canonical import compact_json
from genui.components import walk
from genui.expressions import bindings, pointer_parts
from genui.generate.telling import mean
from genui.labels import label_of, title_of, words_of
from genui.model import JsonObject, Tool
from genui.roles import role_of
from genui.schema import Member, members

KEYED = ("columns", "fields", "y")
PLAIN = 0.7
"""The worth of a label that only spells the name out: "Source is dst"."""

SHORT_HELP = 160
SHOWING = ("enum", "const", "default", "examples", "format", "oneOf", "anyOf", "placeholder", "options")
"""Members of a schema, or of what steers its field, that show what may be given."""

RAW = re.compile(r"\w_\w|^[a-z]+([A-Z]\w*)*$")
"""Names made for programs."""

KINDS = ("text", "number")
UNTOLD = frozenset({"category", "measure", "nested"})
"""Roles that say nothing of a word: any has them."""

MOMENTS = re.compile(r"\w+ed\b|\b(when|day|date|time|since|until|start|end|from|to|last|first|month|year)\b")
TIMES = re.compile(r"(at|time|date|day|ts|start|end|created|updated|month|year)\w*$", re.I)
"""Labels and names of moments: "Opened" fits `created_at`."""

DEFINITION_LENGTH = 20_000

EMPTY_BUTTONS = frozenset({"submit", "run", "ok", "go", "send", "execute"})


def entries_named(component: JsonObject) -> Iterator[tuple[str, JsonObject]]:
    """Yield the columns, fields, measures and stats that a component names, with their pointers."""
    props = component.get("props") or {}
    source = props.get("of", props.get("rows"))
    base = [pointer for _, operator, pointer in bindings(source) if operator == "$path"]
    for root in base if source is not None else ():
        row = root + "/*" if "rows" in props else root
        for name in KEYED:
            for entry in props.get(name) or ():
                if isinstance(entry, Mapping) and isinstance(entry.get("key"), str):
                    yield row + entry["key"], entry
    for stat in props.get("stats") or ():
        if isinstance(stat, Mapping):
            for _, operator, pointer in bindings(stat.get("value")):
                if operator == "$path":
                    yield pointer, stat


def last_name(pointer: str) -> str:
    """Return the member that a pointer ends with, indices and entries left out."""
    names = [part for part in pointer_parts(pointer) if part != "*" and not part.isdigit()]
    return names[-1] if names else ""


def words_said(spec: JsonObject, tool: Tool) -> float:
    """Return how readable title, description, button, labels and hints are, from 0 to 1."""
    form = spec.get("form") or {}
    button = str(form.get("submit") or "").strip()
    title, description = str(spec.get("title") or ""), str(spec.get("description") or "")
    # A title that only repeats the tool's name, as a label made from it does, helps less.
    own = 1.0 if tool.title or title.casefold() != title_of(tool).casefold() else PLAIN
    copied = description.rstrip(".") in tool.description
    named = 0.0 if not title or RAW.search(title) else own
    told = PLAIN if copied or len(description) > SHORT_HELP else 1.0  # copied: none is, too
    acts = 1.0 if button and button.casefold() not in EMPTY_BUTTONS and not RAW.search(button) else 0.0
    labels = [label_worth(last_name(pointer), label) for pointer, label in labels_of(spec, tool)]
    helped = [helpful(member, steering(spec).get(member.name, {})) for member in asked(tool)]
    return 0.25 * named + 0.15 * told + 0.15 * acts + 0.25 * mean(labels) + 0.2 * mean(helped)


def sense_made(spec: JsonObject, tool: Tool) -> float:
    """Return how many labels have to do with what they name, from 0 to 1; two of three are enough.

    A label need not repeat a name: "Author" fits `user.login`. So roles count, as do the tool's own words.
    """
    about = stems(compact_json(tool.definition)[:DEFINITION_LENGTH])
    own = {path for path, steer in steering(spec).items() if steer.get("label")}
    said = [pair for pair in labels_of(spec, tool) if pair[1] and (pair[0][:1] == "/" or pair[0] in own)]
    fit = [related(pointer, label, about) for pointer, label in said]
    words = stems(str(spec.get("title", "")))
    known = about | stems(compact_json(spec.get("result")))
    strange = bool(words) and str(spec["title"]).isascii() and not words & known
    # A few labels prove little.
    return min(1.0, 1.5 * mean([*fit, 1.0])) * (0.7 if strange else 1.0)


def related(pointer: str, label: str, about: frozenset[str]) -> float:
    """Return 1 where a label says what a member is, 0.7 where it is a word of the tool's."""
    words = stems(label)
    if not label.isascii() or words & stems(pointer):
        return 1.0
    last = " ".join(words_of(label)).lower()
    ways = {role_of(" ".join(words_of(last_name(pointer))).lower(), kind)["role"] for kind in KINDS}
    if {role_of(last, kind)["role"] for kind in KINDS} & ways - UNTOLD or (
        MOMENTS.search(last) and TIMES.search(pointer)
    ):
        return 1.0
    return 0.7 if words & about else 0.0


def stems(text: str) -> frozenset[str]:
    """Return the beginnings of the words of a text: "weights" and "weight" are one."""
    return frozenset(word.lower()[:4] for word in words_of(re.sub(r"\W+", " ", text)) if len(word) > 2)


def labels_of(spec: JsonObject, tool: Tool) -> Iterator[tuple[str, str]]:
    """Yield the pointer and the label of everything that is named: results, and the form's own members."""
    for component in walk(spec.get("result")):
        for pointer, entry in entries_named(component):
            yield pointer, str(entry.get("label") or "")
    fields = steering(spec)
    for member in asked(tool):
        yield member.name, str(fields.get(member.name, {}).get("label") or label_of(member.name))


def label_worth(name: str, label: str) -> float:
    """Return the worth of a label: none, a name spelled out, or words of its own."""
    if not label or RAW.search(label):
        return 0.0
    return PLAIN if len(words_of(name)) > 1 and label.casefold() == label_of(name).casefold() else 1.0


def helpful(member: Member, steer: JsonObject) -> float:
    """Return how well one member is asked for: half for a hint, half for a choice or an example."""
    known = {**member.schema, **steer}
    told = known.get("hint") or known.get("description")
    return (bool(told) + any(name in known for name in SHOWING)) / 2


def asked(tool: Tool) -> Sequence[Member]:
    """Return the members that the form asks for."""
    schema = tool.input_schema
    return [member for member in members(schema, schema) if "const" not in member.schema]


def steering(spec: JsonObject) -> Mapping[str, Any]:
    """Return what the spec says of the form's fields, by path."""
    fields = (spec.get("form") or {}).get("fields") or {}
    return {path: steer for path, steer in fields.items() if isinstance(steer, Mapping)}
