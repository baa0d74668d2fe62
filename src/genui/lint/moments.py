"""When the places of a script run: at once, after what came before, or only when something happens."""

from genui.scripts import MEMBERS, Node, Script, call_sites, constant, property_name

LATE = frozenset({"load", "DOMContentLoaded", "readystatechange", "pageshow"})
AFTER = frozenset({"then", "finally", "catch"})
TIMERS = frozenset({"setTimeout", "queueMicrotask", "requestAnimationFrame", "requestIdleCallback"})
END = 1 << 40
"""Comes after every place of a script: what a timer runs, and what runs once the page is there."""


def moment(script: Script, node: Node, *, depth: int = 4) -> tuple[int, ...] | None:
    """Return when a place runs, as something that compares; None where only an event brings it about."""
    function = node.function
    if function is None:
        return (node.start,)
    found = []
    for site in runs_of(script, function) if depth else ():
        when = moment(script, site, depth=depth - 1) if not site.inside(function) else None
        if when is not None:
            begun = (END,) if is_later(script, site) else ()
            found.append((*begun, *when[:-1], site.end))
    return (*min(found), node.start) if found else None


def runs_of(script: Script, function: Node) -> list[Node]:
    """Return the calls that run a function: its own, and those that it is passed to for later."""
    call = function.call
    passed = call is not None and (is_next(script, call) or is_later(script, call))
    return [*call_sites(script, function), *([call] if call is not None and passed else [])]


def is_next(script: Script, call: Node) -> bool:
    """Tell whether a call has a function run once what came before is done."""
    callee = call.callee
    return callee is not None and callee.kind in MEMBERS and property_name(script, callee) in AFTER


def is_later(script: Script, call: Node) -> bool:
    """Tell whether a call has a function run after all that runs by itself, as timers and `load` do."""
    callee = call.callee
    if callee is None or (callee.kind == "identifier" and callee.name in TIMERS):
        return callee is not None
    return len(call.arguments) > 1 and constant(script, call.arguments[0]) in LATE
