"""Methods that take text for markup, called by their own names or by others."""

from collections.abc import Iterator

from genui.lint.code import MEMBERS, is_chosen, last_name
from genui.scripts import Node, Script
from genui.scripts.evaluation import property_name
from genui.scripts.script import in_source_order

MARKUP_METHODS = {
    "insertAdjacentHTML": 1,
    "createContextualFragment": 0,
    "setHTMLUnsafe": 0,
    "parseHTMLUnsafe": 0,
    "parseFromString": 0,
}
"""Methods that take markup, and which argument it is."""

TAKING = MARKUP_METHODS.keys() - {"parseFromString"}
NAMING = frozenset({"variable_declarator", "assignment_expression", "pair", "arguments", "field_definition"})
"""Where a value gets a name, or goes where it has one."""


def methods_named(script: Script) -> Iterator[tuple[str, Node, str]]:
    """Yield methods that take markup where they get another name, under which nobody follows them."""
    for node in script.source.nodes("pair_pattern", "shorthand_property_identifier_pattern"):
        name = (node.get("key") or node).name.strip("'\"")
        if name in TAKING:
            yield "dom-xss", node, f"{name} takes text for markup, and gets another name"
    for node in in_source_order(script.members, TAKING):
        at, parent = node, node.parent
        while parent is not None and (parent.kind == "parenthesized_expression" or is_chosen(at, parent)):
            at, parent = parent, parent.parent
        if parent is not None and is_named(script, at, parent):
            yield "dom-xss", node, f"{last_name(node)} takes text for markup, and gets another name"


def is_named(script: Script, node: Node, parent: Node) -> bool:
    """Tell whether a parent gives its kid a name, or hands it on."""
    if parent.kind in MEMBERS:
        return property_name(script, parent) == "bind"
    return parent.kind in NAMING and node not in (parent.get("name"), parent.get("left"))


def borrowed_method(script: Script, callee: Node) -> str | None:
    """Return the method that takes markup of which `call` or `apply` is used."""
    method = callee.get("object")
    name = property_name(script, method) if method is not None and method.kind in MEMBERS else None
    return name if isinstance(name, str) and name in MARKUP_METHODS else None
