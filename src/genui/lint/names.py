"""Checks of names that come from elsewhere: members that data chooses, elements named as the page's own."""

import re
from collections.abc import Iterator

from genui.lint.code import Found
from genui.lint.page import Element
from genui.scripts import ASSIGNING, FUNCTIONS, Binding, Node, Script, binding_value, has_data, value_of

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
    """Yield where a merge of all depths takes its members' names from data."""
    for function in script.source.nodes(*FUNCTIONS):
        node = merging(script, function) or walking(script, function) or descending(script, function)
        if node is not None:
            yield "prototype-pollution", node, "a member called __proto__ would change every object"


def writes_in(script: Script, function: Node) -> Iterator[tuple[Node, Node]]:
    """Yield the assignments in a function to members that a subscript names, with that member."""
    for node in script.source.nodes(*ASSIGNING):
        if node.inside(function) and node.fields["left"].kind == "subscript_expression":
            yield node, node.fields["left"]


def merging(script: Script, function: Node) -> Node | None:
    """Return where a function calls itself with `to[key]`, for keys that it finds in data."""
    name = function.get("name") or (function.parent.get("name") if function.parent is not None else None)
    binding = script.binding(name)
    filled = {script.binding(member.fields["index"]) for _, member in writes_in(script, function)} - {None}
    for use in binding.uses if binding is not None else ():
        call = use.parent
        if call is None or call.callee is not use or not use.inside(function):
            continue
        for argument in call.arguments:
            key = script.binding(argument.get("index"))
            if key in filled and key is not None and is_key_of_data(script, key):
                return None if GUARDS.search(function.text) else call
    return None


def is_key_of_data(script: Script, key: Binding) -> bool:
    """Tell whether a name goes through the members of data."""
    for given in key.given:
        if given.how in ("key", "item") and given.node is not None:
            inside = [node for node in given.node.down() if node.kind == "identifier"]
            return any(has_data(value_of(script, node)) for node in (given.node, *inside))
        if given.how == "argument" and has_data(binding_value(script, key)):
            return True
    return False


def walking(script: Script, function: Node) -> Node | None:
    """Return where a reducing function goes down to `at[key]`, which it makes where there is none."""
    call, taken = function.call, function.get("parameters")
    if call is None or call.callee is None or call.callee.member != "reduce" or taken is None:
        return None
    names = [kid.name for kid in taken.kids[:2]]
    around = call.function or script.root
    for node, member in writes_in(script, function):
        is_returned = any(node.inside(one) for one in script.returned.get(function, ()))
        is_step = [member.fields["object"].name, member.fields["index"].name] == names
        if is_step and is_returned and not GUARDS.search(around.text):
            return node
    return None


def descending(script: Script, function: Node) -> Node | None:
    """Return where a function writes a member of what it went down to, by `at = at[key]` along a path."""
    # What is kept off may be listed outside the function.
    if GUARDS.search(function.text) or "__proto__" in script.text:
        return None
    steps = [node for node in script.source.nodes(*ASSIGNING) if node.inside(function)]
    at = {script.binding(node.fields["left"]) for node in steps if is_step(script, node)} - {None}
    for node, member in writes_in(script, function):
        if script.binding(member.fields["object"]) in at and is_key(script, member):
            return node
    return None


def is_step(script: Script, node: Node) -> bool:
    """Tell whether a name is given a member of what it holds."""
    holder = script.binding(node.fields["left"])
    inside = [one for one in node.fields["right"].down() if one.kind == "subscript_expression"]
    return any(script.binding(one.fields["object"]) is holder for one in inside)


def is_key(script: Script, member: Node) -> bool:
    """Tell whether a subscript may be any text: no number, and nothing that counts."""
    index = member.fields["index"]
    binding = script.binding(index)
    holders = [use.parent for use in binding.uses] if binding is not None else [index]
    return not any(one is None or one.kind in COUNTING for one in holders)
