"""Statements as expressions that do the same: `a && b`, `a ? b : c`, one after another."""

from typing import TYPE_CHECKING

from genui.javascript.levels import AND, ASSIGNMENT, CHOICE, COALESCE, OR, SEQUENCE, UNARY
from genui.javascript.tokens import SEMICOLON
from genui.javascript.writing import Code, Names, Tokens, expression, held, statements_in

if TYPE_CHECKING:
    from tree_sitter import Node

OPENINGS = frozenset({"{", "function", "class", "let"})
"""Tokens at which a statement begins that is no expression."""


def as_expression(node: "Node", names: Names) -> Code | None:
    """Return a statement as an expression that does the same, None where there is none as short."""
    if node.id not in names.known:
        names.known[node.id] = expressed(node, names)
    return names.known[node.id]


def expressed(node: "Node", names: Names) -> Code | None:
    """Make an expression of a statement."""
    if node.type == "expression_statement":
        inside = [child for child in node.named_children if child.type != "comment"]
        if len(inside) != 1 or inside[0].type == "string":
            return None
        return expression(inside[0], names)
    if node.type == "statement_block":
        codes = [as_expression(each, names) for each in statements_in(node)]
        return sequence([code for code in codes if code is not None]) if codes and None not in codes else None
    return as_choice(node, names) if node.type == "if_statement" else None


def said(code: Code) -> Tokens:
    """Return an expression as a statement."""
    tokens = code.tokens if code.tokens[0] not in OPENINGS else ["(", *code.tokens, ")"]
    return [*tokens, SEMICOLON]


def sequence(codes: list[Code]) -> Code:
    """Return expressions one after another as one."""
    if len(codes) == 1:
        return codes[0]
    tokens: Tokens = []
    for code in codes:
        tokens += [",", *held(code, SEQUENCE)]
    return Code(tokens[1:], SEQUENCE)


def condition_of(node: "Node", names: Names) -> Code:
    """Return the condition of a statement."""
    return expression(node.child_by_field_name("condition"), names)  # type: ignore[arg-type]


def as_choice(node: "Node", names: Names) -> Code | None:
    """Return a condition as an expression: `a && b`, `a ? b : c`."""
    then = as_expression(node.child_by_field_name("consequence"), names)  # type: ignore[arg-type]
    other = node.child_by_field_name("alternative")
    if then is None:
        return None
    test = condition_of(node, names)
    if other is not None:
        inside = [child for child in other.named_children if child.type != "comment"]
        otherwise = as_expression(inside[0], names) if len(inside) == 1 else None
        return None if otherwise is None else choice(test, then, otherwise)
    condition = node.child_by_field_name("condition")
    return guarded(test, then, negated=negated(condition, names))  # type: ignore[arg-type]


def negated(condition: "Node", names: Names) -> Code | None:
    """Return the opposite of a condition that begins with an exclamation mark."""
    while condition.type == "parenthesized_expression":
        condition = next(child for child in condition.named_children if child.type != "comment")
    if condition.type != "unary_expression" or condition.children[0].type != "!":
        return None
    return expression(condition.children[-1], names)


def guarded(test: Code, then: Code, *, negated: Code | None = None) -> Code | None:
    """Return `a && b`, or `a || b` for a condition turned round; None where `if` is as short."""
    if negated is not None:
        return Code([*held(negated, OR), "||", *held(then, OR)], OR)
    extra = 2 * (test.level < AND) + 2 * (then.level < AND)
    return Code([*held(test, AND), "&&", *held(then, AND)], AND) if extra <= 2 else None


def choice(test: Code, then: Code, otherwise: Code) -> Code:
    """Return `a ? b : c`, the other way round for `!a`."""
    while test.level == UNARY and test.tokens[0] == "!":
        test, then, otherwise = Code(test.tokens[1:], UNARY), otherwise, then
    return Code(
        [*held(test, COALESCE), "?", *held(then, ASSIGNMENT), ":", *held(otherwise, ASSIGNMENT)],
        CHOICE,
    )
