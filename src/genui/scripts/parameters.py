"""Parameters: what a function may be called with, from every place where it goes."""

import re
from collections.abc import Iterator

from genui.scripts.evaluation import constant, entry_of, property_name, value_of
from genui.scripts.functions import ITERATING, MEMBERS
from genui.scripts.members import WINDOWS
from genui.scripts.script import Script, arguments_of
from genui.scripts.tree import Node, unescaped
from genui.scripts.values import (
    DATA,
    NUMBER,
    UNKNOWN,
    Const,
    Items,
    Many,
    Thing,
    Value,
    either,
    has_data,
    options_of,
)

UNTRUSTED = re.compile(r"(on)?tool(input|inputpartial|result)\Z")
MESSAGE = frozenset({"message", "onmessage"})
MOST_ARGUMENTS = 8
"""Arguments that a rest parameter is followed for."""

LISTENING = frozenset({"addEventListener", "on", "once", "attachEvent"})


def argument_value(script: Script, function: Node, index: int) -> Value:
    """Return what an argument of a function may be, from every place where the function goes."""
    found = list(passed(script, function, index))
    return either(found) if found else UNKNOWN


def arguments_from(script: Script, function: Node, index: int) -> Value:
    """Return the array of a rest parameter: one by one where the function is called in one place only."""
    found = [list(passed(script, function, at)) for at in range(index, index + MOST_ARGUMENTS)]
    given = [either(values) for values in found if any(one != Const(None) for one in values)]
    if any(len(values) > 1 for values in found):
        return Many(either(given)) if given else UNKNOWN
    return Items(tuple(given))


def passed(script: Script, function: Node, index: int) -> Iterator[Value]:
    """Yield what each place where a function goes passes to it."""
    name = function.get("name")
    if function.kind == "method_definition" and name is not None:
        yield from (nth(script, call, index) for call in script.method_calls.get(name.name, ()))
        yield from named_use(name.name, index)
        if index == 0 and function.raw.startswith(b"set "):
            yield from (value_of(script, node) for node in script.writes.get(name.name, ()))
        if name.name == "constructor":
            yield from constructed(script, function, index)
        return
    yield from passed_at(script, function, index)
    parent = function.parent
    binding = script.names.bound.get(name) if name is not None and "declaration" in function.kind else None
    if parent is not None and parent.kind == "variable_declarator" and parent.get("value") is function:
        target = parent.get("name")
        binding = script.names.bound.get(target) if target is not None else None
    for use in binding.uses if binding is not None else ():
        yield from passed_at(script, use, index)


def constructed(script: Script, constructor: Node, index: int) -> Iterator[Value]:
    """Yield what `new` passes to a class's constructor."""
    body = constructor.parent
    around = body.parent if body is not None else None
    name = around.get("name") if around is not None else None
    if name is None and around is not None and around.parent is not None:
        name = around.parent.get("name")
    binding = script.names.bound.get(name) if name is not None else None
    for use in binding.uses if binding is not None else ():
        yield from passed_at(script, use, index)


def passed_at(script: Script, node: Node, index: int) -> Iterator[Value]:
    """Yield what is passed to a function that stands here, by itself or by its name."""
    parent = node.parent
    while parent is not None and parent.kind == "parenthesized_expression":
        node, parent = parent, parent.parent
    if parent is None:
        return
    if parent.kind in ("call_expression", "new_expression") and node in (
        parent.get("function"),
        parent.get("constructor"),
    ):
        yield nth(script, parent, index)
    elif parent.kind == "arguments" and parent.parent is not None:
        yield callback(script, parent.parent, parent.kids.index(node), index)
    elif parent.kind == "assignment_expression" and (left := parent.get("left")) is not None:
        key = property_name(script, left) if left.kind in MEMBERS else left.name
        yield from named_use(key if isinstance(key, str) else "", index)
        if isinstance(key, str):
            yield from (nth(script, call, index) for call in script.method_calls.get(key, ()))
    elif parent.kind == "pair" and (key_node := parent.get("key")) is not None:
        yield from named_use(key_node.name.strip("'\""), index)
        yield from (nth(script, call, index) for call in script.method_calls.get(key_node.name, ()))
    elif parent.kind == "object" and node.kind == "shorthand_property_identifier":
        yield from named_use(node.name, index)


def named_use(name: str, index: int) -> Iterator[Value]:
    """Yield what a handler of this name is called with."""
    if index == 0 and UNTRUSTED.match(name):
        yield DATA
    elif index == 0 and name in MESSAGE:
        yield Thing("message")
    elif index == 0 and name.startswith("on") and len(name) > 3:
        yield Thing("event")


def nth(script: Script, call: Node, index: int) -> Value:
    """Return an argument of a call; a template's own texts come first where it is tagged."""
    arguments = arguments_of(call)
    quoted = call.get("arguments")
    if quoted is not None and quoted.kind == "template_string":
        placed = [kid for kid in quoted.kids if kid.kind == "template_substitution"]
        if index == 0:
            return Items(tuple(map(Const, texts_of(quoted))))
        inside = placed[index - 1].kids if index <= len(placed) else []
        return value_of(script, next(iter(inside), None))
    if index < len(arguments) and not any(one.kind == "spread_element" for one in arguments[: index + 1]):
        return value_of(script, arguments[index])
    return UNKNOWN if any(one.kind == "spread_element" for one in arguments) else Const(None)


def texts_of(template: Node) -> list[str]:
    """Return the texts of a template around what is placed in it."""
    texts = [""]
    for kid in template.kids:
        if kid.kind == "template_substitution":
            texts.append("")
        else:
            texts[-1] += unescaped(kid.raw) if kid.kind == "escape_sequence" else kid.text
    return texts


def callback(script: Script, call: Node, position: int, index: int) -> Value:
    """Return what a function passed to a call is called with."""
    callee = call.get("function")
    if callee is None:
        return UNKNOWN
    if callee.kind == "identifier":
        if callee.name == "addEventListener" and position == 1:
            return event_of(constant(script, arguments_of(call)[0]), of_window=True)
        return UNKNOWN
    if callee.kind not in MEMBERS:
        return UNKNOWN
    name = property_name(script, callee)
    target = value_of(script, callee.get("object"))
    if name in LISTENING and position == 1:
        window = any(one in WINDOWS for one in (t.name for t in options_of(target) if isinstance(t, Thing)))
        return event_of(constant(script, arguments_of(call)[0]), of_window=window)
    if name in ITERATING:
        return entry_of(target) if index == 0 or name in ("sort", "toSorted") else NUMBER
    if name in ("reduce", "reduceRight"):
        if index > 0 or has_data(target):
            return entry_of(target) if index == 1 else NUMBER if index > 1 else DATA
        return value_of(script, arguments_of(call)[1]) if len(arguments_of(call)) > 1 else entry_of(target)
    if name == "then":
        return target
    if name == "from" and position == 1:
        return entry_of(value_of(script, arguments_of(call)[0])) if index == 0 else NUMBER
    if name in ("replace", "replaceAll"):
        return DATA if has_data(target) else UNKNOWN
    return UNKNOWN


def event_of(kind: str | None, *, of_window: bool) -> Value:
    """Return the event that a listener gets."""
    if kind is not None and UNTRUSTED.match(kind):
        return DATA
    if kind in MESSAGE:
        return Thing("message")
    return Thing("window-event" if of_window else "event")
