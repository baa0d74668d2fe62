"""Wishes about the form: its place and order; the control, default, label and folding of single fields."""

import json
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from genui.model import Json, JsonObject
from genui.refine.draft import Draft, Unfulfilled, listed
from genui.refine.index import choices_of, field_schemas
from genui.refine.lexicon import NUMBERS, PHRASES
from genui.refine.slots import Item, Slots
from genui.refine.words import parts_of
from genui.schema import declared_types, json_type, members
from genui.typecheck import CONTROL_TYPES

TRUE = frozenset(PHRASES["bool:true"].split(" | "))

FALSE = frozenset(PHRASES["bool:false"].split(" | "))

AT_START = re.compile(
    r"\s+(?:by default|as (?:the |a )?default|initially|at first|to start with|to begin with"
    r"|when (?:i|the page|this|it)\b.*)$",
    re.I,
)
"""What says of a value that the field begins with it, and is no part of it."""

CHOOSING = re.compile(r"\s+(?:to choose from|to pick from|as (?:the )?(?:options|choices))$", re.I)
LISTED = frozenset({"select", "radio"})
"""Controls that offer a list of choices."""


def steer(draft: Draft, path: str) -> dict[str, Any]:
    """Return how the form treats a field, made where it says nothing."""
    fields: dict[str, dict[str, Any]] = draft.form.setdefault("fields", {})
    return fields.setdefault(path, {})


def schema_of(draft: Draft, path: str) -> JsonObject:
    """Return the schema of a field, {} where it is not plain."""
    schema = field_schemas(draft).get(path, ("", {}))[1]
    return schema if isinstance(schema, dict) else {}


def types_of(draft: Draft, path: str) -> frozenset[str]:
    """Return the types of a field, none where they are not known."""
    return (declared_types(schema_of(draft, path)) or frozenset()) - {"null"}


def top_fields(draft: Draft) -> list[str]:
    """Return the paths of the fields that are no part of another."""
    schema = draft.tool.input_schema
    return [one.name.replace(".", "\\.") for one in members(schema, schema)]


def required(draft: Draft) -> list[str]:
    """Return the paths of the fields that a call cannot do without."""
    schema = draft.tool.input_schema
    return [one.name.replace(".", "\\.") for one in members(schema, schema) if one.required]


def position(s: Slots) -> None:
    """Put the form above or below the result."""
    where = s.value("pos")
    if "form" not in s.nouns():
        raise Unfulfilled("the form is not named", weak=True)
    place = next(one for one in s.items if one.kind == "pos")
    if re.search(r"\b(?:in|within) the (?:\w+ )?form\b", s.clause, re.I):
        raise Unfulfilled("a place in the form, and not of the form", weak=True)
    parts = [one for one in s.items if one.kind in {"name", "noun"}]
    before = [one for one in parts if one.end <= place.start] or parts
    form = before[-1].kind == "name" and any(one.key == "form" for one in before[-1].value)
    below = where in {"last", "after"}
    s.draft.form["position"] = "bottom" if below == form else "top"


def control(s: Slots) -> None:
    """Set the control of fields, and their default where it is told."""
    kind = str(s.value("control"))
    if (s.has("number", "not", "bool") and not s.has("default")) or s.parts() or "label" in s.nouns():
        raise Unfulfilled("what is that for?", weak=True)
    at = s.all("control")[0].start
    if any(one.value == "and" and one.end == at for one in s.all("prep")):
        raise Unfulfilled("a name in a list, and no control", weak=True)
    for path in s.fields():
        given, types, name = steer(s.draft, path), types_of(s.draft, path), field_schemas(s.draft)[path][0]
        chosen = "checkboxes" if kind == "select" and types == {"array"} else kind
        if (takes := CONTROL_TYPES[chosen]) and types and not types & takes:
            raise Unfulfilled(f"a {chosen} cannot edit {name}, which is {listed(sorted(types))}")
        choices = choices_of(schema_of(s.draft, path))
        if chosen == "textarea" and (choices or "format" in schema_of(s.draft, path)):
            raise Unfulfilled(f"{name} is no free text")
        if chosen in LISTED and not choices and not given.get("options"):
            raise Unfulfilled(f"{name} has no list of choices", f'name them: "choices of {name}: a, b, c"')
        given["control"] = chosen
        if s.has("default"):
            given["default"] = default_in(s, path)


