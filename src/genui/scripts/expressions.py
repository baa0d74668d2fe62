"""How each kind of expression is evaluated, and whether a URL from data is looked at before it is used.

Whether it is looked at is told by what the code asks, not by its names. Calls stand beside.
"""

import re

from genui.scripts.calls import call_value
from genui.scripts.evaluation import (
    EVALUATORS,
    binding_value,
    known_key,
    member_of,
    property_name,
    template_value,
    value_of,
)
from genui.scripts.scopes import Script, constant_key
from genui.scripts.tree import FUNCTIONS, LOGICAL, MEMBERS, Node
from genui.scripts.values import (
    CHECKED_URL,
    DATA,
    NUMBER,
    UNDEFINED,
    UNKNOWN,
    Const,
    Escaped,
    Function,
    Record,
    Thing,
    Value,
    added,
    either,
    entry_of,
    has_data,
    options_of,
)

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
    asked = [one.node for one in given if one.how == "value"]
    return any(
        not condition.inside(one)
        and (one.kind in ASKING or ASKS.search(one.text[:LONGEST]))
        and looks_at_scheme(script, one, depth=depth - 1)
        for one in asked
    )


def is_checked(script: Script, value: Node, *, depth: int = DEEPEST) -> bool:
    """Tell whether a URL's scheme is looked at before the value is used here."""
    called = options_of(value_of(script, value.callee)) if value.callee is not None else ()
    is_asking = any(isinstance(one, Function) and looks_at_scheme(script, one.node) for one in called)
    if is_asking or is_asked_before(script, value):
        return True
    binding = script.binding(value)
    given = binding.given if binding is not None and depth else []
    return bool(given) and all(
        one.how == "value"
        and not one.path
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
    return node.get("condition") if node.kind != "for_statement" else None


def identifier(script: Script, node: Node) -> Value:
    """Evaluate a name; one that no script declares is the browser's."""
    if (binding := script.binding(node)) is not None:
        return binding_value(script, binding)
    return Thing(node.name)


def binary(script: Script, node: Node) -> Value:
    """Evaluate an operator between two expressions; chains of `+` without recursion."""
    if node.operator in LOGICAL:
        return either((value_of(script, node.get("left")), value_of(script, node.get("right"))))
    if node.operator != "+":
        return NUMBER
    operands: list[Node] = []
    while node.operator == "+" and node.kind == "binary_expression":
        operands.append(node.fields["right"])
        node = node.fields["left"]
    return added([value_of(script, one) for one in (node, *reversed(operands))])


def choice(script: Script, node: Node) -> Value:
    """Evaluate a conditional expression; what comes of looking at a URL's scheme is a checked URL."""
    condition = node.get("condition")
    branches = [value_of(script, node.get(name)) for name in ("consequence", "alternative")]
    found = [option for branch in branches for option in options_of(branch)]
    if DATA in found and looks_at_scheme(script, condition):
        found = [CHECKED_URL if one == DATA else one for one in found]
    return either(found)


def member(script: Script, node: Node) -> Value:
    """Evaluate the access of a member."""
    target, key = node.owner, property_name(script, node)
    if key == "innerHTML" and is_text_holder(script, target):
        return Escaped(frozenset("&<>"))
    if key == "constructor" and target is not None and target.kind == "member_expression":
        # A method of the script's own, whatever object has it, was made by Function.
        own = (method.get("name") for method in script.source.nodes("method_definition"))
        if any(name is not None and name.name == target.member for name in own):
            return Thing("Function")
    return member_of(script, value_of(script, target), key)


def is_text_holder(script: Script, target: Node | None) -> bool:
    """Tell whether only text is put into an element, so that its innerHTML is that text, escaped."""
    binding = script.binding(target)
    around = [use.parent for use in binding.uses] if binding is not None else []
    puts = {one.member for one in around if one is not None and one.is_target}
    return bool(puts) and puts <= {"textContent", "innerText"}


def this(script: Script, node: Node) -> Value:
    """Evaluate `this`, as far as it may be the window, or an object of the script's own."""
    home = next((up for up in node.up() if up.kind in THIS_MAKING), None)
    parent = home.parent if home is not None else None
    if home is None or parent is None:
        return UNDEFINED if script.module else Thing("window")
    if "class_body" in (home.kind, parent.kind):
        return UNKNOWN
    if parent.kind == "object" and home.kind == "method_definition":
        # An object that is handed on may be mixed into another, of which nothing is known.
        is_named = parent.parent is not None and parent.parent.kind in KEEPING
        return Record({}, UNKNOWN) if is_named else UNKNOWN
    # A function that is passed on is called by whom it is passed to, as a timer calls it: on the window.
    kept = script.module or parent.kind in ("pair", "assignment_expression")
    return Thing("window") if parent.kind == "arguments" or not kept else UNKNOWN


THIS_MAKING = (FUNCTIONS - {"arrow_function"}) | {"class_body"}
KEEPING = frozenset({"variable_declarator", "assignment_expression"})


def number(_script: Script, node: Node) -> Value:
    """Evaluate a number."""
    text = node.text.replace("_", "").rstrip("n").lower()
    try:
        return Const(int(text, 0) if text[:2] in ("0x", "0o", "0b") else float(text))
    except ValueError:
        return NUMBER


def object_literal(script: Script, node: Node) -> Value:
    """Evaluate an object literal."""
    members: dict[str | int, Value] = {}
    others: list[Value] = []
    for kid in node.kids:
        if kid.kind == "method_definition":
            members[kid.fields["name"].name] = Function(kid)
        elif kid.kind == "spread_element":
            for option in options_of(value_of(script, kid.kids[0])):
                if isinstance(option, Record):
                    members |= option.members
                rest = option.others if isinstance(option, Record) else UNKNOWN
                others += [] if rest is None else [DATA if has_data(option) else rest]
        else:
            key = known_key(script, constant_key(kid.get("key") or kid))
            value = value_of(script, kid.get("value") or kid)
            if key is None:
                others.append(value)
            else:
                members[key] = value
    return Record(members, either(others) if others else None)


def array_literal(script: Script, node: Node) -> Value:
    """Evaluate an array literal."""
    if not any(kid.kind == "spread_element" for kid in node.kids):
        return Record({index: value_of(script, kid) for index, kid in enumerate(node.kids)})
    return Record({}, either(spread_value(script, kid) for kid in node.kids))


def spread_value(script: Script, node: Node) -> Value:
    """Return what a list gets from one entry or argument of a literal: any entry of what is spread."""
    if node.kind == "spread_element":
        return entry_of(value_of(script, node.kids[0] if node.kids else None))
    return value_of(script, node)


def last(script: Script, node: Node) -> Value:
    """Evaluate a sequence, or what merely wraps an expression."""
    return value_of(script, node.kids[-1] if node.kids else None)


def assigned(script: Script, node: Node) -> Value:
    """Evaluate an assignment."""
    value = value_of(script, node.get("right"))
    return value if node.kind == "assignment_expression" else either((UNKNOWN, value))


EVALUATORS |= {
    "string": lambda _script, node: Const(node.name),
    "template_string": template_value,
    "number": number,
    "true": lambda _script, _node: Const(True),  # noqa: FBT003
    "false": lambda _script, _node: Const(False),  # noqa: FBT003
    "this": this,
    "binary_expression": binary,
    # Also `-1` and `void 0`: nothing that could be markup, and no rule asks for more.
    "unary_expression": lambda _script, _node: NUMBER,
    "update_expression": lambda _script, _node: NUMBER,
    "ternary_expression": choice,
    "object": object_literal,
    "array": array_literal,
    "call_expression": call_value,
    "new_expression": call_value,
    **dict.fromkeys(("null", "undefined"), lambda _script, _node: UNDEFINED),
    **dict.fromkeys(("identifier", "shorthand_property_identifier"), identifier),
    **dict.fromkeys(MEMBERS, member),
    **dict.fromkeys(("assignment_expression", "augmented_assignment_expression"), assigned),
    **dict.fromkeys(("parenthesized_expression", "sequence_expression", "await_expression"), last),
    **dict.fromkeys((*FUNCTIONS, "class", "class_declaration"), lambda _script, node: Function(node)),
}
