"""Arguments: where a function is called, and what with."""

import re
from collections.abc import Iterator

from genui.scripts.evaluation import ARGUMENTS, constant, property_name, value_of
from genui.scripts.scopes import Given, Script
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
    either,
    entry_of,
    has_data,
    things_in,
)

UNTRUSTED = re.compile(r"(on)?tool(input|inputpartial|result)\Z")
"""Handlers and events whose first argument comes from a tool."""

MESSAGE = frozenset({"message", "onmessage"})
LISTENING = frozenset({"addEventListener", "on", "once", "attachEvent"})
ITERATING = frozenset(
    {"map", "forEach", "filter", "find", "findLast", "findIndex", "some", "every", "flatMap", "sort"}
    | {"toSorted", "findLastIndex"}
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
    assert function is not None
    if given.path != (None,):
        found = list(passed(script, function, index))
        return either(found) if found else UNKNOWN
    lists = [list(passed(script, function, at)) for at in range(index, index + MOST_ARGUMENTS)]
    values = [either(one) for one in lists if any(value != UNDEFINED for value in one)]
    if any(len(one) > 1 for one in lists):
        return Record({}, either(values))
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
            return Record(dict(enumerate(map(Const, texts_of(quoted)))))
        return value_of(script, placed[index - 1].kids[0]) if index <= len(placed) else UNDEFINED
    if any(one.kind == "spread_element" for one in arguments[: index + 1]):
        return UNKNOWN
    return value_of(script, arguments[index]) if index < len(arguments) else UNDEFINED


def texts_of(template: Node) -> list[str]:
    """Return the texts of a template around what is placed in it."""
    texts = [""]
    for kid in template.kids:
        if kid.kind == "template_substitution":
            texts.append("")
        else:
            texts[-1] += unescaped(kid.raw)
    return texts


def callback(script: Script, call: Node, position: int, index: int) -> Value:
    """Return what a function that is passed to a call is called with."""
    callee, arguments = call.callee, call.arguments
    if callee is None or (callee.kind not in MEMBERS and callee.name != "addEventListener"):
        return UNKNOWN
    name = property_name(script, callee) if callee.kind in MEMBERS else callee.name
    target = value_of(script, callee.owner) if callee.kind in MEMBERS else Thing("window")
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
    if name == "from" and position == 1:
        return entry_of(value_of(script, arguments[0])) if index == 0 else NUMBER
    return DATA if name in ("replace", "replaceAll") and has_data(target) else UNKNOWN


ARGUMENTS.append(argument_value)
