"""When the places of a script run: at once, after what came before, or only when something happens."""

from collections.abc import Iterator

from genui.lint.code import MEMBERS
from genui.scripts import Node, Script
from genui.scripts.evaluation import property_name, value_of
from genui.scripts.scopes import FUNCTIONS
from genui.scripts.values import text_of

LATE = "load DOMContentLoaded readystatechange pageshow"
AFTER = frozenset({"then", "finally", "catch"})
TIMERS = frozenset({"setTimeout", "queueMicrotask", "requestAnimationFrame", "requestIdleCallback"})
END = 1 << 40


def moment(script: Script, node: Node, *, depth: int = 4) -> tuple[int, ...] | None:
    """Return when a place runs, as something that compares; None where only an event brings it about."""
    function = next((up for up in node.up() if up.kind in FUNCTIONS), None)
    if function is None:
        return (node.start,)
    if depth == 0:
        return None
    sites = [site for site in callers(script, function) if not site.inside(function)]
    moments = [(moment(script, site, depth=depth - 1), site) for site in sites]
    # What a timer runs comes after all that runs by itself.
    known = [
        (END, *one[:-1], site.end) if is_timer(site) else (*one[:-1], site.end)
        for one, site in moments
        if one is not None
    ]
    if known:
        return (*min(known), node.start)
    return (END, node.start) if on_load(script, function) else None


def is_timer(call: Node) -> bool:
    """Tell whether a call has a function run later."""
    callee = call.get("function")
    return callee is not None and callee.kind == "identifier" and callee.name in TIMERS


def callers(script: Script, function: Node) -> Iterator[Node]:
    """Yield the calls that run a function right away, or once what came before is done."""
    at, parent = function, function.parent
    while parent is not None and parent.kind == "parenthesized_expression":
        at, parent = parent, parent.parent
    if parent is None:
        return
    literal = literal_of(function)
    if literal is not None:
        yield from literal_callers(script, function, literal)
        return
    if function.kind == "method_definition":
        yield from method_callers(script, function)
        return
    if parent.kind == "call_expression" and parent.get("function") is at:
        yield parent
    elif parent.kind == "arguments" and parent.parent is not None:
        callee = parent.parent.get("function")
        is_next = callee is not None and callee.kind in MEMBERS and property_name(script, callee) in AFTER
        if is_next or (is_timer(parent.parent) and parent.kids[0] is at):
            yield parent.parent
    name = function.get("name") if "declaration" in function.kind else None
    if parent.kind == "variable_declarator":
        name = parent.get("name")
    binding = script.names.bound.get(name) if name is not None else None
    for use in binding.uses if binding is not None else ():
        call = use.parent
        if call is not None and call.kind == "call_expression" and call.get("function") is use:
            yield call


def literal_of(function: Node) -> Node | None:
    """Return the object literal that a function is a member of."""
    holder = function if function.kind == "method_definition" else function.parent
    if holder is None or holder.kind not in ("method_definition", "pair"):
        return None
    return holder.parent if holder.parent is not None and holder.parent.kind == "object" else None


def literal_callers(script: Script, function: Node, literal: Node) -> Iterator[Node]:
    """Yield the calls of an object literal's method, on `this` and on the name that the literal has."""
    key = function.get("name") if function.kind == "method_definition" else None
    if key is None and function.parent is not None:
        key = function.parent.get("key")
    for call in script.method_calls.get(key.name, ()) if key is not None else ():
        target = call.fields["function"].get("object")
        if target is None:
            continue
        binding = script.names.bound.get(target)
        held = [one.node for one in binding.given] if binding is not None else []
        if literal in held or (target.kind == "this" and call.inside(literal)):
            yield call


def method_callers(script: Script, method: Node) -> Iterator[Node]:
    """Yield the calls of a class's method, on `this` and on what is known to be of the class."""
    name, around = method.get("name"), method.parent.parent if method.parent is not None else None
    if name is None or around is None or not around.kind.startswith("class"):
        return
    made = made_of(script, around)
    if name.name == "constructor":
        yield from made
        return
    for call in script.method_calls.get(name.name, ()):
        target = call.fields["function"].get("object")
        if target is None or (target.kind == "this" and not call.inside(around)):
            continue
        binding = script.names.bound.get(target)
        held = [one.node for one in binding.given] if binding is not None else [target]
        if target.kind == "this" or any(one in made for one in held):
            yield call


def made_of(script: Script, class_node: Node) -> list[Node]:
    """Return where instances of a class are made."""
    name, parent = class_node.get("name"), class_node.parent
    if name is None and parent is not None and parent.kind == "variable_declarator":
        name = parent.get("name")
    binding = script.names.bound.get(name) if name is not None else None
    found = [use.parent for use in binding.uses if use.parent is not None] if binding is not None else []
    return [node for node in found if node.kind == "new_expression"]


def on_load(script: Script, function: Node) -> bool:
    """Tell whether a function runs once the page is there."""
    arguments = function.parent
    if arguments is None or arguments.kind != "arguments":
        return False
    return text_of(value_of(script, arguments.kids[0])) in LATE.split()
