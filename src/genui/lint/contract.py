"""Checks of a page's dealings with the host: the App, its handlers, and when they are set."""

import re

from genui.lint.code import Found
from genui.lint.moments import moment
from genui.lint.page import Findings, Page, Spot
from genui.scripts import (
    ASSIGNING,
    MEMBERS,
    SDK_MODULES,
    UNDEFINED,
    UNTRUSTED,
    Function,
    Node,
    Record,
    Script,
    Thing,
    call_sites,
    constant,
    one_member,
    options_of,
    property_name,
    things_in,
    value_of,
)

RECEIVING = frozenset({"ontoolresult", "ontoolinput", "ontoolinputpartial"})
UNASKED = frozenset({"openLink", "sendOpenLink", "sendMessage", "downloadFile"})
UNMEANT = frozenset(
    {"input", "load", "DOMContentLoaded", "readystatechange", "pageshow", "visibilitychange", "resize"}
    | {"scroll", "wheel", "focus", "focusin", "focusout", "blur", "mousemove", "mouseover", "mouseenter"}
    | {"mouseout", "mouseleave", "pointermove", "pointerover", "pointerenter", "animationstart"}
    | {"animationend", "transitionend", "message", "toggle"}
)
"""Events that are no wish: they come while somebody reads or types, or by themselves."""

CHECKING = re.compile(r"\b(?:source|origin|jsonrpc)\b")
"""Members of a message that tell whose it is."""

MAKING = ("click", "dispatchEvent", "requestSubmit")
"""Methods that make an event which looks like a person's."""

AROUND = frozenset({"document", "window", "document.body", "document.activeElement"})
LISTENING = frozenset({"addEventListener", "on", "once"})
CALLED = frozenset({"constructor", "connectedCallback", "attributeChangedCallback", "handleEvent", "then"})
"""Methods that nobody has to name."""


def apps(script: Script) -> list[Node]:
    """Return where a script creates its App."""
    made = script.source.nodes("new_expression")
    return [node for node in made if Thing("app") in options_of(value_of(script, node))]


def app_calls(script: Script, *names: str) -> list[tuple[Node, str]]:
    """Return the calls of methods of these names, and of the App's under any name, with the methods' own."""
    found = []
    for call in script.source.nodes("call_expression"):
        callee = call.callee
        name = property_name(script, callee) if callee is not None and callee.kind in MEMBERS else None
        known = [thing.removeprefix("app.") for thing in things_in(value_of(script, callee))]
        if name == "bind":
            # What is bound is called under the name that it gets.
            continue
        if match := next((one for one in (name, *known) if one in names), None):
            found.append((call, str(match)))
    return sorted(found, key=lambda one: one[0].start)


def connects(script: Script) -> list[Node]:
    """Return where a script connects its App."""
    calls = (call for call, _ in app_calls(script, "connect"))
    return [call for call in calls if "app.connect" in things_in(value_of(script, call.callee))]


def handlers(script: Script) -> list[tuple[str, Node]]:
    """Return name and place of every tool handler of the App."""
    found = []
    for node in script.source.nodes(*ASSIGNING):
        left = node.fields["left"]
        key = property_name(script, left) if left.kind in MEMBERS else None
        found.append((str(key), node))
    for name in ("addEventListener", "on", "setNotificationHandler"):
        for call in script.method_calls.get(name, ()):
            kind = constant(script, next(iter(call.arguments), None)) or ""
            found += [(f"on{kind}", call)] if UNTRUSTED.match(kind) else []
    for node in script.source.nodes("pair", "method_definition", "shorthand_property_identifier"):
        found.append(((node.get("key") or node.get("name") or node).name, node))
    return [(name, node) for name, node in found if name in RECEIVING]


def app_findings(page: Page) -> Findings:
    """Yield what is wrong with the App of a page: whether there is one, what it is told, when it connects."""
    sources = [script for script in page.scripts if not page.linked and apps(script)]
    if not (page.has_bridge or sources or any("ui/initialize" in script.text for script in page.scripts)):
        yield "bridge-missing", Spot(1, 1, "no script sends ui/initialize: a host would wait for ever")
    for script in sources:
        for check in (imports, introductions, options_kept, late_handlers, early_calls):
            for slug, node, message in check(script):
                yield slug, Spot(*script.place(node), message)
    if not sources:
        return
    first = Spot(*sources[0].place(apps(sources[0])[0]), "")
    if not any(is_reached(script, call) for script in page.scripts for call in connects(script)):
        yield "no-connect", first.saying("the app never connects: a host would wait for ever")
    if not any(name == "ontoolresult" for script in page.scripts for name, _ in handlers(script)):
        yield (
            "no-result-handler",
            first.saying("the app has no ontoolresult: the host's result is never shown"),
        )


def is_reached(script: Script, node: Node) -> bool:
    """Tell whether anything at all uses the named functions and methods around a place."""
    for function in node.up() if script.module else ():
        if function.kind == "method_definition" and not is_named(script, function):
            return False
        binding = script.binding(function.get("name")) if function.kind == "function_declaration" else None
        if binding is not None and all(use.inside(function) for use in binding.uses):
            return function.parent is not None and function.parent.kind == "export_statement"
    return True


def is_named(script: Script, method: Node) -> bool:
    """Tell whether a script names a method of its class anywhere, or the platform calls it."""
    name = method.fields["name"]
    if method.parent is None or method.parent.kind != "class_body" or name.kind == "computed_property_name":
        return True
    return name.name in CALLED or name.name in script.members or "" in script.method_calls


def imports(script: Script) -> Found:
    """Yield where App is used and nothing imports it."""
    for node in apps(script):
        if value_of(script, node.callee) == Thing("App"):
            yield "no-import", node, "App is not imported"


