"""Functions that are only ever called by name: no call gives them more than they take."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from genui.javascript.scopes import NAMES, Scope, Scopes
from genui.javascript.syntax import bound_names, decoded

if TYPE_CHECKING:
    from tree_sitter import Node

MADE = frozenset({"arrow_function", "function_declaration"})
PARTS = ("name", "value", "function", "arguments")
Place = tuple[str, int]
"""A file, and the byte at which something begins in it."""


@dataclass(slots=True)
class Uses:
    """What becomes of a name."""

    made: list[tuple[Place, "Node"]] = field(default_factory=list)
    """The functions that it is declared as."""
    most: int = -1
    """The most arguments that a call gives it, −1 where nothing calls it."""
    strays: bool = False
    """Whether it is used in another way, so that nobody knows what calls it."""


def only_called(scopes: Mapping[str, Scopes], unread: Iterable[str]) -> frozenset[Place]:
    """Return where functions begin whose every call in scripts that share one scope is known.

    `unread` words stand in a script that does not parse, so that any of them may be a call.
    """
    uses = defaultdict[tuple[Scope | None, str], Uses](Uses)
    for file, each in scopes.items():
        for node, scope in each.names:
            name = decoded(node)
            home: Scope | None = scope
            while home is not None and name not in home.declared:
                home = home.parent
            note(uses[None if home is each.all[0] else home, name], node, file)
    for word in unread:
        uses[None, word].strays = True
    return frozenset(
        place
        for use in uses.values()
        for place, function in use.made[:1]
        if len(use.made) == 1 and not use.strays and 0 <= use.most <= taken_by(function)
    )


def note(use: Uses, node: "Node", file: str) -> None:
    """Add one mention of a name to what is known of it."""
    parent = node.parent
    part = {} if parent is None else {name: parent.child_by_field_name(name) for name in PARTS}
    kind = "" if parent is None else parent.type
    made = {"variable_declarator": part.get("value"), "function_declaration": parent}.get(kind)
    given = part.get("arguments")
    if made is not None and part["name"] == node and made.type in MADE:
        use.made.append(((file, made.start_byte), made))
    elif given is not None and kind == "call_expression" and part["function"] == node:
        kinds = [child.type for child in given.named_children if child.type != "comment"]
        use.most = max(use.most, len(kinds))
        use.strays |= "spread_element" in kinds or given.type != "arguments"
    else:
        use.strays = True


def taken_by(function: "Node") -> int:
    """Return how many arguments a function takes by name, −1 where it takes all that come or may wait."""
    if any(child.type == "async" for child in function.children):
        return -1
    if function.child_by_field_name("parameter") is not None:
        return 1
    parameters = function.child_by_field_name("parameters")
    kinds = [each.type for each in parameters.named_children if each.type != "comment"] if parameters else []
    return -1 if "rest_pattern" in kinds else len(kinds)


def is_called_there(function: "Node") -> bool:
    """Tell whether a function is called right where it is made, and given no more than it takes."""
    held = function.parent
    call = held.parent if held is not None and held.type == "parenthesized_expression" else None
    given = call.child_by_field_name("arguments") if call is not None else None
    if call is None or call.type != "call_expression" or given is None or given.type != "arguments":
        return False
    if call.child_by_field_name("function") != held or any(c.type == "optional_chain" for c in call.children):
        return False
    kinds = [child.type for child in given.named_children if child.type != "comment"]
    return "spread_element" not in kinds and len(kinds) <= taken_by(function)


def first_declarations(body: list["Node"], lone: Mapping[int, "Node"]) -> int:
    """Return how many declarations at the beginning of a function's body may stand among its parameters.

    What they say must not mention what is declared after them, which parameters do not see.
    """
    kinds = [each.type for each in body]
    if {"function_declaration", "variable_declaration", "class_declaration"} & {*kinds}:
        return 0
    found = next((at for at, kind in enumerate(kinds) if kind != "lexical_declaration"), len(kinds))
    while found:
        later = {
            name
            for each in body[found:]
            if each.type == "lexical_declaration"
            for part in each.named_children
            for name in bound_names(part.child_by_field_name("name"))
        }
        fits = next((at for at in range(found) if mentions(body[at], later, lone)), found)
        if fits == found:
            return found
        found = fits
    return 0


def mentions(node: "Node", names: set[str], lone: Mapping[int, "Node"]) -> bool:
    """Tell whether any of these words stands in a node, or in the `lone` values that are said in it."""
    stack = [node]
    while stack:
        each = stack.pop()
        if not each.children and decoded(each) in names:
            return True
        stack += each.children
        if each.type in NAMES and each.start_byte in lone:
            stack.append(lone[each.start_byte])
    return False
