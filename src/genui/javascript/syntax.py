"""The syntax tree of a script, through tree-sitter."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Parser, Tree


@cache
def javascript() -> "Language":
    """Return the grammar."""
    import tree_sitter_javascript
    from tree_sitter import Language

    return Language(tree_sitter_javascript.language())


@cache
def parser() -> "Parser":
    """Return the parser that the whole process shares."""
    from tree_sitter import Parser

    return Parser(javascript())


def parse_script(text: str) -> "Tree":
    """Parse a script; lone surrogates become question marks, as no file could hold them."""
    return parser().parse(text.encode(errors="replace"))


def top_level_names(root: "Node") -> list[str]:
    """Return the names that a script declares outside all functions and blocks."""
    names: list[str] = []
    for statement in root.named_children:
        if statement.type in ("function_declaration", "generator_function_declaration", "class_declaration"):
            names += filter(None, [decoded(statement.child_by_field_name("name"))])
        elif statement.type in ("lexical_declaration", "variable_declaration"):
            for declarator in statement.named_children:
                names += bound_names(declarator.child_by_field_name("name"))
    return names


def bound_names(pattern: "Node | None") -> list[str]:
    """Return the names that a pattern binds: one for a plain name, any number for destructuring."""
    if pattern is None:
        return []
    if pattern.type in ("identifier", "shorthand_property_identifier_pattern"):
        return [decoded(pattern)]
    if pattern.type == "pair_pattern":
        return bound_names(pattern.child_by_field_name("value"))
    if pattern.type in ("assignment_pattern", "object_assignment_pattern"):
        return bound_names(pattern.child_by_field_name("left"))
    return [name for part in pattern.named_children for name in bound_names(part)]


def decoded(node: "Node | None") -> str:
    """Return a node's text."""
    return "" if node is None or node.text is None else node.text.decode()


def takes_one_name(parameters: "Node") -> bool:
    """Tell whether these are an arrow function's parentheses around one plain name."""
    parent = parameters.parent
    names = [child.type for child in parameters.named_children if child.type != "comment"]
    return parent is not None and parent.type == "arrow_function" and names == ["identifier"]


def is_sequence(held: "Node") -> bool:
    """Tell whether parentheses hold several expressions, of which the last counts."""
    return any(child.type == "sequence_expression" for child in held.named_children)
