"""Rules about scripts that would stop or do nothing: unknown names, endless loops, dead submits."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from genui.lint.page import Page, Spot
from genui.scripts import Const, Function, Node, Script
from genui.scripts.evaluation import value_of
from genui.scripts.scopes import FUNCTIONS
from genui.scripts.script import arguments_of
from genui.scripts.values import options_of, text_of

LEAVING = ("break_statement", "return_statement", "throw_statement", "yield_expression", "await_expression")
LOOPS = frozenset({"while_statement", "do_statement", "for_statement", "for_in_statement"})
CLOCK = re.compile(r"\bnow\(|\bDate\b")
"""What a loop asks that does nothing but wait."""

ACTING = frozenset(
    {"call_expression", "assignment_expression", "augmented_assignment_expression", "update_expression"}
    | {"await_expression", "yield_expression", "new_expression"}
)


@cache
def platform_names() -> frozenset[str]:
    """Return the names that a browser gives."""
    return frozenset((files("genui.scripts") / "globals.txt").read_text(encoding="utf-8").split())


def undefined_names(page: Page) -> Iterator[Spot]:
    """Yield names that neither the page nor a browser declares."""
    if page.vouched:
        return
    known = {
        element.attributes[key]
        for element in page.elements
        for key in ("id", "name")
        if key in element.attributes
    }
    for script in page.scripts:
        known |= script.names.top.names.keys() if not script.module else set()
        known |= script.writes.keys()
        known |= {node.name for node in script.names.free if not script.module and is_assigned(node)}
    for script in page.scripts:
        seen: set[str] = set()
        for node in script.names.free:
            name = node.name
            if name in seen or name in known or name in platform_names() or name == "App":
                continue
            if not asks(node) and not script.source.has_error:
                seen.add(name)
                yield Spot(*script.place(node), f"{name!r} is declared nowhere")


def missing_elements(page: Page) -> Iterator[Spot]:
    """Yield where an element is looked up by an id that the page names nowhere else, and is relied on."""
    ids = {element.attributes["id"] for element in page.elements if "id" in element.attributes}
    for script in page.scripts if not page.linked else ():
        looked = [(call, text_of(value_of(script, one))) for call, one in lookups(script)]
        for call, name in looked:
            if not name or name in ids or not relied_on(script, call):
                continue
            if page.source.count(name) == sum(other == name for _, other in looked):
                yield Spot(*script.place(call), f"no element has the id {name!r}")


def lookups(script: Script) -> Iterator[tuple[Node, Node]]:
    """Yield the calls that look up an element by its id, with the id."""
    for call in script.method_calls.get("getElementById", ()):
        if given := arguments_of(call):
            yield call, given[0]


def relied_on(script: Script, call: Node) -> bool:
    """Tell whether members of what a call returns are used, and nobody asks whether there is anything."""
    parent = call.parent
    if parent is None or parent.kind != "variable_declarator":
        return parent is not None and is_plain_member(parent, call)
    name = parent.get("name")
    binding = script.names.bound.get(name) if name is not None and name.kind == "identifier" else None
    uses = [use for use in binding.uses if use is not name] if binding is not None else []
    return bool(uses) and all(use.parent is not None and is_plain_member(use.parent, use) for use in uses)


def is_plain_member(parent: Node, node: Node) -> bool:
    """Tell whether a node is what a member is taken from, without asking whether it is anything."""
    is_member = parent.kind == "member_expression" and parent.get("object") is node
    return is_member and "?." not in parent.text[len(node.text) : len(node.text) + 3]


def is_assigned(node: Node) -> bool:
    """Tell whether a name is given a value here, which declares it in a plain script."""
    parent = node.parent
    return parent is not None and parent.kind == "assignment_expression" and parent.get("left") is node


def asks(node: Node) -> bool:
    """Tell whether it is only asked whether there is such a name, or it is none at all."""
    parent = node.parent
    if parent is None:
        return False
    if parent.kind == "unary_expression":
        operator = parent.get("operator")
        return operator is not None and operator.text == "typeof"
    return parent.kind.startswith(("jsx", "export", "import")) or parent.kind == "ERROR"


def endless_loops(page: Page) -> Iterator[Spot]:
    """Yield loops that nothing ends."""
    for script in page.scripts:
        for loop in script.source.nodes("while_statement", "do_statement", "for_statement"):
            if is_endless(script, loop):
                yield Spot(*script.place(loop), "nothing ends this loop")


def is_endless(script: Script, loop: Node) -> bool:
    """Tell whether a loop's condition always holds and nothing in it leaves it."""
    condition, body = loop.get("condition"), loop.get("body")
    if body is None:
        return False
    while condition is not None and condition.kind in ("parenthesized_expression", "expression_statement"):
        condition = condition.kids[0] if condition.kids else None
    if condition is None or condition.kind == "empty_statement":
        endless = loop.kind == "for_statement"
    else:
        if loop.kind == "for_statement" and condition.kind == "binary_expression":
            return False
        value = value_of(script, condition)
        endless = isinstance(value, Const) and bool(value.value) and condition.kind != "identifier"
        if not endless and not body.kids and CLOCK.search(condition.text):
            return True
        if not endless:
            acts = any(within(script, loop, kind) for kind in ACTING)
            return loop.kind != "for_statement" and not acts and not within_any(script, body)
    return endless and not within_any(script, loop)


