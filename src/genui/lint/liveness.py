"""When the places of a script run, and scripts that would stop or do nothing.

Unknown names and elements, endless loops, submits, and what no engine parses.
"""

import re

from genui.lint.capabilities import platform_names
from genui.lint.code import Found
from genui.lint.page import Findings, Page, Spot
from genui.scripts import (
    FUNCTIONS,
    MEMBERS,
    Const,
    Function,
    Node,
    Script,
    call_sites,
    constant,
    early_error,
    listeners,
    options_of,
    property_name,
    value_of,
)

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
    callee = call.callee if call is not None else None
    # What `then` is passed runs once what came before is done.
    is_next = callee is not None and callee.kind in MEMBERS and property_name(script, callee) in AFTER
    passed = [call] if call is not None and (is_next or is_later(script, call)) else []
    return [*call_sites(script, function), *passed]


def is_later(script: Script, call: Node) -> bool:
    """Tell whether a call has a function run after all that runs by itself, as timers and `load` do."""
    callee = call.callee
    is_timer = callee is not None and callee.kind == "identifier" and callee.name in TIMERS
    return is_timer or (len(call.arguments) > 1 and constant(script, call.arguments[0]) in LATE)


def syntax_errors(script: Script) -> Found:
    """Yield the first place where the script is no JavaScript, or else what an engine refuses in it."""
    missing, twice = script.source.missing, script.names.twice
    wrong = [*script.source.nodes("ERROR", "jsx_element", "jsx_self_closing_element"), *missing, *twice]
    wrong += script.source.nodes("html_comment") if script.module else ()
    if wrong:
        node = min(wrong, key=lambda node: node.start)
        message = f"cannot be parsed: {' '.join(node.text.split())[:60]}"
        if node in missing:
            message = f"{node.kind!r} is missing here"
        elif node in twice:
            message = f"{node.name!r} is declared twice"
        yield "script-syntax", node, message
        return
    if error := early_error(script.root, module=script.module or module_only(script) is not None):
        line, column, message = error
        lines = script.source.lines
        at = min(lines[min(line, len(lines)) - 1] + column - 1, len(script.source.data))
        yield "script-syntax", Node("error", at, at, script.source, None), message


def not_modules(script: Script) -> Found:
    """Yield what only a module may do, in a plain script."""
    node = module_only(script)
    if not script.module and node is not None:
        yield "script-not-module", node, f"{node.text.split()[0]} works only in a module"


def module_only(script: Script) -> Node | None:
    """Return what makes a module of a script."""
    declared = script.source.nodes("import_statement", "export_statement")
    awaited = (node for node in script.source.nodes("await_expression") if node.function is None)
    return next(declared, None) or next(awaited, None)


LEAVING = ("break_statement", "return_statement", "throw_statement", "yield_expression", "await_expression")
LOOPS = frozenset({"while_statement", "do_statement", "for_statement", "for_in_statement"})
CLOCK = re.compile(r"\bnow\(|\bDate\b")
"""What a loop asks that does nothing but wait."""

ACTING = (
    *("call_expression", "assignment_expression", "augmented_assignment_expression", "update_expression"),
    *("await_expression", "yield_expression", "new_expression"),
)


def undefined_names(page: Page) -> Findings:
    """Yield names that neither the page nor a browser declares."""
    known = {element.attributes.get(key, "") for element in page.elements for key in ("id", "name")}
    known |= platform_names() | {"App"}
    for script in page.scripts:
        known |= script.names.members.keys()
        if not script.module:
            # An assignment declares a global name, and plain scripts of a page share theirs.
            known |= script.names.top.names.keys() | {one.name for one in script.names.free if one.is_target}
    for script in page.scripts if not page.vouched else ():
        asked = [node for node in script.names.free if node.name not in known and not asks(node)]
        for name, node in {node.name: node for node in reversed(asked)}.items():
            if not script.source.has_error:
                yield "undefined-name", Spot(*script.place(node), f"{name!r} is declared nowhere")


def asks(node: Node) -> bool:
    """Tell whether it is only asked whether there is such a name, or it is none at all."""
    parent = node.parent
    is_name = parent is not None and parent.kind.startswith(("jsx", "export", "import", "ERROR"))
    return is_name or (parent is not None and parent.operator == "typeof")


