"""Evaluation: what an expression may come to, from constants, scopes and what is given to names and members.

Nothing runs and no order is kept: a name may hold whatever it is given anywhere in its script, a parameter
whatever its function is called with. What cannot be told is not known, and rules decide what that means.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from genui.scripts.scopes import SDK_MODULES, Binding, Given, Key, Script
from genui.scripts.tree import MEMBERS, Node, unescaped
from genui.scripts.values import (
    DATA,
    NUMBER,
    UNDEFINED,
    UNKNOWN,
    WINDOWS,
    Const,
    Record,
    Thing,
    Value,
    added,
    either,
    entry_of,
    has_data,
    joined,
    keys_of,
    one_member,
    options_of,
    text_of,
    things_in,
)

DEEPEST = 60
"""Expressions evaluated inside one another; what lies deeper is not known."""

MOST_STEPS = 3_000
"""Evaluations after which a value that was cut from a circle is kept as it is."""

EVALUATORS: dict[str, Callable[[Script, Node], Value]] = {}
"""How each kind of expression is evaluated, entered by genui.scripts.expressions; others are not known."""


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
        use.parent.parent
        for use in binding.uses
        if use.parent is not None and use.parent.member in ("push", "unshift", "add")
    ]
    entries = [value_of(script, one) for call in calls if call is not None for one in call.arguments]
    return either([value, Record({}, either(entries))]) if entries else value


def given_value(script: Script, given: Given) -> Value:
    """Return what one way of giving a value gives."""
    if given.how == "import":
        module = given.node.parent.get("source") if given.node.parent is not None else None
        key = given.path[0] if given.path else "*"
        return Thing(f"sdk.{key}") if module is not None and module.name in SDK_MODULES else UNKNOWN
    value = argument_value(script, given) if given.how == "argument" else value_of(script, given.node)
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
        text = Const(kid.text if raw else unescaped(kid.raw))
        is_placed = kid.kind == "template_substitution"
        parts.append(value_of(script, next(iter(kid.kids), None)) if is_placed else text)
    return joined(*parts)


def known_key(script: Script, key: Key) -> str | int | None:
    """Return a key of a pattern, evaluated where it is computed."""
    return constant(script, key) if isinstance(key, Node) else key


UNTRUSTED = re.compile(r"(on)?tool(input|inputpartial|result)\Z")
"""Handlers and events whose first argument comes from a tool."""

MESSAGE = frozenset({"message", "onmessage"})
LISTENING = frozenset({"addEventListener", "on", "once", "attachEvent", "setNotificationHandler"})
ITERATING = frozenset(
    {"map", "forEach", "filter", "find", "findLast", "findIndex", "some", "every", "flatMap", "sort"}
    | {"toSorted", "findLastIndex", "from"}
)
MOST_ARGUMENTS = 8
"""Arguments that a rest parameter is followed for."""


def places_of(script: Script, function: Node) -> Iterator[Node]:
    """Yield where a function stands and where its name is used; of a constructor, where its class is."""
    name, body = function.get("name"), function.parent
    if name is not None and name.name == "constructor" and body is not None and body.parent is not None:
        function = body.parent
    yield function
    parent = function.parent
    is_declared = "declaration" in function.kind or parent is None
    name = function.get("name") if is_declared or parent is None else parent.get("name")
    binding = script.binding(name)
    yield from binding.uses if binding is not None else ()


def member_names(script: Script, function: Node) -> list[str]:
    """Return the names of members that a function is: of objects and classes, and where it is assigned."""
    places = {function, *places_of(script, function)}
    return sorted({name for place in places for name in script.named.get(place, ())})


def call_sites(script: Script, function: Node) -> list[Node]:
    """Return the calls of a function: where it stands, by its name, and of any member named like it."""
    around = [(node, node.parent) for node in places_of(script, function)]
    found = [parent for node, parent in around if parent is not None and parent.callee is node]
    for name in member_names(script, function):
        found += script.method_calls.get(name, ())
    return found


def argument_value(script: Script, given: Given) -> Value:
    """Return what an argument of a function may be; of a rest parameter, the array of all from its own on."""
    function, index = given.node, given.place
    if given.path != (None,):
        found = list(passed(script, function, index))
        return either(found) if found else UNKNOWN
    lists = [list(passed(script, function, at)) for at in range(index, index + MOST_ARGUMENTS)]
    values = [either(one) for one in lists if any(value != UNDEFINED for value in one)]
    return Record(dict(enumerate(values)))


def passed(script: Script, function: Node, index: int) -> Iterator[Value]:
    """Yield what each place where a function goes passes to it."""
    yield from (nth(script, call, index) for call in call_sites(script, function))
    for node in places_of(script, function):
        if node.call is not None:
            yield callback(script, node.call, node.call.arguments.index(node), index)
    for name in member_names(script, function) if index == 0 else ():
        if UNTRUSTED.match(name):
            yield DATA
        elif name in MESSAGE:
            yield Thing("message")
        elif name.startswith("on") and len(name) > 3:
            yield Thing("event")
        if function.raw.startswith(b"set "):
            yield from (value_of(script, one.node) for one in script.names.members.get(name, ()))


def nth(script: Script, call: Node, index: int) -> Value:
    """Return an argument of a call; a template's own texts come first where it is tagged."""
    arguments, quoted = call.arguments, call.get("arguments")
    if quoted is not None and quoted.kind == "template_string":
        placed = [kid for kid in arguments if kid.kind == "template_substitution"]
        if index == 0:
            kept = [kid for kid in quoted.kids if kid not in placed]
            return Record(dict(enumerate(Const(unescaped(kid.raw)) for kid in kept)))
        return value_of(script, placed[index - 1].kids[0]) if index <= len(placed) else UNDEFINED
    return value_of(script, arguments[index]) if index < len(arguments) else UNDEFINED


