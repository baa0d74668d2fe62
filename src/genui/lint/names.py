"""Rules about names that come from elsewhere: members that data chooses, elements named as the page's own."""

import re
from collections.abc import Iterator

from genui.lint.page import Page, Spot
from genui.scripts import Node, Script
from genui.scripts.evaluation import value_of
from genui.scripts.expressions import binding_value
from genui.scripts.scopes import FUNCTIONS, Binding
from genui.scripts.script import arguments_of
from genui.scripts.values import has_data

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


def clobbered(page: Page) -> Iterator[Spot]:
    """Yield elements whose name takes the place of a member of the document."""
    for element in page.named(*NAMED_ELEMENTS):
        name = element.attributes.get("name", "")
        if name in OF_DOCUMENT:
            yield element.spot(f"<{element.name} name={name!r}> takes the place of document.{name}")


def polluted(page: Page) -> Iterator[Spot]:
    """Yield where a merge of all depths takes its members' names from data."""
    for script in page.scripts:
        for kind in sorted(FUNCTIONS & script.source.by_kind.keys()):
            for function in script.source.nodes(kind):
                node = merging(script, function) or walking(script, function) or descending(script, function)
                if node is not None:
                    yield Spot(*script.place(node), "a member called __proto__ would change every object")


def merging(script: Script, function: Node) -> Node | None:
    """Return where a function calls itself with `to[key]`, for keys that it finds in data."""
    own = named_binding(script, function)
    for use in own.uses if own is not None else ():
        call = use.parent
        if call is None or call.get("function") is not use or not use.inside(function):
            continue
        for argument in arguments_of(call):
            key = argument.get("index") if argument.kind == "subscript_expression" else None
            if key is not None and loops_over_data(script, key) and is_filled(script, function, key):
                return None if GUARDS.search(function.text) else call
    return None


def walking(script: Script, function: Node) -> Node | None:
    """Return where a reducing function goes down to `at[key]`, which it makes where there is none."""
    arguments = function.parent if function.parent is not None else None
    call = arguments.parent if arguments is not None and arguments.kind == "arguments" else None
    callee = call.get("function") if call is not None else None
    if call is None or callee is None or not callee.text.endswith(".reduce"):
        return None
    taken = function.get("parameters")
    names = [kid.name for kid in taken.kids[:2]] if taken is not None else []
    for node in script.source.nodes("assignment_expression", "augmented_assignment_expression"):
        left = node.get("left") if node.inside(function) else None
        if left is None or left.kind != "subscript_expression":
            continue
        if [part.name for part in (left.get("object"), left.get("index")) if part is not None] != names:
            continue
        is_returned = any(one is node or node.inside(one) for one in script.returned.get(function, ()))
        around = next((up for up in call.up() if up.kind in FUNCTIONS), script.root)
        if is_returned and not GUARDS.search(around.text):
            return node
    return None


def descending(script: Script, function: Node) -> Node | None:
    """Return where a function writes a member of what it went down to, by `at = at[key]` along a path."""
    at: set[Binding] = set()
    writes: list[tuple[Node, Binding]] = []
    for node in script.source.nodes("assignment_expression", "augmented_assignment_expression"):
        left, right = node.get("left"), node.get("right")
        if left is None or right is None or not node.inside(function):
            continue
        binding = script.names.bound.get(left)
        if binding is not None and any(script.names.bound.get(one) is binding for one in stepped_from(right)):
            at.add(binding)
        elif left.kind == "subscript_expression" and is_key(script, left):
            owner = script.names.bound.get(left.fields["object"])
            if owner is not None:
                writes.append((node, owner))
    # What is kept off may be listed outside the function.
    if not at or GUARDS.search(function.text) or "__proto__" in script.text:
        return None
    return next((node for node, owner in writes if owner in at), None)


def stepped_from(value: Node) -> Iterator[Node]:
    """Yield the names of which a value is the member that a subscript names, made there if there is none."""
    for node in (value, *value.down()):
        if node.kind == "subscript_expression" and (owner := node.get("object")) is not None:
            yield owner
        elif node.kind in FUNCTIONS:
            return


def is_key(script: Script, member: Node) -> bool:
    """Tell whether a subscript may be any text: no number, and nothing that counts."""
    index = member.get("index")
    binding = script.names.bound.get(index) if index is not None else None
    holders = [use.parent for use in binding.uses] if binding is not None else [index]
    return not any(one is None or one.kind in COUNTING for one in holders)


def named_binding(script: Script, function: Node) -> Binding | None:
    """Return the name by which a function is called."""
    name, parent = function.get("name"), function.parent
    if name is None and parent is not None and parent.kind == "variable_declarator":
        name = parent.get("name")
    return script.names.bound.get(name) if name is not None else None


def loops_over_data(script: Script, key: Node) -> bool:
    """Tell whether a name goes through the members of data."""
    binding = script.names.bound.get(key)
    for given in binding.given if binding is not None else ():
        if given.how in ("key", "item") and given.node is not None:
            return has_data(value_of(script, given.node)) or gets_data(script, given.node)
        if given.how == "param" and binding is not None and has_data(binding_value(script, binding)):
            return True
    return False


def gets_data(script: Script, walked: Node) -> bool:
    """Tell whether what a loop goes through names anything that may hold data."""
    inside = [node for node in (walked, *walked.down()) if node.kind == "identifier"]
    return any(has_data(value_of(script, node)) for node in inside)


def is_filled(script: Script, function: Node, key: Node) -> bool:
    """Tell whether a function assigns members by this key."""
    binding = script.names.bound.get(key)
    for use in binding.uses if binding is not None else ():
        member = use.parent
        if member is None or member.kind != "subscript_expression" or not use.inside(function):
            continue
        around = member.parent
        if around is not None and around.get("left") is member:
            return True
    return False