def options_given(script: Script, app: Node) -> list[Node]:
    """Return what an App is made with, by itself or by the constructor of a class of Apps."""
    for made in options_of(value_of(script, app.callee)):
        for inner in made.node.down() if isinstance(made, Function) else ():
            if inner.callee is not None and inner.callee.kind == "super":
                return inner.arguments
    return app.arguments


def introductions(script: Script) -> Found:
    """Yield where the App does not say its name and version."""
    for node in apps(script):
        for option in options_of(value_of(script, next(iter(options_given(script, node)), None))):
            is_whole = isinstance(option, Record) and option.others is None
            for name in ("name", "version") if is_whole or option == UNDEFINED else ():
                if one_member(option, name) == UNDEFINED or option == UNDEFINED:
                    yield "missing-version", node, f"the app does not say its {name}"


def options_kept(script: Script) -> Found:
    """Yield where options switch automatic sizing off by not naming it."""
    for node in apps(script):
        for given in options_given(script, node)[2:3]:
            options = value_of(script, given)
            if isinstance(options, Record) and options.others is None and "autoResize" not in options.members:
                yield "auto-resize-lost", given, "these options take the place of autoResize: true"


def late_handlers(script: Script) -> Found:
    """Yield handlers that are set after connect()."""
    for name, node in late_in(script):
        yield "late-handler", node, f"{name} is set after connect(): what the host sends first is lost"


def begun_at(script: Script) -> tuple[int, ...] | None:
    """Return when a script connects: what stands before the arguments of that call has happened by then."""
    found = [moment(script, node.get("arguments") or node) for node in connects(script)]
    return min((one for one in found if one is not None), default=None)


def late_in(script: Script) -> list[tuple[str, Node]]:
    """Return the handlers of a script that are set after connect()."""
    begun = begun_at(script)
    times = [(name, node, moment(script, node)) for name, node in handlers(script)] if begun else []
    known = [(name, node, when > begun) for name, node, when in times if when is not None and begun]
    early = {name for name, _, is_late in known if not is_late}
    return [(name, node) for name, node, is_late in known if is_late and name not in early]


def early_calls(script: Script) -> Found:
    """Yield calls to the host that run before connect()."""
    begun = begun_at(script)
    for call, _ in app_calls(script, "callServerTool", "sendMessage", "openLink", "readServerResource"):
        when = moment(script, call)
        if begun is not None and when is not None and when < begun:
            yield "early-call", call, "called before connect()"


def unasked_actions(script: Script) -> Found:
    """Yield links opened and messages sent in the user's name that no click asked for."""
    for call, name in app_calls(script, *UNASKED):
        if runs_unasked(script, call):
            yield "unasked-action", call, f"{name} runs without a click"


def runs_unasked(script: Script, node: Node, *, depth: int = 4) -> bool:
    """Tell whether a place runs by itself: on load, or when a result comes."""
    function = node.function
    if function is None or depth == 0:
        return function is None
    if is_receiver(script, function):
        return True
    parent, call = function.parent, function.call
    left = parent.get("left") if parent is not None and parent.kind == "assignment_expression" else None
    event: str | None = None
    listening: Node | None = None
    if left is not None and left.kind in MEMBERS:
        key = str(property_name(script, left))
        event, listening = (key[2:], left) if key.startswith("on") else (None, None)
    elif call is not None and call.callee is not None:
        named = property_name(script, call.callee) if call.callee.kind in MEMBERS else call.callee.name
        if named not in LISTENING:
            return runs_unasked(script, call, depth=depth - 1)
        event, listening = constant(script, call.arguments[0]), call.callee
    if listening is not None:
        return event in UNMEANT or made_by_page(script, listening, depth=depth - 1)
    sites = [site for site in call_sites(script, function) if not site.inside(function)]
    return any(runs_unasked(script, site, depth=depth - 1) for site in sites)


def made_by_page(script: Script, listening: Node, *, depth: int) -> bool:
    """Tell whether the page itself, unasked, makes the event that something listens to."""
    if listening.owner is None:
        return False
    alike = AROUND | {listening.owner.text}
    made = [call for name in MAKING for call in script.method_calls.get(name, ())]
    return any(
        call.fields["function"].fields["object"].text in alike and runs_unasked(script, call, depth=depth)
        for call in made
    )


def is_receiver(script: Script, function: Node) -> bool:
    """Tell whether a function receives what the host sends."""
    for _, node in handlers(script):
        value = node.get("right") or node.get("value") or (node.arguments[1:2] or [node])[0]
        if function is value or Function(function) in options_of(value_of(script, value)):
            return True
    return False


def unchecked_messages(script: Script) -> Found:
    """Yield where a script listens to messages and looks neither at who sends them nor at what they are."""
    if CHECKING.search(script.text):
        return
    message = "whoever can send a message to the view is listened to"
    for call in script.source.nodes("call_expression"):
        things = things_in(value_of(script, call.callee))
        if "addEventListener" in things and constant(script, next(iter(call.arguments), None)) == "message":
            yield "unchecked-message", call.arguments[0], message
    for node in script.source.nodes("assignment_expression"):
        if "onmessage" in things_in(value_of(script, node.get("left"))):
            yield "unchecked-message", node, message


def foreign_imports(page: Page) -> Findings:
    """Yield imports of anything but the SDK; of that too, where a page is linked."""
    for script in page.scripts:
        for node in script.source.nodes("import_statement", "export_statement"):
            module = node.get("source")
            if module is not None and (module.name not in SDK_MODULES or page.linked):
                message = f"import from {module.name[:80]!r}: no host resolves it"
                yield "external-script", Spot(*script.place(node), message)
