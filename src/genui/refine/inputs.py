"""Wishes about fields that several share, or how a text is typed: groups, presets, height, fixed width."""

import re

from genui.refine.draft import doubt, refuse
from genui.refine.fields import Field, field_of, steer
from genui.refine.setters import counted
from genui.refine.showing import told_of
from genui.refine.slots import Slots


def tall(s: Slots) -> None:
    """Make the text boxes of fields so many lines high."""
    for field in texts(s):
        steer(s.draft, field.path).update({"control": "textarea", "rows": counted(s)})


def bigger(s: Slots) -> None:
    """Make text boxes of fields so high that several lines are seen."""
    doubt(not s.nouns() & {"field", "form"} and not s.has("control"), "no field is named")
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