def missing_elements(page: Page) -> Findings:
    """Yield where an element is looked up by an id that the page names nowhere else, and is relied on."""
    ids = {element.attributes["id"] for element in page.elements if "id" in element.attributes}
    for script in page.scripts if not page.linked else ():
        calls = [call for call in script.method_calls.get("getElementById", ()) if call.arguments]
        looked = [(call, constant(script, call.arguments[0])) for call in calls]
        for call, name in looked:
            is_missing = name and name not in ids and relied_on(script, call)
            if is_missing and page.source.count(str(name)) == sum(other == name for _, other in looked):
                yield "missing-element", Spot(*script.place(call), f"no element has the id {name!r}")


def relied_on(script: Script, call: Node) -> bool:
    """Tell whether members of what a call returns are used, and nobody asks whether there is anything."""
    uses = [call]
    if call.parent is not None and call.parent.kind == "variable_declarator":
        binding = script.binding(call.parent.fields["name"])
        uses = binding.uses if binding is not None else []
    holders = [use.parent for use in uses]
    return bool(uses) and all(
        holder is not None and holder.owner is use and holder.get("optional_chain") is None
        for holder, use in zip(holders, uses, strict=True)
    )


def endless_loops(script: Script) -> Found:
    """Yield loops that nothing ends."""
    for loop in script.source.nodes("while_statement", "do_statement", "for_statement"):
        if is_endless(script, loop):
            yield "endless-loop", loop, "nothing ends this loop"


def is_endless(script: Script, loop: Node) -> bool:
    """Tell whether a loop's condition always holds and nothing in it leaves it."""
    condition, body = loop.get("condition"), loop.fields["body"]
    if condition is None or condition.kind == "empty_statement":
        return loop.kind == "for_statement" and not is_left(script, loop)
    value = value_of(script, condition)
    if isinstance(value, Const) and value.value and condition.kind != "identifier":
        return not is_left(script, loop)
    if not body.kids and CLOCK.search(condition.text):
        return True
    acts = any(node.inside(loop) for node in script.source.nodes(*ACTING))
    return loop.kind != "for_statement" and not acts and not is_left(script, body)


def is_left(script: Script, loop: Node) -> bool:
    """Tell whether something leaves the loop, or lets the page breathe."""
    for node in script.source.nodes(*LEAVING):
        # A break without a label leaves the innermost loop or switch, all else the function.
        ends = LOOPS | {"switch_statement"} if node.kind == "break_statement" and not node.kids else FUNCTIONS
        left = next((up for up in node.up() if up is loop or up.kind in ends), None)
        is_own = node.function is None or not node.function.inside(loop)
        if is_own and node.inside(loop) and (left is None or left is loop or not left.inside(loop)):
            return True
    return False


SUBMITTED = {
    "sandbox-submit": "no submit event comes in a sandbox without allow-forms",
    "submit-default": "the form is submitted as well, and the page loads anew",
}
"""What a listener to submit comes to."""


def submits(page: Page) -> Findings:
    """Yield listeners to submit: the event never comes in a strict sandbox, elsewhere the page loads anew."""
    is_dialog = any(form.attributes.get("method", "").lower() == "dialog" for form in page.named("form"))
    for script in page.scripts if not page.vouched else ():
        if "SubmitEvent" in script.text:
            # What makes the event itself needs no form.
            return
        found = [one.value for one in listeners(script) if one.event == "submit"]
        is_prevented = any(prevents(script, one) for one in found)
        for one in found if is_prevented or not is_dialog else ():
            slug = "sandbox-submit" if is_prevented else "submit-default"
            yield slug, Spot(*script.place(one), SUBMITTED[slug])


def prevents(script: Script, listener: Node) -> bool:
    """Tell whether a listener keeps the browser from doing its own, or hands on the event to what may."""
    functions = [one.node for one in options_of(value_of(script, listener)) if isinstance(one, Function)]
    for function in functions:
        listed = function.get("parameters")
        taken = function.get("parameter") or next(iter(listed.kids if listed is not None else ()), None)
        if re.search("preventDefault|return false", function.text):
            return True
        binding = script.binding(taken)
        if taken is not None and (binding is None or any(use.call is not None for use in binding.uses)):
            return True
    return not functions
