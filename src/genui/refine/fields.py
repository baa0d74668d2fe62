"""Wishes about the fields of the form: control, default, choices, place, folding, height, groups."""

import json
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from genui.model import Json, JsonObject
from genui.refine.draft import Draft, beside, doubt, listed, refuse
from genui.refine.english.phrases import PHRASES
from genui.refine.english.values import NUMBERS
from genui.refine.index import choices_of, field_schemas
from genui.refine.setters import counted
from genui.refine.slots import Item, Slots
from genui.refine.words import parts_of, phrases
from genui.schema import declared_types, json_type, members
from genui.typecheck import CONTROL_TYPES

AT_START = re.compile(
    r"\s+(?:by default|as (?:the |a )?default|initially|at first|to start with|to begin with"
    r"|when (?:i|the page|this|it)\b.*)$",
    re.I,
)
"""What says of a value that the field begins with it, and is no part of it."""

CHOOSING = re.compile(r"\s+(?:to choose from|to pick from|as (?:the )?(?:options|choices))$", re.I)

TRUE, FALSE = (frozenset(PHRASES[f"bool:{name}"].split(" | ")) for name in ("true", "false"))
NUMERIC = frozenset({"integer", "number"})

COUNTED = frozenset({"row", "day", "result", "item", "people", "entry"})
"""Nouns behind a number that say what is counted, and are no part of it."""

BOUNDS: Mapping[str, tuple[str, Callable[[Any, Any], bool]]] = {
    "minimum": ("at least {:g}", operator.ge),
    "maximum": ("at most {:g}", operator.le),
    "exclusiveMinimum": ("more than {:g}", operator.gt),
    "exclusiveMaximum": ("less than {:g}", operator.lt),
    "minLength": ("at least {:g} characters", operator.ge),
    "maxLength": ("at most {:g} characters", operator.le),
}
"""Keywords that bound a value: how they are told, and what must hold."""


class Field(NamedTuple):
    """A field of the form, as its schema tells it."""

    name: str
    schema: JsonObject
    types: frozenset[str]
    choices: list[Json]
    """The values that it allows, [] where it allows any."""


def field_of(draft: Draft, path: str) -> Field:
    """Return a field; {} is the schema of one that has no plain one."""
    name, schema = field_schemas(draft).get(path, ("", {}))
    plain = schema if isinstance(schema, dict) else {}
    return Field(name, plain, (declared_types(plain) or frozenset()) - {"null"}, choices_of(plain))


def steer(draft: Draft, path: str) -> dict[str, Any]:
    """Return how the form treats a field, made where it says nothing."""
    fields: dict[str, dict[str, Any]] = draft.form.setdefault("fields", {})
    return fields.setdefault(path, {})


def steers(s: Slots) -> list[dict[str, Any]]:
    """Return how the form treats the fields that a clause names."""
    return [steer(s.draft, path) for path in s.fields()]


def top_fields(draft: Draft, *, needed: bool = False) -> list[str]:
    """Return the paths of the fields that are no part of another, or of those that a call needs."""
    schema = draft.tool.input_schema
    found = [one for one in members(schema, schema) if one.required or not needed]
    return [one.name.replace(".", "\\.") for one in found]


def position(s: Slots) -> None:
    """Put the form above or below the result."""
    inside = re.search(r"\b(?:in|within|of) the (?:\w+ )?form\b", s.clause, re.I)
    doubt(inside or "form" not in s.nouns(), "a place of the form is not what is told")
    place = s.all("pos")[0]
    parts = s.all("name", "noun")
    before = [one for one in parts if one.end <= place.start] or parts
    form = before[-1].kind == "name" and any(one.key == "form" for one in before[-1].value)
    s.draft.form["position"] = "bottom" if (place.value in {"last", "after"}) == form else "top"


def control(s: Slots) -> None:
    """Set the control of fields, and their default where it is told."""
    some = s.has("number", "not", "bool") or any("choice" in one.kinds for one in s.all("name"))
    both = s.words("pron") & {"it", "them"} and s.all("name")
    doubt(both or (some and not s.has("default")), "what is that for?")
    for path in s.fields():
        field, given, chosen = field_of(s.draft, path), steer(s.draft, path), s.value("control")
        chosen = "checkboxes" if chosen == "select" and field.types == {"array"} else chosen
        takes = CONTROL_TYPES[chosen]
        refuse(
            takes and field.types and not takes & field.types,
            f"a {chosen} cannot edit {field.name}, which is {listed(sorted(field.types))}",
        )
        given["control"] = chosen
        if s.has("default"):
            given["default"] = default_in(s, path)


