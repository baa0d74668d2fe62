"""Evaluation: what an expression may come to, from constants, scopes and what is given to names and members.

Nothing runs and no order is kept: a name may hold whatever it is given anywhere in its script, a parameter
whatever its function is called with. What cannot be told is not known, and rules decide what that means.
"""

from collections.abc import Callable

from genui.scripts.scopes import SDK_MODULES, Binding, Given, Key, Script
from genui.scripts.tree import Node, unescaped
from genui.scripts.values import (
    UNDEFINED,
    UNKNOWN,
    Const,
    Function,
    Record,
    Thing,
    Value,
    added,
    either,
    entry_of,
    joined,
    keys_of,
    one_member,
    options_of,
    text_of,
)

DEEPEST = 60
"""Expressions evaluated inside one another; what lies deeper is not known."""

MOST_STEPS = 3_000
"""Evaluations after which a value that was cut from a circle is kept as it is."""

EVALUATORS: dict[str, Callable[[Script, Node], Value]] = {}
"""How each kind of expression is evaluated, entered by genui.scripts.expressions; others are not known."""

ARGUMENTS: list[Callable[[Script, Given], Value]] = []
"""How arguments are found, entered by genui.scripts.arguments, which itself evaluates expressions."""

ADDING = frozenset({"push", "unshift", "add"})


def value_of(script: Script, node: Node | None) -> Value:
    """Return what an expression may come to."""
    if node is None:
        return UNDEFINED
    evaluate = EVALUATORS.get(node.kind)
    return UNKNOWN if evaluate is None else settled(script, node, lambda: evaluate(script, node))


def settled(script: Script, thing: Node | Binding | str, evaluate: Callable[[], Value]) -> Value:
    """Evaluate a thing and keep its value; a circle of names is cut where it closes.

    What was found inside a cut circle is not kept, so that no value depends on where the circle was entered,
    unless a script takes too many steps: the case ok-known-tags, whose functions call each other in circles,
    takes 7 million (57 s) without a limit. The next most are 6,600.
    """
    if thing in script.memo:
        return script.memo[thing]
    if thing in script.busy or len(script.busy) > DEEPEST:
        script.is_cut = True
        return UNKNOWN
    script.busy.add(thing)
    script.steps += 1
    try:
        value = evaluate()
    finally:
        script.busy.remove(thing)
    if not script.busy or not script.is_cut or script.steps > MOST_STEPS:
        script.memo[thing] = value
    script.is_cut = script.is_cut and bool(script.busy)
    return value


def constant(script: Script, node: Node | None) -> str | None:
    """Return the text of an expression that is constant."""
    return text_of(value_of(script, node))


def property_name(script: Script, node: Node) -> str | int | None:
    """Return which member a member expression names; None where only running it tells."""
    if node.kind == "member_expression":
        return node.member
    value = value_of(script, node.get("index"))
    if isinstance(value, Const) and type(value.value) in (int, float):
        return int(value.value)  # type: ignore[arg-type]
    return text_of(value)


def member_of(script: Script, value: Value, key: str | int | None) -> Value:
    """Return what a member of a value may be: what the value says, or what is assigned to any such member."""
    found = [one_member(option, key) for option in options_of(value)]
    given = script.names.members.get(key, ()) if isinstance(key, str) else ()
    if given and not all(isinstance(one, Thing) for one in found):
        found.append(settled(script, f".{key}", lambda: either(given_value(script, one) for one in given)))
    return either(found)


def binding_value(script: Script, binding: Binding) -> Value:
    """Return what a declared name may hold."""
    return settled(script, binding, lambda: all_given(script, binding))


def all_given(script: Script, binding: Binding) -> Value:
    """Return what everything that is given to a name comes to."""
    values = [given_value(script, given) for given in binding.given if given.how != "added"]
    more = [given_value(script, given) for given in binding.given if given.how == "added"]
    value = either(values) if values else UNDEFINED
    if more:
        value = added([value if value != UNDEFINED else Const(""), *more])
    calls = [
        use.parent.parent for use in binding.uses if use.parent is not None and use.parent.member in ADDING
    ]
    entries = [value_of(script, one) for call in calls if call is not None for one in call.arguments]
    return either([value, Record({}, either(entries))]) if entries else value


def given_value(script: Script, given: Given) -> Value:
    """Return what one way of giving a value gives."""
    if given.node is None:
        return UNKNOWN
    if given.how == "import":
        module = given.node.get("source")
        key = given.path[0] if given.path else "*"
        return Thing(f"sdk.{key}") if module is not None and module.name in SDK_MODULES else UNKNOWN
    if given.how == "itself":
        return Function(given.node)
    value = ARGUMENTS[0](script, given) if given.how == "argument" else value_of(script, given.node)
    if given.how == "item":
        value = entry_of(value)
    elif given.how == "key":
        value = keys_of(value)
    for key in given.path:
        if key is not None:
            value = member_of(script, value, known_key(script, key))
    return value


def template_value(script: Script, node: Node, *, raw: bool = False) -> Value:
    """Return what a template comes to; a `raw` one keeps its escapes as they are written."""
    parts: list[Value] = [Const("")]
    for kid in node.kids:
        if kid.kind == "template_substitution":
            parts.append(value_of(script, kid.kids[0] if kid.kids else None))
        else:
            parts.append(Const(kid.text if raw else unescaped(kid.raw)))
    return joined(*parts)


def known_key(script: Script, key: Key) -> str | int | None:
    """Return a key of a pattern, evaluated where it is computed."""
    return constant(script, key) if isinstance(key, Node) else key
