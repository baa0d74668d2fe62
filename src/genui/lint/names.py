"""Checks of names that come from elsewhere: members that data chooses, elements named as the page's own."""

import re
from collections.abc import Iterator

from genui.lint.code import Found
from genui.lint.page import Element
from genui.scripts import (
    ASSIGNING,
    FUNCTIONS,
    Function,
    Node,
    Script,
    binding_value,
    has_data,
    options_of,
    value_of,
)

GUARDS = re.compile(r"__proto__|\bprototype\b|\bcreate\(null\)|\bnew Map\b")
"""What code says that minds what a member is called."""

COUNTING = frozenset({"number", "string", "update_expression", "binary_expression"})
"""What an index is, or takes part in, that is no name of a member."""

NAMED_ELEMENTS = frozenset({"img", "form", "embed", "object", "iframe"})
"""Elements whose name hides a member of the document."""

OF_DOCUMENT = frozenset(
    {"addEventListener", "body", "childNodes", "children", "cookie", "createElement", "createElementNS"}
    | {"createDocumentFragment", "createTextNode", "currentScript", "defaultView", "documentElement"}
    | {"dispatchEvent", "forms", "getElementById", "getElementsByClassName", "getElementsByTagName"}
    | {"head", "implementation", "location", "querySelector", "querySelectorAll", "readyState"}
    | {"removeEventListener", "styleSheets", "title", "write"}
)
"""Members of the document that scripts rely on."""


def clobbered(element: Element) -> Iterator[str]:
    """Yield elements whose name takes the place of a member of the document."""
    name = element.attributes.get("name", "")
    if element.name in NAMED_ELEMENTS and name in OF_DOCUMENT:
        yield f"<{element.name} name={name!r}> takes the place of document.{name}"


def polluted(script: Script) -> Found:
    """Yield where a function writes members of all depths whose names come from elsewhere."""
    for function in script.source.nodes(*FUNCTIONS) if "__proto__" not in script.text else ():
        call = function.call
        around = call.function or script.root if call is not None and is_reducing(call) else function
        # What is kept off may be listed outside the function.
        for node in script.source.nodes(*ASSIGNING) if not GUARDS.search(around.text) else ():
            member = node.fields["left"]
            is_written = member.kind == "subscript_expression" and member.inside(function)
            if is_written and is_key(script, member) and goes_down(script, function, member):
                yield "prototype-pollution", node, "a member called __proto__ would change every object"
                break


def is_reducing(call: Node) -> bool:
    """Tell whether a call has its function called over and over with what it returned."""
    return call.callee is not None and call.callee.member == "reduce"


def is_key(script: Script, member: Node) -> bool:
    """Tell whether a subscript may be any text: no number, and nothing that counts."""
    index = member.fields["index"]
    binding = script.binding(index)
    holders = [use.parent for use in binding.uses] if binding is not None else [index]
    return not any(one is None or one.kind in COUNTING for one in holders)


def goes_down(script: Script, function: Node, member: Node) -> bool:
    """Tell whether a function goes on with `at[key]`: calls itself, by `at = at[key]`, or in a reduce."""
    owner, key = (script.binding(member.fields[part]) for part in ("object", "index"))
    deeper = [one for one in function.down() if one.kind == "subscript_expression" and one is not member]
    for one in deeper:
        holders = [up for up in one.up() if up.inside(function)]
        calls_itself = any(Function(function) in options_of(value_of(script, up.callee)) for up in holders)
        is_same = key is not None and script.binding(one.fields["index"]) is key
        if calls_itself and is_same and key is not None and has_data(binding_value(script, key)):
            return True
        if owner is not None and any(script.binding(up.get("left")) is owner for up in holders):
            return True
    listed, call = function.get("parameters"), function.call
    first = script.binding(listed.kids[0]) if listed is not None and listed.kids else None
    return call is not None and is_reducing(call) and first is not None and first is owner
