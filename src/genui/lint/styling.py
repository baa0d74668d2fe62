"""Rules about the styles that scripts write: what they would load, and text of results in stylesheets."""

import re
from collections.abc import Iterator

from genui.lint.fragments import skeleton
from genui.lint.markup import sheet_loads
from genui.scripts import Node, Script, Value
from genui.scripts.evaluation import value_of
from genui.scripts.script import arguments_of
from genui.scripts.values import has_data, options_of, text_of

Sunk = Iterator[tuple[str, Node, str]]
"""Rule, place and message."""


def is_style(place: Node) -> bool:
    """Tell whether a member is one of an element's style."""
    return is_style_of(place.get("object"))


def is_style_of(target: Node | None) -> bool:
    """Tell whether something is an element's style."""
    name = target.get("property") if target is not None else None
    return name is not None and name.name == "style"


def is_style_map(target: Node | None) -> bool:
    """Tell whether something is an element's style as a map of typed values."""
    name = target.get("property") if target is not None else None
    return name is not None and name.name == "attributeStyleMap"


def style_put(place: Node, name: str, found: Value) -> Sunk:
    """Yield what a style set by the script loads."""
    for option in options_of(found):
        text = skeleton(option, unknown="\ue001")
        if text is not None:
            for _, _, message in sheet_loads(text):
                yield "external-css", place, f"{name}: {message}"


def sheets(script: Script) -> Sunk:
    """Yield what stylesheets that the script writes would load."""
    made = [
        call
        for call in (
            *script.method_calls.get("createElement", ()),
            *script.method_calls.get("createElementNS", ()),
        )
        if any(text_of(value_of(script, one)) == "style" for one in arguments_of(call))
    ]
    if not made:
        return
    for call in made:
        yield from data_styles(script, call)
    for node in script.source.nodes("string", "template_string"):
        value = value_of(script, node)
        text = skeleton(value, unknown="\ue001")
        if text is not None and re.search(r"@import|url\(|image-set", text, re.IGNORECASE):
            for _, _, message in sheet_loads(text):
                yield "external-css", node, message


def data_styles(script: Script, call: Node) -> Sunk:
    """Yield where text of a result becomes a stylesheet."""
    holder = call.parent
    name = holder.get("name") if holder is not None and holder.kind == "variable_declarator" else None
    binding = script.names.bound.get(name) if name is not None else None
    for use in binding.uses if binding is not None else ():
        member = use.parent
        around = member.parent if member is not None else None
        value = around.get("right") if around is not None and around.get("left") is member else None
        if value is not None and has_data(value_of(script, value)):
            yield "external-css", use, "data becomes a stylesheet, which can load what it likes"