def default(s: Slots) -> None:
    """Set the value that fields begin with."""
    choices = [one for one in s.names() if "choice" in one.kinds and "field" not in one.kinds]
    named = [one for one in s.names() if one not in choices]
    doubt(len({item.value for item in named}) > 1, "one field has one default")
    paths = [*(s.fields(named) if named else ()), *(s.meant(one, ("choice",)).key for one in choices)]
    for path in dict.fromkeys(paths):
        steer(s.draft, path)["default"] = default_in(s, path)


def another_default(s: Slots) -> None:
    """Set the value that the one field begins with which begins with another number now."""
    figures = re.findall(r"\d+", s.all("contrast")[0].text)
    steered = s.draft.form.get("fields", {})
    begins = {
        path: {**schema, **steered.get(path, {})}.get("default")
        for path, (_, schema) in field_schemas(s.draft).items()
    }
    found = [path for path, value in begins.items() if figures == [str(value)]]
    doubt(len(found) != 1, "instead of which value?")
    steer(s.draft, found[0])["default"] = value_in(f"{s.value('number'):g}", field_of(s.draft, found[0]))


def default_in(s: Slots, path: str) -> Json:
    """Return the value that a clause gives a field to begin with."""
    field = field_of(s.draft, path)
    choices = [each for one in s.all("name") for each in one.value if each.kind == "choice"]
    said = [str(one.value) for one in choices if one.key == path]
    said += [f"{one.value:g}" for one in s.all("number")]
    if s.text or said:
        return value_in(AT_START.sub("", s.text) or said[0], field)
    doubt("boolean" not in field.types, "which value?")
    unset = any("un" in one.text.lower() for one in s.all("default"))
    return not (s.has("not", "no_default") or s.value("bool") == "false" or unset)


def refuse_hidden(draft: Draft) -> None:
    """Refuse a form that does not ask for what a call needs."""
    steered = draft.form.get("fields", {}) if "form" in draft.spec else {}
    for path in top_fields(draft, needed=True):
        given = steered.get(path, {})
        asked = not given.get("hidden") or "default" in {**given, **field_of(draft, path).schema}
        refuse(
            not asked,
            f"{path} is required, and would have no value",
            f'give it a value as well: "default {path} to …"',
        )


def no_default(s: Slots) -> None:
    """Let fields begin empty."""
    for given in steers(s):
        refuse(given.pop("default", None) is None, "the view gave it no default")


def options(s: Slots) -> None:
    """Offer choices for a field."""
    (path,) = s.fields(s.names()[:1])
    given, field = steer(s.draft, path), field_of(s.draft, path)
    said, several = parted(CHOOSING.sub("", s.text)), field.types == {"array"}
    given["options"] = [{"value": one if several else value_in(one, field)} for one in said]
    if several or given.get("control") not in {"radio", "combobox", "checkboxes"}:
        given["control"] = "checkboxes" if several else "select"


def parted(text: str) -> list[str]:
    """Return the entries of a list in a text."""
    said = re.split(r"\s*(?:,|\bor\b|\band\b|\|)\s*", text)
    return [bare for one in said if (bare := one.strip(' "'))]


def only(s: Slots) -> None:
    """Hide every other field of the form."""
    doubt(not s.nouns() & {"field", "form"}, "no fields are named")
    for path in top_fields(s.draft):
        if path not in s.fields():
            steer(s.draft, path)["hidden"] = True


def fold(draft: Draft, path: str, *, folded: bool) -> None:
    """Put a field behind the fold of the form, or take it out."""
    others = [one for one in draft.form.get("folded", ()) if one != path]
    if folded or path in draft.form.get("folded", ()):
        draft.form["folded"] = others + [path] * folded


def fold_others(s: Slots) -> None:
    """Fold the fields that need not be filled, all of them, or all but some."""
    told = s.draft.form.get("fields", {})
    needed = [one for one in top_fields(s.draft, needed=True) if "default" not in told.get(one, {})]
    kept = [*(s.fields() if s.names() else ()), *needed] if s.names() or s.has("optional") else []
    s.draft.form["folded"] = [path for path in top_fields(s.draft) if path not in kept]


# The order of fields


def reorder(s: Slots, arrange: Callable[[list[str]], list[str]]) -> None:
    """Put the fields of the form in another order."""
    order = dict.fromkeys([*s.draft.form.get("order", ()), *top_fields(s.draft)])
    s.draft.form["order"] = arrange(list(order))


