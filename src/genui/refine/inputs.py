"""Wishes about fields that several share, or how a text is typed: groups, presets, height, fixed width."""

import re

from genui.refine.draft import Unfulfilled
from genui.refine.fields import schema_of, steer, types_of, value_of
from genui.refine.index import choices_of, field_schemas
from genui.refine.showing import told_of
from genui.refine.slots import Slots


def tall(s: Slots) -> None:
    """Make the text boxes of fields so many lines high."""
    count = s.value("number")
    if count is None or count < 1:
        raise Unfulfilled("how many lines?", weak=True)
    for path in s.fields():
        text(s, path)
        steer(s.draft, path).update({"control": "textarea", "rows": int(count)})


def bigger(s: Slots) -> None:
    """Make text boxes of fields so high that several lines are seen."""
    if not s.nouns() & {"field", "form"} and not s.has("control"):
        raise Unfulfilled("no field is named", weak=True)
    for path in s.fields():
        text(s, path)
        steer(s.draft, path)["control"] = "textarea"


def text(s: Slots, path: str) -> None:
    """Refuse what is no free text.

    Raises:
        Unfulfilled: The field takes something else.
    """
    types, schema = types_of(s.draft, path), schema_of(s.draft, path)
    if (types and "string" not in types) or choices_of(schema) or "format" in schema:
        raise Unfulfilled(f"{field_schemas(s.draft)[path][0]} is no free text")


def mono(s: Slots) -> None:
    """Set fields or members in a font of fixed width."""
    for name in s.names():
        one = s.meant(name, ("column", "value", "field"))
        if one.kind == "field":
            text(s, one.key)
            steer(s.draft, one.key)["monospace"] = True
            if s.has("tall"):
                tall(s)
            continue
        for member in s.members([name]):
            for entry in told_of(member, charts=False):
                entry["format"] = "code"


def presets(s: Slots) -> None:
    """Offer buttons that fill one field in, one for each value told."""
    (path,) = s.fields(s.names()[:1])
    said = [part for part in re.split(r"\s*(?:,|\bor\b|\band\b)\s*", s.text) if part]
    known = s.draft.form.get("presets", [])
    made = [{"label": one, "values": {path: value_of(s.draft, path, one)}} for one in said]
    s.draft.form["presets"] = [*(one for one in known if one["label"] not in said), *made]


def group(s: Slots) -> None:
    """Put fields under a heading."""
    named = s.names()
    if s.nouns() & {"column", "row"} or not named:
        raise Unfulfilled("no fields are named", weak=True)
    paths = s.fields(named)
    known = [
        {**one, "fields": left}
        for one in s.draft.form.get("groups", ())
        if (left := [path for path in one["fields"] if path not in paths])
    ]
    s.draft.form["groups"] = [*known, {"label": s.text, "fields": paths}]
