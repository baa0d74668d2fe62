"""Parameters said briefly: one name for what a pattern takes apart, and variables of the body among them."""

from typing import TYPE_CHECKING

from genui.javascript.calls import first_declarations, is_called_there
from genui.javascript.scopes import FUNCTIONS, NAMES
from genui.javascript.syntax import decoded
from genui.javascript.tokens import MEMBER, marked
from genui.javascript.writing import Names, Tokens, statements_in, tokens_of, written_in

if TYPE_CHECKING:
    from tree_sitter import Node

PLAIN = frozenset({"shorthand_property_identifier_pattern", "pair_pattern"})
CHANGED = frozenset({"assignment_expression", "augmented_assignment_expression", "update_expression"})


def whole_parameter(arrow: "Node", names: Names) -> Tokens | None:
    """Return the one name for the only parameter of an arrow function, None where its pattern stays.

    `({ a, b }) => a < b` becomes `x => x.a < x.b`: only where each name is used once at most, and at once, so
    that what is read is what was given.
    """
    taken = taken_by(arrow)
    body = arrow.child_by_field_name("body")
    if not taken or not names.marks or body is None or body.type == "statement_block":
        return None
    uses: dict[str, Node] = {}
    stack = [(body, False)]
    while stack:
        node, later = stack.pop()
        if node.type in ("await_expression", "yield_expression"):
            return None
        if node.type in NAMES and (name := decoded(node)) in taken:
            if later or name in uses or is_more_than_read(node):
                return None
            uses[name] = node
        stack += [(child, later or node.type in FUNCTIONS) for child in node.children]
    whole = next(iter(taken.values()))[1]
    short = names.renamed.get(whole.start_byte, decoded(whole))
    for name, node in uses.items():
        names.members[node.start_byte] = [short, marked(MEMBER, taken[name][0])]
    return [short]


def taken_by(arrow: "Node") -> dict[str, tuple[str, "Node"]]:
    """Return the members that the only parameter is taken apart into, with their names, by those names."""
    parameters = arrow.child_by_field_name("parameters")
    given = (
        [] if parameters is None else [each for each in parameters.named_children if each.type != "comment"]
    )
    if len(given) != 1 or given[0].type != "object_pattern":
        return {}
    found: dict[str, tuple[str, Node]] = {}
    for part in given[0].named_children:
        key = part.child_by_field_name("key") if part.type == "pair_pattern" else part
        name = part.child_by_field_name("value") if part.type == "pair_pattern" else part
        if part.type not in PLAIN or key is None or name is None or name.type not in NAMES:
            return {}
        if key.type not in ("property_identifier", part.type):
            return {}
        found[decoded(name)] = decoded(key), name
    return found


def is_more_than_read(name: "Node") -> bool:
    """Tell whether what a name stands for is called or changed, which is something else for a member."""
    parent = name.parent
    if parent is None or parent.type in CHANGED:
        return parent is None or parent.child_by_field_name("right") != name
    if parent.type in ("array_pattern", "object_pattern", "new_expression"):
        return True
    return parent.type == "call_expression" and parent.child_by_field_name("function") == name


def movable(function: "Node", body: "Node", names: Names) -> int:
    """Return how many declarations at its beginning a function can have among its parameters."""
    is_known = function.start_byte in names.called or (names.marks and is_called_there(function))
    known = is_known and body.type == "statement_block"
    since = first_declarations(statements_in(body), names.lone) if known else 0
    return sum(each.start_byte not in names.left for each in statements_in(body)[:since])


def with_declared(head: Tokens, body: "Node", since: int, names: Names) -> Tokens:
    """Return the parameters of a function with its first declarations as such that nobody gives."""
    if not since:
        return head
    found = head[1:-1] if head[0] == "(" else [*head]
    for each in written_in(body, names)[:since]:
        found += [",", *tokens_of(each, names)[1:-1]]
    return ["(", *(found[1:] if found[0] == "," else found), ")"]
