"""Measures of a view's quality: formats, labels and texts, and how well the form asks."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from genui.baseline.meaning import meaning_of
from genui.components import walk
from genui.expressions import bindings, pointer_parts
from genui.labels import label_of, title_of, words_of
from genui.model import Json, JsonObject, Tool
from genui.schema import Member, declared_types, members

KEYED = ("columns", "fields", "y")
GUESSED = 0.75
"""The worth of a format that the page guesses from the value, where the spec could have given it."""

PLAIN = 0.7
"""The worth of a label that only spells the name out: "Source is dst"."""

SHORT_HELP = 160
MANY_FIELDS = 8
"""Fields beyond which a form is a wall."""

RAW = re.compile(r"\w_\w|^[a-z]+([A-Z]\w*)*$")
"""Names made for programs."""

EMPTY_BUTTONS = frozenset({"submit", "run", "ok", "go", "send", "execute"})

ALIKE: Mapping[str, frozenset[str]] = {
    "datetime": frozenset({"date", "datetime", "time", "relative"}),
    "date": frozenset({"date", "datetime", "relative"}),
    "url": frozenset({"url", "link", "image"}),
    "integer": frozenset({"integer", "number", "compact"}),
}
"""Formats as good as the one that a member's name and type ask for."""

TAKEN_FOR_GRANTED = frozenset({"", "text", "integer", "number", "boolean", "badge"})
"""Formats that no spec needs to say: the page finds them in the value."""


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


def axes_of(component: JsonObject) -> Iterator[str]:
    """Yield the members along which a chart goes: an axis is written as its values are."""
    props = component.get("props") or {}
    for _, operator, pointer in bindings(props.get("rows")):
        if operator == "$path":
            yield from (
                f"{pointer}/*{props[name]}" for name in ("x", "series") if isinstance(props.get(name), str)
            )


def formats_fit(spec: JsonObject, leaves: Mapping[str, JsonObject]) -> float:
    """Return the share of members that need a format or a unit and have one where they are shown.

    `leaves` are the schemas of the known members by pointer; an entry of an array is `*`.
    """
    told: dict[str, float] = {}
    for component in walk(spec.get("result")):
        heads = f"{component.get('title', '')} {(component.get('props') or {}).get('unit', '')}"
        for pointer, entry in entries_named(component):
            fit = fits(pointer, entry, leaves.get(pointer), heads)
            if fit is not None:
                told[pointer] = max(fit, told.get(pointer, 0.0))
        told |= dict.fromkeys(axes_of(component), 1.0)
    wanting = {pointer for pointer, schema in leaves.items() if wanted(pointer, schema)}
    return sum(told.get(pointer, GUESSED) for pointer in wanting) / len(wanting) if wanting else 1.0


def wanted(pointer: str, schema: JsonObject) -> str:
    """Return the format that a member needs to be told, "" where the value alone tells it."""
    meaning = meaning_of(last_name(pointer), schema)
    name = format_name(meaning.alone)
    return "" if name in TAKEN_FOR_GRANTED else name


def fits(pointer: str, entry: JsonObject, schema: JsonObject | None, heads: str) -> float | None:
    """Return whether an entry says the format or unit that its member needs; None where it needs none."""
    name = wanted(pointer, schema) if schema is not None else ""
    if not name or schema is None:
        return None
    given = format_name(entry.get("format"))
    meaning = meaning_of(last_name(pointer), schema)
    said = f"{entry.get('label', '')} {heads}"
    if given in ALIKE.get(name, {name}) or (meaning.unit and meaning.unit.lower() in said.lower()):
        return 1.0
    return GUESSED if not given else 0.0


def format_name(given: Json) -> str:
    """Return the name of a format as a spec or a meaning holds it."""
    return str(given.get("name", "")) if isinstance(given, Mapping) else str(given or "")


def last_name(pointer: str) -> str:
    """Return the member that a pointer ends with, indices and entries left out."""
    names = [part for part in pointer_parts(pointer) if part != "*" and not part.isdigit()]
    return names[-1] if names else ""