def default(s: Slots) -> None:
    """Set the value that fields begin with."""
    choice = next((one for one in s.all("name") if {each.kind for each in one.value} == {"choice"}), None)
    names = [one for one in s.names() if one is not choice]
    if not names and choice is not None:
        one = s.meant(choice, ("choice",))
        steer(s.draft, one.key)["default"] = value_of(s.draft, one.key, str(one.value))
        return
    if len(names) != 1:
        raise Unfulfilled("one field has one default", weak=True)
    (path,) = s.fields(names)
    if choice is not None and all(each.key != path for each in choice.value):
        one = s.meant(choice, ("choice",))
        steer(s.draft, one.key)["default"] = value_of(s.draft, one.key, str(one.value))
    steer(s.draft, path)["default"] = default_in(s, path)


def default_in(s: Slots, path: str) -> Json:
    """Return the value that a clause gives a field to begin with."""
    choices = [
        each for one in s.all("name") for each in one.value if each.kind == "choice" and each.key == path
    ]
    if choices and not s.text:
        return value_of(s.draft, path, str(choices[0].value))
    if s.text:
        return value_of(s.draft, path, AT_START.sub("", s.text))
    number = s.value("number")
    if number is not None:
        return value_of(s.draft, path, f"{number:g}")
    off = (
        s.all("not", "no_default")
        or s.value("bool") == "false"
        or any("un" in one.text.lower() for one in s.all("default"))
    )
    if "boolean" in types_of(s.draft, path):
        return not off
    raise Unfulfilled("which value?", weak=True)


def no_default(s: Slots) -> None:
    """Let fields begin empty."""
    for path in s.fields():
        if "default" not in steer(s.draft, path):
            raise Unfulfilled(f"{path} has no default that the view gave it")
        del steer(s.draft, path)["default"]


def options(s: Slots) -> None:
    """Offer choices for a field."""
    (path,) = s.fields(s.names()[:1])
    said = [
        part.strip().strip('"')
        for part in re.split(r"\s*(?:,|\bor\b|\band\b|\|)\s*", CHOOSING.sub("", s.text))
    ]
    given = steer(s.draft, path)
    given["options"] = [{"value": value_of(s.draft, path, one)} for one in said if one]
    if given.get("control") not in {"radio", "combobox", "checkboxes"}:
        given["control"] = "select"


def value_of(draft: Draft, path: str, said: str) -> Json:
    """Return a value as the schema of a field has it.

    Raises:
        Unfulfilled: The text is no such value.
    """
    plain, schema, name = said.strip().strip('"'), schema_of(draft, path), field_schemas(draft)[path][0]
    types, known = types_of(draft, path), choices_of(schema)
    near = [value for value in known if isinstance(value, str) and value.casefold() == plain.casefold()]
    if near:
        return near[0] if "array" not in types else [near[0]]
    number = (
        re.fullmatch(r"(-?[\d.,]+|[a-z]+) ([a-z]+)", plain.lower()) if types & {"integer", "number"} else None
    )
    counted = (
        number[1]
        if number
        and parts_of(number[2])[0] in {*parts_of(name), "row", "day", "result", "item", "people", "entry"}
        else plain
    )
    value = read_value(counted, types)
    if schema.get("format") == "date" and not re.fullmatch(r"\d{4}-\d\d-\d\d", plain):
        raise Unfulfilled(f'"{plain}" is no date, which {name} takes', "say 2026-12-31")
    if bound := out_of_bounds(schema, value):
        raise Unfulfilled(f"{plain} is no value of {name}: {bound}")
    if known and value not in known and "array" not in types:
        raise Unfulfilled(
            f'"{plain}" is no value of {name}', f"it takes {listed([json.dumps(one) for one in known[:8]])}"
        )
    if value is None or (types and not fits(value, types)):
        raise Unfulfilled(f'"{plain}" is no {listed(sorted(types))}, which {name} takes')
    return value


def read_value(text: str, types: frozenset[str]) -> Json:
    """Return the value that a text is, by the types that are wanted; None where it is none."""
    if "boolean" in types and text.lower() in TRUE | FALSE:
        return text.lower() in TRUE
    text = str(NUMBERS.get(text.lower(), text)) if types & {"integer", "number"} else text
    if types & {"integer", "number"} and re.fullmatch(r"-?\d[\d,]*(?:\.\d+)?", text):
        number = float(text.replace(",", ""))
        return int(number) if number.is_integer() and ("." not in text or "integer" in types) else number
    if "string" in types:
        return text
    if "array" in types and not text.startswith("["):
        return [part.strip() for part in text.split(",")]
    if types & {"boolean", "integer", "number"}:
        return None
    try:
        found = json.loads(text)
    except ValueError:
        return text if not types else None
    return found


