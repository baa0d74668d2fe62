"""Whether a URL from data is looked at before it is used, by what the code asks and not by its names."""

import re

from genui.scripts.evaluation import value_of
from genui.scripts.scopes import Script
from genui.scripts.tree import FUNCTIONS, Node
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


def looks_at_scheme(script: Script, condition: Node | None, *, depth: int = DEEPEST) -> bool:
    """Tell whether a condition, or what it calls, looks at the scheme of a URL."""
    if condition is None or condition.end - condition.start > LONGEST:
        return False
    if SCHEME.search(condition.text):
        return True
    bindings = (script.binding(node) for node in condition.down()) if depth else ()
    given = [one for binding in bindings if binding is not None for one in binding.given]
    asked = [one.node for one in given if one.how in ("value", "itself") and one.node is not None]
    return any(
        not condition.inside(one)
        and (one.kind in ASKING or ASKS.search(one.text[:LONGEST]))
        and looks_at_scheme(script, one, depth=depth - 1)
        for one in asked
    )


def is_checked(script: Script, value: Node, *, depth: int = DEEPEST) -> bool:
    """Tell whether a URL's scheme is looked at before the value is used here."""
    called = options_of(value_of(script, value.callee)) if value.callee is not None else ()
    if any(isinstance(one, Function) and looks_at_scheme(script, one.node) for one in called):
        return True
    if is_asked_before(script, value):
        return True
    binding = script.binding(value)
    given = [one for one in binding.given if one.node is not None] if binding is not None and depth else []
    return bool(given) and all(
        one.how == "value"
        and not one.path
        and one.node is not None
        and (not has_data(value_of(script, one.node)) or is_checked(script, one.node, depth=depth - 1))
        for one in given
    )


def is_asked_before(script: Script, value: Node) -> bool:
    """Tell whether a condition around a place, or a statement before it, looks at a scheme."""
    inner = value
    for node in value.up():
        conditions = [condition_of(node)]
        if node.kind in ("statement_block", "program"):
            conditions = [condition_of(kid) for kid in node.kids if kid.end <= value.start]
        for condition in conditions:
            if condition is not None and not inner.inside(condition) and looks_at_scheme(script, condition):
                return True
        inner = node
    return False


def condition_of(node: Node) -> Node | None:
    """Return the condition on which a statement or expression does something."""
    while node.kind == "expression_statement" and node.kids:
        node = node.kids[0]
    if node.kind == "binary_expression":
        return node.get("left")
    return node.get("condition") if node.kind != "for_statement" else None
