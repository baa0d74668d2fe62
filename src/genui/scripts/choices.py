"""Conditional expressions: what they choose, for conditions that tell something of it."""

from genui.scripts.evaluation import entry_of, property_name, value_of
from genui.scripts.script import Script, arguments_of
from genui.scripts.tree import Node
from genui.scripts.url_checks import looks_at_scheme
from genui.scripts.values import (
    CHECKED_URL,
    DATA,
    UNKNOWN,
    Const,
    Items,
    Many,
    Value,
    either,
    has_data,
    options_of,
)


def choice(script: Script, node: Node) -> Value:
    """Evaluate a conditional expression; what comes of looking at a URL's scheme is a checked URL."""
    condition = node.get("condition")
    known = (
        value_of(script, condition) if condition is not None and condition.kind == "call_expression" else None
    )
    if isinstance(known, Const) and isinstance(known.value, bool):
        return value_of(script, node.get("consequence" if known.value else "alternative"))
    found = [value_of(script, node.get("consequence")), value_of(script, node.get("alternative"))]
    if (listed := one_of_list(script, node)) is not None:
        found[0] = listed
    if any(has_data(one) for one in found) and looks_at_scheme(script, condition):
        found = [CHECKED_URL if one == DATA else one for one in found]
    return either(found)


def one_of_list(script: Script, node: Node) -> Value | None:
    """Return what `known.has(it) ? it : …` chooses, where the list of what is known is constant."""
    condition, chosen = node.get("condition"), node.get("consequence")
    while condition is not None and condition.kind == "parenthesized_expression":
        condition = next(iter(condition.kids), None)
    callee = (
        condition.get("function") if condition is not None and condition.kind == "call_expression" else None
    )
    given = arguments_of(condition) if condition is not None and callee is not None else []
    if callee is None or chosen is None or callee.kind != "member_expression" or len(given) != 1:
        return None
    if property_name(script, callee) not in ("has", "includes") or given[0].text != chosen.text:
        return None
    owners = options_of(value_of(script, callee.get("object")))
    entries = entry_of(either(owners)) if all(isinstance(one, Items | Many) for one in owners) else UNKNOWN
    return entries if all(isinstance(one, Const) for one in options_of(entries)) else None
