"""How each kind of expression is evaluated: names, operators and members here, the others beside."""

from genui.scripts.choices import choice
from genui.scripts.evaluation import EVALUATORS, constant, entry_of, property_name, settled, sum_of, value_of
from genui.scripts.functions import call_value, extends_app, keys_of, read_back
from genui.scripts.literals import array_literal, number, object_literal, template
from genui.scripts.members import member_of
from genui.scripts.parameters import argument_value, arguments_from
from genui.scripts.scopes import FUNCTIONS, Binding, Given, Key, literal_text
from genui.scripts.script import SDK_MODULES, Script
from genui.scripts.tree import Node
from genui.scripts.values import (
    NUMBER,
    UNDEFINED,
    UNKNOWN,
    Const,
    Function,
    Many,
    Record,
    Thing,
    Value,
    either,
    options_of,
)

REST: tuple[Key, ...] = (None,)
"""The path of a parameter that takes all arguments from its own on."""

LOGICAL = frozenset({"||", "&&", "??"})


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


EVALUATORS |= {
    "string": lambda _script, node: Const(literal_text(node)),
    "template_string": template,
    "number": number,
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
    "ternary_expression": choice,
    "assignment_expression": assigned,
    "augmented_assignment_expression": lambda script, node: either((UNKNOWN, assigned(script, node))),
    "object": object_literal,
    "array": array_literal,
    "call_expression": call_value,
    "new_expression": call_value,
    **dict.fromkeys(("parenthesized_expression", "sequence_expression", "await_expression"), last),
    **dict.fromkeys((*FUNCTIONS, "class"), lambda _script, node: Function(node)),
}
