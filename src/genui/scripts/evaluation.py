"""Evaluation: what an expression may come to, from constants, scopes and what is given to names."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from genui.scripts.scopes import Binding, Key
from genui.scripts.script import Script
from genui.scripts.tree import Node
from genui.scripts.values import (
    DATA,
    NUMBER,
    UNDEFINED,
    UNKNOWN,
    Const,
    Items,
    Many,
    Value,
    either,
    has_data,
    joined,
    options_of,
    text_of,
)

DEEPEST = 60
"""Expressions evaluated inside one another; what lies deeper is not known."""

MOST_STEPS = 12_000
"""Evaluations after which a value that was cut from a circle is kept as it is."""

T = TypeVar("T", Node, Binding)
Evaluate = Callable[[Script, Node], Value]

EVALUATORS: dict[str, Evaluate] = {}
"""How each kind of expression is evaluated, entered by genui.scripts.expressions; others are not known."""


def value_of(script: Script, node: Node | None) -> Value:
    """Return what an expression may come to."""
    if node is None:
        return UNDEFINED
    known = script.memo.get(node)
    if known is not None:
        return known
    evaluate = EVALUATORS.get(node.kind)
    return UNKNOWN if evaluate is None else settled(script, node, evaluate)


def settled(script: Script, thing: T, evaluate: Callable[[Script, T], Value]) -> Value:
    """Evaluate a thing and keep its value; a circle of names is cut where it closes.

    What was found inside a cut circle is not kept, so that no value depends on where the circle was entered,
    unless a script takes too many steps.
    """
    busy = script.busy
    if thing in busy or len(busy) > DEEPEST:
        script.is_cut = True
        return UNKNOWN
    busy.add(thing)
    script.steps += 1
    try:
        value = evaluate(script, thing)
    finally:
        busy.remove(thing)
    if not busy or not script.is_cut or script.steps > MOST_STEPS:
        script.memo[thing] = value
    script.is_cut = script.is_cut and bool(busy)
    return value


def value_given(script: Script, node: Node, assumed: Mapping[Binding, Value]) -> Value:
    """Return what an expression may come to where some names hold what is assumed."""
    # What lies outside the expression is found first, without the assumption, and kept.
    value_of(script, node)
    inside: dict[Node | Binding, Value] = {
        one: script.memo.pop(one) for one in (node, *node.down()) if one in script.memo
    }
    outside = len(script.memo)
    script.assumed = dict(assumed)
    try:
        return value_of(script, node)
    finally:
        script.assumed = {}
        while len(script.memo) > outside:
            script.memo.popitem()
        script.memo.update(inside)


def constant(script: Script, node: Node | None) -> str | None:
    """Return the text of an expression that is constant."""
    return text_of(value_of(script, node))


def property_name(script: Script, node: Node) -> Key:
    """Return which member an expression names; None where only running it tells."""
    if node.kind == "member_expression":
        name = node.get("property")
        return name.name if name is not None else None
    value = value_of(script, node.get("index"))
    plain = value.value if isinstance(value, Const) else None
    if isinstance(plain, int | float) and not isinstance(plain, bool):
        return int(plain)
    return text_of(value)


def entry_of(value: Value) -> Value:
    """Return what an entry of an array, or of what is iterated, may be."""
    return either(entry for option in options_of(value) for entry in entries_in(option))


def entries_in(value: Value) -> tuple[Value, ...]:
    """Return the entries that one value may have."""
    match value:
        case Items(entries):
            return entries or (UNKNOWN,)
        case Many(entry):
            return (entry,)
        case Const(str(text)):
            return tuple(Const(character) for character in text[:50]) or (UNKNOWN,)
    return (DATA,) if has_data(value) else (UNKNOWN,)


def sum_of(values: list[Value]) -> Value:
    """Return what `+` makes of values."""
    if all(value == NUMBER for value in values):
        return NUMBER
    plain = [value.value for value in values if isinstance(value, Const)]
    if len(plain) == len(values) and all(
        isinstance(one, int | float) and not isinstance(one, bool) for one in plain
    ):
        return Const(sum(one for one in plain if isinstance(one, int | float)))
    return joined(*values)
