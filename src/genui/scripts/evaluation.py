"""Evaluation: what an expression may come to, from constants, scopes and what is given to names."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, TypeVar

from genui.scripts.members import member_of
from genui.scripts.scopes import FUNCTIONS, Binding, Given, Key, literal_text
from genui.scripts.script import SDK_MODULES, Script
from genui.scripts.tree import Node
from genui.scripts.values import (
    DATA,
    NUMBER,
    UNDEFINED,
    UNKNOWN,
    Const,
    Function,
    Items,
    Many,
    Record,
    Thing,
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

REST: tuple[Key, ...] = (None,)
"""The path of a parameter that takes all arguments from its own on."""

T = TypeVar("T", Node, Binding)


def later(module: str, name: str) -> Callable[..., Any]:
    """Return a function of a module that builds on this one."""

    @cache
    def function() -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(import_module(f"genui.scripts.{module}"), name)
        return found

    return lambda *given: function()(*given)


argument_value = later("parameters", "argument_value")
arguments_from = later("parameters", "arguments_from")
keys_of = later("functions", "keys_of")
read_back = later("functions", "read_back")

LOGICAL = frozenset({"||", "&&", "??"})


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


def identifier(script: Script, node: Node) -> Value:
    """Evaluate a name."""
    binding = script.names.bound.get(node)
    if binding is not None:
        return binding_value(script, binding)
    name = node.name
    if name == "undefined":
        return UNDEFINED
    for other in script.others:
        if (found := other.names.top.names.get(name)) is not None and not other.module:
            return binding_value(other, found)
    return Thing(name)


def binding_value(script: Script, binding: Binding) -> Value:
    """Return what a declared name may hold."""
    if binding in script.assumed:
        return script.assumed[binding]
    return script.memo.get(binding) or settled(script, binding, all_given)


def all_given(script: Script, binding: Binding) -> Value:
    """Return what everything that is given to a name comes to."""
    values = [given_value(script, given) for given in binding.given if given.how != "added"]
    more = [given_value(script, given) for given in binding.given if given.how == "added"]
    entries = [value_of(script, node) for node in script.added.get(binding, ())]
    value = either(values) if values else UNDEFINED
    if more:
        value = sum_of([value if value != UNDEFINED else Const(""), *more])
    return value if not entries else either([*options_of(value), Many(either(entries))])


def given_value(script: Script, given: Given) -> Value:
    """Return what one way of giving a value gives."""
    if given.how == "import":
        return imported(given)
    if given.how == "own" and given.node is not None:
        return Function(given.node)
    value: Value
    if given.how == "param" and given.node is not None:
        passed = arguments_from if given.path == REST else argument_value
        value = passed(script, given.node, given.place)
    else:
        value = value_of(script, given.node) if given.node is not None else UNKNOWN
    if given.how == "item":
        value = entry_of(value)
    elif given.how == "key":
        value = keys_of(value)
    for key in given.path:
        if key is None:
            continue
        if isinstance(key, Node):
            key = constant(script, key)
        value = member_of(script, value, key)
    return value


def imported(given: Given) -> Value:
    """Return what an import gives."""
    module = given.node.get("source") if given.node is not None else None
    if module is None or literal_text(module) not in SDK_MODULES:
        return UNKNOWN
    key = given.path[0] if given.path else "*"
    return Thing(f"sdk.{key}")


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


def binary(script: Script, node: Node) -> Value:
    """Evaluate an operator between two expressions; chains of `+` without recursion."""
    operator = node.get("operator")
    sign = operator.text if operator is not None else ""
    if sign in LOGICAL:
        left, right = value_of(script, node.get("left")), value_of(script, node.get("right"))
        if sign != "&&" and isinstance(left, Const):
            empty = left.value is None if sign == "??" else not left.value
            return right if empty else left
        return either((left, right))
    if sign != "+":
        return NUMBER
    operands: list[Node] = []
    at: Node | None = node
    while at is not None and at.kind == "binary_expression" and is_plus(at):
        if (right_node := at.get("right")) is not None:
            operands.append(right_node)
        at = at.get("left")
    if at is not None:
        operands.append(at)
    return sum_of([value_of(script, one) for one in reversed(operands)])


def is_plus(node: Node) -> bool:
    """Tell whether a binary expression is a sum."""
    operator = node.get("operator")
    return operator is not None and operator.text == "+"


def unary(script: Script, node: Node) -> Value:
    """Evaluate an operator before an expression."""
    operator, argument = node.get("operator"), node.get("argument")
    sign = operator.text if operator is not None else ""
    if sign == "void":
        return UNDEFINED
    value = value_of(script, argument) if sign in "+-" else None
    if isinstance(value, Const) and isinstance(value.value, int | float):
        return Const(-value.value if sign == "-" else value.value)
    return NUMBER


def member(script: Script, node: Node) -> Value:
    """Evaluate the access of a member."""
    target = node.get("object")
    key = property_name(script, node)
    value = member_of(script, value_of(script, target), key)
    if key == "constructor" and target is not None and target.kind == "member_expression":
        asked = target.get("property")
        named = (one.get("name") for one in script.source.nodes("method_definition"))
        if asked is not None and any(one is not None and one.name == asked.name for one in named):
            return Thing("Function")
    if key == "innerHTML" and target is not None and target in script.names.bound:
        kept: Value | None = read_back(script, script.names.bound[target])
        return kept or value
    return value


def this(script: Script, node: Node) -> Value:
    """Evaluate `this`, as far as it may be the window, or an object of the script's own."""
    for up in node.up():
        parent = up.parent
        if up.kind == "method_definition" and is_own_object(parent):
            return Record({}, whole=False)
        if up.kind == "class_body":
            return Thing("app") if parent is not None and extends_app(script, parent) else UNKNOWN
        if up.kind == "class_static_block" or (up.kind == "method_definition" and not is_in_class(up)):
            return UNKNOWN
        if up.kind == "method_definition":
            continue
        if up.kind in FUNCTIONS and up.kind != "arrow_function":
            passed = parent is not None and parent.kind == "arguments"
            kept = parent is not None and parent.kind in ("pair", "assignment_expression")
            return Thing("window") if passed or not (script.module or kept) else UNKNOWN
    return UNDEFINED if script.module else Thing("window")


