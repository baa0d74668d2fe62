"""Wishes about the form: its place and order; the control, default, label and folding of single fields."""

import json
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from genui.expressions import pointer_of
from genui.model import Json
from genui.refine.draft import Draft, Unfulfilled, by_word, listed, props_of
from genui.refine.members import bare_label
from genui.refine.names import Name, bare, nearest_names, split_names
from genui.refine.parts import folded_in
from genui.refine.sources import find_field, find_fields, form_names, rows_called
from genui.refine.subject import words_about
from genui.refine.units import number_in
from genui.refine.words import AT_START
from genui.schema import declared_types, json_type, members, schemas_at, unwrap
from genui.typecheck import CONTROL_TYPES, path_parts

Match = re.Match[str]

CONTROLS = by_word(
    {
        "slider": "slider | range | range slider",
        "select": (
            "dropdown | drop down | select | select box | selection | picker | menu | dropdown menu | "
            "drop down menu | dropdown list | pulldown"
        ),
        "radio": (
            "radio | radios | buttons | button group | segmented control | option buttons | pills | "
            "segmented buttons | segmented | toggle buttons | "
            "radio selection | radio input | radio button | radio buttons | radio group"
        ),
        "checkbox": (
            "checkbox | toggle switch | on off switch | on/off switch | tickbox | switch button | "
            "yes/no switch | check box | toggle | switch | tick box"
        ),
        "checkboxes": "checkboxes | check boxes",
        "textarea": (
            "textarea | text area | multi line | multiline | multi line text | long text | multiline "
            "text | multiline text box | big text box | multi line text box"
        ),
        "text": "text | text field | text box | text input | single line | single line text",
        "number": (
            "number | number spinner | spin box | stepper | counter | numeric field | numeric input | "
            "number field | number input | numeric | number box | spinner"
        ),
        "date": "date | date picker | calendar | datepicker | date field",
        "time": "time | time picker",
        "datetime": "datetime | date and time picker | date time picker | datetime picker",
        "combobox": "combobox | combo box | autocomplete | searchable list | search box | typeahead",
        "color": "color | colour | color picker | colour picker",
        "password": "password | password field | secret | masked",
        "email": "email | email field",
        "file": "file | file picker | file upload | upload",
        "json": "json | json editor",
    }
)
"""Controls by the words for them."""


def steer(draft: Draft, name: Name) -> dict[str, Any]:
    """Return how the form treats a field, made where it says nothing."""
    fields: dict[str, dict[str, Any]] = draft.form.setdefault("fields", {})
    return fields.setdefault(name.pointer, {})


def place(draft: Draft, match: Match) -> None:
    """Put the form above or below the result."""
    where = match["where"].lower()
    below = re.match(r"below|under|beneath|after|bottom|end|last|behind|following", where) is not None
    if match.groupdict().get("results"):
        below = not below
    draft.form["position"] = "bottom" if below else "top"


def control(draft: Draft, match: Match) -> None:
    """Set the control of fields."""
    words = re.sub(r"[\s-]+", " ", match["control"].lower())
    kind = CONTROLS[words]
    for name in find_fields(draft, match["names"]):
        given = steer(draft, name)
        types = schema_types(draft, name)
        if kind == "select" and types == {"array"}:
            kind = "checkboxes"
        fits = CONTROL_TYPES[kind]
        if fits and types and not types & fits:
            raise Unfulfilled(
                f"a {words} cannot edit {name.told}, which is {listed(sorted(types))}",
                "controls for it: " + ", ".join(key for key, known in CONTROL_TYPES.items() if known & types),
            )
        if kind == "textarea" and (choices(draft, name) or "format" in schema_of(draft, name)):
            raise Unfulfilled(f"{name.told} is no free text")
        if kind in {"select", "radio"} and not choices(draft, name) and not given.get("options"):
            raise Unfulfilled(
                f"{name.told} has no list of choices", f'name them: "choices of {name.told}: a, b, c"'
            )
        given["control"] = kind
        if match.groupdict().get("value"):
            given["default"] = value_in(draft, name, match["value"])


def schema_of(draft: Draft, name: Name) -> dict[str, Json]:
    """Return the schema of a field, {} where it is not plain."""
    schema = draft.tool.input_schema
    found = schemas_at(schema, pointer_of(*path_parts(name.pointer)), schema)
    return dict(unwrap(found[0], schema)[0]) if found else {}


def schema_types(draft: Draft, name: Name) -> frozenset[str]:
    """Return the types of a field, none where they are not known."""
    return (declared_types(schema_of(draft, name)) or frozenset()) - {"null"}


