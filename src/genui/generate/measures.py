"""Measures of a view's words: title, description, button, labels and hints."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from genui.canonical import compact_json
from genui.generate.telling import mean
from genui.labels import label_of, title_of, words_of
from genui.model import Json, JsonObject, Tool
from genui.schema import Member, members

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
    if isinstance(value, Mapping):
        if isinstance(value.get("label"), str):
            yield str(value.get("key") or compact_json(value.get("value"))), value["label"]
        for member in value.values():
            yield from labelled(member)
    elif isinstance(value, list):
        for entry in value:
            yield from labelled(entry)


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
    steer = steering(spec)
    labels = [label_worth(shown, label) for shown, label in labelled([spec.get("result"), steer])]
    helped = [helpful(member, steer.get(member.name, {})) for member in asked(tool)]
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


def asked(tool: Tool) -> Sequence[Member]:
    """Return the members that the form asks for."""
    schema = tool.input_schema
    return [member for member in members(schema, schema) if "const" not in member.schema]


def steering(spec: JsonObject) -> Mapping[str, Any]:
    """Return what the spec says of the form's fields, by path."""
    fields = (spec.get("form") or {}).get("fields") or {}
    return {path: steer for path, steer in fields.items() if isinstance(steer, Mapping)}
