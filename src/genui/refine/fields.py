"""Wishes about the fields of the form: control, default, choices, place, folding, height, groups."""

import re
from typing import Any, NamedTuple

from genui.model import Json, JsonObject
from genui.refine.draft import Draft, beside, doubt, listed, refuse, swapped
from genui.refine.fieldvalues import value_in
from genui.refine.index import choices_of, field_schemas
from genui.refine.setters import counted
from genui.refine.showing import told_of
from genui.refine.slots import Item, Slots
from genui.schema import declared_types, members
from genui.typecheck import CONTROL_TYPES

AT_START = re.compile(
    r"\s+(?:by default|as (?:the |a )?default|initially|at first|to start with|to begin with"
    r"|when (?:i|the page|this|it)\b.*)$",
    re.I,
)
"""What says of a value that the field begins with it, and is no part of it."""

MIN_LINES = 2
"""Lines of a text box that is higher than a plain one."""

CHOOSING = re.compile(r"\s+(?:to choose from|to pick from|as (?:the )?(?:options|choices))$", re.I)


class Field(NamedTuple):
    """A field of the form, as its schema tells it."""

    path: str
    name: str
    schema: JsonObject
    types: frozenset[str]

    @property
    def choices(self) -> list[Json]:
        """The values that it allows, [] where it allows any."""
        return choices_of(self.schema)

    def value(self, said: str) -> Json:
        """Return a value that a person wrote as the schema has it."""
        return value_in(said, self.name, self.schema, self.types, self.choices)


def field_of(draft: Draft, path: str) -> Field:
    """Return a field; {} is the schema of one that has no plain one."""
    name, schema = field_schemas(draft).get(path, ("", {}))
    plain = schema if isinstance(schema, dict) else {}
    return Field(path, name, plain, (declared_types(plain) or frozenset()) - {"null"})


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
    doubt("form" not in s.nouns(), "the form is not named")
    doubt(
        re.search(r"\b(?:in|within|of) the (?:\w+ )?form\b", s.clause, re.I),
        "a place in the form, and not of the form",
    )
    place = s.all("pos")[0]
    parts = s.all("name", "noun")
    before = [one for one in parts if one.end <= place.start] or parts
    form = before[-1].kind == "name" and any(one.key == "form" for one in before[-1].value)
    put_form(s.draft, below=(place.value in {"last", "after"}) == form)


def put_form(draft: Draft, *, below: bool) -> None:
    """Put the form below the result, or above it."""
    draft.form["position"] = "bottom" if below else "top"


def control(s: Slots) -> None:
    """Set the control of fields, and their default where it is told."""
    unused = s.has("number", "not", "bool") and not s.has("default")
    both = s.words("pron") & {"it", "them"} and s.all("name")
    doubt(unused or both or s.parts() or "label" in s.nouns(), "what is that for?")
    said_choices = {str(each.value) for one in s.all("name") for each in one.value if each.kind == "choice"}
    offered = {str(one) for path in s.fields() for one in field_of(s.draft, path).choices}
    some = said_choices and said_choices != offered and not s.has("default")
    doubt(some, "only some of the choices?")
    said = s.all("control")[0]
    doubt(
        any(one.value == "and" and one.end == said.start for one in s.all("prep")),
        "a name in a list, and no control",
    )
    for field in [field_of(s.draft, path) for path in s.fields()]:
        given = steer(s.draft, field.path)
        chosen = "checkboxes" if said.value == "select" and field.types == {"array"} else said.value
        refuse_control(field, chosen, given)
        given["control"] = chosen
        if s.has("default"):
            given["default"] = default_in(s, field)


def refuse_control(field: Field, chosen: str, given: dict[str, Any]) -> None:
    """Refuse a control that cannot edit a field."""
    takes = CONTROL_TYPES[chosen]
    refuse(
        takes and field.types and not takes & field.types,
        f"a {chosen} cannot edit {field.name}, which is {listed(sorted(field.types))}",
    )
    fixed = field.choices or "format" in field.schema
    refuse(chosen == "textarea" and fixed, f"{field.name} is no free text")
    refuse(
        chosen in {"select", "radio"} and not field.choices and not given.get("options"),
        f"{field.name} has no list of choices",
        f'name them: "choices of {field.name}: a, b, c"',
    )


def default(s: Slots) -> None:
    """Set the value that fields begin with."""
    names = s.names()
    choices = [one for one in names if "choice" in one.kinds and "field" not in one.kinds]
    named = [one for one in names if one not in choices]
    doubt(len({item.value for item in named}) > 1, "one field has one default")
    paths = s.fields(named) if named else []
    for choice in choices:
        one = s.meant(choice, ("choice",))
        steer(s.draft, one.key)["default"] = field_of(s.draft, one.key).value(str(one.value))
        if [one.key] == paths and not s.text:
            return
    for path in paths:
        steer(s.draft, path)["default"] = default_in(s, field_of(s.draft, path))


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
    steer(s.draft, found[0])["default"] = field_of(s.draft, found[0]).value(f"{s.value('number'):g}")


def default_in(s: Slots, field: Field) -> Json:
    """Return the value that a clause gives a field to begin with."""
    if s.text:
        return field.value(AT_START.sub("", s.text))
    choices = [each for one in s.all("name") for each in one.value if each.kind == "choice"]
    for one in choices:
        if one.key == field.path:
            return field.value(str(one.value))
    if s.has("number"):
        return field.value(f"{s.value('number'):g}")
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
    for path in s.fields():
        given = steer(s.draft, path)
        refuse("default" not in given, f"{path} has no default that the view gave it")
        del given["default"]


