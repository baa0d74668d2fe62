"""Whether a URL from data is looked at before it is used, by what the code asks and not by its names."""

import re

from genui.scripts.evaluation import value_of
from genui.scripts.scopes import FUNCTIONS
from genui.scripts.script import Script
from genui.scripts.tree import Node
from genui.scripts.values import Function, has_data, options_of

SCHEME = re.compile(r"http|protocol|mailto", re.IGNORECASE)
"""What code asks about that looks at a URL's scheme."""

DEEPEST = 4
"""Names followed one to another."""

LONGEST = 2000
"""Bytes of code that may be one check; in a whole program the words say nothing."""

ASKING = FUNCTIONS | {"regex", "array"}
ASKS = re.compile(r"\.(test|match|exec|startsWith|includes|some|has)\(|new Set\(|[=!]==?")
"""What a name is given that answers yes or no, or is asked; anything else only mentions schemes."""

CONDITIONAL = frozenset({"if_statement", "ternary_expression", "while_statement"})


def looks_at_scheme(script: Script, condition: Node | None, *, depth: int = DEEPEST) -> bool:
    """Tell whether a condition, or what it calls, looks at the scheme of a URL."""
    if condition is None or condition.end - condition.start > LONGEST:
        return False
    if SCHEME.search(condition.text):
        return True
    if depth == 0:
        return False
    for node in (condition, *condition.down()):
        binding = script.names.bound.get(node) if node.kind == "identifier" else None
        for given in binding.given if binding is not None else ():
            if (
                given.how in ("value", "own")
                and given.node is not None
                and not node.inside(given.node)
                and (given.node.kind in ASKING or ASKS.search(given.node.text[:LONGEST]))
                and looks_at_scheme(script, given.node, depth=depth - 1)
            ):
                return True
    return False


def is_checked(script: Script, value: Node, *, depth: int = DEEPEST) -> bool:
    """Tell whether a URL's scheme is looked at before the value is used here."""
    while value.kind == "parenthesized_expression" and value.kids:
        value = value.kids[-1]
    callee = value.get("function")
    for called in options_of(value_of(script, callee)) if callee is not None else ():
        if isinstance(called, Function) and looks_at_scheme(script, called.node):
            return True
    return is_asked_before(script, value) or (depth > 0 and holds_checked(script, value, depth - 1))


def holds_checked(script: Script, value: Node, depth: int) -> bool:
    """Tell whether a value is a name, and everything that it is given and may be data was looked at."""
    binding = script.names.bound.get(value)
    given = [one for one in binding.given if one.node is not None] if binding is not None else []
    return bool(given) and all(
        one.how == "value"
        and not one.path
        and one.node is not None
        and (not has_data(value_of(script, one.node)) or is_checked(script, one.node, depth=depth))
        for one in given
    )


def is_asked_before(script: Script, value: Node) -> bool:
    """Tell whether a condition around a place, or a statement before it, looks at a scheme."""
    inner = value
    for node in value.up():
        condition = node.get("condition") if node.kind in CONDITIONAL else None
        if node.kind == "binary_expression":
            condition = node.get("left")
        if condition is not None and not inner.inside(condition) and looks_at_scheme(script, condition):
            return True
        if node.kind in ("statement_block", "program"):
            for kid in node.kids:
                if kid.end <= value.start and looks_at_scheme(script, asked(kid)):
                    return True
        inner = node
    return False


def asked(statement: Node) -> Node | None:
    """Return the condition of a statement that does something only if that holds."""
    if statement.kind == "expression_statement" and statement.kids:
        statement = statement.kids[0]
    if statement.kind == "binary_expression":
        return statement.get("left")
    return statement.get("condition") if statement.kind in CONDITIONAL else None
