"""Scripts and styles as rules read them: what is referred to, called and assigned."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

from genui.javascript import javascript

if TYPE_CHECKING:
    from tree_sitter import Node, Query, Tree

CAPTURES = """
(ERROR) @error
(MISSING) @missing
(identifier) @name
(shorthand_property_identifier) @name
(call_expression) @call
(new_expression) @call
(member_expression) @member
(subscript_expression) @member
(assignment_expression left: (_) @assigned)
(augmented_assignment_expression left: (_) @assigned)
(string) @string
(template_string) @string
(variable_declarator name: (identifier) @declared)
(function_declaration name: (identifier) @declared)
(generator_function_declaration name: (identifier) @declared)
(class_declaration name: (identifier) @declared)
(function_expression name: (identifier) @declared)
(class name: (identifier) @declared)
(formal_parameters (identifier) @declared)
(arrow_function parameter: (identifier) @declared)
(for_in_statement left: (identifier) @declared)
(catch_clause parameter: (identifier) @declared)
(assignment_pattern left: (identifier) @declared)
(array_pattern (identifier) @declared)
(rest_pattern (identifier) @declared)
(pair_pattern value: (identifier) @declared)
(shorthand_property_identifier_pattern) @declared
(import_specifier (identifier) @declared)
(import_clause (identifier) @declared)
(namespace_import (identifier) @declared)
"""
"""What rules ask about, found in one pass."""


@cache
def captures() -> "Query":
    """Return the compiled query."""
    from tree_sitter import Query

    return Query(javascript(), CAPTURES)


@dataclass(frozen=True)
class Script:
    """A parsed script and where it stands in its page."""

    text: str
    line: int
    column: int
    tree: "Tree"

    @cached_property
    def found(self) -> "dict[str, list[Node]]":
        """The nodes of interest by their kind, in source order."""
        from tree_sitter import QueryCursor

        nodes = QueryCursor(captures()).captures(self.tree.root_node)
        return {kind: sorted(some, key=lambda node: node.start_byte) for kind, some in nodes.items()}

    @cached_property
    def declared(self) -> frozenset[str]:
        """The names that the script itself declares, anywhere."""
        return frozenset(text_of(node) for node in self.found.get("declared", ()))

    def place(self, node: "Node") -> tuple[int, int]:
        """Return line and column of a node in the page; columns count bytes, as tree-sitter's do."""
        row, column = node.start_point
        return self.line + row, (self.column if row == 0 else 1) + column


def text_of(node: "Node") -> str:
    """Return a node's source text."""
    return (node.text or b"").decode(errors="replace")


def literal(node: "Node | None") -> str | None:
    """Return the value of a string literal, or of a template without expressions; None for all else."""
    if node is None or node.type not in ("string", "template_string"):
        return None
    parts = node.named_children
    if any(part.type == "template_substitution" for part in parts):
        return None
    return "".join(text_of(part) for part in parts)


def property_of(node: "Node") -> str | None:
    """Return which property a member or subscript expression names; None where only running it tells."""
    if node.type == "member_expression":
        name = node.child_by_field_name("property")
        return None if name is None else text_of(name)
    return literal(node.child_by_field_name("index"))


def object_of(node: "Node") -> str:
    """Return the source text of a member expression's object."""
    found = node.child_by_field_name("object")
    return "" if found is None else text_of(found)


def callee_of(node: "Node") -> "Node | None":
    """Return what a call or new expression calls."""
    return node.child_by_field_name("function") or node.child_by_field_name("constructor")


def first_argument(node: "Node") -> "Node | None":
    """Return the first argument of a call or new expression."""
    arguments = node.child_by_field_name("arguments")
    some = [] if arguments is None else [n for n in arguments.named_children if n.type != "comment"]
    return some[0] if some else None