def options(s: Slots) -> None:
    """Offer choices for a field."""
    (path,) = s.fields(s.names()[:1])
    said = re.split(r"\s*(?:,|\bor\b|\band\b|\|)\s*", CHOOSING.sub("", s.text))
    given, field = steer(s.draft, path), field_of(s.draft, path)
    several = field.types == {"array"}
    values = [one.strip(' "') if several else field.value(one) for one in said if one.strip(' "')]
    given["options"] = [{"value": one} for one in values]
    if several or given.get("control") not in {"radio", "combobox", "checkboxes"}:
        given["control"] = "checkboxes" if several else "select"


def show(draft: Draft, path: str) -> None:
    """Show a field that was hidden or folded."""
    steer(draft, path).pop("hidden", None)
    unfold(draft, path)


def only(s: Slots) -> None:
    """Hide every other field of the form."""
    doubt(not s.nouns() & {"field", "form"}, "no fields are named")
    kept = s.fields()
    for path in top_fields(s.draft):
        if path not in kept:
            steer(s.draft, path)["hidden"] = True


def fold(draft: Draft, path: str) -> None:
    """Put a field behind the fold of the form."""
    draft.form["folded"] = [one for one in draft.form.get("folded", ()) if one != path] + [path]


def unfold(draft: Draft, path: str) -> None:
    """Take a field out of the fold."""
    if path in draft.form.get("folded", ()):
        draft.form["folded"] = [one for one in draft.form["folded"] if one != path]


def fold_others(s: Slots) -> None:
    """Fold the fields that need not be filled, all of them, or all but some."""
    every = top_fields(s.draft)
    refuse(not every, "this tool takes no arguments")
    told = s.draft.form.get("fields", {})
    needed = [one for one in top_fields(s.draft, needed=True) if "default" not in told.get(one, {})]
    kept = [*(s.fields() if s.names() else ()), *needed] if s.names() or s.has("optional") else []
    s.draft.form["folded"] = [path for path in every if path not in kept]


# The order of fields


def order_of(draft: Draft) -> list[str]:
    """Return the paths of the form's fields in their order."""
    return list(dict.fromkeys([*draft.form.get("order", ()), *top_fields(draft)]))


def move(s: Slots, named: list[Item], anchors: list[Item], where: str) -> None:
    """Arrange fields: some first or last, or beside another."""
    keys = s.fields(named)
    anchor = s.fields(anchors)[0] if anchors else None
    refuse(anchor in keys, f"{anchor} cannot stand beside itself")
    arrange = beside(anchor, after=where in {"last", "after"})
    s.draft.form["order"] = arrange(order_of(s.draft), keys)


def swap(s: Slots) -> None:
    """Let two fields change places."""
    paths = s.fields()
    doubt(len(paths) != 2, "two names are swapped")
    s.draft.form["order"] = swapped(order_of(s.draft), *paths)


def order(s: Slots) -> None:
    """Put the fields named in this order, the others behind them."""
    doubt(not s.nouns() & {"field", "form"}, "no fields are named")
    move(s, s.names(), [], "first")


# Texts, presets and groups


def tall(s: Slots) -> None:
    """Make the text boxes of fields so many lines high."""
    doubt(s.value("number", 0) < MIN_LINES, "fields on one line, and no height")
    for field in texts(s):
        steer(s.draft, field.path).update({"control": "textarea", "rows": counted(s)})


def bigger(s: Slots) -> None:
    """Make text boxes of fields so high that several lines are seen."""
    said = s.nouns() & {"field", "form"} or s.words("bigger") & {"box", "field"} or s.has("control")
    doubt(not said, "no field is named")
    for field in texts(s):
        steer(s.draft, field.path)["control"] = "textarea"


def texts(s: Slots) -> list[Field]:
    """Return the fields that a clause names, which take free text."""
    found = [field_of(s.draft, path) for path in s.fields()]
    for one in found:
        refuse_unless_text(one)
    return found


def refuse_unless_text(field: Field) -> None:
    """Refuse a field that takes something else than free text."""
    other = field.types and "string" not in field.types
    refuse(other or field.choices or "format" in field.schema, f"{field.name} is no free text")


def mono(s: Slots) -> None:
    """Set fields or members in a font of fixed width."""
    for name in s.names():
        one = s.meant(name, ("column", "value", "field"))
        if one.kind != "field":
            for entry in told_of(*s.members([name]), charts=False):
                entry["format"] = "code"
            continue
        refuse_unless_text(field_of(s.draft, one.key))
        steer(s.draft, one.key)["monospace"] = True
        if s.has("tall"):
            tall(s)


def presets(s: Slots) -> None:
    """Offer buttons that fill one field in, one for each value told."""
    (path,) = s.fields(s.names()[:1])
    said = [part for part in re.split(r"\s*(?:,|\bor\b|\band\b)\s*", s.text) if part]
    known = [one for one in s.draft.form.get("presets", ()) if one["label"] not in said]
    field = field_of(s.draft, path)
    made = [{"label": one, "values": {path: field.value(one)}} for one in said]
    s.draft.form["presets"] = [*known, *made]


def group(s: Slots) -> None:
    """Put fields under a heading."""
    doubt(s.nouns() & {"column", "row"} or not s.names(), "no fields are named")
    paths = s.fields()
    left = [
        {**one, "fields": [path for path in one["fields"] if path not in paths]}
        for one in s.draft.form.get("groups", ())
    ]
    s.draft.form["groups"] = [*(one for one in left if one["fields"]), {"label": s.text, "fields": paths}]
