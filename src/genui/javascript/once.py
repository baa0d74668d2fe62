"""Variables that are mentioned once: what they stand for is said there, where that comes to the same."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from genui.javascript.harmless import FUNCTIONS, LEAVES, is_harmless
from genui.javascript.levels import LOOSE, PLACES, operator
from genui.javascript.scopes import NAMES, Scope, Scopes
from genui.javascript.syntax import decoded

if TYPE_CHECKING:
    from tree_sitter import Node

LOGIC = frozenset({"&&", "||", "??"})
WAITING = frozenset({"await_expression", "yield_expression"})
STATEMENTS = frozenset({"return_statement", "expression_statement", "lexical_declaration", "if_statement"})
PATHS = PLACES.keys() - {"await_expression"} | {
    *("binary_expression", "call_expression", "member_expression", "object", "subscript_expression"),
    *("template_string", "ternary_expression", "lexical_declaration", "if_statement"),
}
"""Nodes that work out what is in them when they are worked out themselves."""

FREE = frozenset({"arguments", "pair", "array", "return_statement", "object", "variable_declarator"})
"""Where a function can stand as it is."""


def said_once(scopes: Scopes, changed: frozenset[str]) -> dict[int, "Node"]:
    """Return what local variables stand for that are mentioned once, by the byte of that mention.

    A function can be said wherever its variable's name stands; any other value in the statement after its
    declaration, if nothing that comes before it there could tell the difference. `changed` names are those of
    variables that get another value somewhere.
    """
    found: dict[int, Node] = {}
    for declared, use in pairs(scopes):
        value = value_of(declared)
        if value is None or use.parent is None or value.type in NAMES:
            continue
        if value.type == "arrow_function":
            fits = use.parent.type in FREE
        else:
            fits = fits_place(value, use.parent) and is_next(declared, use, value, found, changed)
        if fits:
            found[use.start_byte] = value
    return found


def pairs(scopes: Scopes) -> Iterator[tuple["Node", "Node"]]:
    """Yield the declaration and the mention of each local name that has one, in the same scope."""
    mentions = defaultdict[tuple[Scope, str], list[tuple["Node", Scope]]](list)
    for node, scope in scopes.names:
        name = decoded(node)
        home: Scope | None = scope
        while home is not None and name not in home.declared:
            home = home.parent
        if home is not None and home is not scopes.all[0]:
            mentions[home, name].append((node, scope))
    for (home, _), nodes in mentions.items():
        if len(nodes) == 2 and nodes[1][1] is home:
            yield nodes[0][0], nodes[1][0]


def value_of(name: "Node") -> "Node | None":
    """Return the value that a name is declared with, alone in a `const` of a block."""
    declarator = name.parent
    whole = declarator.parent if declarator is not None else None
    if declarator is None or whole is None or declarator.child_by_field_name("name") != name:
        return None
    alone = whole.type == "lexical_declaration" and whole.children[0].type == "const"
    block = whole.parent
    if not alone or len(whole.named_children) != 1 or block is None or block.type != "statement_block":
        return None
    return declarator.child_by_field_name("value")


def fits_place(value: "Node", place: "Node") -> bool:
    """Tell whether a value means the same in this place, in parentheses at most."""
    held = {"number", "new_expression", *LOOSE, *FUNCTIONS}
    return place.type in FREE or value.type not in held


def is_next(
    name: "Node", use: "Node", value: "Node", found: dict[int, "Node"], changed: frozenset[str]
) -> bool:
    """Tell whether a name is mentioned right after its declaration, before anything that may be noticed."""
    declaration = name.parent.parent  # type: ignore[union-attr]
    following = declaration.next_named_sibling  # type: ignore[union-attr]
    while following is not None and following.type == "comment":
        following = following.next_named_sibling
    if following is None or following.type not in STATEMENTS:
        return False
    inside = [*nodes_in(value)]
    moved = [found[each.start_byte] for each in inside if each.type in NAMES and each.start_byte in found]
    if any(each.type in WAITING for each in inside):
        return False
    plain = is_harmless(value) and all(map(is_harmless, moved))
    node = use
    while node != following:
        parent = node.parent
        if parent is None or parent.start_byte < following.start_byte or not goes_on(parent, node):
            return False
        # What is declared gets its value last.
        first = [] if parent.type == "variable_declarator" else parent.named_children
        for each in first:
            if each.end_byte <= node.start_byte and not (
                is_harmless(each) if plain else is_inert(each, parent, changed)
            ):
                return False
        node = parent
    return True


def goes_on(parent: "Node", node: "Node") -> bool:
    """Tell whether a node works out this part of it, once and whatever happens."""
    kind = parent.type
    if kind not in PATHS or any(child.type == "optional_chain" for child in parent.children[1:]):
        return kind in ("member_expression", "subscript_expression") and parent.named_children[0] == node
    if kind == "binary_expression" and operator(parent) in LOGIC:
        return parent.child_by_field_name("left") == node
    if kind in ("ternary_expression", "if_statement"):
        return parent.child_by_field_name("condition") == node
    if kind == "lexical_declaration":
        return len(parent.named_children) == 1
    return "?." not in decoded(parent.child_by_field_name("function"))


def is_inert(node: "Node", parent: "Node", changed: frozenset[str]) -> bool:
    """Tell whether what comes before a value can be worked out before it, whatever the value does."""
    if node.type in FUNCTIONS or node.type == "string":
        return True
    if parent.type == "call_expression" and node.type == "member_expression":
        return is_inert(node.named_children[0], node, changed)
    if node.type in LEAVES:
        return decoded(node) not in changed
    parts = node.named_children
    return node.type in ("object", "array", "pair") and all(is_inert(each, node, changed) for each in parts)


def nodes_in(node: "Node") -> Iterator["Node"]:
    """Yield a node and all in it."""
    stack = [node]
    while stack:
        each = stack.pop()
        yield each
        stack += each.children


def changed_names(roots: Iterable["Node"]) -> frozenset[str]:
    """Return the names of variables that get another value than they are declared with."""
    found = set[str]()
    for root in roots:
        for node in nodes_in(root):
            left = node.child_by_field_name("left") if "assignment" in node.type else None
            target = node.child_by_field_name("argument") if node.type == "update_expression" else left
            if target is not None and target.type not in ("member_expression", "subscript_expression"):
                found.update(decoded(each) for each in nodes_in(target) if each.type in NAMES)
    return frozenset(found)