def choices(draft: Draft, name: Name) -> list[Json]:
    """Return the values that the schema allows, [] where it allows any."""
    schema = schema_of(draft, name)
    if "boolean" in schema_types(draft, name):
        return [True, False]
    items = schema.get("items")
    found = schema.get("enum") or (items.get("enum") if isinstance(items, dict) else None)
    named = [one.get("const") for one in schema.get("oneOf", ()) if isinstance(one, dict) and "const" in one]
    return found if isinstance(found, list) else named


def options(draft: Draft, match: Match) -> None:
    """Offer choices for a field."""
    name = find_field(draft, match["names"])
    said = [part.strip().strip('"') for part in re.split(r"\s*(?:,|\bor\b|\band\b|\|)\s*", match["values"])]
    given = steer(draft, name)
    given["options"] = [{"value": value_in(draft, name, one)} for one in said if one]
    if given.get("control") not in {"radio", "combobox", "checkboxes"}:
        given["control"] = "select"


def default(draft: Draft, match: Match) -> None:
    """Set the value that a field begins with."""
    if "," in match["names"]:
        raise Unfulfilled("one field has one default", weak=True)
    name = find_field(draft, match["names"])
    steer(draft, name)["default"] = value_in(draft, name, AT_START.sub("", match["value"]))


def default_choice(draft: Draft, match: Match) -> None:
    """Set the default of the one field that has such a choice."""
    said = match["value"].strip().strip('"').casefold()
    found = [
        name
        for name in form_names(draft)
        if any(isinstance(one, str) and one.casefold() == said for one in choices(draft, name))
    ]
    if len(found) != 1:
        told = listed([name.told for name in found]) if found else "no field"
        raise Unfulfilled(f'{told} can be "{match["value"]}"', 'say "default … to …"')
    steer(draft, found[0])["default"] = value_in(draft, found[0], match["value"])


def no_default(draft: Draft, match: Match) -> None:
    """Let a field begin empty."""
    name = find_field(draft, match["names"])
    if "default" not in steer(draft, name):
        raise Unfulfilled(f"{name.told} has no default that the view gave it")
    del steer(draft, name)["default"]


TRUE = frozenset(
    {"tick", "check", "enable", "turn on", "switch on", "true", "yes", "on", "checked", "ticked", "enabled"}
)
FALSE = frozenset(
    {
        "untick",
        "uncheck",
        "disable",
        "turn off",
        "switch off",
        "false",
        "no",
        "off",
        "unchecked",
        "unticked",
        "disabled",
    }
)


def value_in(draft: Draft, name: Name, said: str) -> Json:
    """Return a value as the schema of a field has it.

    Raises:
        Unfulfilled: The text is no such value.
    """
    text = said.strip()
    plain = text.strip('"')
    types, known = schema_types(draft, name), choices(draft, name)
    near = [value for value in known if isinstance(value, str) and value.casefold() == plain.casefold()]
    if near:
        return near[0] if "array" not in types else [near[0]]
    amount = number_in(plain, (*name.texts, *words_about(draft)))
    value = read_value(amount if types & {"integer", "number"} else plain, types)
    if bound := out_of_bounds(schema_of(draft, name), value):
        raise Unfulfilled(f"{plain} is no value of {name.told}: {bound}")
    if known and value not in known and "array" not in types:
        told = listed([json.dumps(one) for one in known[:8]])
        raise Unfulfilled(f'"{plain}" is no value of {name.told}', f"it takes {told}")
    if value is None or (types and not fits(value, types)):
        raise Unfulfilled(f'"{plain}" is no {listed(sorted(types))}, which {name.told} takes')
    return value


def out_of_bounds(schema: Mapping[str, Json], value: Json) -> str:
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


BOUNDS: dict[str, tuple[str, bool, Callable[[Any, Any], bool]]] = {
    "minimum": ("at least", False, operator.ge),
    "maximum": ("at most", False, operator.le),
    "exclusiveMinimum": ("more than", False, operator.gt),
    "exclusiveMaximum": ("less than", False, operator.lt),
    "minLength": ("at least", True, operator.ge),
    "maxLength": ("at most", True, operator.le),
}
"""Keywords that bound a value: how they are told, whether the length of a text is meant, what must hold."""


def read_value(text: str, types: frozenset[str]) -> Json:
    """Return the value that a text is, by the types that are wanted; None where it is none."""
    if "boolean" in types and text.lower() in TRUE | FALSE:
        return text.lower() in TRUE
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


def hide_fields(draft: Draft, match: Match) -> None:
    """Leave fields out of the form; what they default to is sent."""
    for name in find_fields(draft, match["names"]):
        steer(draft, name)["hidden"] = True


def show_fields(draft: Draft, match: Match) -> None:
    """Show fields that were hidden or folded."""
    for name in find_fields(draft, match["names"]):
        steer(draft, name).pop("hidden", None)
        unfold(draft, name)