class Listener(NamedTuple):
    """Code that is called when something happens."""

    event: str
    owner: Node | None
    """What it listens to; None where that does not stand there."""
    value: Node


@lru_cache(maxsize=16)
def listeners(script: Script) -> tuple[Listener, ...]:
    """Return all that listens: what addEventListener and its like are given, and what `on…` is set to."""
    found = []
    for call in script.source.nodes("call_expression"):
        callee, given = call.callee, call.arguments
        if callee is not None and (callee.member or callee.name) in LISTENING and len(given) > 1:
            found.append(Listener(constant(script, given[0]) or "", callee.owner, given[1]))
    for value, names in script.named.items():
        left = value.parent.get("left") if value.parent is not None else None
        owner = left.owner if left is not None else None
        # A method of such a name is no listener yet: anybody may call it. But the SDK calls its own.
        said = [name for name in names if UNTRUSTED.match(name) or (left and name.startswith("on"))]
        found += [Listener(name.removeprefix("on"), owner, value) for name in said]
    return tuple(found)


def callback(script: Script, call: Node, position: int, index: int) -> Value:
    """Return what a function that is passed to a call is called with."""
    callee, arguments = call.callee, call.arguments
    if callee is None or (callee.kind not in MEMBERS and callee.name != "addEventListener"):
        return UNKNOWN
    name = property_name(script, callee) if callee.kind in MEMBERS else callee.name
    # `Array.from` goes through what it is given, a method through what it is called on.
    owner = arguments[0] if name == "from" else callee.owner
    target = value_of(script, owner) if callee.kind in MEMBERS else Thing("window")
    if name in LISTENING and position == 1:
        event = constant(script, arguments[0]) or ""
        if UNTRUSTED.match(event):
            return DATA
        is_window = set(things_in(target)) & WINDOWS
        return Thing("message" if event in MESSAGE else "window-event" if is_window else "event")
    if name in ITERATING:
        return entry_of(target) if index == 0 or name in ("sort", "toSorted") else NUMBER
    if name == "reduce":
        if index == 0 and not has_data(target):
            return value_of(script, arguments[1]) if len(arguments) > 1 else entry_of(target)
        return (DATA, entry_of(target), NUMBER)[min(index, 2)]
    if name == "then":
        return target
    return DATA if name in ("replace", "replaceAll") and has_data(target) else UNKNOWN