def fits(value: Json, types: frozenset[str]) -> bool:
    """Tell whether a value is of one of the types."""
    kind = json_type(value)
    return kind in types or (kind == "integer" and "number" in types)


BOUNDS: Mapping[str, tuple[str, bool, Callable[[Any, Any], bool]]] = {
    "minimum": ("at least", False, operator.ge),
    "maximum": ("at most", False, operator.le),
    "exclusiveMinimum": ("more than", False, operator.gt),
    "exclusiveMaximum": ("less than", False, operator.lt),
    "minLength": ("at least", True, operator.ge),
    "maxLength": ("at most", True, operator.le),
}
"""Keywords that bound a value: how they are told, whether the length of a text is meant, what must hold."""


def out_of_bounds(schema: JsonObject, value: Json) -> str:
    """Return which bound of a schema a plain value breaks, "" where none."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return ""
    size: Any = len(value) if isinstance(value, str) else value
    for key, (word, of_text, holds) in BOUNDS.items():
        limit: Any = schema.get(key)
        plain = isinstance(limit, int | float) and not isinstance(limit, bool)
        if plain and of_text == isinstance(value, str) and not holds(size, limit):
            return f"it takes {word} {limit:g}{' characters' * of_text}"
    return ""


def show(draft: Draft, path: str) -> None:
    """Show a field that was hidden or folded."""
    steer(draft, path).pop("hidden", None)
    unfold_one(draft, path)


def only(s: Slots) -> None:
    """Hide every other field of the form."""
    if not s.nouns() & {"field", "form"}:
        raise Unfulfilled("no fields are named", weak=True)
    kept = s.fields()
    for path in top_fields(s.draft):
        if path not in kept:
            steer(s.draft, path)["hidden"] = True


def hint(s: Slots) -> None:
    """Set the help below a field."""
    for path in s.fields():
        steer(s.draft, path)["hint"] = s.text


def placeholder(s: Slots) -> None:
    """Set the grey text in an empty field."""
    for path in s.fields():
        steer(s.draft, path)["placeholder"] = s.text


def fold(draft: Draft, path: str) -> None:
    """Put a field behind the fold of the form."""
    steer(draft, path).pop("folded", None)
    folded = list(draft.form.get("folded", ()))
    draft.form["folded"] = folded if path in folded else [*folded, path]


def unfold_one(draft: Draft, path: str) -> None:
    """Take a field out of the fold."""
    if path in draft.form.get("folded", ()):
        draft.form["folded"] = [one for one in draft.form["folded"] if one != path]


def fold_others(s: Slots) -> None:
    """Fold the fields that need not be filled, all of them, or all but some."""
    schema = s.draft.tool.input_schema
    if not members(schema, schema):
        raise Unfulfilled("this tool takes no arguments")
    kept = s.fields() if s.names() else []
    optional = s.has("optional") and not kept
    needed = required(s.draft) if optional else []
    s.draft.form["folded"] = [path for path in top_fields(s.draft) if path not in (*kept, *needed)]


def move(s: Slots, named: list[Item], anchors: list[Item], where: str) -> None:
    """Arrange fields: some first or last, or beside another."""
    keys = s.fields(named)
    left = [key for key in order_of(s.draft) if key not in keys]
    at = 0 if where == "first" else len(left)
    if anchors:
        (anchor,) = s.fields(anchors)
        if anchor not in left:
            raise Unfulfilled(f"{anchor} cannot stand beside itself")
        at = left.index(anchor) + (where == "after")
    s.draft.form["order"] = [*left[:at], *keys, *left[at:]]


def swap(s: Slots) -> None:
    """Let two fields change places."""
    one, other = s.fields()
    places = {one: other, other: one}
    s.draft.form["order"] = [places.get(key, key) for key in order_of(s.draft)]


def order(s: Slots) -> None:
    """Put the fields named in this order, the others behind them."""
    if not s.nouns() & {"field", "form"}:
        raise Unfulfilled("no fields are named", weak=True)
    keys = s.fields()
    s.draft.form["order"] = [*keys, *(key for key in order_of(s.draft) if key not in keys)]


def order_of(draft: Draft) -> list[str]:
    """Return the paths of the form's fields in their order."""
    return list(dict.fromkeys([*draft.form.get("order", ()), *top_fields(draft)]))


def submit(s: Slots) -> None:
    """Set what the button says."""
    s.draft.form["submit"] = s.text