def within(script: Script, loop: Node, kind: str) -> bool:
    """Tell whether a loop itself, not a function in it, holds a node of a kind."""
    return any(node.inside(loop) for node in script.source.nodes(kind))


def within_any(script: Script, loop: Node) -> bool:
    """Tell whether something leaves the loop, or lets the page breathe."""
    for node in script.source.nodes(*LEAVING):
        if not node.inside(loop):
            continue
        around = next((up for up in node.up() if up is loop or up.kind in FUNCTIONS), None)
        if around is not None and around.kind in FUNCTIONS and around.inside(loop):
            continue
        if node.kind == "break_statement" and not node.kids:
            inner = next((up for up in node.up() if up.kind in LOOPS or up.kind == "switch_statement"), None)
            if inner is not None and inner is not loop and inner.inside(loop):
                continue
        return True
    return False


def dead_submits(page: Page) -> Iterator[Spot]:
    """Yield listeners to submit, which never comes in a strict sandbox."""
    for script, listeners in submitted(page):
        if any(prevents(script, one) for one in listeners):
            for one in listeners:
                yield Spot(*script.place(one), "no submit event comes in a sandbox without allow-forms")


def reloading_submits(page: Page) -> Iterator[Spot]:
    """Yield listeners to submit that leave the browser to submit the form, which loads the page anew."""
    is_dialog = any(form.attributes.get("method", "").lower() == "dialog" for form in page.named("form"))
    for script, listeners in submitted(page) if not is_dialog else ():
        if not any(prevents(script, one) for one in listeners):
            for one in listeners:
                yield Spot(*script.place(one), "the form is submitted as well, and the page loads anew")


def submitted(page: Page) -> Iterator[tuple[Script, list[Node]]]:
    """Yield scripts with their listeners to submit, but for those that make the event themselves."""
    for script in page.scripts if not page.vouched else ():
        if "SubmitEvent" in script.text:
            return
        yield script, list(listeners_to(script, "submit"))


def listeners_to(script: Script, event: str) -> Iterator[Node]:
    """Yield the listeners to an event, as expressions."""
    for call in script.method_calls.get("addEventListener", ()):
        given = arguments_of(call)
        if len(given) > 1 and text_of(value_of(script, given[0])) == event:
            yield given[1]
    yield from script.writes.get(f"on{event}", ())


def prevents(script: Script, listener: Node) -> bool:
    """Tell whether a listener keeps the browser from doing its own, or hands on the event to what may."""
    functions = [one.node for one in options_of(value_of(script, listener)) if isinstance(one, Function)]
    for function in functions:
        taken = function.get("parameter") or next(iter(kids_of(function.get("parameters"))), None)
        text = function.text
        if (
            "preventDefault" in text
            or "return false" in text
            or (taken is not None and taken.kind != "identifier")
        ):
            return True
        binding = script.names.bound.get(taken) if taken is not None else None
        if binding is not None and any(
            use.parent is not None and use.parent.kind == "arguments" for use in binding.uses
        ):
            return True
    return not functions


def kids_of(node: Node | None) -> Sequence[Node]:
    """Return the kids of a node, none of no node."""
    return node.kids if node is not None else ()