def words_said(spec: JsonObject, tool: Tool) -> float:
    """Return how readable title, description, button and labels are, from 0 to 1."""
    form = spec.get("form") or {}
    button = str(form.get("submit") or "").strip()
    title, description = str(spec.get("title") or ""), str(spec.get("description") or "")
    # A title that only repeats the tool's name, as a label made from it does, helps less.
    own = 1.0 if tool.title or title.casefold() != title_of(tool).casefold() else PLAIN
    copied = description.rstrip(".") in tool.description
    named = 0.0 if not title or RAW.search(title) else own
    told = PLAIN if copied or len(description) > SHORT_HELP else 1.0  # copied: none is, too
    acts = 1.0 if button and button.casefold() not in EMPTY_BUTTONS and not RAW.search(button) else 0.0
    labels = [label_worth(*pair) for pair in labels_of(spec, tool)]
    return 0.3 * named + 0.2 * told + 0.2 * acts + 0.3 * (sum(labels) / len(labels) if labels else 1.0)


def labels_of(spec: JsonObject, tool: Tool) -> Iterator[tuple[str, str]]:
    """Yield the name and the label of everything that is named: results, and the form's own members."""
    for component in walk(spec.get("result")):
        for pointer, entry in entries_named(component):
            yield last_name(pointer), str(entry.get("label") or "")
    fields = steering(spec)
    for member in asked(tool):
        yield member.name, str(fields.get(member.name, {}).get("label") or label_of(member.name))


def label_worth(name: str, label: str) -> float:
    """Return the worth of a label: none, a name spelled out, or words of its own."""
    if not label or RAW.search(label):
        return 0.0
    return PLAIN if len(words_of(name)) > 1 and label.casefold() == label_of(name).casefold() else 1.0


def form_helps(spec: JsonObject, tool: Tool) -> float:
    """Return how well the form asks: help and examples, what is required first, and not too much."""
    found = asked(tool)
    if not found:
        return 1.0
    form, fields = spec.get("form") or {}, steering(spec)
    folded = frozenset(form.get("folded") or ()) | {name for name, one in fields.items() if one.get("folded")}
    helped = sum(helpful(member, fields.get(member.name, {})) for member in found) / len(found)
    given = [name for name in form.get("order") or () if isinstance(name, str)]
    rest = [member.name for member in found if member.name not in given]
    ordered = [name for name in (*given, *rest) if name not in folded]
    required = {member.name for member in found if member.required}
    first = ordered[: len(required)]
    lead = sum(name in required for name in first) / len(first) if first else 1.0
    seen = len([name for name in ordered if not fields.get(name, {}).get("hidden")])
    return 0.6 * helped + 0.2 * lead + 0.2 * min(1.0, MANY_FIELDS / max(1, seen))


def helpful(member: Member, steer: JsonObject) -> float:
    """Return how well one member is asked for: with a short hint, and with a choice or an example."""
    if steer.get("hidden"):
        return 0.3
    schema = member.schema
    about = str(steer.get("hint") or schema.get("description") or "")
    kinds = (declared_types(schema) or frozenset()) - {"null"}
    bounded = any(
        key in schema for key in ("enum", "const", "default", "examples", "format", "oneOf", "anyOf")
    )
    example = bounded or any(key in steer for key in ("placeholder", "default", "options"))
    steered = str(steer.get("control", "text")) not in {"text", "textarea"}
    typed = steered or (bool(kinds) and "string" not in kinds)
    told = 0.3 if not about else 1.0 if len(about) <= SHORT_HELP else 0.6
    return (told + (1.0 if example or typed else 0.6)) / 2


def asked(tool: Tool) -> Sequence[Member]:
    """Return the members that the form asks for."""
    schema = tool.input_schema
    return [member for member in members(schema, schema) if "const" not in member.schema]


def steering(spec: JsonObject) -> Mapping[str, Any]:
    """Return what the spec says of the form's fields, by path."""
    fields = (spec.get("form") or {}).get("fields") or {}
    return {path: steer for path, steer in fields.items() if isinstance(steer, Mapping)}