def move(s: Slots, named: list[Item], anchors: list[Item], where: str) -> None:
    """Arrange fields: some first or last, or beside another."""
    anchor = s.fields(anchors)[0] if anchors else None
    arrange = beside(anchor, after=where in {"last", "after"})
    reorder(s, lambda order: arrange(order, s.fields(named)))


def order(s: Slots) -> None:
    """Put the fields named in this order, the others behind them."""
    doubt(not s.nouns() & {"field", "form"}, "no fields are named")
    move(s, s.names(), [], "first")


# Texts, presets and groups


def text_box(s: Slots) -> None:
    """Make the text boxes of fields higher, so many lines high, or of letters of one width."""
    for path in s.fields():
        field, given = field_of(s.draft, path), steer(s.draft, path)
        other = field.types and "string" not in field.types
        refuse(other or field.choices or "format" in field.schema, f"{field.name} is no free text")
        if s.has("tall", "bigger"):
            given["control"] = "textarea"
        given |= {"rows": counted(s)} if s.has("tall") else {}
        given |= {"monospace": True} if s.has("mono") else {}


def presets(s: Slots) -> None:
    """Offer buttons that fill one field in, one for each value told."""
    (path,) = s.fields(s.names()[:1])
    said, field = parted(s.text), field_of(s.draft, path)
    known = [one for one in s.draft.form.get("presets", ()) if one["label"] not in said]
    made = [{"label": one, "values": {path: value_in(one, field)}} for one in said]
    s.draft.form["presets"] = [*known, *made]


def group(s: Slots) -> None:
    """Put fields under a heading."""
    paths = s.fields()
    left = [
        {**one, "fields": [path for path in one["fields"] if path not in paths]}
        for one in s.draft.form.get("groups", ())
    ]
    s.draft.form["groups"] = [*(one for one in left if one["fields"]), {"label": s.text, "fields": paths}]


# Values as people write them: "5 days", "yes", "a, b"


def value_in(said: str, field: Field) -> Json:
    """Return a value as the schema of a field has it.

    Raises:
        Unfulfilled: The text is no such value.
    """
    plain, (name, schema, types, known) = said.strip().strip('"'), field
    for choice in known:
        if isinstance(choice, str) and choice.casefold() == plain.casefold():
            return [choice] if "array" in types else choice
    value = read_value(without_noun(plain, name) if NUMERIC & types else plain, types)
    refuse(
        schema.get("format") == "date" and not re.fullmatch(r"\d{4}-\d\d-\d\d", plain),
        f'"{plain}" is no date, which {name} takes',
        "say 2026-12-31",
    )
    for bound in bounds_broken(schema, value):
        refuse(bound, f"{plain} is no value of {name}: it takes {bound}")
    strange = known and value not in known and "array" not in types
    told = listed([json.dumps(one) for one in known[:8]])
    refuse(strange, f'"{plain}" is no value of {name}', f"it takes {told}")
    kind = json_type(value)
    fits = not types or kind in types or (kind == "integer" and "number" in types)
    refuse(value is None or not fits, f'"{plain}" is no {listed(sorted(types))}, which {name} takes')
    return value


def without_noun(text: str, name: str) -> str:
    """Return the number of "5 days", where the noun is the field's or only says what is counted."""
    number = re.fullmatch(r"(-?[\d.,]+|[a-z]+) ([a-z]+)", text.lower())
    noun = parts_of(number[2]) if number is not None else ()
    measures = any(one.kind == "unit" for one in phrases().get(noun, ()))
    counts = bool(noun) and (measures or noun[0] in COUNTED | {*parts_of(name)})
    return number[1] if number is not None and counts else text


def read_value(text: str, types: frozenset[str]) -> Json:
    """Return the value that a text is, by the types that are wanted; None where it is none."""
    if "boolean" in types and text.lower() in TRUE | FALSE:
        return text.lower() in TRUE
    figure = str(NUMBERS.get(text.lower(), text))
    if NUMERIC & types and re.fullmatch(r"-?\d[\d,]*(?:\.\d+)?", figure):
        number = float(figure.replace(",", ""))
        return int(number) if number.is_integer() and ("." not in figure or "integer" in types) else number
    if "string" in types or not types:
        return text
    return parted(text) if "array" in types else None


def bounds_broken(schema: JsonObject, value: Json) -> Iterator[str]:
    """Yield the bounds of a schema that a plain value breaks, in words."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return
    for key, (told, holds) in BOUNDS.items():
        limit: Any = schema.get(key)
        size: Any = len(value) if isinstance(value, str) else value
        of_text = key.endswith("Length") == isinstance(value, str)
        if of_text and json_type(limit) in NUMERIC and not holds(size, limit):
            yield told.format(limit)
