"""Rules about what scripts do, read from their syntax trees."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from genui.validate.page import Page, Spot
from genui.validate.source import (
    Script,
    callee_of,
    first_argument,
    literal,
    object_of,
    property_of,
    text_of,
)

if TYPE_CHECKING:
    from tree_sitter import Node

EVALUATORS = frozenset({"eval", "Function"})
TIMERS = frozenset({"setTimeout", "setInterval"})
NETWORK = frozenset(
    {"fetch", "XMLHttpRequest", "WebSocket", "EventSource", "WebTransport", "Worker", "SharedWorker"}
    | {"importScripts", "RTCPeerConnection", "webkitRTCPeerConnection"}
)
MARKUP_PROPERTIES = frozenset({"innerHTML", "outerHTML", "srcdoc"})
MARKUP_METHODS = frozenset(
    {"insertAdjacentHTML", "createContextualFragment", "setHTMLUnsafe", "parseHTMLUnsafe"}
)
WRITERS = frozenset({"write", "writeln"})
GLOBALS = frozenset({"window", "self", "globalThis", "top", "parent", "frames"})
"""Names through which the global object's members can be reached."""


def in_scripts(check: Callable[[Script], Iterator[tuple["Node", str]]]) -> Callable[[Page], Iterator[Spot]]:
    """Make a check of one script a check of a page."""

    def of_page(page: Page) -> Iterator[Spot]:
        for script in page.scripts:
            for node, message in check(script):
                yield Spot(*script.place(node), message)

    return of_page


def syntax_errors(script: Script) -> Iterator[tuple["Node", str]]:
    """Yield the first place where the script is no JavaScript."""
    wrong = [*script.found.get("error", ()), *script.found.get("missing", ())]
    for node in sorted(wrong, key=lambda node: node.start_byte)[:1]:
        if node.is_missing:
            yield node, f"{node.type!r} is missing here"
        else:
            yield node, f"cannot be parsed: {' '.join(text_of(node).split())[:60]}"


def evaluations(script: Script) -> Iterator[tuple["Node", str]]:
    """Yield what turns text into code."""
    for node, name in references(script, EVALUATORS):
        if not only_asks(node):
            yield node, f"{name} turns text into code"
    for call in script.found.get("call", ()):
        callee = callee_of(call)
        if callee is None:
            continue
        called = called_name(callee)
        if called in TIMERS and literal_like(first_argument(call)):
            yield call, f"{called} with text turns it into code"
        elif called == "constructor" and call.type == "call_expression":
            yield call, "calling a constructor property turns text into code"


def network_calls(script: Script) -> Iterator[tuple["Node", str]]:
    """Yield what would reach for the network, or load code."""
    for node, name in references(script, NETWORK):
        if not only_asks(node):
            yield node, f"{name} needs the network"
    for member in script.found.get("member", ()):
        if property_of(member) in ("sendBeacon", "serviceWorker"):
            yield member, f"{property_of(member)} needs the network"
    for call in script.found.get("call", ()):
        callee = callee_of(call)
        if callee is not None and callee.type == "import":
            yield call, "import() loads code"


def markup_writes(script: Script) -> Iterator[tuple["Node", str]]:
    """Yield where text becomes markup."""
    for target in script.found.get("assigned", ()):
        name = property_of(target) if "_expression" in target.type else None
        if name in MARKUP_PROPERTIES and not harmless(assigned_value(target)):
            yield target, f"{name} takes text for markup"
    for call in script.found.get("call", ()):
        callee = callee_of(call)
        if callee is None or "_expression" not in callee.type:
            continue
        name = property_of(callee)
        if name in MARKUP_METHODS or (name in WRITERS and is_document(object_of(callee))):
            yield call, f"{name} takes text for markup"


def references(script: Script, names: frozenset[str]) -> Iterator[tuple["Node", str]]:
    """Yield where global names are used, bare or as members of the global object."""
    for node in script.found.get("name", ()):
        name = text_of(node)
        if name in names and name not in script.declared:
            yield node, name
    for member in script.found.get("member", ()):
        member_name = property_of(member)
        if member_name in names and object_of(member) in GLOBALS:
            yield member, member_name


def only_asks(node: "Node") -> bool:
    """Tell whether a name is only compared with, tested or read from, as in `x instanceof Function`."""
    parent = node.parent
    if parent is None:
        return False
    if parent.type == "member_expression":
        return property_of(parent) in ("prototype", "name", "length")
    tests = {child.type for child in parent.children} & {"instanceof", "typeof", "in"}
    return parent.type in ("binary_expression", "unary_expression") and bool(tests)


def called_name(callee: "Node") -> str | None:
    """Return the last name of what is called."""
    if callee.type == "identifier":
        return text_of(callee)
    return property_of(callee) if callee.type in ("member_expression", "subscript_expression") else None


def literal_like(node: "Node | None") -> bool:
    """Tell whether an argument is text for sure."""
    return node is not None and node.type in ("string", "template_string")


def assigned_value(target: "Node") -> "Node | None":
    """Return the right side of the assignment to a target."""
    return target.parent.child_by_field_name("right") if target.parent else None


def harmless(value: "Node | None") -> bool:
    """Tell whether a value is a constant without markup."""
    text = literal(value)
    return text is not None and not {"<", "&"} & set(text)


def is_document(text: str) -> bool:
    """Tell whether the source text of an object names a document."""
    return text == "document" or text.endswith(".document")
