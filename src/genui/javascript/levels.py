"""How tightly expressions hold together: which parentheses say something, and which do not."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

SEQUENCE, ASSIGNMENT, CHOICE, COALESCE, OR, AND = range(6)
UNARY, CALL = 15, 17
OPERATORS = {
    "??": COALESCE,
    "||": OR,
    "&&": AND,
    "|": 6,
    "^": 7,
    "&": 8,
    **dict.fromkeys(("==", "!=", "===", "!=="), 9),
    **dict.fromkeys(("<", ">", "<=", ">=", "in", "instanceof"), 10),
    **dict.fromkeys(("<<", ">>", ">>>"), 11),
    **dict.fromkeys("+-", 12),
    **dict.fromkeys("*/%", 13),
    "**": 14,
}
LEVELS = {
    "sequence_expression": SEQUENCE,
    **dict.fromkeys(
        ("assignment_expression", "augmented_assignment_expression", "arrow_function", "yield_expression"),
        ASSIGNMENT,
    ),
    "ternary_expression": CHOICE,
    **dict.fromkeys(("unary_expression", "await_expression"), UNARY),
    "update_expression": 16,
}
"""The levels of what is neither a binary expression nor held together by itself."""

PLACES = {
    **dict.fromkeys(("arguments", "array", "pair", "spread_element", "variable_declarator"), ASSIGNMENT),
    **dict.fromkeys(("return_statement", "throw_statement", "template_substitution"), SEQUENCE),
    **dict.fromkeys(("expression_statement", "parenthesized_expression"), SEQUENCE),
    **dict.fromkeys(("unary_expression", "await_expression"), UNARY),
}
"""The least level of an expression that stands in a node without parentheses, wherever it stands there."""

LOOSE = frozenset(
    {"object", "function_expression", "generator_function", "class", "object_pattern", "function"}
)
"""What would be read as something else at the beginning of a statement."""

SUM = OPERATORS["+"]
SUMMED = frozenset(
    {"arguments", "array", "arrow_function", "assignment_expression", "assignment_pattern", "pair"}
    | {"augmented_assignment_expression", "object_assignment_pattern", "parenthesized_expression"}
    | {"return_statement", "ternary_expression", "template_substitution", "variable_declarator"}
)
"""Nodes in which a sum may stand as it is."""

EQUALITY = frozenset({"===", "!==", "==", "!=", "&&", "||", "??"})
PLAIN_TEXT = re.compile(r'[^"\\\r\n`\ue000\ue001]*')


def level_of(node: "Node") -> int:
    """Return the level of an expression; parentheses hold whatever is in them."""
    if node.type == "binary_expression":
        return OPERATORS[operator(node)]
    if node.type == "template_string" and summed(node):
        return SUM
    return LEVELS.get(node.type, CALL)


def template_parts(node: "Node") -> list["str | Node"]:
    """Return the texts and the expressions of a template in order, less texts with nothing in them."""
    source, at = node.text or b"", 1
    found: list[str | Node] = []
    for part in node.children:
        if part.type == "template_substitution":
            found.append(source[at : part.start_byte - node.start_byte].decode())
            found += [child for child in part.named_children if child.type != "comment"][:1]
            at = part.end_byte - node.start_byte
    return [part for part in (*found, source[at:-1].decode()) if part != ""]


def summed(node: "Node") -> bool:
    """Tell whether a template is shorter as a sum, which is a text as soon as one of the first two is."""
    parts, of = template_parts(node), node.parent
    texts = [part for part in parts if isinstance(part, str)]
    if of is None or not any(isinstance(part, str) for part in parts[:2]):
        return False
    if of.type == "call_expression" or not all(map(PLAIN_TEXT.fullmatch, texts)):
        return False
    sign = operator(of) if of.type == "binary_expression" else ""
    is_added = sign == "+" and (of.child_by_field_name("left") == node or isinstance(parts[0], str))
    if not (is_added or sign in EQUALITY or of.type in SUMMED):
        return False
    held = sum(level_of(part) < SUM + (at > 0) for at, part in enumerate(parts) if not isinstance(part, str))
    as_template = 2 + 3 * (len(parts) - len(texts))
    return 2 * len(texts) + len(parts) - 1 + 2 * held < as_template


def operator(node: "Node") -> str:
    """Return the operator of a binary expression."""
    sign = node.child_by_field_name("operator")
    return sign.type if sign is not None else "in"


def needless(node: "Node") -> "Node | None":
    """Return what parentheses hold where it means the same without them."""
    parent = node.parent
    inside = [child for child in node.named_children if child.type != "comment"]
    while len(inside) == 1 and inside[0].type == "parenthesized_expression":
        inside = [child for child in inside[0].named_children if child.type != "comment"]
    if parent is None or len(inside) != 1 or begins(inside[0]).type in LOOSE:
        return None
    inner = inside[0]
    if inner.type == "binary_expression" and operator(inner) == "in":
        return None
    least = least_level(node, parent, inner)
    return inner if least is not None and level_of(inner) >= least else None


def least_level(node: "Node", parent: "Node", inner: "Node") -> int | None:
    """Return the least level that needs no parentheses in the place of a node, None where they stay."""
    kind = parent.type
    if kind == "binary_expression":
        return beside(node, parent, inner)
    if kind == "ternary_expression":
        return COALESCE if parent.child_by_field_name("condition") == node else ASSIGNMENT
    if kind in ("assignment_expression", "augmented_assignment_expression"):
        return ASSIGNMENT if parent.child_by_field_name("right") == node else None
    if kind == "arrow_function":
        return ASSIGNMENT if parent.child_by_field_name("body") == node else None
    if kind == "subscript_expression":
        return SEQUENCE if parent.child_by_field_name("index") == node else None
    if kind in ("variable_declarator", "pair") and parent.child_by_field_name("value") != node:
        return None
    return PLACES.get(kind)


def beside(node: "Node", parent: "Node", inner: "Node") -> int | None:
    """Return the least level of an operand; `??` never stands beside `||` and `&&`."""
    outer = operator(parent)
    mixed = {outer, operator(inner)} if inner.type == "binary_expression" else {outer}
    if outer in ("**", "in") or "in" in mixed or ("??" in mixed and mixed & {"||", "&&"}):
        return None
    left = parent.child_by_field_name("left") == node
    return OPERATORS[outer] + (0 if left or mixed in ({"&&"}, {"||"}, {"??"}) else 1)


def begins(node: "Node") -> "Node":
    """Return the outermost first part of an expression that decides how a statement of it is read."""
    while node.type not in LOOSE and node.children and node.type not in ("parenthesized_expression", "array"):
        if node.type in ("arrow_function", "template_string", "string", "regex"):
            break
        node = node.children[0]
    return node