def only_fields(draft: Draft, match: Match) -> None:
    """Hide every other field of the form."""
    kept = {name.pointer for name in find_fields(draft, match["names"])}
    for member in members(draft.tool.input_schema, draft.tool.input_schema):
        name = Name(member.name.replace(".", "\\."), (member.name,), "form")
        if name.pointer not in kept:
            steer(draft, name)["hidden"] = True


def rename_field(draft: Draft, match: Match) -> None:
    """Give a field another label."""
    steer(draft, find_field(draft, match["names"]))["label"] = bare_label(match["label"])


def hint(draft: Draft, match: Match) -> None:
    """Set the help below a field."""
    steer(draft, find_field(draft, match["names"]))["hint"] = bare_label(match["label"])


def placeholder(draft: Draft, match: Match) -> None:
    """Set the grey text in an empty field."""
    steer(draft, find_field(draft, match["names"]))["placeholder"] = bare_label(match["label"])


def fold_fields(draft: Draft, match: Match) -> None:
    """Put fields behind the fold of the form."""
    said = split_names(match["names"])
    if all(rows_called(draft, one) for one in said) and False not in {fold_rows(draft, one) for one in said}:
        return
    folded = list(draft.form.get("folded", ()))
    for name in find_fields(draft, match["names"]):
        steer(draft, name).pop("folded", None)
        if name.pointer not in folded:
            folded.append(name.pointer)
    draft.form["folded"] = folded


def fold_rows(draft: Draft, said: str) -> bool:
    """Fold what shows the rows that are called so, unless a field of the form is; return whether it did.

    Raises:
        Unfulfilled: Both are called so.
    """
    shown = [
        one
        for source in rows_called(draft, said)
        for one in source.components
        if one["type"] in {"table", "cards", "list"}
    ]
    if not shown:
        return False
    fields = nearest_names(bare(said), form_names(draft))
    if fields:
        told = f"the field {fields[0].told} or the rows"
        raise Unfulfilled(f'"{bare(said)}" can be {told}', f"say which: {told}")
    folded_in(draft, shown[0], bare(said).capitalize())
    return True


def unfold_all(draft: Draft, match: Match) -> None:
    """Open every section, tree and fold of the form."""
    for component in draft.components("section"):
        props_of(component).pop("folded", None)
    for component in draft.components("tree"):
        props_of(component)["open"] = 10
    if "folded" in draft.spec.get("form", {}):
        draft.form["folded"] = []


def unfold(draft: Draft, name: Name) -> None:
    """Take a field out of the fold."""
    if name.pointer in draft.form.get("folded", ()):
        draft.form["folded"] = [path for path in draft.form["folded"] if path != name.pointer]


def unfold_fields(draft: Draft, match: Match) -> None:
    """Take fields, or all of them, out of the fold."""
    said = match.groupdict().get("names")
    if not said:
        draft.form["folded"] = []
        return
    for name in find_fields(draft, said):
        unfold(draft, name)


def fold_optional(draft: Draft, match: Match) -> None:
    """Put every field that need not be filled behind the fold."""
    found = members(draft.tool.input_schema, draft.tool.input_schema)
    draft.form["folded"] = [one.name.replace(".", "\\.") for one in found if not one.required]


def fold_form(draft: Draft, match: Match) -> None:
    """Put every field behind the fold."""
    found = members(draft.tool.input_schema, draft.tool.input_schema)
    if not found:
        raise Unfulfilled("this tool takes no arguments")
    draft.form["folded"] = [one.name.replace(".", "\\.") for one in found]


def order_fields(draft: Draft, match: Match) -> None:
    """Arrange fields: some first or last, or beside another."""
    found = match.groupdict()
    named = [name.pointer for name in find_fields(draft, match["names"])]
    left = [key for key in order_of(draft) if key not in named]
    where = (found.get("where") or "first").lower()
    at = 0 if re.match(r"first|front|start|top|begin|left", where) else len(left)
    if found.get("anchor"):
        anchor = find_field(draft, found["anchor"]).pointer
        if anchor not in left:
            raise Unfulfilled(f"{anchor} cannot stand beside itself")
        at = left.index(anchor) + (re.match(r"before|above|ahead|left|in front", where) is None)
    draft.form["order"] = [*left[:at], *named, *left[at:]]


def order_of(draft: Draft) -> list[str]:
    """Return the paths of the form's fields in their order."""
    every = members(draft.tool.input_schema, draft.tool.input_schema)
    paths = [one.name.replace(".", "\\.") for one in every]
    return list(dict.fromkeys([*draft.form.get("order", ()), *paths]))


def submit(draft: Draft, match: Match) -> None:
    """Set what the button says."""
    draft.form["submit"] = bare_label(match["label"])