def is_in_class(method: Node) -> bool:
    """Tell whether a method is a class's, not an object's."""
    return method.parent is not None and method.parent.kind == "class_body"


def extends_app(script: Script, node: Node) -> bool:
    """Tell whether a class is one of the SDK's App."""
    heritage = next((kid for kid in node.kids if kid.kind == "class_heritage"), None)
    base = options_of(value_of(script, heritage.kids[0])) if heritage is not None and heritage.kids else ()
    return any(one in (Thing("sdk.App"), Thing("App")) for one in base)


def is_own_object(node: Node | None) -> bool:
    """Tell whether an object literal is given a name, and not to a function that may mix it into another."""
    around = node.parent if node is not None and node.kind == "object" else None
    return around is not None and around.kind in ("variable_declarator", "assignment_expression")


def last(script: Script, node: Node) -> Value:
    """Evaluate a sequence, or what merely wraps an expression."""
    return value_of(script, node.kids[-1] if node.kids else None)


def assigned(script: Script, node: Node) -> Value:
    """Evaluate an assignment."""
    return value_of(script, node.get("right"))


Evaluate = Callable[[Script, Node], Value]

EVALUATORS: Mapping[str, Evaluate] = {
    "string": lambda _script, node: Const(literal_text(node)),
    "template_string": later("literals", "template"),
    "number": later("literals", "number"),
    "true": lambda _script, _node: Const(True),  # noqa: FBT003
    "false": lambda _script, _node: Const(False),  # noqa: FBT003
    "null": lambda _script, _node: UNDEFINED,
    "undefined": lambda _script, _node: UNDEFINED,
    "identifier": identifier,
    "shorthand_property_identifier": identifier,
    "this": this,
    "member_expression": member,
    "subscript_expression": member,
    "binary_expression": binary,
    "unary_expression": unary,
    "update_expression": lambda _script, _node: NUMBER,
    "ternary_expression": later("choices", "choice"),
    "assignment_expression": assigned,
    "augmented_assignment_expression": lambda script, node: either((UNKNOWN, assigned(script, node))),
    "object": later("literals", "object_literal"),
    "array": later("literals", "array_literal"),
    "call_expression": later("functions", "call_value"),
    "new_expression": later("functions", "call_value"),
    **dict.fromkeys(("parenthesized_expression", "sequence_expression", "await_expression"), last),
    **dict.fromkeys((*FUNCTIONS, "class"), lambda _script, node: Function(node)),
}
"""How each kind of expression is evaluated; the others are not known."""
